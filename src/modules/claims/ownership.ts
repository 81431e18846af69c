import type { Caller, Ctx, SiteCtx } from '../../kernel/context.ts';
import { invalidInput, Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { sendMail } from '../accounts/mail/outbox.ts';
import { selectAccount, selectAccountByEmail } from '../accounts/queries.ts';
import { emailKey } from '../accounts/rules.ts';
import { asTeamMember } from '../accounts/team.ts';
import { updateListing } from '../listings/queries.ts';
import { indexListings } from '../listings/search/search-index.ts';
import { listingUrl } from '../sites/addresses.ts';
import { excludeOwnVotes, lockVotes } from '../votes/team/decisions.ts';
import { claimVerifiedMail, newOwnerContactMail, ownershipGivenMail, ownershipRemovedMail, ownershipVerifiedMail } from './mails.tsx';
import { CLAIM_METHODS } from './methods.ts';
import {
  type ClaimableListing,
  type ClaimRow,
  lockClaim,
  lockClaimableListing,
  lockListingForTransfer,
  selectPendingClaimIds,
  writeVerified,
} from './queries.ts';
import { mailboxFault } from './rules.ts';
import { claimMoves } from './states.ts';

/**
 * A listing whose owner has proved ownership cannot be claimed by others: the team decides such cases (decision 14). Any other listing goes
 * to whoever proves it first.
 */
export const requireClaimable = (
  { site }: Pick<Ctx, 'site'>,
  { owner_id, slug, proved }: Pick<ClaimableListing, 'owner_id' | 'slug' | 'proved'>,
  account_id: number,
): void => {
  if (owner_id === null || !proved) return;
  const detail =
    owner_id === account_id
      ? 'You already own this listing and have verified it. Edit it with update_my_listing.'
      : `This listing has a verified owner, so it can’t be claimed. If that’s wrong, tell the team at ${listingUrl(site, slug)}/claim.`;
  throw new Refusal('already_owned', { detail });
};

/** Mails the new owner, the former one, and the contact address at the listing's own domain. */
const notifyOwnerAndContact = async (ctx: SiteCtx, listing: ClaimableListing, { account_id, method, email }: ClaimRow): Promise<void> => {
  const account = await selectAccount(ctx.sql, account_id);
  const { id, slug, name: product, domain } = listing;
  const describe = () => ({ id, slug, product, how: CLAIM_METHODS[method].how });
  await sendMail(ctx, account!.email, () =>
    (listing.owner_id === account_id ? ownershipVerifiedMail : claimVerifiedMail)(ctx.site, describe()),
  );
  const former = listing.owner_id !== null && listing.owner_id !== account_id && (await selectAccount(ctx.sql, listing.owner_id));
  const explain = () =>
    t('Someone else verified {how} that they own {domain}. You hadn’t verified the listing.', { how: describe().how, domain });
  if (former) await sendMail(ctx, former.email, () => ownershipRemovedMail(ctx.site, { slug, product, reason: explain() }));
  const contact = listing.contact_email;
  const known_keys = [account!.email, email ?? ''].map(emailKey);
  if (contact && !known_keys.includes(emailKey(contact)) && !mailboxFault(contact, listing))
    await sendMail(ctx, contact, () => newOwnerContactMail(ctx.site, describe()));
};

/**
 * Verifies a claim in the current transaction: the listing goes to the claimant, or its owner counts as proved, and every other claim on it
 * is superseded. Of two claimants who prove it at once the first gets it; the second is refused with already_owned. Returns false if the
 * claim is no longer pending.
 */
export const completeClaim = async (ctx: SiteCtx, { id, listing_id }: Pick<ClaimRow, 'id' | 'listing_id'>): Promise<boolean> => {
  const { sql, clock } = ctx;
  const at = clock.now();
  await lockVotes(ctx);
  const listing = await lockClaimableListing(sql, listing_id);
  const claim = listing && (await lockClaim(sql, id));
  if (!claim) return false;
  const { account_id } = claim;
  requireClaimable(ctx, listing, account_id);
  if (!(await claimMoves.try({ sql, at }, id, 'verify', { account_id }))) return false;
  await writeVerified(sql, id, at);
  await updateListing(sql, listing_id, { owner_id: account_id, updated_at: at });
  await indexListings(sql, [listing_id]);
  await excludeOwnVotes(ctx, { listing_id });
  for (const other of await selectPendingClaimIds(sql, listing_id, id))
    await claimMoves.try({ sql, at }, other, 'supersede', { reason: `claim ${id} was verified` });
  await notifyOwnerAndContact(ctx, listing, claim);
  return true;
};

interface OwnershipTransfer {
  listing_id: number;
  /** Null leaves the listing without an owner. */
  owner_id: number | null;
  /** Shown to the previous owner. */
  reason?: string | null;
}

/** The account with a mail address, for forms of the team; null for an empty address. */
export const findAccountId = async (ctx: Ctx, email: string | undefined): Promise<number | null> => {
  if (!email) return null;
  const account = await selectAccountByEmail(ctx.sql, emailKey(email));
  if (!account) throw invalidInput({ path: 'email', code: 'unknown', message: t('has no account here yet'), actual: email });
  return account.id;
};

/** Gives a listing to another account, or to none. Both owners get a mail, and pending claims are superseded. For the site's team. */
export const transferListing = (ctx: Ctx<Caller>, { listing_id, owner_id, reason = null }: OwnershipTransfer): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { sql, site, clock, caller } = ctx;
    await lockVotes(ctx);
    const listing = await lockListingForTransfer(ctx, listing_id);
    if (!listing) throw new Refusal('listing_not_found');
    if (listing.owner_id === owner_id) return null;
    const [before, after] = await Promise.all([listing.owner_id, owner_id].map((id) => (id === null ? undefined : selectAccount(sql, id))));
    if (owner_id !== null && !after) throw new Refusal('act_stands', { detail: t('The previous owner’s account no longer exists.') });
    const at = clock.now();
    await updateListing(sql, listing_id, { owner_id, updated_at: at });
    await indexListings(sql, [listing_id]);
    await excludeOwnVotes(ctx, { listing_id });
    if (owner_id !== null)
      for (const id of await selectPendingClaimIds(sql, listing_id))
        await claimMoves.try({ sql, at }, id, 'supersede', { account_id: caller.account_id, reason: 'the team assigned an owner' });
    const { slug, name: product } = listing;
    if (before) await sendMail(ctx, before.email, () => ownershipRemovedMail(site, { slug, product, reason }));
    if (after) await sendMail(ctx, after.email, () => ownershipGivenMail(site, { id: listing_id, product }));
    const change = { before: { owner_id: listing.owner_id }, after: { owner_id } };
    return { act: 'give_listing', record: 'listing', record_id: listing_id, title: product, ...change, reason };
  });
