import { job } from '../../../kernel/jobs.ts';
import { databaseTime } from '../../../kernel/time/database-clock.ts';
import { addPartitions } from './queries.ts';

/** Adds partitions for the votes of the next weeks, every day. Old ones of origins are dropped by `apply_retention`. */
export const add_vote_partitions = job<unknown>({
  name: 'add_vote_partitions',
  attempts: 5,
  cron: '41 3 * * *',
  at_start: true,
  async run({ sql, clock }) {
    await addPartitions(sql, await databaseTime(sql, clock));
  },
});
