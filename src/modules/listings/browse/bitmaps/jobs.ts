import { job } from '../../../../kernel/jobs.ts';
import { foldAllFilterChanges } from './queries.ts';

/** Writes the bits of listings that changed. Until then filters look at these listings themselves. */
export const fold_filter_changes = job<unknown>({
  name: 'fold_filter_changes',
  attempts: 3,
  cron: '* * * * *',
  at_start: true,
  run: ({ sql, signal }) => foldAllFilterChanges((fold) => sql.begin(fold), signal),
});
