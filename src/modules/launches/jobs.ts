import type { Integrations } from '../../kernel/context.ts';
import { enqueue, job } from '../../kernel/jobs.ts';
import { msg } from '../../kernel/language/messages.ts';
import { inEnglish } from '../../kernel/language/stored.ts';
import { ParserFailed } from '../../kernel/parsing/task.ts';
import { databaseClock, withDatabaseClock } from '../../kernel/time/database-clock.ts';
import { readOnSchedule } from '../listings/website-access/website-access.ts';
import { selectSites } from '../sites/queries.ts';
import { getSiteById } from '../sites/sites.ts';
import { type BadgeCheckResult, checkBadgeOnWebsite, recordBadgeCheck } from './free-queue/badge-checks.ts';
import { selectDueBadgeChecks, writeNextBadgeCheck } from './free-queue/queries.ts';
import { findLaunch } from './queries.ts';
import { rollOverWeek } from './rollover/week-rollover.ts';

/** Checks for a listing's badge on schedule. Names of jobs are stored with what is enqueued, so they stay as they are. */
export const check_listing_badge = job<{ listing_id: number }>({
  name: 'look_for_badge',
  lane: 'reading',
  attempts: 3,
  async run({ sql, clock, integrations, site_root, signal, last_attempt }, { listing_id }) {
    const launch = await findLaunch(sql, listing_id);
    if (!launch?.next_check_at) return;
    // The listing was paid for or removed in the meantime: there is nothing to check any more.
    if (launch.status !== 'awaiting_badge') return writeNextBadgeCheck(sql, listing_id, null);
    const site = await getSiteById(sql, launch.site_id, site_root);
    const fetch: Integrations['fetch'] = (url, options) => integrations.fetch(url, { ...options, signal });
    const check = () =>
      checkBadgeOnWebsite(fetch, site, launch).catch((error): BadgeCheckResult => {
        // A bug of our parser is not retried for ever either.
        if (!last_attempt || !(error instanceof ParserFailed)) throw error;
        return { found: false, seen: inEnglish(msg('We couldn’t read the page. Check again.')), gave_up: true };
      });
    // A check that is skipped now is still due: enqueue_badge_checks runs again in a minute.
    const result = await readOnSchedule({ sql, clock }, launch.website, check);
    if (!result) return;
    signal.throwIfAborted();
    await withDatabaseClock({ sql, site, clock }, (ctx) => recordBadgeCheck(ctx, launch, result));
  },
});

/** How many checks are enqueued at a time; the next run is a minute later. */
const BATCH_SIZE = 500;

export const enqueue_badge_checks = job<unknown>({
  name: 'watch_badges',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  async run({ sql, clock }) {
    for (const listing_id of await selectDueBadgeChecks(sql, clock.now(), BATCH_SIZE))
      await enqueue(sql, check_listing_badge, { listing_id }, { key: `badge ${listing_id}` });
  },
});

/** Rolls over every site's week when its Monday has come. A rollover that was missed while no worker ran happens at the next start. */
export const roll_over_weeks = job<unknown>({
  name: 'turn_weeks',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  async run({ sql, clock, site_root, signal }) {
    // Read once here, so that a wrong clock is reported as such and not as an error of every site.
    await databaseClock(sql, clock);
    const errors: unknown[] = [];
    for (const row of await selectSites(sql)) {
      const site = { ...row, root: row.root ?? site_root };
      await rollOverWeek({ sql, site, clock }, signal).catch((error) => errors.push(error));
    }
    if (errors.length) throw new AggregateError(errors, 'Not every site’s week has begun.');
  },
});
