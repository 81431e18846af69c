import { type Ctx, inTransaction, type Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/limits.ts';
import type { Outside, Reaching } from '../../outside/outside.ts';
import { readerName } from '../sites/reader-name.ts';
import { answerOf, isOver, ownerOf } from './claim.ts';
import { CLAIM_METHODS } from './methods.ts';
import { refuseOwned } from './owned.ts';
import { type Place, takeListing } from './proof.ts';
import { type ClaimRow, findOwnClaim, writeCheck } from './queries.ts';
import { type Sighting, waitAfter } from './rules.ts';
import type { Claim } from './schema.ts';

/** Each look costs somebody else's server something. */
const LOOKS_AN_HOUR: Limit = { name: 'claim_checks', limit: 120, window_seconds: 3600 };

const ownClaim = async (ctx: Ctx, id: number): Promise<ClaimRow> => {
  const claim = await findOwnClaim(ctx.sql, ownerOf(ctx), id);
  if (!claim) throw new Refusal('claim_not_found');
  return claim;
};

/** Looks for the proof of a claim, wherever its method says. Null where there is nothing to look for. */
export const lookForProof = async (outside: Outside, site: Site, claim: ClaimRow, now: Date): Promise<Sighting | null> => {
  const { look } = CLAIM_METHODS[claim.method];
  if (!look || claim.status !== 'pending' || isOver(claim, now)) return null;
  const user_agent = readerName(site);
  return look({ ...outside, fetch: (url, asking) => outside.fetch(url, { ...asking, user_agent }) }, claim, claim.token!);
};

/** The part of verify_claim that needs the network. */
export const lookNow = async (ctx: Reaching, { claim_id }: { claim_id: number }): Promise<Sighting | null> => {
  const claim = await ownClaim(ctx, claim_id);
  if (claim.status !== 'pending') return null;
  const limit = await ctx.limits.take(`account ${claim.account_id}`, LOOKS_AN_HOUR);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
  return lookForProof(ctx.outside, ctx.site, claim, ctx.clock.now());
};

/** Writes down what was seen, and gives the listing to who has proved it. In the transaction under way. */
export const concludeLook = async (ctx: Place, claim: ClaimRow, sighting: Sighting): Promise<void> => {
  const now = ctx.clock.now();
  if (sighting.found && !(await takeListing(ctx, claim))) return;
  const next = sighting.found ? null : new Date(now.getTime() + waitAfter(claim.checks + 1));
  await writeCheck(ctx.sql, claim.id, { checked_at: now.toISOString(), ...sighting }, next);
};

/** What is over is said to be, with what to do about it. */
const refuseOver = (ctx: Ctx, claim: ClaimRow): void => {
  const { status } = answerOf(claim, ctx.clock.now());
  if (status === 'expired')
    throw new Refusal('claim_not_pending', { detail: 'This claim has expired. Claim the listing again with claim_listing.' });
  if (status !== 'superseded') return;
  refuseOwned(ctx, { owner_id: claim.owner_id, slug: claim.listing_slug, proved: true }, claim.account_id);
  throw new Refusal('claim_not_pending', { detail: 'This claim was replaced by a later one of yours. list_my_claims shows it.' });
};

const UNOPENED = 'The link has not been opened yet, or nobody has pressed its button.';

/** Checks a pending claim by what was just seen (SPEC 4.6). One that is verified stays so. */
export const verifyClaim = (ctx: Ctx, { claim_id }: { claim_id: number }, sighting: Sighting | null): Promise<Claim> =>
  inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const claim = await ownClaim(ctx, claim_id);
    refuseOver(ctx, claim);
    if (sighting && claim.status === 'pending') await concludeLook(ctx, claim, sighting);
    if (claim.email && claim.status === 'pending')
      await writeCheck(ctx.sql, claim.id, { checked_at: now.toISOString(), found: false, detail: UNOPENED }, null);
    const after = await ownClaim(ctx, claim_id);
    refuseOver(ctx, after);
    return answerOf(after, now);
  });
