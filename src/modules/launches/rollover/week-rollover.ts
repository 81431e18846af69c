import { type Db, inTransaction, type SiteCtx } from '../../../kernel/context.ts';
import { enqueue } from '../../../kernel/jobs.ts';
import { databaseClock, databaseTime, withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { addDays, startOfDay, weekAt } from '../../../kernel/time/weeks.ts';
import { notify_category_followers } from '../../listings/follows/category-follows.ts';
import { updateListing } from '../../listings/queries.ts';
import { indexListings } from '../../listings/search/search-index.ts';
import { listingMoves } from '../../listings/states.ts';
import { sign_ledgers } from '../../votes/checkpoints/jobs.ts';
import { selectLedgerHead } from '../../votes/ledger/queries.ts';
import { lockLedger } from '../../votes/queries.ts';
import { reviewWeek } from '../../votes/review/review.ts';
import { moveUnapproved } from '../approval/approval.ts';
import { selectOverdueApprovals } from '../approval/queries.ts';
import { update_credentials } from '../credentials/jobs.ts';
import { rescheduleBadgeCheck } from '../free-queue/badge-checks.ts';
import { writeNextBadgeCheck } from '../free-queue/queries.ts';
import { awardNotification, leftQueueNotification, movedNotification, relaunchedNotification } from '../mails.tsx';
import { notifyOfLaunch, notifyOwner } from '../notifications.ts';
import { lockLaunchableListing } from '../paid/queries.ts';
import { leaveSlot } from '../queries.ts';
import { AWARDED_RANKS, MAX_MISSED_WEEKS } from '../rules.ts';
import { loadWeekSettings, takeFirstFreeSlot } from '../slots.ts';
import {
  closeWeek,
  countMissedWeeks,
  type DueListing,
  type DueRelaunch,
  findPendingSteps,
  insertResults,
  type LaunchingListing,
  lockDueListing,
  lockOpenWeek,
  lockRelaunchingListing,
  selectDueListings,
  selectDueRelaunches,
  selectUnfrozenVotedWeeks,
  selectUnfrozenWeeks,
  selectWinners,
  writeRelaunchBegun,
  writeRelaunchWeek,
  writeWeekBegun,
} from './queries.ts';

/** Stores a week's result and closes it; false if it was closed. Holds the ledger lock, so that nobody votes in between. */
export const closeWeekOnce = async (
  sql: Db,
  site_id: number,
  week: string,
  { finished_at, last_seq }: { finished_at: Date; last_seq?: number },
): Promise<boolean> => {
  await lockLedger(sql, site_id);
  if (!(await lockOpenWeek(sql, site_id, week))) return false;
  await insertResults(sql, site_id, week);
  await closeWeek(sql, { site_id, week, finished_at, last_seq: last_seq ?? (await selectLedgerHead(sql, site_id)).last_seq });
  return true;
};

/**
 * Freezes the result of a finished week and notifies the winners. Later decisions about its votes do not change it. Its votes are reviewed
 * a last time before: none can be added any more, so this needs no transaction of its own.
 */
export const freezeWeek = async (ctx: SiteCtx, week: string): Promise<void> => {
  // Freezing is final, so check again, with the clock that all processes share.
  if ((await databaseTime(ctx.sql, ctx.clock)) < startOfDay(addDays(week, 7), ctx.site.time_zone))
    throw new Error(`The week of ${week} is not over on ${ctx.site.key}.`);
  await reviewWeek(ctx, week);
  await withDatabaseClock(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    if (!(await closeWeekOnce(sql, site.id, week, { finished_at: clock.now() }))) return;
    await enqueue(sql, sign_ledgers, { site_id: site.id }, { key: `sign ledger ${site.id}` });
    await enqueue(sql, update_credentials, { site_id: site.id }, { key: `credentials ${site.id}` });
    for (const winner of await selectWinners(sql, site.id, week, AWARDED_RANKS))
      await notifyOwner(ctx, winner.owner_id, () => awardNotification(site, winner, week));
  });
};

/**
 * Relaunches a live listing in the running week. The week it leaves is frozen first, so that its result there is kept. A relaunch whose
 * week passed while no worker ran begins now: the buyer gets a whole week of votes. Two relaunches of one listing cannot share a week, so
 * the second gets the next week with room.
 */
export const beginRelaunch = async (ctx: SiteCtx, due: DueRelaunch): Promise<void> => {
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const { line_id, leaves_week_on } = due;
  if (leaves_week_on !== null && leaves_week_on < this_week) await freezeWeek(ctx, leaves_week_on);
  await inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const listing = await lockRelaunchingListing(sql, due);
    if (!listing) return;
    const { listing_id } = listing;
    if (leaves_week_on !== null && leaves_week_on >= this_week) {
      const slot = { site_id: site.id, listing_id, kind: 'paid' } as const;
      const settings = await loadWeekSettings(sql, site.id);
      return writeRelaunchWeek(sql, line_id, await takeFirstFreeSlot(sql, slot, addDays(this_week, 7), settings, clock.now()));
    }
    if (!(await writeRelaunchBegun(sql, line_id, clock.now()))) return;
    await updateListing(sql, listing_id, { launch_week_on: this_week, launched_at: startOfDay(this_week, site.time_zone) });
    await notifyOwner(ctx, listing.owner_id, () => relaunchedNotification(site, listing, this_week));
    await listingMoves.make(ctx, listing_id, 'relaunch', { reason: `from the week of ${leaves_week_on} to that of ${this_week}` });
  });
};

