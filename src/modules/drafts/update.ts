import { randomUUID } from 'node:crypto';
import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { attributeName } from '../catalog/attributes/names.ts';
import { selectCategoryOptions } from '../catalog/queries.ts';
import { PROFILE_FIELD_NAMES } from '../extraction/proposal.ts';
import { normalizeLink, readAttributes, refuseIfAny, withoutBlanks, wrongForm } from '../listings/owner/fields.ts';
import { countRead } from '../listings/website-access/website-access.ts';
import { enqueueComparison } from './competitor.ts';
import { type DraftContent, isKnownValue, type ValueName, valueState, withBlanks } from './content.ts';
import { draftOwner, isInProgress, parseWebsite, requireOwnDraftForUpdate, selectDraftDefinitions, viewDraft } from './drafts.ts';
import { type DraftEdits, editContent, isSame } from './edits.ts';
import { readFieldValues, readRemovals, readSocialLinks, readTexts, readValueNames } from './field-formats.ts';
import { enqueueStep, read_draft } from './jobs.ts';
import { countActiveDrafts, type DraftRow, findOwnDraft, updateDraftContent, updateDraftState } from './queries.ts';
import { computeCompleteness } from './rules.ts';
import type { Draft, UpdateDraft } from './schema.ts';
import { draftMoves } from './states.ts';
import { requireStillListable } from './submission/listing-parts.ts';
import { saveListing } from './submission/save-listing.ts';

/** Reads what a request changes. Refuses with everything that is wrong with it. */
const readEdits = async (ctx: Ctx, draft: DraftRow, input: UpdateDraft): Promise<{ edits: DraftEdits; competitor: string | null }> => {
  const { sql, site, allow_private = false } = ctx;
  const errors: InputError[] = [];
  const categories = input.fields?.categories ? await selectCategoryOptions(sql, site.id) : [];
  const fields = readFieldValues(withoutBlanks(input.fields), categories, allow_private, errors);
  const definitions = await selectDraftDefinitions(sql, draft, fields.categories as string[] | undefined);
  const keys = definitions.map(({ key }) => key);
  const removed = readRemovals(input, keys, errors);
  const milestones = input.milestones ?? undefined;
  for (const [i, { url }] of (milestones ?? []).entries())
    if (url && !normalizeLink(url, allow_private)) errors.push(wrongForm(`milestones[${i}].url`, t('must be an https link'), url));
  const links = (whose: 'company' | 'founder') =>
    readSocialLinks(`${whose}_socials`, input[`${whose}_socials`], draft.socials[whose], allow_private, errors);
  const edits: DraftEdits = {
    restore: readValueNames('restore', input.restore, keys, errors),
    fields: { ...fields, ...removed.fields },
    lock_fields: readValueNames('lock_fields', input.lock_fields, keys, errors),
    regenerate: readValueNames('regenerate', input.regenerate, keys, errors),
    faqs: input.faqs ?? undefined,
    founders: input.founders ?? undefined,
    milestones,
    company_socials: { ...links('company'), ...removed.company_socials },
    founder_socials: { ...links('founder'), ...removed.founder_socials },
    story: { ...readTexts('story', input.story, errors), ...removed.story },
    seo: { ...readTexts('seo', input.seo, errors), ...removed.seo },
    attributes: { ...readAttributes(input.attributes, definitions, errors), ...removed.attributes },
  };
  const typed = input.competitor_url ?? null;
  const competitor = typed ? (parseWebsite(ctx, typed, 'competitor_url', errors)?.url ?? null) : typed;
  refuseIfAny(errors);
  return { edits, competitor };
};

/** Whether anything of the profile is set or removed. */
const hasContent = ({ faqs, founders, milestones, ...edits }: DraftEdits): boolean =>
  Boolean(faqs || founders || milestones) ||
  [edits.fields, edits.company_socials, edits.founder_socials, edits.story, edits.seo, edits.attributes].some(
    (part) => Object.keys(part).length > 0,
  );

/** Recovers a failed draft when someone types content or requests another crawl. Returns the new status. */
const recoverFromFailure = async (
  ctx: Ctx<Caller>,
  draft: DraftRow,
  content: DraftContent,
  edits: DraftEdits,
): Promise<DraftRow['status']> => {
  const { sql, caller } = ctx;
  const name = hasContent(edits) ? 'write_by_hand' : edits.regenerate.length ? 'read_again' : null;
  if (draft.status !== 'failed' || name === null) return draft.status;
  const status = await draftMoves.make(ctx, draft.id, name, { account_id: caller.account_id });
  await updateDraftState(sql, draft.id, { failure: null });
  if (name === 'read_again') {
    await saveContent(ctx, draft, withBlanks(content, 'wait'));
    await enqueueCrawl(sql, draft, null);
  }
  return status;
};

