import { job } from '../../../kernel/jobs.ts';
import { databaseTime } from '../../../kernel/time/database-clock.ts';
import { selectSites } from '../../sites/queries.ts';
import { selectVotedWeeks } from './queries.ts';
import { reviewWeek } from './review.ts';

/** Longer than the time between two runs, so that a missed run is made up for. */
const LOOK_BACK_MS = 3 * 3_600_000;

/** Reviews the votes of launches that got some lately. Weeks are reviewed a last time when they are frozen. */
export const review_votes = job<unknown>({
  name: 'review_votes',
  attempts: 3,
  cron: '7 * * * *',
  async run({ sql, clock, site_root, signal }) {
    const since = new Date((await databaseTime(sql, clock)).getTime() - LOOK_BACK_MS);
    for (const row of await selectSites(sql)) {
      const site = { ...row, root: row.root ?? site_root };
      for (const week of await selectVotedWeeks(sql, site.id, since)) {
        signal.throwIfAborted();
        await reviewWeek({ sql, site, clock }, week);
      }
    }
  },
});
