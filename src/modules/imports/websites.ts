import type { Sql } from 'postgres';
import type { Db, Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import { emptyContent } from '../drafts/content.ts';
import { enqueueStep, read_draft } from '../drafts/jobs.ts';
import { insertDraft, lockDraft, selectDraftsById, updateDraftContent } from '../drafts/queries.ts';
import { computeCompleteness } from '../drafts/rules.ts';
import { draftMoves } from '../drafts/states.ts';
import { requireListable } from '../drafts/submission/listing-parts.ts';
import { createListing } from '../drafts/submission/save-listing.ts';
import { launchOutsideWeeks } from '../listings/import/import.ts';
import { updateListing } from '../listings/queries.ts';
import { indexListings } from '../listings/search/search-index.ts';
import { listingMoves } from '../listings/states.ts';
import { withCategory } from './categories.ts';
import type { Fault } from './mapping.ts';
import { planWebsites } from './plan-websites.ts';
import {
  countOutcomes,
  type DraftedRow,
  finishDraftedRow,
  type ImportRow,
  lockAcceptedRow,
  lockImport,
  type RowOutcome,
  returnDraftedRow,
  type StoredRow,
  selectDraftedRows,
  selectRows,
  setDrafts,
  updateRows,
} from './queries.ts';
import { importMoves } from './states.ts';

interface DraftingCtx {
  clock: Clock;
  site: Site;
  allow_private?: boolean;
}

/** Most websites of one import. */
export const MAX_WEBSITES = 1000;
/** Websites of one import that are read at the same time. One website is never read by two jobs at once. */
const MAX_ACTIVE = 10;
/** Makers who wait for their own draft come first. */
const PRIORITY = 50;

const isActive = ({ status }: { status: string }): boolean => status === 'crawling' || status === 'drafting';

/** Starts a draft for each website that the site does not list yet. */
const startRows = async (ctx: DraftingCtx & { sql: Db }, row: ImportRow, rows: StoredRow[], known: Set<string>) => {
  const { sql, clock, site } = ctx;
  const outcomes: RowOutcome[] = [];
  const drafts: { number: number; draft_id: string }[] = [];
  for (const { number, url, domain, faults, existing } of await planWebsites(ctx, row, rows, known)) {
    if (faults.length > 0) outcomes.push({ number, outcome: 'refused', faults });
    else if (existing) outcomes.push({ number, outcome: 'skipped' });
    else {
      const account_id = row.account_id!;
      const content = emptyContent();
      const draft = await insertDraft(sql, { site_id: site.id, account_id, url: url!, domain: domain!, content, now: clock.now() });
      await enqueueStep(sql, read_draft, { draft_id: draft.id, redraft_id: null, priority: PRIORITY });
      drafts.push({ number, draft_id: draft.id });
    }
  }
  await updateRows(sql, row.id, outcomes);
  await setDrafts(sql, row.id, drafts);
  const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
  await countOutcomes(sql, row.id, rows.at(-1)!.number, { refused: count('refused'), skipped: count('skipped') });
};

/** Starts as many drafts as may run. Whether there are more to start. */
export const startDrafts = ({ sql, ...ctx }: DraftingCtx & { sql: Sql }, import_id: number): Promise<boolean> =>
  sql.begin(async (tx) => {
    const { clock } = ctx;
    const row = await lockImport(tx, import_id);
    if (row?.status !== 'drafting' || row.account_id === null) return false;
    const drafted = await selectDraftedRows(tx, row.id);
    const drafts = await selectDraftsById(
      tx,
      drafted.map(({ draft_id }) => draft_id),
    );
    const room = MAX_ACTIVE - drafts.filter(isActive).length;
    if (room <= 0) return true;
    const rows = await selectRows(tx, row.id, row.done_rows, room);
    if (rows.length > 0) await startRows({ ...ctx, sql: tx }, row, rows, new Set(drafts.map(({ domain }) => domain)));
    else await importMoves.make({ sql: tx, clock }, row.id, 'drafts_started');
    return rows.length > 0;
  }) as Promise<boolean>;

/** Publishes a draft as a listing without owner, which its maker can claim. */
const publishDraft = async ({ sql, clock, site }: DraftingCtx & { sql: Db }, import_id: number, row: DraftedRow): Promise<number> => {
  const { draft_id } = row;
  const locked = await lockDraft(sql, draft_id);
  if (locked?.status !== 'ready') throw new Refusal('draft_not_ready');
  const draft = await withCategory(sql, { id: import_id, site_id: site.id }, locked, row.category);
  requireListable(draft);
  if (draft !== locked) await updateDraftContent(sql, draft_id, draft, computeCompleteness(draft), clock.now());
  const { account_id } = draft;
  await draftMoves.make({ sql, clock }, draft_id, 'submit', { account_id });
  const listing_id = await createListing({ sql, clock, site }, draft);
  await updateListing(sql, listing_id, { owner_id: null, plan: 'free', ...launchOutsideWeeks(clock.now(), site.time_zone) });
  await listingMoves.make({ sql, clock }, listing_id, 'go_live_now', { account_id });
  await indexListings(sql, [listing_id]);
  return listing_id;
};

const explain = ({ errors, detail }: Refusal): Fault[] =>
  errors.length > 0
    ? errors.map(({ path, code, message }) => ({
        column: path.replace(/^fields\./, ''),
        message: code === 'required' ? 'is required' : message,
      }))
    : [{ column: null, message: detail ?? t('The draft isn’t ready yet') }];

/** Publishes the next draft that the team accepted. Whether there was one. */
export const publishNext = async ({ sql, clock, site }: DraftingCtx & { sql: Sql }, import_id: number): Promise<boolean> => {
  let number: number | undefined;
  try {
    return (await sql.begin(async (tx) => {
      const { status, done_rows } = (await lockImport(tx, import_id))!;
      const row = status === 'reviewing' || status === 'drafting' ? await lockAcceptedRow(tx, import_id) : undefined;
      number = row?.number;
      if (!row) return false;
      const listing_id = await publishDraft({ sql: tx, clock, site }, import_id, row);
      await finishDraftedRow(tx, import_id, row.number, listing_id);
      await countOutcomes(tx, import_id, done_rows, { imported: 1 });
      return true;
    })) as boolean;
  } catch (error) {
    if (!(error instanceof Refusal) || number === undefined) throw error;
    await returnDraftedRow(sql, import_id, number, explain(error));
    return true;
  }
};

/** Ends an import whose drafts were all decided. */
export const finishReview = async ({ sql, clock }: Pick<DraftingCtx, 'clock'> & { sql: Db }, import_id: number): Promise<void> => {
  if ((await selectDraftedRows(sql, import_id)).length === 0) await importMoves.try({ sql, clock }, import_id, 'review_finished');
};
