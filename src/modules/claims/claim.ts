import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { JsonText } from '../../kernel/json.ts';
import type { Limit } from '../../kernel/limits.ts';
import { makeMove } from '../../kernel/moves.ts';
import { type ListAnswer, listAnswer, type Paging } from '../../kernel/paging.ts';
import { newToken } from '../../kernel/tokens.ts';
import { readAddress } from '../accounts/attempts.ts';
import { emailKey } from '../accounts/rules.ts';
import { mailLink } from './link.ts';
import { CLAIM_METHODS } from './methods.ts';
import { refuseOwned } from './owned.ts';
import {
  type ClaimableListing,
  type ClaimRow,
  countPending,
  findClaim,
  findListing,
  holdListing,
  insertClaim,
  lockPending,
  selectClaims,
  selectClaimsOn,
} from './queries.ts';
import { CLAIM_LIVES_MS, LINK_REST_MS, MOST_PENDING, mailboxFault, waitAfter } from './rules.ts';
import type { Claim, ClaimListing, Method } from './schema.ts';
import { CLAIM_MOVES } from './states.ts';

/** Our mail goes to whom somebody else names, so there is a bound to it. */
const MAILED_AN_HOUR: Limit = { name: 'claim_mails', limit: 10, window_seconds: 3600 };

export const isOver = ({ status, expires_at }: Pick<ClaimRow, 'status' | 'expires_at'>, now: Date): boolean =>
  status === 'pending' && expires_at <= now;

/** A claim as it is answered. One that is out of time is expired, whether or not it has been moved there yet. */
export const answerOf = (row: ClaimRow, now: Date): Claim => {
  const over = isOver(row, now);
  return {
    id: row.id,
    listing_slug: row.listing_slug,
    listing_name: row.listing_name,
    method: row.method,
    email: row.email,
    status: over ? 'expired' : row.status,
    instructions: CLAIM_METHODS[row.method].instructions(row, (row.token ?? row.email)!),
    last_check: row.last_check,
    next_check_at: row.status === 'pending' && !over ? (row.next_check_at?.toISOString() ?? null) : null,
    expires_at: row.expires_at.toISOString(),
    verified_at: row.verified_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
};

export const ownerOf = ({ site, caller }: Ctx): { site_id: number; account_id: number } => ({
  site_id: site.id,
  account_id: (caller as Caller).account_id,
});

const wrong = (path: string, code: string, message: string): Refusal => new Refusal('invalid_input', { errors: [{ path, code, message }] });

/** The mailbox to be proved, or null where the method needs none. */
const readMailbox = ({ method, email }: ClaimListing): string | null => {
  if (method !== 'email') {
    if (email !== undefined) throw wrong('email', 'not_allowed', 'is for method email only');
    return null;
  }
  if (email === undefined) throw wrong('email', 'required', 'is required for method email');
  return readAddress(email);
};

const refuseUnfit = (listing: ClaimableListing, method: Method, email: string | null): void => {
  const obstacle = CLAIM_METHODS[method].obstacle(listing);
  if (obstacle) throw wrong('method', 'not_possible', obstacle);
  const fault = email && mailboxFault(email, listing);
  if (fault) throw wrong('email', 'wrong_domain', fault);
};

/** Ends a claim of one's own that is in the way of another by the same method. */
const endStanding = async ({ sql }: Pick<Ctx, 'sql'>, { id, account_id }: ClaimRow, over: boolean, at: Date): Promise<void> => {
  const name = over ? 'expire' : 'supersede';
  const reason = over ? null : 'claimed again with another address';
  await makeMove(sql, { record: 'claim', id, name, move: CLAIM_MOVES[name], account_id: over ? null : account_id, at, reason });
};

/** Counts the mails an account has us send, before its claim's transaction begins. */
export const countMailed = async (ctx: Ctx, { method }: ClaimListing): Promise<undefined> => {
  if (method !== 'email') return;
  const limit = await ctx.limits.take(`account ${ownerOf(ctx).account_id}`, MAILED_AN_HOUR);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
};

/** Claims a listing that has no owner, or that the caller owns and has not proved, and says what to publish. The same claim again is the same claim. */
export const claimListing = (ctx: Ctx, asked: ClaimListing): Promise<Claim> => {
  const { slug, method } = asked;
  const email = readMailbox(asked);
  return inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const now = clock.now();
    const { site_id, account_id } = ownerOf(ctx);
    const listing = await holdListing(sql, site_id, slug);
    if (!listing) throw wrong('slug', 'unknown', 'is not the slug of a public listing; find it with search_listings');
    refuseOwned(ctx, listing, account_id);
    refuseUnfit(listing, method, email);

    const standing = await lockPending(sql, account_id, listing.id, method);
    const same = standing && !isOver(standing, now) && emailKey(standing.email ?? '') === emailKey(email ?? '');
    if (same) return answerOf(await again(ctx, standing, now), now);
    if (standing) await endStanding(ctx, standing, isOver(standing, now), now);
    if ((await countPending(sql, account_id, now)) >= MOST_PENDING) throw new Refusal('too_many_claims');
    const id = await insertClaim(sql, {
      site_id,
      account_id,
      listing_id: listing.id,
      method,
      token: email ? null : newToken('launchweek-'),
      email,
      next_check_at: email ? null : new Date(now.getTime() + waitAfter(0)),
      expires_at: new Date(now.getTime() + CLAIM_LIVES_MS),
      created_at: now,
      updated_at: now,
    });
    // Whoever claimed the same at the same moment was first: theirs is this one.
    const claim = id === null ? await lockPending(sql, account_id, listing.id, method) : await findClaim(sql, id);
    return answerOf(await again(ctx, claim!, now), now);
  });
};

