import { job } from '../../kernel/job.ts';
import type { Outside } from '../../outside/outside.ts';
import { endStuckRedrafts, selectStuckDrafts, writeKept } from './queries.ts';
import { moveDraft } from './step.ts';

/** A draft just made may still be on its way to its job. */
const PATIENCE_MS = 60_000;

/** Ends the waiting for what no job will do any more, because each of its tries took a process down with it. */
export const sweep_drafts = job<unknown, Outside>({
  name: 'sweep_drafts',
  attempts: 3,
  cron: '* * * * *',
  async run({ sql, clock }) {
    const now = clock.now();
    const before = new Date(now.getTime() - PATIENCE_MS);
    for (const { id, status } of await selectStuckDrafts(sql, before))
      await sql.begin(async (sql) => {
        if (!(await moveDraft(sql, id, status === 'crawling' ? 'reading_failed' : 'drafting_failed', now))) return;
        await writeKept(sql, id, { failure: { code: 'timed_out', detail: 'The site could not be read in time.' }, progress: null });
      });
    await endStuckRedrafts(sql, before);
  },
});
