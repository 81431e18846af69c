import type { Site } from '../../kernel/context.ts';
import { buildTokenUrl, type MailMessage, renderMail } from '../accounts/mail/mails.tsx';
import { quoteName } from '../accounts/mail/quoting.ts';

interface InviteDetails {
  token: string;
  /** Names chosen by the inviter: untrusted text. */
  product: string;
  inviter: string | null;
  close_url: string;
}

/** Goes to any address a user enters: the subject contains nothing of theirs, and their text is quoted. */
export const inviteMail = (site: Site, { token, product, inviter, close_url }: InviteDetails): MailMessage => {
  const somebody = inviter ? quoteName(inviter, '') : '';
  const who = somebody ? `Someone who calls themselves ${somebody}` : 'Someone';
  return renderMail(site, {
    subject: `You are invited to add your profile on ${site.name}`,
    says: [
      `${who} is preparing the profile of a product on ${site.name} and named this address as a co-founder’s. They call the product ${quoteName(product, 'by an address')}.`,
      'If you know them, open the link and add your name, what you do there, and a few words about you. It works for 14 days.',
    ],
    link: { name: 'Add your profile', href: buildTokenUrl(site, '/invites', token) },
    otherwise: 'If you have nothing to do with it, ignore this mail: nobody is added without this link.',
    foot: {
      says: `${site.name} sends you this because somebody typed in your address.`,
      ways: [{ name: 'Never send me invitations again', href: close_url }],
    },
  });
};
