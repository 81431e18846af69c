import type { Ctx, SiteCtx } from '../../../kernel/context.ts';
import { formatLongWeek, startOfDay, weekAt } from '../../../kernel/time/weeks.ts';
import { updateListing, writePaidLaunch } from '../../listings/queries.ts';
import type { ListingSummary } from '../../listings/schema.ts';
import { indexListings } from '../../listings/search/search-index.ts';
import { listingMoves } from '../../listings/states.ts';
import { rescheduleBadgeCheck } from '../free-queue/badge-checks.ts';
import { writeNextBadgeCheck } from '../free-queue/queries.ts';
import { paidWeekNotification } from '../mails.tsx';
import { notifyOfLaunch, notifyOwner } from '../notifications.ts';
import { confirmHeldSlot, leaveSlot, releaseHeldSlot } from '../queries.ts';
import { loadWeekSettings, takeWeekSlot } from '../slots.ts';
import {
  type FeaturedBy,
  insertFeatured,
  insertRelaunch,
  type LaunchableListing,
  lockLaunchableListing,
  moveFeatured,
  selectFeatured,
} from './queries.ts';

/** What was bought cannot be fulfilled in the current state. The message tells the buyer why. A retry would not help. */
export class UndeliverableError extends Error {}

/** A slot in a week that an order takes for a listing. */
export interface PaidSlot {
  listing_id: number;
  order_id: number;
  week_on: string;
}

/** The buyer, if the account still exists. The mail about the order says when the listing launches. */
interface Bought {
  account_id: number | null;
}

export const currentWeek = ({ clock, site }: SiteCtx): string => weekAt(clock.now(), site.time_zone);

/** Locks the listing that something was bought for. Fails if the listing was removed. */
export const lockPaidListing = async ({ sql, site }: SiteCtx, listing_id: number): Promise<LaunchableListing> => {
  const listing = await lockLaunchableListing(sql, site.id, listing_id);
  if (!listing || listing.status === 'removed') throw new UndeliverableError('The listing was removed from the site.');
  return listing;
};

/** Turns the order's held slot into a paid one. If the hold has expired, takes another slot if there is room. */
export const takePaidSlot = async ({ sql, site, clock }: SiteCtx, { listing_id, order_id, week_on }: PaidSlot): Promise<void> => {
  if (await confirmHeldSlot(sql, { site_id: site.id, listing_id, order_id, week_on })) return;
  const slot = { site_id: site.id, listing_id, week_on, kind: 'paid', order_id } as const;
  if (await takeWeekSlot(sql, slot, await loadWeekSettings(sql, site.id), clock.now())) return;
  throw new UndeliverableError(`The week of ${formatLongWeek(week_on)} is full.`);
};

/** Leaves the slot of the week that the listing had before it got a new one. */
export const leaveFormerSlot = async (
  { sql, site }: SiteCtx,
  { listing_id, launch_week_on }: LaunchableListing,
  new_week: string,
): Promise<void> => {
  if (launch_week_on !== null && launch_week_on !== new_week)
    await leaveSlot(sql, { site_id: site.id, week_on: launch_week_on, listing_id });
};

/** A listing launches once: it must be neither live nor have a paid week already. */
export const requireNotLaunched = ({ status, plan, launch_week_on }: LaunchableListing): void => {
  if (status === 'live') throw new UndeliverableError('The listing is already live.');
  if (plan === 'paid')
    throw new UndeliverableError(
      `The listing already has a paid launch${launch_week_on ? ` in the week of ${formatLongWeek(launch_week_on)}` : ''}.`,
    );
};

/** Makes a draft or queued listing live at once, without a badge, in the running week, which is returned. It takes none of that week's slots. */
export const goLiveNow = async (ctx: SiteCtx, { listing_id, account_id }: Bought & { listing_id: number }): Promise<string> => {
  const { sql, clock } = ctx;
  const listing = await lockPaidListing(ctx, listing_id);
  requireNotLaunched(listing);
  const week_on = currentWeek(ctx);
  const now = clock.now();
  await leaveFormerSlot(ctx, listing, week_on);
  await writePaidLaunch(sql, listing_id, { week_on, launched_at: now });
  await writeNextBadgeCheck(sql, listing_id, null);
  await moveFeatured(sql, listing_id, { from_at: now, now });
  await indexListings(sql, [listing_id]);
  await notifyOfLaunch(ctx, listing, week_on, account_id);
  // Last, because this move takes a lock that all launches share.
  await listingMoves.make({ sql, at: now }, listing_id, 'go_live_now');
  return week_on;
};

