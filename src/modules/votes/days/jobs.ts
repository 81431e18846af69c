import { job } from '../../../kernel/jobs.ts';
import { selectSites } from '../../sites/queries.ts';
import { countVoteDays } from './queries.ts';

const ROWS_AT_ONCE = 5000;

/** Counts votes by the day on which they were cast, for the change feed: every few minutes, so that casting a vote costs no more. */
export const count_vote_days = job<unknown>({
  name: 'count_vote_days',
  attempts: 3,
  cron: '*/5 * * * *',
  at_start: true,
  async run({ sql, signal }) {
    for (const { id } of await selectSites(sql)) while (!signal.aborted && (await countVoteDays(sql, id, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  },
});
