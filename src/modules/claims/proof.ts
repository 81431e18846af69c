import type { Ctx } from '../../kernel/context.ts';
import { makeMove } from '../../kernel/moves.ts';
import { sendMail } from '../accounts/mail.ts';
import { selectAccount } from '../accounts/queries.ts';
import { emailKey } from '../accounts/rules.ts';
import { holdVotes, leaveOutOwn } from '../ballot/own.ts';
import { indexListings } from '../listings/search-index.ts';
import { contactLetter, ownedLetter, provedLetter } from './mails.tsx';
import { CLAIM_METHODS } from './methods.ts';
import { refuseOwned } from './owned.ts';
import { type ClaimableListing, type ClaimRow, lockClaim, lockListing, selectOthersPending, writeOwner, writeVerified } from './queries.ts';
import { mailboxFault } from './rules.ts';
import { CLAIM_MOVES } from './states.ts';

/** Where a claim is proved: by an operation, a page or a job. */
export type Place = Pick<Ctx, 'sql' | 'site' | 'clock'>;

/** Tells the new owner, and whoever reads the mail of the listing's own domain. */
const tell = async (ctx: Place, listing: ClaimableListing, { account_id, method, email }: ClaimRow): Promise<void> => {
  const account = await selectAccount(ctx.sql, account_id);
  const told = { id: listing.id, slug: listing.slug, product: listing.name, how: CLAIM_METHODS[method].how };
  await sendMail(ctx, account!.email, (listing.owner_id === null ? ownedLetter : provedLetter)(ctx.site, told));
  const contact = listing.contact_email;
  const known = [account!.email, email ?? ''].map(emailKey);
  if (contact && !known.includes(emailKey(contact)) && !mailboxFault(contact, listing))
    await sendMail(ctx, contact, contactLetter(ctx.site, told));
};

/**
 * Gives a listing to who has proved it, or leaves it with its owner who has, in the transaction under way: the claim is verified
 * and every other one superseded.
 * Of two who prove it at once one has it, and the other is told that it has an owner. False: the claim is no longer pending.
 */
export const takeListing = async (ctx: Place, { id, listing_id }: Pick<ClaimRow, 'id' | 'listing_id'>): Promise<boolean> => {
  const { sql, clock } = ctx;
  const at = clock.now();
  await holdVotes(ctx);
  const listing = await lockListing(sql, listing_id);
  const claim = listing && (await lockClaim(sql, id));
  if (!claim) return false;
  const { account_id } = claim;
  refuseOwned(ctx, listing, account_id);
  if (!(await makeMove(sql, { record: 'claim', id, name: 'verify', move: CLAIM_MOVES.verify, account_id, at }))) return false;
  await writeVerified(sql, id, at);
  await writeOwner(sql, listing_id, account_id, at);
  await indexListings(sql, [listing_id]);
  await leaveOutOwn(ctx, { listing_id });
  for (const other of await selectOthersPending(sql, listing_id, id))
    await makeMove(sql, {
      record: 'claim',
      id: other,
      name: 'supersede',
      move: CLAIM_MOVES.supersede,
      account_id: null,
      at,
      reason: `claim ${id} was proved`,
    });
  await tell(ctx, listing, claim);
  return true;
};