const enqueueCrawl = async (sql: Ctx['sql'], { id, account_id }: DraftRow, redraft_id: string | null): Promise<void> => {
  await enqueueStep(sql, read_draft, { draft_id: id, redraft_id, priority: await countActiveDrafts(sql, account_id) });
};

/** Requests another crawl for some fields. Fields that were edited meanwhile no longer wait for it. */
const requestRedraft = async (
  sql: Ctx['sql'],
  draft: DraftRow,
  { restore, fields, attributes, lock_fields, regenerate }: DraftEdits,
): Promise<void> => {
  const requested = regenerate.filter((name) => valueState(draft, name) !== 'override');
  const touched: string[] = [...restore, ...Object.keys(fields), ...Object.keys(attributes).map(attributeName), ...lock_fields];
  const waiting = (draft.redraft?.fields ?? []).filter((name) => !touched.includes(name));
  const names = [...new Set([...waiting, ...requested])];
  if (requested.length === 0 && names.length === (draft.redraft?.fields ?? []).length) return;
  const id = requested.length ? randomUUID() : draft.redraft!.id;
  const step = requested.length ? 'reading' : draft.redraft!.step;
  await updateDraftState(sql, draft.id, { redraft: names.length ? { id, fields: names, step } : null });
  if (requested.length) await enqueueCrawl(sql, draft, id);
};

const setCompetitor = async ({ sql }: Ctx, { id }: DraftRow, url: string): Promise<void> => {
  if (url === '') return void (await updateDraftState(sql, id, { competitor: null }));
  await updateDraftState(sql, id, { competitor: { url, status: 'reading', theirs: {} } });
  await enqueueComparison(sql, id, url);
};

/** Saves a draft, and its listing if it has one. `draft` is how both were before. */
export const saveContent = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, draft: DraftRow, content: DraftContent): Promise<void> => {
  const now = clock.now();
  await updateDraftContent(sql, draft.id, content, computeCompleteness(content), now);
  if (draft.status !== 'submitted' || draft.listing_id === null) return;
  requireStillListable(draft, content);
  await saveListing(sql, draft, { ...draft, ...content }, now);
};

const SECTIONS = ['faqs', 'founders', 'socials', 'story', 'milestones', 'seo', 'attributes'] as const;

/** Fields and sections whose values or states differ. */
const findChanged = (before: DraftContent, after: DraftContent): string[] => [
  ...PROFILE_FIELD_NAMES.filter((name) => !isSame(before.fields[name], after.fields[name])),
  ...SECTIONS.filter((section) => !isSame(before[section], after[section])),
];

/** A locked value is not redrafted. */
const findLocked = (content: DraftContent, { regenerate }: DraftEdits): Draft['warnings'] =>
  regenerate.flatMap((name, i) =>
    valueState(content, name) === 'override'
      ? [
          {
            code: 'field_locked',
            path: `regenerate[${i}]`,
            message: `${name} is locked, so it was not redrafted. Unlock it with restore, then regenerate it.`,
          },
        ]
      : [],
  );

/**
 * Counts the crawls an update causes: of a competitor's website, or of the product's own again. Runs before the transaction, since
 * limits are counted outside it. Requests that are refused anyway or crawl nothing are not counted.
 */
export const countCrawls = async (ctx: Ctx<Caller>, { id, competitor_url, ...input }: UpdateDraft): Promise<undefined> => {
  const regenerate = (input.regenerate ?? []) as ValueName[];
  const competitor = competitor_url ? parseWebsite(ctx, competitor_url, 'competitor_url', [])?.url : null;
  if (!competitor && regenerate.length === 0) return;
  const draft = await findOwnDraft(ctx.sql, draftOwner(ctx), id);
  if (!draft) return;
  const reads_again = !isInProgress(draft) && regenerate.some((name) => isKnownValue(name) && valueState(draft, name) !== 'override');
  if (reads_again) await countRead(ctx, draft.url);
  if (competitor) await countRead(ctx, competitor);
};

export const updateDraft = (ctx: Ctx<Caller>, input: UpdateDraft) =>
  inTransaction(ctx, async (ctx) => {
    const draft = await requireOwnDraftForUpdate(ctx, input.id);
    const { edits, competitor } = await readEdits(ctx, draft, input);
    if (edits.regenerate.length && isInProgress(draft))
      throw new Refusal('draft_not_ready', {
        detail: t('The website is already being read. Call get_draft until the status is ready.'),
      });
    const content = editContent(draft, draft.original, edits);
    await saveContent(ctx, draft, content);
    const status = await recoverFromFailure(ctx, draft, content, edits);
    if (status === 'ready' || status === 'submitted') await requestRedraft(ctx.sql, { ...draft, ...content }, edits);
    if (competitor !== null) await setCompetitor(ctx, draft, competitor);
    const outcome = { warnings: findLocked(content, edits), changed: findChanged(draft, content) };
    return viewDraft(ctx, await requireOwnDraftForUpdate(ctx, input.id), input.view, outcome);
  });
