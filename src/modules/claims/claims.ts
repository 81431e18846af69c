import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { invalidInput, Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import type { Limit } from '../../kernel/limits.ts';
import { type JsonText, type ListResponse, listResponse } from '../../kernel/responses.ts';
import { hashToken, newToken } from '../../kernel/secrets.ts';
import { requireEmail } from '../accounts/credentials/attempts.ts';
import { sendUnsolicitedMail } from '../accounts/mail/unsolicited.ts';
import { selectAccount } from '../accounts/queries.ts';
import { emailKey } from '../accounts/rules.ts';
import { getListingName } from '../listings/profile/profile.ts';
import { claimLinkMail } from './mails.tsx';
import { CLAIM_METHODS } from './methods.ts';
import { completeClaim, requireClaimable } from './ownership.ts';
import {
  type ClaimableListing,
  type ClaimLink,
  type ClaimOwner,
  type ClaimRow,
  countPendingClaims,
  findClaim,
  findClaimableListing,
  findClaimLink,
  insertClaim,
  lockPendingClaim,
  selectClaims,
  selectClaimsOnListing,
  writeClaimLink,
} from './queries.ts';
import {
  CLAIM_LINK_COOLDOWN_MS,
  CLAIM_LINK_TTL_MS,
  CLAIM_TTL_MS,
  checkDelay,
  claimSteps,
  MAX_PENDING_CLAIMS,
  mailboxFault,
} from './rules.ts';
import type { Claim, ClaimListing, ClaimMethodName, ListClaims } from './schema.ts';
import { claimMoves } from './states.ts';

/** Claim mails go to an address that the caller types in, so an account may only cause a few of them. */
const CLAIM_MAIL_LIMIT: Limit = { name: 'claim_mails', limit: 10, window_seconds: 3600 };

export const isExpired = ({ status, expires_at }: Pick<ClaimRow, 'status' | 'expires_at'>, now: Date): boolean =>
  status === 'pending' && expires_at <= now;

/** The claim as the API returns it. An expired claim is reported as expired even if the sweep has not moved it there yet. */
export const toClaim = (row: ClaimRow, now: Date): Claim => {
  const status = isExpired(row, now) ? 'expired' : row.status;
  const instructions = CLAIM_METHODS[row.method].instructions(row, (row.token ?? row.email)!);
  const next_check_at = status === 'pending' ? (row.next_check_at?.toISOString() ?? null) : null;
  return {
    id: row.id,
    listing_id: row.listing_id,
    listing_slug: row.listing_slug,
    listing_name: row.listing_name,
    method: row.method,
    email: row.email,
    status,
    instructions,
    last_check: row.last_check,
    next_check_at,
    expires_at: row.expires_at.toISOString(),
    verified_at: row.verified_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    next_steps: claimSteps({ id: row.id, listing_id: row.listing_id, method: row.method, status, instructions, next_check_at }),
  };
};

export const claimOwner = ({ site, caller }: Ctx<Caller>): ClaimOwner => ({ site_id: site.id, account_id: caller.account_id });

const inputError = (path: string, code: string, message: string): Refusal => invalidInput({ path, code, message });

/** The mailbox to verify; null for methods that need none. */
const readMailbox = ({ method, email }: ClaimListing): string | null => {
  if (method !== 'email') {
    if (email !== undefined) throw inputError('email', 'not_allowed', 'is for method email only');
    return null;
  }
  if (email === undefined) throw inputError('email', 'required', t('is required for method email'));
  return requireEmail(email);
};

const requireUsableMethod = (listing: ClaimableListing, method: ClaimMethodName, email: string | null): void => {
  const obstacle = CLAIM_METHODS[method].obstacle(listing);
  if (obstacle) throw inputError('method', 'not_possible', obstacle);
  const fault = email && mailboxFault(email, listing);
  if (fault) throw inputError('email', 'wrong_domain', fault);
};

/** Rate-limits claim mails per account. Runs before the claim's transaction begins. */
export const countClaimMails = async (ctx: Ctx<Caller>, { method }: ClaimListing): Promise<undefined> => {
  if (method !== 'email') return;
  const limit = await ctx.limits.take(`account ${ctx.caller.account_id}`, CLAIM_MAIL_LIMIT);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
};

/**
 * Claims a listing whose owner, if it has one, has not proved ownership, and returns what to publish. Claiming again with the same
 * method and address returns the pending claim.
 */
export const claimListing = (ctx: Ctx<Caller>, input: ClaimListing): Promise<Claim> => {
  const { slug, method } = input;
  const email = readMailbox(input);
  return inTransaction(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const now = clock.now();
    const { site_id, account_id } = claimOwner(ctx);
    const listing = await findClaimableListing(sql, site_id, slug, 'for share');
    if (!listing)
      throw inputError(
        'slug',
        'unknown',
        'is not the slug of a public listing; find it with search_listings: q finds it by name, domain by its website’s address',
      );
    requireClaimable(ctx, listing, account_id);
    requireUsableMethod(listing, method, email);

    const pending = await lockPendingClaim(sql, account_id, listing.id, method);
    if (pending && isExpired(pending, now)) await claimMoves.make({ sql, at: now }, pending.id, 'expire');
    else if (pending) {
      if (emailKey(pending.email ?? '') === emailKey(email ?? '')) return toClaim(await resendLink(ctx, pending, now), now);
      await claimMoves.make({ sql, at: now }, pending.id, 'supersede', { account_id, reason: 'claimed again with another address' });
    }
    if ((await countPendingClaims(sql, account_id, now)) >= MAX_PENDING_CLAIMS) throw new Refusal('too_many_claims');
    const id = await insertClaim(sql, {
      site_id,
      account_id,
      listing_id: listing.id,
      method,
      token: email ? null : newToken('launchweek-'),
      email,
      next_check_at: email ? null : new Date(now.getTime() + checkDelay(0)),
      expires_at: new Date(now.getTime() + CLAIM_TTL_MS),
      created_at: now,
      updated_at: now,
    });
    // A concurrent request of the same account made the same claim first: return that one.
    const claim = id === null ? await lockPendingClaim(sql, account_id, listing.id, method) : await findClaim(sql, id);
    return toClaim(await resendLink(ctx, claim!, now), now);
  });
};