const moveToNextWeek = async (ctx: SiteCtx, listing: LaunchingListing): Promise<void> => {
  const { sql, site, clock } = ctx;
  const { listing_id, owner_id, launch_week_on: from } = listing;
  const next_week = addDays(weekAt(clock.now(), site.time_zone), 7);
  const slot = { site_id: site.id, listing_id, kind: 'free' } as const;
  const to = await takeFirstFreeSlot(sql, slot, next_week, await loadWeekSettings(sql, site.id), clock.now());
  await updateListing(sql, listing_id, { plan: 'free', launch_week_on: to });
  await listingMoves.make(ctx, listing_id, 'week_missed', { reason: `from the week of ${from} to that of ${to}` });
  await rescheduleBadgeCheck(ctx, listing_id, to);
  await notifyOwner(ctx, owner_id, () => movedNotification(site, listing, { from, to }));
};

/** Takes the listing out of the queue: it is a draft again, visible to its owner only. */
const leaveQueue = async (ctx: SiteCtx, listing: LaunchingListing): Promise<void> => {
  const { sql, site } = ctx;
  const { listing_id, owner_id, launch_week_on } = listing;
  await updateListing(sql, listing_id, { plan: null, launch_week_on: null });
  await listingMoves.make(ctx, listing_id, 'queue_left');
  await writeNextBadgeCheck(sql, listing_id, null);
  await indexListings(sql, [listing_id]);
  await notifyOwner(ctx, owner_id, () => leftQueueNotification(site, listing, launch_week_on));
};

/** After a week that began without its badge, a listing moves to another week or, the third time, leaves the queue. */
export const handleMissedWeek = (ctx: SiteCtx, due: DueListing): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site } = ctx;
    const listing = await lockDueListing(sql, due, 'awaiting_badge');
    if (!listing) return;
    const { listing_id, launch_week_on: week_on } = listing;
    await leaveSlot(sql, { site_id: site.id, week_on, listing_id });
    const missed = (await countMissedWeeks(sql, listing_id)) + 1;
    await (missed < MAX_MISSED_WEEKS ? moveToNextWeek : leaveQueue)(ctx, listing);
  });

/** A listing whose week began before the team approved it moves to the next week with room. */
const handleUnapproved = (ctx: SiteCtx, { listing_id, week_on }: { listing_id: number; week_on: string }): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const listing = await lockLaunchableListing(ctx.sql, ctx.site.id, listing_id);
    if (listing) await moveUnapproved(ctx, listing, week_on);
  });

/** Makes a scheduled listing live in its week, as of the start of the week. */
const launchDueListing = (ctx: SiteCtx, due: DueListing): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site } = ctx;
    const listing = await lockDueListing(sql, due, 'scheduled');
    if (!listing) return;
    await updateListing(sql, due.listing_id, { launched_at: startOfDay(due.launch_week_on, site.time_zone) });
    await notifyOfLaunch(ctx, listing, due.launch_week_on);
    // Last, because this move takes a lock that all launches share.
    await listingMoves.make(ctx, listing.listing_id, 'week_begins');
  });

/** More than launch in any week; the next run handles what is left. */
const BATCH_SIZE = 1000;
/** The steps are independent of each other, so a few run concurrently. */
const CONCURRENCY = 4;

/** Runs every step and collects the errors: a step that fails does not stop the others. */
const runSteps = async <T>(items: T[], step: (item: T) => Promise<void>, errors: unknown[], signal?: AbortSignal): Promise<void> => {
  for (let at = 0; at < items.length; at += CONCURRENCY) {
    signal?.throwIfAborted();
    const results = await Promise.allSettled(items.slice(at, at + CONCURRENCY).map(step));
    errors.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])));
  }
};

/**
 * Rolls over a site's week: launches what was scheduled, freezes finished weeks, starts relaunches, and moves listings that still await
 * their badge. Each step is a transaction of its own and idempotent, so a run after a crash continues where the last one stopped.
 */
export const rollOverWeek = async (base_ctx: SiteCtx, signal?: AbortSignal): Promise<void> => {
  const { sql, site } = base_ctx;
  // The database decides which week it is: the clocks of processes may differ.
  const clock = await databaseClock(sql, base_ctx.clock);
  const ctx = { ...base_ctx, clock };
  const site_week = { site_id: site.id, this_week: weekAt(clock.now(), site.time_zone) };
  const pending = await findPendingSteps(sql, site_week);
  const errors: unknown[] = [];
  const runEach = <T>(items: T[], step: (ctx: SiteCtx, item: T) => Promise<void>) =>
    runSteps(items, (item) => step(ctx, item), errors, signal);
  if (pending.launches) await runEach(await selectDueListings(sql, site_week, 'scheduled', BATCH_SIZE), launchDueListing);
  // Weeks that never began here, such as imported ones, are frozen at the next rollover: until then votes may still be imported.
  const finished_weeks = [
    ...(pending.results ? await selectUnfrozenWeeks(sql, site_week) : []),
    ...(pending.begun ? [] : await selectUnfrozenVotedWeeks(sql, site_week)),
  ];
  await runEach([...new Set(finished_weeks)].sort(), freezeWeek);
  if (pending.relaunches) await runEach(await selectDueRelaunches(sql, site_week, BATCH_SIZE), beginRelaunch);
  if (pending.moves) await runEach(await selectDueListings(sql, site_week, 'awaiting_badge', BATCH_SIZE), handleMissedWeek);
  if (pending.approvals) await runEach(await selectOverdueApprovals(sql, site_week, BATCH_SIZE), handleUnapproved);
  if (errors.length) throw new AggregateError(errors, `The week of ${site_week.this_week} has not fully started on ${site.key}.`);
  if (pending.begun) return;
  await inTransaction(ctx, async ({ sql }) => {
    await writeWeekBegun(sql, site_week, clock.now());
    await enqueue(sql, notify_category_followers, { site_id: site.id, week_on: site_week.this_week });
  });
};
