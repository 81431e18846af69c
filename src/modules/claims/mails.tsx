import type { Site } from '../../kernel/context.ts';
import { buildTokenUrl } from '../accounts/mail/mails.tsx';
import { quoteName, quoteParagraphs } from '../accounts/mail/quoting.ts';
import { type MailMessage, makeOptionalMail, type OptionalMail, renderMail } from '../accounts/mail/render-mail.tsx';
import { dashboardPath, listingUrl } from '../sites/addresses.ts';

/** To the mailbox that proves the claim. Confirming gives the listing to somebody else's account, so the mail names that account. */
export const claimLinkMail = (
  site: Site,
  token: string,
  { product, claimant, close_url }: { product: string; claimant: string; close_url: string },
): MailMessage =>
  renderMail(site, {
    subject: `Confirm a claim to your listing on ${site.name}`,
    says: [
      `${claimant} has claimed the listing of ${quoteName(product, 'a product')} on ${site.name} and asked to confirm it at this address.`,
      `If this account may manage the listing, open the link and confirm. The link expires in 24 hours and can be used once.`,
    ],
    link: { name: 'Review the claim', href: buildTokenUrl(site, '/claims/confirm', token) },
    otherwise: `If you don’t know this account, you can ignore this email. It gets no access without your confirmation.`,
    foot: {
      says: `You received this because someone entered your address on ${site.name}.`,
      ways: [{ name: 'Don’t email me again', href: close_url }],
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
    subject: `You now manage ${product} on ${site.name}`,
    says: [
      `You verified that you own ${product} ${how}. You can now edit its listing, post updates and tell its story.`,
      'You can now remove what you published for the verification.',
    ],
    link: { name: 'Manage your listing', href: site.root + dashboardPath(id) },
  });

/** To an owner who already had the listing before proving it. */
export const ownershipVerifiedMail = (site: Site, { product, slug, how }: OwnedListing): MailMessage =>
  renderMail(site, {
    subject: `${product} is verified`,
    says: [
      `You verified that you own ${product} ${how}. You can now use the Verified badge.`,
      'You can now remove what you published for the verification.',
    ],
    link: { name: 'Get the badge', href: `${listingUrl(site, slug)}/badges` },
  });

/** To a claimant whose claim expired without proof. */
export const claimExpiredMail = (site: Site, { product, slug, how }: Omit<OwnedListing, 'id'>): OptionalMail =>
  makeOptionalMail(site, 'claims', {
    subject: `Your claim to ${product} has expired`,
    says: [
      `You claimed ${product} on ${site.name} and chose to verify it ${how}. We couldn’t verify it within 14 days, so the claim has expired.`,
      'If the product is yours, claim it again to get a new code. Otherwise you don’t need to do anything.',
    ],
    link: { name: 'Claim again', href: `${listingUrl(site, slug)}/claim` },
  });

/** To the contact address of the listing, at its own domain, as a warning. */
export const newOwnerContactMail = (site: Site, { product, slug, how }: OwnedListing): MailMessage =>
  renderMail(site, {
    subject: `A listing with this contact address has a new owner on ${site.name}`,
    says: [`Someone verified ${how} that they own ${quoteName(product, 'a product')} and now manages its listing on ${site.name}.`],
    link: { name: 'View listing', href: listingUrl(site, slug) },
    otherwise: `If this is wrong, tell us at ${listingUrl(site, slug)}/claim.`,
  });

/** To the team. The message is untrusted and is quoted as plain text. */
export const objectionMail = (
  site: Site,
  { product, slug, from, owner, message }: { product: string; slug: string; from: string; owner: string; message: string },
): MailMessage =>
  renderMail(site, {
    subject: `Ownership dispute on ${site.name}`,
    says: [
      `${from} disputes that ${owner} owns the listing of ${quoteName(product, 'a product')}. Their message, without links:`,
      ...quoteParagraphs(message),
      `Reply to ${from}.`,
    ],
    link: { name: 'View listing', href: listingUrl(site, slug) },
  });

export const ownershipGivenMail = (site: Site, { id, product }: { id: number; product: string }): MailMessage =>
  renderMail(site, {
    subject: `You now manage a listing on ${site.name}`,
    says: [
      `The ${site.name} team made you the owner of ${quoteName(product, 'a product')}. You can now edit its listing, post updates and tell its story.`,
    ],
    link: { name: 'Manage your listing', href: site.root + dashboardPath(id) },
    otherwise: 'If you didn’t expect this, please contact the team.',
  });

export const ownershipRemovedMail = (
  site: Site,
  { slug, product, reason }: { slug: string; product: string; reason: string | null },
): MailMessage =>
  renderMail(site, {
    subject: `You no longer manage ${product} on ${site.name}`,
    says: [`You’re no longer the owner of ${product}.`, ...(reason ? [reason] : [])],
    link: { name: 'View listing', href: listingUrl(site, slug) },
    otherwise: `If this is wrong, tell us at ${listingUrl(site, slug)}/claim.`,
  });

/** To the account that objected. The team's answer is plain text. */
export const objectionAnsweredMail = (
  site: Site,
  { slug, product, answer }: { slug: string; product: string; answer: string },
): MailMessage =>
  renderMail(site, {
    subject: `Your ownership dispute on ${site.name}`,
    says: [
      `You disputed who owns the listing of ${quoteName(product, 'a product')}. The ${site.name} team decided that its owner stays the same.`,
      answer,
    ],
    link: { name: 'View listing', href: listingUrl(site, slug) },
  });