/** What a visitor's claim will do after the sign-in: claim Handrailer. Names the mailbox, because it is told who claims. */
export const describeClaim = async (
  ctx: Ctx,
  { slug, method, email }: { slug: string; method: string; email?: string },
): Promise<string> => {
  const name = await getListingName(ctx, { slug });
  return method === 'email'
    ? t('to claim {name} with a link to {email}', { name, email: requireEmail(email ?? '') })
    : t('to claim {name}', { name });
};

/** Sends the link of a claim by mail, unless one was sent a moment ago. */
const resendLink = async (ctx: Ctx, claim: ClaimRow, now: Date): Promise<ClaimRow> => {
  const cooldown_is_over = !claim.link_sent_at || now.getTime() - claim.link_sent_at.getTime() >= CLAIM_LINK_COOLDOWN_MS;
  if (claim.email && cooldown_is_over) await sendClaimLink(ctx, claim, now);
  return claim;
};

export const listClaims = async (ctx: Ctx<Caller>, { status, ...paging }: ListClaims): Promise<JsonText<ListResponse<Claim>>> => {
  const now = ctx.clock.now();
  const { rows, count } = await selectClaims(ctx.sql, claimOwner(ctx), paging, { status, now });
  const items = rows.map((row) => JSON.stringify(toClaim(row, now)));
  return listResponse(paging, items, count);
};

export interface ClaimOverview {
  listing: Pick<ClaimableListing, 'id' | 'slug' | 'name' | 'domain' | 'website'>;
  /** Who owns the listing, as far as the caller may know. */
  owner: 'nobody' | 'you' | 'somebody';
  /** Whether the owner has proved ownership. */
  proved: boolean;
  /** The caller's own claims on it, newest first. */
  claims: Claim[];
  /** Why a method cannot prove this listing; null where it can. */
  obstacles: Record<ClaimMethodName, string | null>;
}

const describeOwner = (owner_id: number | null, account_id: number | undefined): ClaimOverview['owner'] => {
  if (owner_id === null) return 'nobody';
  return owner_id === account_id ? 'you' : 'somebody';
};

/** What the claim page shows: the listing, the caller's claims on it and the methods that are possible. */
export const getClaimOverview = async (ctx: Ctx, { slug }: { slug: string }): Promise<ClaimOverview> => {
  const account_id = ctx.caller?.account_id;
  const found = await findClaimableListing(ctx.sql, ctx.site.id, slug);
  if (!found) throw new Refusal('listing_not_found');
  const { owner_id, proved, id, name, domain, website } = found;
  const now = ctx.clock.now();
  const rows = account_id === undefined ? [] : await selectClaimsOnListing(ctx.sql, account_id, id);
  const obstacles = Object.entries(CLAIM_METHODS).map(([method, { obstacle }]) => [method, obstacle(found)]);
  return {
    listing: { id, slug, name, domain, website },
    owner: describeOwner(owner_id, account_id),
    proved,
    claims: rows.map((row) => toClaim(row, now)),
    obstacles: Object.fromEntries(obstacles) as ClaimOverview['obstacles'],
  };
};

/** Mails a new link for a claim. The previous link stops working. */
export const sendClaimLink = async (ctx: Ctx, { id, account_id, email, listing_name }: ClaimRow, now: Date): Promise<void> => {
  const token = newToken();
  await writeClaimLink(ctx.sql, id, hashToken(token), now);
  const account = await selectAccount(ctx.sql, account_id);
  const names = { product: listing_name, claimant: account!.email };
  await sendUnsolicitedMail(ctx, email!, 'claim_links', (close_url) => claimLinkMail(ctx.site, token, { ...names, close_url }));
};

/** What a mailed link would confirm. It does not use up the link, because mail scanners open links too. */
export const findMailedClaim = async ({ sql, site, clock }: Ctx, { token }: { token: string }): Promise<ClaimLink> => {
  const now = clock.now();
  const since = new Date(now.getTime() - CLAIM_LINK_TTL_MS);
  const link = await findClaimLink(sql, { site_id: site.id, link_hash: hashToken(token), now, since });
  if (!link) throw new Refusal('link_not_valid');
  return link;
};

/**
 * Confirms a claim by its mailed link. Whoever reads the mailbox may do it: the listing goes to the account that claimed it, not to the
 * session that opened the link.
 */
export const confirmClaim = (ctx: Ctx, input: { token: string }): Promise<ClaimLink> =>
  inTransaction(ctx, async (ctx) => {
    const link = await findMailedClaim(ctx, input);
    if (!(await completeClaim(ctx, { id: link.claim_id, listing_id: link.listing_id }))) throw new Refusal('link_not_valid');
    return link;
  });
