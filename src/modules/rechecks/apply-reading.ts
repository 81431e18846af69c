import type { SiteCtx } from '../../kernel/context.ts';
import { notifyOwner } from '../launches/notifications.ts';
import { type LockedListing, lockListingsForEdit, type QuotesByFact, selectEvidence, updateEvidence } from '../listings/history/queries.ts';
import { findViews } from '../listings/profile/queries.ts';
import { findListingOfSameWebsite } from '../listings/queries.ts';
import { listingMoves, UNREACHABLE } from '../listings/states.ts';
import { selectSiteSettings } from '../sites/queries.ts';
import { confirmAll, updateEvidenceBy } from './changes/evidence.ts';
import { headOf, recordChanges } from './changes/record-changes.ts';
import { backNotification, deadNotification, hiddenNotification } from './mails.tsx';
import { recordPrices } from './prices/prices.ts';
import { findDomainFailures, findRecheck, type RecheckRow, replaceKnownPages, updateDomain, updateRecheck } from './queries.ts';
import type { WebsiteReading } from './reading/read-website.ts';
import type { Fact } from './reading/tasks.ts';
import {
  domainOpensAt,
  hiddenFrom,
  isDead,
  isDoubtful,
  nextInterval,
  nextRecheckAt,
  type RecheckSettings,
  readRecheckSettings,
  retryAt,
} from './rules.ts';

const DAY_HOURS = 24;
const DAY_MS = 86_400_000;

type Failed = Extract<WebsiteReading, { outcome: 'failed' }>;

/** Whether a listing's website is read again: it is live, or hidden because its website did not answer. */
export const isRechecked = (status: unknown, { hidden_at }: Pick<RecheckRow, 'hidden_at'>): boolean =>
  status === 'live' || (status === 'removed' && hidden_at !== null);

/** Tells the owner once that the website is dead, and hides the listing when its time is over. Returns when it was hidden. */
const handleDeadWebsite = async (
  ctx: SiteCtx,
  listing: LockedListing,
  { hidden_at, ...state }: { failures: number; failing_since: Date; hidden_at: Date | null },
  settings: RecheckSettings,
): Promise<Date | null> => {
  const now = ctx.clock.now();
  if (hidden_at !== null || !isDead(state, now)) return hidden_at;
  const owner_id = listing.values.owner_id as number | null;
  const hidden_from = hiddenFrom(state.failing_since, settings);
  await notifyOwner(ctx, owner_id, () => deadNotification(ctx.site, headOf(listing), state.failing_since, hidden_from));
  if (!hidden_from || hidden_from > now) return null;
  if (!(await listingMoves.try(ctx, listing.id, 'hide_unreachable', { reason: UNREACHABLE }))) return null;
  await notifyOwner(ctx, owner_id, () => hiddenNotification(ctx.site, headOf(listing), now));
  return now;
};

const applyFailure = async (ctx: SiteCtx, row: RecheckRow, listing: LockedListing, failed: Failed, settings: RecheckSettings) => {
  const { sql, clock } = ctx;
  const now = clock.now();
  // The team brought it back: it gets the whole time again.
  const { failures: before, failing_since: since } = row.was_hidden ? { failures: 0, failing_since: null } : row;
  const failures = before + 1;
  // A website that answers, but not to us, is alive. It is tried again like any other.
  const failing_since = failed.no_answer ? (since ?? now) : null;
  const hidden_at =
    failing_since && (await handleDeadWebsite(ctx, listing, { failures, failing_since, hidden_at: row.hidden_at }, settings));
  await updateRecheck(sql, row.listing_id, {
    failures: failed.no_answer ? failures : 0,
    failing_since,
    failure: failed.detail.slice(0, 300),
    hidden_at: failed.no_answer ? hidden_at : row.hidden_at,
    next_check_at: failed.no_answer
      ? retryAt(now, failures, hidden_at !== null)
      : nextRecheckAt(now, Math.max(row.interval_hours, 7 * DAY_HOURS)),
  });
  // A page that is gone says nothing about the other listings of its domain.
  const domain_failures = (await findDomainFailures(sql, row.domain)) + 1;
  if (failed.host_down) await updateDomain(sql, row.domain, domain_failures, domainOpensAt(now, domain_failures));
};

