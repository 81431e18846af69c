import type { Caller, Ctx } from '../../kernel/context.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import { type DraftRow, selectDraftsById } from '../drafts/queries.ts';
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
  categories: string[];
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

/** The drafts of an import that wait for a decision: those that are ready first. For the site's team. */
export const listReviewedDrafts = async (
  ctx: Ctx<Caller>,
  { id }: { id: number },
): Promise<{ drafts: ReviewedDraft[]; waiting: number }> => {
  await requireTeam(ctx);
  const rows = await selectDraftedRows(ctx.sql, id);
  const drafts = new Map(
    (
      await selectDraftsById(
        ctx.sql,
        rows.map(({ draft_id }) => draft_id),
      )
    ).map((draft) => [draft.id, draft]),
  );
  const reviewed = rows.flatMap(({ number, draft_id, faults, decision }): ReviewedDraft[] => {
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
        categories: (fields.categories.value ?? []) as string[],
        quotes: countQuotes(draft),
        completeness,
        is_own: account_id === ctx.caller.account_id,
        faults: [...(faults ?? []), ...(failure ? [{ column: null, message: failure.detail }] : [])],
      },
    ];
  });
  const order = ['ready', 'failed', 'publishing', 'reading'];
  const sorted = reviewed.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.number - b.number);
  return { drafts: sorted.slice(0, SHOWN_DRAFTS), waiting: reviewed.length };
};

interface DraftDecision {
  id: number;
  numbers: number[];
}

/** Publishes drafts of an import, by jobs. For the site's team. */
export const publishDrafts = (ctx: Ctx<Caller>, { id, numbers }: DraftDecision): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { file_name } = await requireImport(ctx, id);
    if (numbers.length === 0) return null;
    await acceptDrafts(ctx.sql, id, numbers);
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
