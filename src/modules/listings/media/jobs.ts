import type { MediaStore } from '../../../integrations/media/store.ts';
import { type Job, type JobCtx, job } from '../../../kernel/jobs.ts';
import { lockUnusedMedia, markUnusedMedia, unmarkUnusedMedia } from './queries.ts';

/** A backup that is restored within this time finds all its pictures. */
const GRACE_HOURS = 30 * 24;

const deleteNext = (sql: JobCtx['sql'], store: MediaStore): Promise<boolean> =>
  sql.begin(async (tx) => {
    const ref = await lockUnusedMedia(tx, GRACE_HOURS);
    if (!ref) return false;
    await store.delete(ref);
    await unmarkUnusedMedia(tx, ref);
    return true;
  });

/** Finds objects that no row names (uploads that failed, deleted pictures), and deletes those that were found long ago. */
const sweepMedia = async ({ sql, integrations, signal }: Pick<JobCtx, 'sql' | 'integrations' | 'signal'>): Promise<void> => {
  const { store } = integrations.media;
  if (!store) return;
  for await (const refs of store.list()) {
    signal.throwIfAborted();
    await markUnusedMedia(sql, refs);
  }
  while (await deleteNext(sql, store)) signal.throwIfAborted();
};

export const sweep_media: Job<object> = job<object>({
  name: 'sweep_media',
  cron: '40 3 * * *',
  lane: 'reading',
  attempts: 3,
  run: sweepMedia,
});
