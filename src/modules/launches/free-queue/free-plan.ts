import { type Caller, type Ctx, inTransaction, type Site } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { enqueue } from '../../../kernel/jobs.ts';
import { t } from '../../../kernel/language/messages.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { addDays, startOfDay, weekAt } from '../../../kernel/time/weeks.ts';
import { type Badge, buildFreePlanEmbed, buildLaunchBadge } from '../../listings/badges/render.ts';
import { updateListing } from '../../listings/queries.ts';
import { listingMoves } from '../../listings/states.ts';
import { awaitApproval, sendForApproval } from '../approval/approval.ts';
import { type Approval, findApproval, requestApprovalAgain } from '../approval/queries.ts';
import { findOwnWebsite } from '../badges/queries.ts';
import { check_listing_badge } from '../jobs.ts';
import { findFreeWeek, findOwnLaunch, type OwnLaunch } from '../queries.ts';
import type { WeekSettings } from '../rules.ts';
import type { FreePlan } from '../schema.ts';
import { loadWeekSettings, takeFirstFreeSlot } from '../slots.ts';
import { type BadgeCheckResult, checkBadgeOnRequest, nextCheckAt, recordBadgeCheck } from './badge-checks.ts';
import { insertBadgeWatch } from './queries.ts';

/** One of the caller's own listings with its launch data; a listing of somebody else is reported as not found. */
export const loadOwnLaunch = async ({ sql, site, caller }: Ctx, listing_id: number): Promise<OwnLaunch> => {
  const { account_id } = caller as Caller;
  const launch = await findOwnLaunch(sql, { site_id: site.id, account_id }, listing_id);
  return requireFound('listing_not_found', launch, 'You have no listing with this id. list_my_listings shows them all.');
};

const nextSteps = (week: string, next_check_at: Date): string[] => [
  'Add badge.embed_html to the product’s homepage where visitors can see it; any rel is fine.',
  `We check for it automatically: now, then at ${next_check_at.toISOString()}, and regularly after that. Once we find it, the listing is scheduled; get_my_listing shows its status and badge.`,
  `The listing goes live when its week begins, on ${week}. Without the badge by then, it moves to the next week with room.`,
];

/** The plan of a listing that has just been queued. Its homepage is checked at once, in case the badge is there, and next at `next_check_at`. */
const toFreePlan = ({ site }: Ctx, launch: OwnLaunch, launch_week_on: string, next_check_at: Date): FreePlan => ({
  listing_id: launch.listing_id,
  status: listingMoves.table.choose_free.to,
  plan: 'free',
  launch_week_on,
  badge: {
    embed_html: buildFreePlanEmbed(site, launch),
    found: false,
    checked_at: launch.checked_at?.toISOString() ?? null,
    next_check_at: next_check_at.toISOString(),
    due_at: startOfDay(launch_week_on, site.time_zone).toISOString(),
    seen: launch.seen,
  },
  next_steps: nextSteps(launch_week_on, next_check_at),
});

const firstFreeWeek = ({ time_zone }: Site, now: Date, { free_weeks_ahead }: WeekSettings): string =>
  addDays(weekAt(now, time_zone), Math.max(free_weeks_ahead, 1) * 7);

/** On a site whose team approves listings: reserves the week, and waits for the team. Choosing again sends a returned listing again. */
const reviewFreePlan = async (ctx: Ctx, launch: OwnLaunch, takeSlot: () => Promise<string>): Promise<FreePlan | null> => {
  const before = await findApproval(ctx, launch.listing_id);
  if (before?.status === 'pending')
    throw new Refusal('launch_already_chosen', {
      detail: t('This listing is in review by the team. We email you when they have decided.'),
    });
  const approval = await awaitApproval(ctx, launch, 'free', takeSlot);
  if (!approval?.week_on) return null;
  if (before?.status === 'returned') await requestApprovalAgain(ctx, launch.listing_id);
  const due_at = startOfDay(approval.week_on, ctx.site.time_zone);
  return {
    ...toFreePlan(ctx, launch, approval.week_on, due_at),
    status: 'draft',
    next_steps: [
      'The site’s team looks at the listing before it goes public, and emails its decision. Its launch week is reserved.',
      'Once it is approved, we check the homepage for badge.embed_html, so you can add the badge now.',
    ],
  };
};

