import { type Caller, type Ctx, type Integrations, inTransaction, type Site, type SiteCtx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { msg, t } from '../../kernel/language/messages.ts';
import { inEnglish } from '../../kernel/language/stored.ts';
import { sendMail } from '../accounts/mail/outbox.ts';
import { inLanguageOf, notify } from '../accounts/notifications.ts';
import { selectAccount } from '../accounts/queries.ts';
import { countAccountRead, countRead, readInteractively } from '../listings/website-access/website-access.ts';
import { listingPath } from '../sites/addresses.ts';
import { crawlerUserAgent } from '../sites/sites.ts';
import { claimOwner, isExpired, toClaim } from './claims.ts';
import { claimExpiredMail, claimExpiredTitle } from './mails.tsx';
import { CLAIM_METHODS } from './methods.ts';
import { completeClaim, requireClaimable } from './ownership.ts';
import { type ClaimRow, findClaim, findOwnClaim, writeClaimCheck } from './queries.ts';
import { checkDelay, type ProofCheckResult } from './rules.ts';
import type { Claim } from './schema.ts';
import { claimMoves } from './states.ts';

const loadOwnClaim = async (ctx: Ctx<Caller>, id: number): Promise<ClaimRow> => {
  const claim = await findOwnClaim(ctx.sql, claimOwner(ctx), id);
  if (!claim) throw new Refusal('claim_not_found');
  return claim;
};

export const isCheckable = (claim: ClaimRow, now: Date): boolean =>
  CLAIM_METHODS[claim.method].check !== null && claim.status === 'pending' && !isExpired(claim, now);

/** A DNS record is not on the website, so the read limits of the website do not apply. */
export const needsWebsite = ({ method }: ClaimRow): boolean => method !== 'dns';

/** Checks the proof of a claim by its method. Null if there is nothing to check. */
export const runProofCheck = async (
  integrations: Integrations,
  site: Site,
  claim: ClaimRow,
  now: Date,
): Promise<ProofCheckResult | null> => {
  const { check } = CLAIM_METHODS[claim.method];
  if (!check || !isCheckable(claim, now)) return null;
  const user_agent = crawlerUserAgent(site);
  return check({ ...integrations, fetch: (url, options) => integrations.fetch(url, { ...options, user_agent }) }, claim, claim.token!);
};

/** The part of verify_claim that needs the network; runs before its transaction. */
export const checkProof = async (ctx: Ctx<Caller>, { claim_id }: { claim_id: number }): Promise<ProofCheckResult | null> => {
  const claim = await loadOwnClaim(ctx, claim_id);
  const now = ctx.clock.now();
  if (!isCheckable(claim, now)) return null;
  const check = () => runProofCheck(ctx.integrations, ctx.site, claim, now);
  // Each check loads somebody else's server, so it counts against the caller's limit.
  if (!needsWebsite(claim)) {
    await countAccountRead(ctx);
    return check();
  }
  await countRead(ctx, claim.website);
  return readInteractively(ctx, claim.website, check);
};

/** Records the result of a check, and completes the claim if the proof was found. Runs in the current transaction. */
export const recordProofCheck = async (ctx: SiteCtx, claim: ClaimRow, result: ProofCheckResult): Promise<void> => {
  const now = ctx.clock.now();
  const { found, detail, gave_up = false } = result;
  if (found && !(await completeClaim(ctx, claim))) return;
  // A page that exceeded the parser's limits would do so again; only its owner can have it checked once more.
  const next = found || gave_up ? null : new Date(now.getTime() + checkDelay(claim.checks + 1));
  await writeClaimCheck(ctx.sql, claim.id, { checked_at: now.toISOString(), found, detail }, next);
};

const requireOpenClaim = (ctx: Ctx, claim: ClaimRow): void => {
  const { status } = toClaim(claim, ctx.clock.now());
  if (status === 'expired')
    throw new Refusal('claim_not_pending', { detail: t('This claim has expired. Claim the listing again with claim_listing.') });
  if (status !== 'superseded') return;
  requireClaimable(ctx, { owner_id: claim.owner_id, slug: claim.listing_slug, proved: true }, claim.account_id);
  throw new Refusal('claim_not_pending', { detail: t('This claim was replaced by a later one of yours. list_my_claims shows it.') });
};

const LINK_NOT_CONFIRMED = inEnglish(msg('The link hasn’t been opened yet, or the button wasn’t pressed.'));

/** Completes or updates a pending claim with the result of checkProof. A verified claim is returned unchanged. */
export const verifyClaim = (ctx: Ctx<Caller>, { claim_id }: { claim_id: number }, result: ProofCheckResult | null): Promise<Claim> =>
  inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const claim = await loadOwnClaim(ctx, claim_id);
    requireOpenClaim(ctx, claim);
    if (result && claim.status === 'pending') await recordProofCheck(ctx, claim, result);
    if (claim.email && claim.status === 'pending')
      await writeClaimCheck(ctx.sql, claim.id, { checked_at: now.toISOString(), found: false, detail: LINK_NOT_CONFIRMED }, null);
    const after = await loadOwnClaim(ctx, claim_id);
    requireOpenClaim(ctx, after);
    return toClaim(after, now);
  });

/** Expires a claim in the current transaction, and notifies its claimant once, on the site and by mail, in their language. */
export const expireClaim = async (ctx: SiteCtx, id: number): Promise<void> => {
  const { sql, site, clock } = ctx;
  if (!(await claimMoves.try(ctx, id, 'expire'))) return;
  const claim = await findClaim(sql, id);
  const account = claim && (await selectAccount(sql, claim.account_id));
  if (!account) return;
  const { listing_name: product, listing_slug: slug, method } = claim;
  await inLanguageOf(ctx, account.id, async () => {
    await notify(sql, [account.id], {
      site_id: site.id,
      kind: 'claim',
      key: `claim ${id} expired`,
      title: claimExpiredTitle(product),
      body: t('We couldn’t verify it within 14 days. If the product is yours, claim it again.'),
      url: `${listingPath(slug)}/claim`,
      created_at: clock.now(),
    });
    await sendMail(ctx, account.email, claimExpiredMail(site, { product, slug, how: CLAIM_METHODS[method].how }));
  });
};
