import { job } from '../../../kernel/jobs.ts';
import { selectOutdatedDocuments } from './queries.ts';
import { INDEX_VERSION, indexListings } from './search-index.ts';

/** Listings indexed in one transaction. */
const BATCH_SIZE = 200;

/**
 * Writes search documents of an earlier version again. After a release that changes them, the first worker to start
 * does it; the daily run finds those that processes of the release before have written since.
 */
export const refresh_search_index = job<unknown>({
  name: 'refresh_search_index',
  attempts: 5,
  cron: '41 3 * * *',
  at_start: true,
  async run({ sql, signal }) {
    while (!signal.aborted) {
      const ids = await selectOutdatedDocuments(sql, INDEX_VERSION, BATCH_SIZE);
      if (ids.length === 0) return;
      await sql.begin((tx) => indexListings(tx, ids));
    }
  },
});