/** A hidden listing comes back, unless another listing has its website by now. */
const bringBack = async (ctx: SiteCtx, row: RecheckRow, listing: LockedListing): Promise<void> => {
  if (row.hidden_at === null || listing.values.status !== 'removed') return;
  if (await findListingOfSameWebsite(ctx.sql, listing.id)) return;
  if (!(await listingMoves.try(ctx, listing.id, 'website_answers'))) return;
  await notifyOwner(ctx, listing.values.owner_id as number | null, () => backNotification(ctx.site, headOf(listing), ctx.clock.now()));
};

/** Writes the quotes, changes and prices of a reading. Returns whether the website changed any fact. */
const applyFacts = async (
  ctx: SiteCtx,
  listing: LockedListing,
  quotes: QuotesByFact,
  facts: Fact[],
  reading: Exclude<WebsiteReading, Failed>,
  settings: RecheckSettings,
): Promise<boolean> => {
  const now = ctx.clock.now();
  if (reading.outcome === 'unchanged') {
    await updateEvidence(ctx.sql, listing.id, confirmAll(quotes, now));
    return false;
  }
  const updated = updateEvidenceBy(quotes, facts, reading.facts, now);
  await updateEvidence(ctx.sql, listing.id, updated);
  const changes = await recordChanges(ctx, listing, updated, { facts, readings: reading.facts }, settings);
  const prices = await recordPrices(ctx, listing, reading.plans);
  return changes + prices > 0 || reading.facts.some(({ holds }) => !holds);
};

/** Records a re-reading in one transaction: what it confirmed and found, and when the next is due. */
export const applyReading = async (ctx: SiteCtx, listing_id: number, facts: Fact[], reading: WebsiteReading): Promise<void> => {
  const { sql, clock } = ctx;
  const now = clock.now();
  const [listing] = await lockListingsForEdit(sql, [listing_id]);
  const row = await findRecheck(sql, listing_id, 'lock');
  if (!listing || !row) return;
  await updateRecheck(sql, listing_id, { claimed_until: null, checked_at: now, requests: reading.requests });
  if (!isRechecked(listing.values.status, row)) return;
  const settings = readRecheckSettings(await selectSiteSettings(sql, listing.site_id));
  if (reading.outcome === 'failed') return applyFailure(ctx, row, listing, reading, settings);
  if (reading.outcome === 'read' && isDoubtful(reading.facts) && !row.is_doubtful) {
    await updateRecheck(sql, listing_id, { is_doubtful: true, next_check_at: nextRecheckAt(now, DAY_HOURS) });
    return;
  }
  await bringBack(ctx, row, listing);
  const quotes = await selectEvidence(sql, listing_id);
  const changed = await applyFacts(ctx, listing, quotes, facts, reading, settings);
  if (reading.outcome === 'read') await replaceKnownPages(sql, row, reading.pages);
  const views = await findViews(sql, listing_id);
  const days = row.checked_at ? Math.max(1, (now.getTime() - row.checked_at.getTime()) / DAY_MS) : null;
  const interval_hours = nextInterval({
    interval_hours: row.interval_hours,
    changed,
    has_price: Object.keys(quotes).some((path) => path.includes('pric')),
    views_per_day: days ? (views - row.views_seen) / days : 0,
  });
  await updateRecheck(sql, listing_id, {
    answered_at: now,
    failures: 0,
    failing_since: null,
    failure: null,
    hidden_at: null,
    is_doubtful: false,
    views_seen: views,
    interval_hours,
    next_check_at: nextRecheckAt(now, interval_hours),
  });
  if ((await findDomainFailures(sql, row.domain)) > 0) await updateDomain(sql, row.domain, 0, domainOpensAt(now, 0));
};