/** Schedules a listing for the week that was paid for, without a badge. If that week has begun, it goes live now. Returns its week. */
export const schedulePaidLaunch = async (ctx: SiteCtx, slot: PaidSlot & Bought): Promise<{ week_on: string; is_live: boolean }> => {
  const { sql, site, clock } = ctx;
  const { listing_id, week_on } = slot;
  const listing = await lockPaidListing(ctx, listing_id);
  requireNotLaunched(listing);
  if (week_on <= currentWeek(ctx)) {
    await releaseHeldSlot(sql, slot);
    return { week_on: await goLiveNow(ctx, slot), is_live: true };
  }
  await takePaidSlot(ctx, slot);
  await leaveFormerSlot(ctx, listing, week_on);
  await writePaidLaunch(sql, listing_id, { week_on, launched_at: null });
  await writeNextBadgeCheck(sql, listing_id, null);
  await moveFeatured(sql, listing_id, { from_at: startOfDay(week_on, site.time_zone), now: clock.now() });
  await indexListings(sql, [listing_id]);
  await notifyOwner(ctx, listing.owner_id, () => paidWeekNotification(site, listing, week_on), slot.account_id);
  await listingMoves.make(ctx, listing_id, 'schedule_paid');
  return { week_on, is_live: false };
};

/** Why a listing cannot have another week on the free plan; null if it can. */
const skipQueueObstacle = ({ status, plan }: LaunchableListing, week_on: string, this_week: string): string | null => {
  if (status === 'live') return 'The listing is already live.';
  if (plan === 'paid') return 'The listing has a paid launch with its own week.';
  if (status === 'draft') return 'The listing is no longer in the free queue.';
  if (week_on < this_week) return `The week of ${formatLongWeek(week_on)} is over.`;
  // The week rollover moves listings without a badge to another week; a listing with its badge may still join the running one.
  if (week_on === this_week && status === 'awaiting_badge')
    return `The week of ${formatLongWeek(week_on)} began before our badge was found.`;
  return null;
};

/** Moves a listing on the free plan to the week that was bought. It still needs the badge. */
export const skipQueue = async (ctx: SiteCtx, slot: PaidSlot): Promise<void> => {
  const { sql, site, clock } = ctx;
  const { listing_id, week_on } = slot;
  const listing = await lockPaidListing(ctx, listing_id);
  const reason = skipQueueObstacle(listing, week_on, currentWeek(ctx));
  if (reason) throw new UndeliverableError(reason);
  await takePaidSlot(ctx, slot);
  await leaveFormerSlot(ctx, listing, week_on);
  await updateListing(sql, listing_id, { plan: 'free', launch_week_on: week_on });
  if (listing.status === 'awaiting_badge') await rescheduleBadgeCheck(ctx, listing_id, week_on);
  await moveFeatured(sql, listing_id, { from_at: startOfDay(week_on, site.time_zone), now: clock.now() });
  await indexListings(sql, [listing_id]);
};

/** Why a listing cannot relaunch in a week; null if it can. */
const relaunchObstacle = ({ status, launch_week_on }: LaunchableListing, week_on: string, this_week: string): string | null => {
  if (status !== 'live') return 'The listing isn’t live, so it can’t launch again.';
  if (week_on < this_week) return `The week of ${formatLongWeek(week_on)} is over.`;
  if (launch_week_on !== null && launch_week_on >= week_on)
    return `The listing already launched in the week of ${formatLongWeek(launch_week_on)}.`;
  return null;
};

/** Schedules the relaunch of a live listing in the week that was bought. It stays live; the week rollover starts the relaunch. */
export const scheduleRelaunch = async (ctx: SiteCtx, slot: PaidSlot & { line_id: number }): Promise<void> => {
  const { listing_id, week_on, line_id } = slot;
  const reason = relaunchObstacle(await lockPaidListing(ctx, listing_id), week_on, currentWeek(ctx));
  if (reason) throw new UndeliverableError(reason);
  await takePaidSlot(ctx, slot);
  await insertRelaunch(ctx.sql, { line_id, site_id: ctx.site.id, listing_id, week_on });
};

/** How many listings a featured strip shows. */
const MAX_FEATURED = 6;

interface FeaturedInput {
  category?: string | null;
  by?: FeaturedBy;
}

/**
 * Live listings that are featured now, of one category if given. Those that somebody paid for are always marked as paid, and this affects no
 * other order.
 */
export const listFeatured = async (ctx: Ctx, { category = null, by = 'order' }: FeaturedInput = {}): Promise<ListingSummary[]> => {
  const rows = await selectFeatured(ctx, { at: ctx.clock.now(), by, category_slug: category, limit: MAX_FEATURED });
  return rows.map((json) => JSON.parse(json) as ListingSummary);
};

const FEATURED_DAYS = 7;
const DAY_MS = 86_400_000;

/** Features a listing for seven days, from now or from the start of its launch week. Returns when it begins. */
export const featureListing = async (ctx: SiteCtx, { listing_id, line_id }: { listing_id: number; line_id: number }): Promise<Date> => {
  const { sql, site, clock } = ctx;
  const { status, launch_week_on } = await lockPaidListing(ctx, listing_id);
  if (status !== 'live' && status !== 'scheduled')
    throw new UndeliverableError('The listing is neither live nor scheduled, so it can’t be featured.');
  const now = clock.now();
  const begins_at = status === 'scheduled' ? startOfDay(launch_week_on!, site.time_zone) : now;
  const from_at = begins_at > now ? begins_at : now;
  await insertFeatured(sql, {
    line_id,
    site_id: site.id,
    listing_id,
    from_at,
    until_at: new Date(from_at.getTime() + FEATURED_DAYS * DAY_MS),
  });
  return from_at;
};
