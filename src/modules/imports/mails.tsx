import type { Site } from '../../kernel/context.ts';
import { localPath } from '../../kernel/language/locale.ts';
import { t } from '../../kernel/language/messages.ts';
import { type MailMessage, renderMail } from '../accounts/mail/render-mail.tsx';
import { listingPath } from '../sites/addresses.ts';
import type { Invitation } from './queries.ts';

/** A mail names this many listings. */
const MAX_NAMED = 20;

/** To an address that the team imported as the owner of listings. Opening the link gives nothing: claiming asks for a proof. */
export const claimInvitationMail = (site: Site, { listings }: Pick<Invitation, 'listings'>, close_url: string): MailMessage => {
  const more = listings.length - MAX_NAMED;
  return renderMail(site, {
    subject: t('Your product is listed on {name}', { name: site.name }),
    says: [
      t('The team of {name} added {n, plural, one {your product} other {# of your products}} to its directory.', {
        n: listings.length,
        name: site.name,
      }),
      t('Claim a listing to edit it, post updates and see its statistics.'),
      ...(more > 0 ? [t('Here are the first {count}.', { count: MAX_NAMED })] : []),
    ],
    sections: [
      {
        items: listings.slice(0, MAX_NAMED).map(({ name, slug }) => ({
          name,
          href: `${site.root}${localPath(`${listingPath(slug)}/claim`)}`,
          text: t('Claim this listing'),
        })),
      },
    ],
    otherwise: t('If this product isn’t yours, you can ignore this email.'),
    foot: {
      says: t('You received this because the team of {name} has this address as the owner’s.', { name: site.name }),
      ways: [{ name: t('Don’t email me again'), href: close_url }],
    },
  });
};
