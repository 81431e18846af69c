import { enqueue, type JobCtx, job } from '../../kernel/job.ts';
import type { Outside } from '../../outside/outside.ts';
import { readerName } from '../sites/reader-name.ts';
import { siteNumbered } from '../sites/site.ts';
import { build_draft } from './build-job.ts';
import { findDraft, lockDraft, replacePages, writeKept, writeProgress } from './queries.ts';
import { readSite } from './reader/read-site.ts';
import type { ReadStep, SiteReading } from './reader/reading.ts';
import { fetchUntil, moveDraft, type Step, waitsFor } from './step.ts';

/** Writes down, as the reader goes, what it is at. The reader does not wait for it. */
const telling = ({ sql }: JobCtx<Outside>, id: string) => {
  let written: Promise<unknown> = Promise.resolve();
  const told = (step: ReadStep, { robots, pages }: SiteReading): void => {
    const read = pages.map(({ url, status, read_at }) => ({ url, status, read_at: read_at.toISOString() }));
    const progress = { reading: step.doing === 'reading' ? step.url : null, pages: read };
    written = written.then(() => writeProgress(sql, id, progress, robots)).catch(() => undefined);
  };
  return { told, written: () => written };
};

/** Keeps what was read and has it drafted, or keeps why it could not be read; unless another process was first. */
const keepReading = ({ sql, clock }: JobCtx<Outside>, step: Step, { robots, pages, failure }: SiteReading): Promise<void> =>
  sql.begin(async (sql) => {
    const draft = await lockDraft(sql, step.draft_id);
    if (!draft || !waitsFor(draft, step, 'reading')) return;
    const first = step.redraft_id === null;
    if (first) await moveDraft(sql, draft.id, failure ? 'reading_failed' : 'site_read', clock.now());
    if (failure && first) return void (await writeKept(sql, draft.id, { failure, robots, progress: null }));
    if (failure) {
      const note = `The site could not be read again: ${failure.detail}`;
      return void (await writeKept(sql, draft.id, { redraft: null, drafter: { name: draft.drafter?.name ?? 'built-in', note } }));
    }
    await replacePages(sql, draft, pages);
    await writeKept(sql, draft.id, {
      robots,
      progress: null,
      ...(!first && { redraft: { ...draft.redraft!, step: 'drafting' as const } }),
    });
    await enqueue(sql, build_draft, step, { key: `${first ? 'draft' : 'redraft'} ${draft.id}`, priority: step.priority });
  }) as Promise<void>;

const GIVEN_UP: SiteReading = { robots: null, pages: [], failure: { code: 'unreachable', detail: 'The site could not be read.' } };

/** Reads the site of a draft. What it read is kept only with the draft's move, so whoever does it again begins anew. */
export const read_draft = job<Step, Outside>({
  name: 'read_draft',
  lane: 'reading',
  attempts: 5,
  async run(ctx, step) {
    const draft = await findDraft(ctx.sql, step.draft_id);
    if (!draft || !waitsFor(draft, step, 'reading')) return;
    const { told, written } = telling(ctx, draft.id);
    const user_agent = readerName(await siteNumbered(ctx.sql, draft.site_id, ctx.site_root));
    try {
      const reading = await readSite(fetchUntil(ctx), draft.url, { now: () => ctx.clock.now(), told, user_agent });
      await written();
      ctx.signal.throwIfAborted();
      await keepReading(ctx, step, reading);
    } catch (error) {
      if (ctx.last_attempt && !ctx.signal.aborted) await keepReading(ctx, step, GIVEN_UP);
      throw error;
    }
  },
});
