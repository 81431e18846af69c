import { job } from '../../kernel/job.ts';
import type { Outside } from '../../outside/outside.ts';
import { readerName } from '../sites/reader-name.ts';
import { siteNumbered } from '../sites/site.ts';
import type { KeptCompetitor } from './competitor.ts';
import { findDraft, selectCategoryNames, writeCompetitor } from './queries.ts';
import { readSite } from './reader/read-site.ts';
import { fetchUntil } from './step.ts';
import { askThread } from './thread.ts';

/** Reads a competitor's site, as politely as any, and keeps what it says of itself; as long as it is still asked for. */
export const compare_competitor = job<{ draft_id: string; url: string }, Outside>({
  name: 'compare_competitor',
  lane: 'reading',
  attempts: 3,
  async run(ctx, { draft_id, url }) {
    const { sql, clock } = ctx;
    const draft = await findDraft(sql, draft_id);
    if (draft?.competitor?.url !== url || draft.competitor.status !== 'reading') return;
    const keep = (status: KeptCompetitor['status'], theirs: KeptCompetitor['theirs'] = {}) =>
      writeCompetitor(sql, draft_id, { url, status, theirs });
    const user_agent = readerName(await siteNumbered(sql, draft.site_id, ctx.site_root));
    try {
      const { pages, failure } = await readSite(fetchUntil(ctx), url, { now: () => clock.now(), user_agent });
      ctx.signal.throwIfAborted();
      if (failure) return void (await keep('failed'));
      const { judgement } = await askThread({ pages, categories: await selectCategoryNames(sql, draft.site_id) });
      await keep('ready', judgement.fields);
    } catch (error) {
      if (ctx.last_attempt && !ctx.signal.aborted) await keep('failed');
      throw error;
    }
  },
});
