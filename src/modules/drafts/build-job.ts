import type { Db } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { type JobCtx, job } from '../../kernel/job.ts';
import type { Outside } from '../../outside/outside.ts';
import { type Content, NOTHING_FOUND, withDrafted, withRedrafted } from './content.ts';
import { type DraftedSite, draftSite } from './drafting.ts';
import { unfitFields } from './listing.ts';
import { type DraftRow, findDraft, forgetHtml, lockDraft, selectCategoryNames, selectPages, writeContent, writeKept } from './queries.ts';
import { completenessOf } from './rules.ts';
import { saveListing } from './save.ts';
import { moveDraft, type Step, waitsFor } from './step.ts';
import { ThreadFailed } from './thread.ts';

/** Drafted anew where it was asked for; on a listing a value that could not stand there is left as it was. */
const redrafted = (draft: DraftRow, found: DraftedSite['found']): Content => {
  const names = draft.redraft!.fields;
  const content = withRedrafted(draft, found.fields, names);
  if (draft.status !== 'submitted') return content;
  const unfit = unfitFields(content);
  return withRedrafted(
    draft,
    found.fields,
    names.filter((name) => !unfit.includes(name)),
  );
};

const keepFirst = async (sql: Db, draft: DraftRow, { found, drafter }: DraftedSite, now: Date): Promise<void> => {
  const content = withDrafted(draft, found);
  await moveDraft(sql, draft.id, 'drafted', now);
  await writeContent(sql, draft.id, content, completenessOf(content), now);
  await writeKept(sql, draft.id, { original: found, drafter });
};

const keepRedraft = async (sql: Db, draft: DraftRow, { found, drafter }: DraftedSite, now: Date): Promise<void> => {
  const content = redrafted(draft, found);
  await writeContent(sql, draft.id, content, completenessOf(content), now);
  await writeKept(sql, draft.id, { original: found, drafter, redraft: null });
  if (draft.status === 'submitted') await saveListing(sql, { ...draft, ...content, original: found }, now);
};

/** Keeps a draft, with the move that says it is there; unless another process was first. */
const keepDraft = ({ sql, clock }: JobCtx<Outside>, step: Step, drafted: DraftedSite): Promise<void> =>
  sql.begin(async (sql) => {
    const draft = await lockDraft(sql, step.draft_id);
    if (!draft || !waitsFor(draft, step, 'drafting')) return;
    await (step.redraft_id === null ? keepFirst : keepRedraft)(sql, draft, drafted, clock.now());
    await forgetHtml(sql, draft.id);
  }) as Promise<void>;

const SAY = {
  timed_out: 'The pages took too long to draft from.',
  too_large: 'The pages are too large to draft from.',
} as const;

/** Says that pages were too much for us, with the move that ends the waiting. */
const keepFailure = ({ sql, clock }: JobCtx<Outside>, step: Step, code: keyof typeof SAY): Promise<void> =>
  sql.begin(async (sql) => {
    const draft = await lockDraft(sql, step.draft_id);
    if (!draft || !waitsFor(draft, step, 'drafting')) return;
    if (step.redraft_id === null) {
      await moveDraft(sql, draft.id, 'drafting_failed', clock.now());
      await writeKept(sql, draft.id, { failure: { code, detail: SAY[code] } });
    } else await writeKept(sql, draft.id, { redraft: null });
    await forgetHtml(sql, draft.id);
  }) as Promise<void>;

/** A fault of ours is no failure of the site: its maker gets a blank draft that says so. */
const BLANK: DraftedSite = {
  found: NOTHING_FOUND,
  drafter: {
    name: 'built-in',
    note: 'Drafting did not work out, so nothing is filled in. Ask for it again with regenerate, or write it by hand.',
  },
};

/** Drafts from the pages that were read. Nothing of it shows before the draft's move, so whoever does it again begins anew. */
export const build_draft = job<Step, Outside>({
  name: 'build_draft',
  lane: 'drafting',
  attempts: 3,
  async run(ctx, step) {
    const draft = await findDraft(ctx.sql, step.draft_id);
    if (!draft || !waitsFor(draft, step, 'drafting')) return;
    const [pages, categories] = await Promise.all([selectPages(ctx.sql, draft.id), selectCategoryNames(ctx.sql, draft.site_id)]);
    try {
      await keepDraft(ctx, step, await draftSite(ctx.outside.model, pages, categories, ctx.signal));
    } catch (error) {
      // Its listing has come to be somebody else's: there is nothing left to draft for.
      if (error instanceof Refusal) return void (await writeKept(ctx.sql, draft.id, { redraft: null }));
      const code = error instanceof ThreadFailed ? error.code : 'broken';
      if (!ctx.last_attempt || ctx.signal.aborted) throw error;
      if (code === 'broken') {
        await keepDraft(ctx, step, BLANK);
        throw error;
      }
      await keepFailure(ctx, step, code);
    }
  },
});
