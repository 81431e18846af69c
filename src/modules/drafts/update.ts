import { randomUUID } from 'node:crypto';
import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job.ts';
import { makeMove } from '../../kernel/moves.ts';
import { compare_competitor } from './compare-job.ts';
import type { Content } from './content.ts';
import { answerOf, ownDraftToChange, readWebsite } from './draft.ts';
import { type Edits, editContent } from './edits.ts';
import { refuseUnfit } from './listing.ts';
import { countUnderWay, type DraftRow, selectCategoryNames, writeContent, writeKept } from './queries.ts';
import { read_draft } from './read-job.ts';
import { completenessOf } from './rules.ts';
import { saveListing } from './save.ts';
import type { Draft, UpdateDraft } from './schema.ts';
import { DRAFT_MOVES } from './states.ts';
import { readLinks, readTyped } from './typed.ts';

/** What was sent, with its values as they are kept. */
const readEdits = async ({ sql, site, allow_private = false }: Ctx, sent: UpdateDraft): Promise<Edits> => ({
  restore: sent.restore ?? [],
  fields: sent.fields ? readTyped(sent.fields, await selectCategoryNames(sql, site.id), allow_private) : {},
  lock_fields: sent.lock_fields ?? [],
  regenerate: sent.regenerate ?? [],
  faqs: sent.faqs,
  founders: sent.founders,
  milestones: sent.milestones,
  company_socials: readLinks('company_socials', sent.company_socials ?? {}, allow_private),
  founder_socials: readLinks('founder_socials', sent.founder_socials ?? {}, allow_private),
  story: sent.story ?? {},
  seo: sent.seo ?? {},
});

const isUnderWay = ({ status }: DraftRow): boolean => status === 'crawling' || status === 'drafting';

const CONTENT = ['fields', 'faqs', 'founders', 'company_socials', 'founder_socials', 'story', 'milestones', 'seo'] as const;

/** A failed reading is over once somebody writes the draft by hand, or asks for the site to be read again. Gives the new status. */
const leaveFailure = async ({ sql, clock, caller }: Ctx, draft: DraftRow, sent: UpdateDraft): Promise<DraftRow['status']> => {
  const name = CONTENT.some((part) => sent[part] !== undefined) ? 'write_by_hand' : sent.regenerate?.length ? 'read_again' : null;
  if (draft.status !== 'failed' || name === null) return draft.status;
  await makeMove(sql, { record: 'draft', id: draft.id, name, move: DRAFT_MOVES[name], account_id: caller!.account_id, at: clock.now() });
  await writeKept(sql, draft.id, { failure: null });
  if (name === 'read_again') await enqueueReading(sql, draft, null);
  return DRAFT_MOVES[name].to;
};

const enqueueReading = async (sql: Ctx['sql'], { id, account_id }: DraftRow, redraft_id: string | null): Promise<void> => {
  const priority = await countUnderWay(sql, account_id);
  const key = redraft_id ? `redraft ${id}` : `draft ${id}`;
  await enqueue(sql, read_draft, { draft_id: id, redraft_id, priority }, { key, priority });
};

/** Has the site read again for some fields. What was written meanwhile waits for it no longer. */
const readAgain = async (sql: Ctx['sql'], draft: DraftRow, { restore, fields, lock_fields, regenerate }: Edits): Promise<void> => {
  const asked = regenerate.filter((name) => draft.fields[name].state !== 'override');
  const touched = [...restore, ...Object.keys(fields), ...lock_fields];
  const waiting = (draft.redraft?.fields ?? []).filter((name) => !touched.includes(name));
  const names = [...new Set([...waiting, ...asked])];
  if (asked.length === 0 && names.length === (draft.redraft?.fields ?? []).length) return;
  const id = asked.length ? randomUUID() : draft.redraft!.id;
  const step = asked.length ? 'reading' : draft.redraft!.step;
  await writeKept(sql, draft.id, { redraft: names.length ? { id, fields: names, step } : null });
  if (asked.length) await enqueueReading(sql, draft, id);
};

const compareWith = async (ctx: Ctx, { id }: DraftRow, typed: string): Promise<void> => {
  if (typed === '') return void (await writeKept(ctx.sql, id, { competitor: null }));
  const { url } = readWebsite(ctx, typed, 'competitor_url');
  await writeKept(ctx.sql, id, { competitor: { url, status: 'reading', theirs: {} } });
  await enqueue(ctx.sql, compare_competitor, { draft_id: id, url }, { key: `competitor ${id}`, priority: 1 });
};

/** Writes a draft's content, and to its listing where it has been submitted. */
export const keepContent = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, draft: DraftRow, content: Content): Promise<void> => {
  const now = clock.now();
  await writeContent(sql, draft.id, content, completenessOf(content), now);
  if (draft.status !== 'submitted') return;
  refuseUnfit(content);
  await saveListing(sql, { ...draft, ...content }, now);
};

/** Edits, locks, restores or redrafts parts of a draft (SPEC 4.4); a submitted one's listing follows at once. */
export const updateDraft = (ctx: Ctx, sent: UpdateDraft): Promise<Draft> =>
  inTransaction(ctx, async (ctx) => {
    const draft = await ownDraftToChange(ctx, sent.id);
    const edits = await readEdits(ctx, sent);
    if (edits.regenerate.length && isUnderWay(draft))
      throw new Refusal('draft_not_ready', {
        detail: 'The site is being read and drafted already. Ask get_draft until the status is ready.',
      });
    const content = editContent(draft, draft.original, edits);
    await keepContent(ctx, draft, content);
    const status = await leaveFailure(ctx, draft, sent);
    if (status === 'ready' || status === 'submitted') await readAgain(ctx.sql, { ...draft, ...content }, edits);
    if (sent.competitor_url !== undefined) await compareWith(ctx, draft, sent.competitor_url);
    return answerOf(ctx, await ownDraftToChange(ctx, sent.id));
  });
