import type { Db } from '../../kernel/context.ts';
import { enqueue, job } from '../../kernel/jobs.ts';
import { runParser } from '../../kernel/parsing/pool.ts';
import { isTooCostly } from '../../kernel/parsing/task.ts';
import { selectCategoryOptions } from '../catalog/queries.ts';
import { propose_by_rules } from '../extraction/tasks.ts';
import { getRetryDelaySeconds, WebsiteBusyError } from '../listings/website-access/website-access.ts';
import { crawlWebsite } from './jobs.ts';
import { findDraft, updateCompetitor } from './queries.ts';
import type { StoredCompetitor } from './rules.ts';

export const enqueueComparison = (sql: Db, draft_id: string, url: string, in_seconds = 0): Promise<void> =>
  enqueue(sql, compare_competitor, { draft_id, url }, { key: `competitor ${draft_id}`, priority: 1, in_seconds });

/** Crawls a competitor's site, as politely as any other, and stores what it says about itself, unless the comparison was cancelled. */
export const compare_competitor = job<{ draft_id: string; url: string }>({
  name: 'compare_competitor',
  lane: 'reading',
  attempts: 3,
  async run(ctx, { draft_id, url }) {
    const { sql } = ctx;
    const draft = await findDraft(sql, draft_id);
    if (draft?.competitor?.url !== url || draft.competitor.status !== 'reading') return;
    const save = (status: StoredCompetitor['status'], theirs: StoredCompetitor['theirs'] = {}) =>
      updateCompetitor(sql, draft_id, { url, status, theirs });
    try {
      const { pages, failure } = await crawlWebsite(ctx, draft.site_id, url);
      ctx.signal.throwIfAborted();
      if (failure) return void (await save('failed'));
      const { fields } = await runParser(propose_by_rules, {
        pages,
        categories: await selectCategoryOptions(sql, draft.site_id),
        attributes: [],
      });
      await save('ready', fields);
    } catch (error) {
      if (error instanceof WebsiteBusyError) return enqueueComparison(sql, draft_id, url, getRetryDelaySeconds());
      // A retry would crawl the same pages and fail again.
      if (isTooCostly(error)) return void (await save('failed'));
      if (ctx.last_attempt && !ctx.signal.aborted) await save('failed');
      throw error;
    }
  },
});
