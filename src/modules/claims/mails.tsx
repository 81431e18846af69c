import type { Site } from '../../kernel/context.ts';
import { buildTokenUrl, type MailMessage, makeOptionalMail, type OptionalMail, renderMail } from '../accounts/mail/mails.tsx';
import { quoteName, quoteParagraphs } from '../accounts/mail/quoting.ts';
import { dashboardPath, listingUrl } from '../sites/addresses.ts';

/** To the mailbox that proves the claim. Confirming gives the listing to somebody else's account, so the mail names that account. */
export const claimLinkMail = (
  site: Site,
  token: string,
  { product, claimant, close_url }: { product: string; claimant: string; close_url: string },
): MailMessage =>
  renderMail(site, {
    subject: `Somebody claims a listing of your domain on ${site.name}`,
    says: [
      `The account ${claimant} claims the listing of ${quoteName(product, 'a product')} on ${site.name}, and says this mailbox can confirm it.`,
      `Open the link and press the button there if that account may look after the listing. It works once, for 24 hours.`,
    ],
    link: { name: 'Look at the claim', href: buildTokenUrl(site, '/claims/confirm', token) },
    otherwise: `If you do not know that account, do nothing: without your confirmation it gets nothing.`,
    foot: {
      says: `${site.name} sends you this because somebody typed in your address.`,
      ways: [{ name: 'Never send me this again', href: close_url }],
    },
  });

interface OwnedListing {
  id: number;
  slug: string;
  product: string;
  how: string;
}

export const claimVerifiedMail = (site: Site, { product, id, how }: OwnedListing): MailMessage =>
  renderMail(site, {
    subject: `${product} is yours on ${site.name}`,
    says: [
      `You have proved ${how} that ${product} is yours. From now on you edit its listing, post updates and tell its story.`,
      'What you published for the proof may be taken away again.',
    ],
    link: { name: 'Look after it', href: site.root + dashboardPath(id) },
  });

/** To an owner who already had the listing before proving it. */
export const ownershipVerifiedMail = (site: Site, { product, slug, how }: OwnedListing): MailMessage =>
  renderMail(site, {
    subject: `You have proved that ${product} is yours`,
    says: [
      `You have proved ${how} that ${product} is yours. Its listing may show the Verified badge from now on.`,
      'What you published for the proof may be taken away again.',
    ],
    link: { name: 'Get the badge', href: `${listingUrl(site, slug)}/badges` },
  });

/** To a claimant whose claim expired without proof. */
export const claimExpiredMail = (site: Site, { product, slug, how }: Omit<OwnedListing, 'id'>): OptionalMail =>
  makeOptionalMail(site, 'claims', {
    subject: `Your claim of ${product} has expired`,
    says: [
      `You were going to prove ${how} that ${product} is yours on ${site.name}. The proof was not there within 14 days, so the claim has ended.`,
      'If the product is yours, claim it again; you will be given something new to publish. Otherwise there is nothing to do.',
    ],
    link: { name: 'Claim it again', href: `${listingUrl(site, slug)}/claim` },
  });

/** To the contact address of the listing, at its own domain, as a warning. */
export const newOwnerContactMail = (site: Site, { product, slug, how }: OwnedListing): MailMessage =>
  renderMail(site, {
    subject: `A listing that names this address has an owner on ${site.name}`,
    says: [
      `Somebody has proved ${how} that the listing of ${quoteName(product, 'a product')} on ${site.name} is theirs, and looks after it from now on.`,
    ],
    link: { name: 'See the listing', href: listingUrl(site, slug) },
    otherwise: `If it should be somebody else, tell us at ${listingUrl(site, slug)}/claim.`,
  });

/** To the team. The message is untrusted and is quoted as plain text. */
export const objectionMail = (
  site: Site,
  { product, slug, from, owner, message }: { product: string; slug: string; from: string; owner: string; message: string },
): MailMessage =>
  renderMail(site, {
    subject: `Somebody objects to the owner of a listing on ${site.name}`,
    says: [
      `${from} says that the listing of ${quoteName(product, 'a product')} should not belong to ${owner}. Their words, without links:`,
      ...quoteParagraphs(message),
      `Answer to ${from}.`,
    ],
    link: { name: 'See the listing', href: listingUrl(site, slug) },
  });

export const ownershipGivenMail = (site: Site, { id, product }: { id: number; product: string }): MailMessage =>
  renderMail(site, {
    subject: `A listing is yours on ${site.name}`,
    says: [
      `The team of ${site.name} has given you the listing of ${quoteName(product, 'a product')}. From now on you edit it, post updates and tell its story.`,
    ],
    link: { name: 'Look after it', href: site.root + dashboardPath(id) },
    otherwise: 'If you do not know of it, answer the team.',
  });

export const ownershipRemovedMail = (
  site: Site,
  { slug, product, reason }: { slug: string; product: string; reason: string | null },
): MailMessage =>
  renderMail(site, {
    subject: `${product} is no longer yours on ${site.name}`,
    says: [`The team of ${site.name} has taken the listing of ${product} out of your hands.`, ...(reason ? [reason] : [])],
    link: { name: 'See the listing', href: listingUrl(site, slug) },
    otherwise: `If that is wrong, tell the team at ${listingUrl(site, slug)}/claim.`,
  });

/** To the account that objected. The team's answer is plain text. */
export const objectionAnsweredMail = (
  site: Site,
  { slug, product, answer }: { slug: string; product: string; answer: string },
): MailMessage =>
  renderMail(site, {
    subject: `About the owner of a listing on ${site.name}`,
    says: [
      `You told the team of ${site.name} that the listing of ${quoteName(product, 'a product')} should have another owner. Its owner stays.`,
      answer,
    ],
    link: { name: 'See the listing', href: listingUrl(site, slug) },
  });