/** A claim by mail has its link sent, unless that was done a moment ago. */
const again = async (ctx: Ctx, claim: ClaimRow, now: Date): Promise<ClaimRow> => {
  const rested = !claim.link_sent_at || now.getTime() - claim.link_sent_at.getTime() >= LINK_REST_MS;
  if (claim.email && rested) await mailLink(ctx, claim, now);
  return claim;
};

/** The caller's own claims, newest first. */
export const listClaims = async (ctx: Ctx, paging: Paging): Promise<JsonText<ListAnswer<Claim>>> => {
  const { rows, count } = await selectClaims(ctx.sql, ownerOf(ctx), paging);
  const now = ctx.clock.now();
  return listAnswer(
    paging,
    rows.map((row) => JSON.stringify(answerOf(row, now))),
    count,
  );
};

export interface Claiming {
  listing: Pick<ClaimableListing, 'id' | 'slug' | 'name' | 'domain' | 'website'>;
  /** Whose it is, as far as the caller may know. */
  owner: 'nobody' | 'you' | 'somebody';
  /** Whether its owner has proved it. */
  proved: boolean;
  /** The caller's own claims on it, newest first. */
  claims: Claim[];
  /** Why a method cannot prove this listing; null where it can. */
  obstacles: Record<Method, string | null>;
}

/** How it stands between the caller and a listing, for the page that leads through a claim. */
export const findClaiming = async (ctx: Ctx, { slug }: { slug: string }): Promise<Claiming> => {
  const { site_id, account_id } = ownerOf(ctx);
  const found = await findListing(ctx.sql, site_id, slug);
  if (!found) throw new Refusal('listing_not_found');
  const { owner_id, proved, id, name, domain, website } = found;
  const now = ctx.clock.now();
  const rows = await selectClaimsOn(ctx.sql, account_id, id);
  return {
    listing: { id, slug, name, domain, website },
    owner: owner_id === null ? 'nobody' : owner_id === account_id ? 'you' : 'somebody',
    proved,
    claims: rows.map((row) => answerOf(row, now)),
    obstacles: Object.fromEntries(
      Object.entries(CLAIM_METHODS).map(([method, { obstacle }]) => [method, obstacle(found)]),
    ) as Claiming['obstacles'],
  };
};
