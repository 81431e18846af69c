import { randomUUID } from 'node:crypto';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { selectCategoryOptions } from '../catalog/queries.ts';
import { countRead } from '../listings/website-access/website-access.ts';
import { enqueueComparison } from './competitor.ts';
import type { DraftContent } from './content.ts';
import { draftOwner, draftResponse, parseWebsite, requireOwnDraftForUpdate } from './drafts.ts';
import { type DraftEdits, editContent } from './edits.ts';
import { readFieldValues, readSocialLinks } from './field-formats.ts';
import { enqueueStep, read_draft } from './jobs.ts';
import { countActiveDrafts, type DraftRow, findOwnDraft, updateDraftContent, updateDraftState } from './queries.ts';
import { computeCompleteness } from './rules.ts';
import type { Draft, UpdateDraft } from './schema.ts';
import { draftMoves } from './states.ts';
import { requireListable } from './submission/listing-parts.ts';
import { saveListing } from './submission/save-listing.ts';

const readEdits = async ({ sql, site, allow_private = false }: Ctx, input: UpdateDraft): Promise<DraftEdits> => ({
  restore: input.restore ?? [],
  fields: input.fields ? readFieldValues(input.fields, await selectCategoryOptions(sql, site.id), allow_private) : {},
  lock_fields: input.lock_fields ?? [],
  regenerate: input.regenerate ?? [],
  faqs: input.faqs,
  founders: input.founders,
  milestones: input.milestones,
  company_socials: readSocialLinks('company_socials', input.company_socials ?? {}, allow_private),
  founder_socials: readSocialLinks('founder_socials', input.founder_socials ?? {}, allow_private),
  story: input.story ?? {},
  seo: input.seo ?? {},
});

const isInProgress = ({ status }: DraftRow): boolean => status === 'crawling' || status === 'drafting';

const CONTENT_PARTS = ['fields', 'faqs', 'founders', 'company_socials', 'founder_socials', 'story', 'milestones', 'seo'] as const;

/** Recovers a failed draft when someone types content or requests another crawl. Returns the new status. */
const recoverFromFailure = async (ctx: Ctx<Caller>, draft: DraftRow, input: UpdateDraft): Promise<DraftRow['status']> => {
  const { sql, caller } = ctx;
  const name = CONTENT_PARTS.some((part) => input[part] !== undefined) ? 'write_by_hand' : input.regenerate?.length ? 'read_again' : null;
  if (draft.status !== 'failed' || name === null) return draft.status;
  const status = await draftMoves.make(ctx, draft.id, name, { account_id: caller.account_id });
  await updateDraftState(sql, draft.id, { failure: null });
  if (name === 'read_again') await enqueueCrawl(sql, draft, null);
  return status;
};

const enqueueCrawl = async (sql: Ctx['sql'], { id, account_id }: DraftRow, redraft_id: string | null): Promise<void> => {
  await enqueueStep(sql, read_draft, { draft_id: id, redraft_id, priority: await countActiveDrafts(sql, account_id) });
};

/** Requests another crawl for some fields. Fields that were edited meanwhile no longer wait for it. */
const requestRedraft = async (
  sql: Ctx['sql'],
  draft: DraftRow,
  { restore, fields, lock_fields, regenerate }: DraftEdits,
): Promise<void> => {
  const requested = regenerate.filter((name) => draft.fields[name].state !== 'override');
  const touched = [...restore, ...Object.keys(fields), ...lock_fields];
  const waiting = (draft.redraft?.fields ?? []).filter((name) => !touched.includes(name));
  const names = [...new Set([...waiting, ...requested])];
  if (requested.length === 0 && names.length === (draft.redraft?.fields ?? []).length) return;
  const id = requested.length ? randomUUID() : draft.redraft!.id;
  const step = requested.length ? 'reading' : draft.redraft!.step;
  await updateDraftState(sql, draft.id, { redraft: names.length ? { id, fields: names, step } : null });
  if (requested.length) await enqueueCrawl(sql, draft, id);
};

const setCompetitor = async (ctx: Ctx, { id }: DraftRow, typed: string): Promise<void> => {
  if (typed === '') return void (await updateDraftState(ctx.sql, id, { competitor: null }));
  const { url } = parseWebsite(ctx, typed, 'competitor_url');
  await updateDraftState(ctx.sql, id, { competitor: { url, status: 'reading', theirs: {} } });
  await enqueueComparison(ctx.sql, id, url);
};

export const saveContent = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, draft: DraftRow, content: DraftContent): Promise<void> => {
  const now = clock.now();
  await updateDraftContent(sql, draft.id, content, computeCompleteness(content), now);
  if (draft.status !== 'submitted' || draft.listing_id === null) return;
  requireListable(content);
  await saveListing(sql, { ...draft, ...content }, draft.listing_id, now);
};

/**
 * Counts the crawls an update causes: of a competitor's website, or of the product's own again. Runs before the transaction, since
 * limits are counted outside it. Requests that are refused anyway or crawl nothing are not counted.
 */
export const countCrawls = async (ctx: Ctx<Caller>, { id, competitor_url, regenerate = [] }: UpdateDraft): Promise<undefined> => {
  const competitor = competitor_url ? parseWebsite(ctx, competitor_url, 'competitor_url').url : null;
  if (!competitor && regenerate.length === 0) return;
  const draft = await findOwnDraft(ctx.sql, draftOwner(ctx), id);
  if (!draft) return;
  const reads_again = !isInProgress(draft) && regenerate.some((name) => draft.fields[name].state !== 'override');
  if (reads_again) await countRead(ctx, draft.url);
  if (competitor) await countRead(ctx, competitor);
};

export const updateDraft = (ctx: Ctx<Caller>, input: UpdateDraft): Promise<Draft> =>
  inTransaction(ctx, async (ctx) => {
    const draft = await requireOwnDraftForUpdate(ctx, input.id);
    const edits = await readEdits(ctx, input);
    if (edits.regenerate.length && isInProgress(draft))
      throw new Refusal('draft_not_ready', {
        detail: 'The site is being read and drafted already. Ask get_draft until the status is ready.',
      });
    const content = editContent(draft, draft.original, edits);
    await saveContent(ctx, draft, content);
    const status = await recoverFromFailure(ctx, draft, input);
    if (status === 'ready' || status === 'submitted') await requestRedraft(ctx.sql, { ...draft, ...content }, edits);
    if (input.competitor_url !== undefined) await setCompetitor(ctx, draft, input.competitor_url);
    return draftResponse(ctx, await requireOwnDraftForUpdate(ctx, input.id));
  });
