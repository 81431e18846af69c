import { job } from '../../../../kernel/jobs.ts';
import { foldFilterChanges } from './queries.ts';

/** Changes written in one transaction. */
const BATCH_SIZE = 2_000;

/** Writes the bits of listings that changed. Until then searches look at these listings themselves. */
export const fold_filter_changes = job<unknown>({
  name: 'fold_filter_changes',
  attempts: 1,
  cron: '* * * * *',
  at_start: true,
  async run({ sql, signal }) {
    while (!signal.aborted) if ((await sql.begin((tx) => foldFilterChanges(tx, BATCH_SIZE))) < BATCH_SIZE) return;
  },
});