/** Queues a draft for the first week with room, and returns the badge that has to be found before it launches. */
export const chooseFreePlan = (ctx: Ctx, { listing_id }: { listing_id: number }): Promise<FreePlan> =>
  withDatabaseClock(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const launch = await loadOwnLaunch(ctx, listing_id);
    const { owner_id: account_id, status, launch_week_on } = launch;
    const now = clock.now();
    const settings = await loadWeekSettings(sql, site.id);
    const slot = { site_id: site.id, listing_id, kind: 'free' } as const;
    const takeSlot = () => takeFirstFreeSlot(sql, slot, firstFreeWeek(site, now, settings), settings, now);
    const in_review = status === 'draft' ? await reviewFreePlan(ctx, launch, takeSlot) : null;
    if (in_review) return in_review;
    if (!(await listingMoves.try({ sql, at: now }, listing_id, 'choose_free', { account_id })))
      throw new Refusal('launch_already_chosen', {
        detail: `This listing is already ${status}${launch_week_on ? `, for the week of ${launch_week_on}` : ''}. get_my_listing shows it.`,
      });
    const week = await takeSlot();
    await updateListing(sql, listing_id, { plan: 'free', launch_week_on: week });
    const next_check_at = nextCheckAt(ctx, now, week);
    await insertBadgeWatch(sql, { site_id: site.id, listing_id, at: now, next_check_at });
    await enqueue(sql, check_listing_badge, { listing_id }, { key: `badge ${listing_id}` });
    return toFreePlan(ctx, launch, week, next_check_at);
  });

/** Checks for the badge at once, on the owner's request. */
export const checkBadgeNow = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<OwnLaunch> => {
  const launch = await loadOwnLaunch(ctx, listing_id);
  if (launch.status !== 'awaiting_badge') return launch;
  const result = await checkBadgeOnRequest(ctx, launch);
  await withDatabaseClock(ctx, (ctx) => recordBadgeCheck(ctx, launch, result));
  return loadOwnLaunch(ctx, listing_id);
};

/** The free queue as it is now. */
export interface FreeQueue extends Pick<WeekSettings, 'week_room' | 'free_weeks_ahead'> {
  /** The week a listing would get if its owner chose the free plan now; null if no week has room. */
  offered_week: string | null;
  /** How many weeks from now that is. */
  wait_weeks: number | null;
  /** Whether the first week of the queue is full. */
  is_delayed: boolean;
}

const WEEK_MS = 7 * 86_400_000;

export const getFreeQueue = async ({ sql, site, clock }: Ctx): Promise<FreeQueue> => {
  const settings = await loadWeekSettings(sql, site.id);
  const now = clock.now();
  const first_week = firstFreeWeek(site, now, settings);
  const offered_week = await findFreeWeek(sql, site.id, first_week, settings.week_room, now);
  const wait_weeks = offered_week && Math.round((Date.parse(offered_week) - Date.parse(weekAt(now, site.time_zone))) / WEEK_MS);
  return { ...settings, offered_week, wait_weeks: wait_weeks || null, is_delayed: offered_week !== null && offered_week > first_week };
};

/** The free plan as the owner of a listing sees it. */
export interface OwnFreePlan {
  launch: OwnLaunch;
  queue: FreeQueue;
  /** The badge for the homepage, which the free plan needs. */
  badge: Badge;
  /** The team's review, on a site whose team approves listings. */
  approval: Approval | null;
}

/** The state of the caller's launch, with the embed code. */
export const getOwnFreePlan = async (ctx: Ctx, { listing_id }: { listing_id: number }): Promise<OwnFreePlan> => {
  const [launch, queue, approval = null] = await Promise.all([
    loadOwnLaunch(ctx, listing_id),
    getFreeQueue(ctx),
    findApproval(ctx, listing_id),
  ]);
  return { launch, queue, badge: buildLaunchBadge(ctx.site, launch), approval };
};

/** Checks whether the badge is on the owner's homepage. For a listing that awaits its badge, the result is recorded. */
export const checkBadge = async (ctx: Ctx<Caller>, { slug }: { slug: string }): Promise<BadgeCheckResult> => {
  const website = await findOwnWebsite(ctx, slug, ctx.caller.account_id);
  const own = requireFound('listing_not_found', website, 'You have no listing with this address.');
  if (own.status === 'awaiting_badge') {
    const { found_at, seen } = await checkBadgeNow(ctx, own);
    return { found: found_at !== null, seen: seen ?? '' };
  }
  return checkBadgeOnRequest(ctx, { website: own.website, slug });
};

/** Sends the caller's returned listing to the team again. */
export const resubmitListing = (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await loadOwnLaunch(ctx, listing_id);
    await sendForApproval(ctx, { listing_id });
  });
