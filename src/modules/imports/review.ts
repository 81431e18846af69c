import type { Caller, Ctx } from '../../kernel/context.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { fold } from '../../kernel/words.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import { selectCategoryOptions } from '../catalog/queries.ts';
import { type DraftRow, selectDraftsById } from '../drafts/queries.ts';
import { type SuggestedCategory, suggestCategory } from './categories.ts';
import { requireImport } from './imports.ts';
import { publish_drafts } from './jobs.ts';
import type { Fault } from './mapping.ts';
import { acceptDrafts, countOutcomes, leaveOutDrafts, lockImport, selectDraftedRows } from './queries.ts';
import { finishReview } from './websites.ts';

/** A website of an import that waits for a decision. */
export interface ReviewedDraft {
  number: number;
  draft_id: string;
  url: string;
  state: 'reading' | 'ready' | 'failed' | 'publishing';
  name: string | null;
  tagline: string | null;
  category: SuggestedCategory | null;
  quotes: number;
  completeness: number;
  /** Whether the caller may edit the draft. */
  is_own: boolean;
  faults: Fault[];
}

const textOf = (value: string | string[] | null): string | null => (typeof value === 'string' ? value : null);

const countQuotes = ({ fields }: DraftRow): number => Object.values(fields).reduce((sum, { evidence }) => sum + evidence.length, 0);

const stateOf = ({ status }: DraftRow, decision: string | null): ReviewedDraft['state'] => {
  if (decision) return 'publishing';
  if (status === 'failed') return 'failed';
  return status === 'ready' ? 'ready' : 'reading';
};

const SHOWN_DRAFTS = 50;

export interface DraftReview {
  drafts: ReviewedDraft[];
  /** How many wait for a decision, shown or not. */
  waiting: number;
  /** Names of the site's categories. */
  categories: string[];
}

/** The drafts of an import that wait for a decision: those that are ready first. For the site's team. */
export const listReviewedDrafts = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<DraftReview> => {
  await requireTeam(ctx);
  const rows = await selectDraftedRows(ctx.sql, id);
  const categories = await selectCategoryOptions(ctx.sql, ctx.site.id);
  const isKnown = (name: string) => categories.some((one) => fold(one.name) === fold(name));
  const drafts = new Map(
    (
      await selectDraftsById(
        ctx.sql,
        rows.map(({ draft_id }) => draft_id),
      )
    ).map((draft) => [draft.id, draft]),
  );
  const reviewed = rows.flatMap(({ number, draft_id, faults, decision, category }): ReviewedDraft[] => {
    const draft = drafts.get(draft_id);
    if (!draft) return [];
    const { fields, url, completeness, failure, account_id } = draft;
    return [
      {
        number,
        draft_id,
        url,
        state: stateOf(draft, decision),
        name: textOf(fields.name.value),
        tagline: textOf(fields.tagline.value),
        category: category ? { name: category, is_new: !isKnown(category) } : suggestCategory(draft, categories),
        quotes: countQuotes(draft),
        completeness,
        is_own: account_id === ctx.caller.account_id,
        faults: [...(faults ?? []), ...(failure ? [{ column: null, message: failure.detail }] : [])],
      },
    ];
  });
  const order = ['ready', 'failed', 'publishing', 'reading'];
  const sorted = reviewed.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.number - b.number);
  return { drafts: sorted.slice(0, SHOWN_DRAFTS), waiting: reviewed.length, categories: categories.map(({ name }) => name) };
};

interface DraftDecision {
  id: number;
  numbers: number[];
}

export interface PublishedDrafts extends DraftDecision {
  /** Categories by row, and the one for rows without. */
  categories?: Record<number, string | undefined>;
  category?: string;
}

/** Publishes drafts of an import, by jobs. For the site's team. */
export const publishDrafts = (ctx: Ctx<Caller>, { id, numbers, categories = {}, category }: PublishedDrafts): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { file_name } = await requireImport(ctx, id);
    if (numbers.length === 0) return null;
    await acceptDrafts(
      ctx.sql,
      id,
      numbers.map((number) => ({ number, category: categories[number] || category || null })),
    );
    await enqueue(ctx.sql, publish_drafts, { site_id: ctx.site.id, import_id: id });
    return { act: 'publish_drafts', record: 'import', record_id: `${id} drafts`, title: file_name, after: { drafts: numbers.length } };
  });

/** Leaves drafts of an import out. For the site's team. */
export const leaveOutImportDrafts = (ctx: Ctx<Caller>, { id, numbers }: DraftDecision): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { sql, clock } = ctx;
    const { file_name } = await requireImport(ctx, id);
    if (numbers.length === 0) return null;
    const { done_rows } = (await lockImport(sql, id))!;
    const skipped = await leaveOutDrafts(sql, id, numbers);
    await countOutcomes(sql, id, done_rows, { skipped });
    await finishReview({ sql, clock }, id);
    return { act: 'leave_out_drafts', record: 'import', record_id: `${id} drafts`, title: file_name, after: { drafts: skipped } };
  });
