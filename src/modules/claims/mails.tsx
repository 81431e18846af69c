import type { Site } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import { buildTokenUrl } from '../accounts/mail/mails.tsx';
import { quoteName, quoteParagraphs } from '../accounts/mail/quoting.ts';
import { localUrl, type MailMessage, makeOptionalMail, type OptionalMail, renderMail } from '../accounts/mail/render-mail.tsx';
import { dashboardPath, listingPath } from '../sites/addresses.ts';

const listingLink = (site: Site, slug: string) => ({ name: t('View listing'), href: localUrl(site, listingPath(slug)) });
const claimUrl = (site: Site, slug: string): string => localUrl(site, `${listingPath(slug)}/claim`);

/** To the mailbox that proves the claim. Confirming gives the listing to somebody else's account, so the mail names that account. */
export const claimLinkMail = (
  site: Site,
  token: string,
  { product, claimant, close_url }: { product: string; claimant: string; close_url: string },
): MailMessage =>
  renderMail(site, {
    subject: t('Confirm a claim to your listing on {site}', { site: site.name }),
    says: [
      t('{claimant} has claimed the listing of {product} on {site} and asked to confirm it at this address.', {
        claimant,
        product: quoteName(product, t('a product')),
        site: site.name,
      }),
      t('If this account may manage the listing, open the link and confirm. The link expires in 24 hours and can be used once.'),
    ],
    link: { name: t('Review the claim'), href: buildTokenUrl(site, '/claims/confirm', token) },
    otherwise: t('If you don’t know this account, you can ignore this email. It gets no access without your confirmation.'),
    foot: {
      says: t('You received this because someone entered your address on {site}.', { site: site.name }),
      ways: [{ name: t('Don’t email me again'), href: close_url }],
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
    subject: t('You now manage {product} on {site}', { product, site: site.name }),
    says: [
      t('You verified that you own {product} {how}. You can now edit its listing, post updates and tell its story.', { product, how }),
      t('You can now remove what you published for the verification.'),
    ],
    link: { name: t('Manage your listing'), href: localUrl(site, dashboardPath(id)) },
  });

/** To an owner who already had the listing before proving it. */
export const ownershipVerifiedMail = (site: Site, { product, slug, how }: OwnedListing): MailMessage =>
  renderMail(site, {
    subject: t('{product} is verified', { product }),
    says: [
      t('You verified that you own {product} {how}. You can now use the Verified badge.', { product, how }),
      t('You can now remove what you published for the verification.'),
    ],
    link: { name: t('Get the badge'), href: localUrl(site, `${listingPath(slug)}/badges`) },
  });

export const claimExpiredTitle = (product: string): string => t('Your claim to {product} has expired', { product });

/** To a claimant whose claim expired without proof. */
export const claimExpiredMail = (site: Site, { product, slug, how }: Omit<OwnedListing, 'id'>): OptionalMail =>
  makeOptionalMail(site, 'claims', {
    subject: claimExpiredTitle(product),
    says: [
      t('You claimed {product} on {site} and chose to verify it {how}. We couldn’t verify it within 14 days, so the claim has expired.', {
        product,
        site: site.name,
        how,
      }),
      t('If the product is yours, claim it again to get a new code. Otherwise you don’t need to do anything.'),
    ],
    link: { name: t('Claim again'), href: claimUrl(site, slug) },
  });

/** To the contact address of the listing, at its own domain, as a warning. */
export const newOwnerContactMail = (site: Site, { product, slug, how }: OwnedListing): MailMessage =>
  renderMail(site, {
    subject: t('A listing with this contact address has a new owner on {site}', { site: site.name }),
    says: [
      t('Someone verified {how} that they own {product} and now manages its listing on {site}.', {
        how,
        product: quoteName(product, t('a product')),
        site: site.name,
      }),
    ],
    link: listingLink(site, slug),
    otherwise: t('If this is wrong, tell us at {url}.', { url: claimUrl(site, slug) }),
  });

/** To the team. The message is untrusted and is quoted as plain text. */
export const objectionMail = (
  site: Site,
  { product, slug, from, owner, message }: { product: string; slug: string; from: string; owner: string | null; message: string },
): MailMessage =>
  renderMail(site, {
    subject: t('Ownership dispute on {site}', { site: site.name }),
    says: [
      t('{from} disputes that {owner} owns the listing of {product}. Their message, without links:', {
        from,
        owner: owner ?? t('nobody'),
        product: quoteName(product, t('a product')),
      }),
      ...quoteParagraphs(message),
      t('Reply to {from}.', { from }),
    ],
    link: listingLink(site, slug),
  });

export const ownershipGivenMail = (site: Site, { id, product }: { id: number; product: string }): MailMessage =>
  renderMail(site, {
    subject: t('You now manage a listing on {site}', { site: site.name }),
    says: [
      t('The {site} team made you the owner of {product}. You can now edit its listing, post updates and tell its story.', {
        site: site.name,
        product: quoteName(product, t('a product')),
      }),
    ],
    link: { name: t('Manage your listing'), href: localUrl(site, dashboardPath(id)) },
    otherwise: t('If you didn’t expect this, please contact the team.'),
  });

export const ownershipRemovedMail = (
  site: Site,
  { slug, product, reason }: { slug: string; product: string; reason: string | null },
): MailMessage =>
  renderMail(site, {
    subject: t('You no longer manage {product} on {site}', { product, site: site.name }),
    says: [t('You’re no longer the owner of {product}.', { product }), ...(reason ? [reason] : [])],
    link: listingLink(site, slug),
    otherwise: t('If this is wrong, tell us at {url}.', { url: claimUrl(site, slug) }),
  });

/** To the account that objected. The team's answer is plain text. */
export const objectionAnsweredMail = (
  site: Site,
  { slug, product, answer }: { slug: string; product: string; answer: string },
): MailMessage =>
  renderMail(site, {
    subject: t('Your ownership dispute on {site}', { site: site.name }),
    says: [
      t('You disputed who owns the listing of {product}. The {site} team decided that its owner stays the same.', {
        product: quoteName(product, t('a product')),
        site: site.name,
      }),
      answer,
    ],
    link: listingLink(site, slug),
  });
