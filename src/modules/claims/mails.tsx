import type { Site } from '../../kernel/context.ts';
import { type Letter, letter, linkTo, type OptionalLetter, optionalLetter } from '../accounts/mails.tsx';

/** To the mailbox that is to be proved. Who opens it lets somebody else's account have the listing, so it says whose. */
export const proveLetter = (site: Site, token: string, { product, claimant }: { product: string; claimant: string }): Letter =>
  letter(site, {
    subject: `Is ${product} yours on ${site.name}?`,
    says: [
      `The account ${claimant} claims the listing of ${product} on ${site.name}, and says this mailbox can confirm it.`,
      `Open the link and press the button there if that account may look after the listing. It works once, for 24 hours.`,
    ],
    link: { name: 'Look at the claim', href: linkTo(site, '/claims/confirm', token) },
    otherwise: `If you do not know that account, do nothing: without your confirmation it gets nothing.`,
  });

/** What is said of a listing that has just come to have an owner. */
interface Owned {
  id: number;
  slug: string;
  product: string;
  how: string;
}

export const ownedLetter = (site: Site, { product, id, how }: Owned): Letter =>
  letter(site, {
    subject: `${product} is yours on ${site.name}`,
    says: [
      `You have proved ${how} that ${product} is yours. From now on you edit its listing, post updates and tell its story.`,
      'What you published for the proof may be taken away again.',
    ],
    link: { name: 'Look after it', href: `${site.root}/dashboard/listings/${id}` },
  });

/** To an owner who had the listing before its proof. */
export const provedLetter = (site: Site, { product, slug, how }: Owned): Letter =>
  letter(site, {
    subject: `You have proved that ${product} is yours`,
    says: [
      `You have proved ${how} that ${product} is yours. Its listing may show the Verified badge from now on.`,
      'What you published for the proof may be taken away again.',
    ],
    link: { name: 'Get the badge', href: `${site.root}/listings/${slug}/badges` },
  });

/** To whoever asked and published nothing in time. */
export const expiredLetter = (site: Site, { product, slug, how }: Omit<Owned, 'id'>): OptionalLetter =>
  optionalLetter(site, 'claims', {
    subject: `Your claim of ${product} has expired`,
    says: [
      `You were going to prove ${how} that ${product} is yours on ${site.name}. The proof was not there within 14 days, so the claim has ended.`,
      'If the product is yours, claim it again; you will be given something new to publish. Otherwise there is nothing to do.',
    ],
    link: { name: 'Claim it again', href: `${site.root}/listings/${slug}/claim` },
  });

/** To the address the listing names, at its own domain: whoever reads it should know. */
export const contactLetter = (site: Site, { product, slug, how }: Owned): Letter =>
  letter(site, {
    subject: `${product} has an owner on ${site.name}`,
    says: [`Somebody has proved ${how} that the listing of ${product} on ${site.name} is theirs, and looks after it from now on.`],
    link: { name: 'See the listing', href: `${site.root}/listings/${slug}` },
    otherwise: `If it should be somebody else, tell us at ${site.root}/listings/${slug}/claim.`,
  });

/** To the team. What somebody wrote stands in it as text. */
export const objectionLetter = (
  site: Site,
  { product, slug, from, owner, message }: { product: string; slug: string; from: string; owner: string; message: string },
): Letter =>
  letter(site, {
    subject: `Who owns ${product}?`,
    says: [`${from} says that the listing of ${product} should not belong to ${owner}:`, message, `Answer to ${from}.`],
    link: { name: 'See the listing', href: `${site.root}/listings/${slug}` },
  });
