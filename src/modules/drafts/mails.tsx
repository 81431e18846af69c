import type { Site } from '../../kernel/context.ts';
import { type Letter, letter, linkTo } from '../accounts/mails.tsx';

export const inviteLetter = (site: Site, token: string, product: string, inviter: string | null): Letter =>
  letter(site, {
    subject: `Add yourself to ${product} on ${site.name}`,
    says: [
      `${inviter ?? 'Your co-founder'} is preparing the profile of ${product} on ${site.name} and asks you to add your own: your name, what you do there, and a few words about you.`,
      'The link is valid for 14 days.',
    ],
    link: { name: 'Add your profile', href: linkTo(site, '/invites', token) },
    otherwise: 'If you have nothing to do with it, do nothing: nobody is added without this link, and we will not write again.',
  });
