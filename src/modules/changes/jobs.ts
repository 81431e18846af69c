import { job } from '../../kernel/jobs.ts';
import { selectSites } from '../sites/queries.ts';
import { foldFeed } from './changes.ts';
import { deleteOldRemovals, touchIfMoved } from './queries.ts';

/** How long the feed says that a record was removed: its key may be somebody's name. */
export const REMOVAL_RETENTION_DAYS = 180;

/** Folds the changes of sites whose feed nobody reads, publishes records again whose links changed, and deletes old removals. */
export const fold_changes = job<unknown>({
  name: 'fold_changes',
  attempts: 3,
  cron: '*/5 * * * *',
  at_start: true,
  async run({ sql, clock, site_root, signal }) {
    const before = new Date(clock.now().getTime() - REMOVAL_RETENTION_DAYS * 86_400_000);
    for (const { id, root } of await selectSites(sql)) {
      await touchIfMoved(sql, id, root ?? site_root);
      while (!signal.aborted && (await foldFeed(sql, id)).has_touches);
      await deleteOldRemovals(sql, id, before);
    }
  },
});
