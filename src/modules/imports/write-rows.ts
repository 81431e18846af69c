import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../kernel/context.ts';
import { t } from '../../kernel/language/messages.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import { emailKey } from '../accounts/rules.ts';
import { ensureCategories, selectKnownCategories } from '../catalog/queries.ts';
import { writeFounders } from '../drafts/submission/save-listing.ts';
import { writeListingAttributes } from '../listings/attributes/queries.ts';
import { editListing } from '../listings/history/history.ts';
import { lockListingsForEdit } from '../listings/history/queries.ts';
import { insertPrepared } from '../listings/import/import.ts';
import { IMPORTED_COLUMNS } from '../listings/import/lines.ts';
import type { TakenDomain } from '../listings/import/queries.ts';
import { buildSearchDocument, writeWords } from '../listings/search/search-index.ts';
import type { MappedRow } from './mapping.ts';
import { planRows } from './plan-rows.ts';
import { addImportMade, countOutcomes, type ImportRow, type Outcome, type RowOutcome, type StoredRow, updateRows } from './queries.ts';

interface WriteCtx {
  sql: Db;
  clock: Clock;
  time_zone: string;
}

interface Pending extends MappedRow {
  number: number;
}

const isBlank = (value: unknown): boolean => value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** The columns that a row fills, as the listing's history names them. Blank cells change nothing. */
const filledColumns = ({ listing, attributes }: MappedRow): Record<string, unknown> => ({
  name: listing.name,
  ...Object.fromEntries(IMPORTED_COLUMNS.filter((name) => !isBlank(listing[name])).map((name) => [name, listing[name]])),
  ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`attributes.${key}`, value])),
});

/** Updates the listing of a row, unless somebody owns it. */
const updateExisting = async ({ sql, clock }: WriteCtx, row: ImportRow, pending: Pending, existing: TakenDomain): Promise<RowOutcome> => {
  const { number } = pending;
  const skip = (message: string): RowOutcome => ({ number, outcome: 'skipped', faults: [{ column: null, message }] });
  if (existing.owner_id !== null) return skip(t('“{name}” has an owner, who keeps it up to date', { name: existing.name }));
  const [current] = await lockListingsForEdit(sql, [existing.id]);
  const columns = Object.entries(filledColumns(pending)).filter(
    ([name, value]) => name in current!.values && !isDeepStrictEqual(current!.values[name] ?? null, value),
  );
  if (columns.length === 0) return skip(t('is already there and the same'));
  const after = Object.fromEntries(columns);
  const before = Object.fromEntries(columns.map(([name]) => [name, current!.values[name] ?? null]));
  await editListing(sql, existing.id, after, { account_id: row.account_id, source: 'team', at: clock.now() });
  return { number, outcome: 'updated', listing_id: existing.id, before, after };
};

/** Writes what belongs to a new listing besides its columns. */
const writeParts = async (sql: Db, site_id: number, listing_id: number, { founders, attributes }: Pending): Promise<void> => {
  if (founders.length > 0)
    await writeFounders(
      sql,
      site_id,
      listing_id,
      founders.map((founder) => ({ ...founder, socials: {} })),
    );
  const stated = Object.entries(attributes).map(([key, value]) => [key, { value, evidence: [], stated_by: 'owner' as const }]);
  await writeListingAttributes(sql, { id: listing_id, site_id }, Object.fromEntries(stated));
};

/** Inserts new listings. Those whose website or slug was taken meanwhile are missing from the result. */
const insertNew = async (ctx: WriteCtx, { site_id }: ImportRow, pending: Pending[]): Promise<RowOutcome[]> => {
  const prepared = pending.map(({ listing }) => ({ listing, document: buildSearchDocument(listing) }));
  await writeWords(
    ctx.sql,
    site_id,
    prepared.map(({ document }) => document),
  );
  const ids = await insertPrepared(ctx.sql, site_id, prepared, { ...ctx, undated: 'no_week' });
  const inserted = pending.filter(({ listing }) => ids.has(listing.domain));
  for (const one of inserted) await writeParts(ctx.sql, site_id, ids.get(one.listing.domain)!, one);
  return inserted.map(({ number, listing, owner_email }) => ({
    number,
    outcome: 'imported',
    listing_id: ids.get(listing.domain)!,
    owner_email: owner_email && emailKey(owner_email),
  }));
};

/** Creates the categories of new listings, and notes those that the site did not have, for undo. */
const makeCategories = async (sql: Db, { id, site_id }: ImportRow, pending: Pending[]): Promise<void> => {
  const named = new Map(pending.flatMap(({ listing }) => listing.categories).map((one) => [one.slug, one]));
  const known = await selectKnownCategories(sql, site_id, [...named.keys()]);
  const missing = [...named.values()].filter(({ slug }) => !known.has(slug));
  if (missing.length > 0) await addImportMade(sql, id, 'categories', [...(await ensureCategories(sql, site_id, missing)).values()]);
};

/** Writes one batch in the current transaction: listings, what became of each row, and how far the import is. */
export const writeRows = async (ctx: WriteCtx, row: ImportRow, rows: StoredRow[]): Promise<void> => {
  const outcomes: RowOutcome[] = [];
  let left = rows.filter(({ outcome }) => outcome === null || outcome === 'refused');
  // A website or slug may be taken between the plan and the insert; then those rows are planned again.
  while (left.length > 0) {
    const planned = await planRows(ctx.sql, row, left);
    const pending: Pending[] = [];
    for (const { number, mapped, faults, existing } of planned) {
      if (!mapped) outcomes.push({ number, outcome: 'refused', faults });
      else if (!existing) pending.push({ ...mapped, number });
      else if (row.existing === 'update') outcomes.push(await updateExisting(ctx, row, { ...mapped, number }, existing));
      else outcomes.push({ number, outcome: 'skipped' });
    }
    await makeCategories(ctx.sql, row, pending);
    const written = pending.length > 0 ? await insertNew(ctx, row, pending) : [];
    outcomes.push(...written);
    const done = new Set(outcomes.map(({ number }) => number));
    left = left.filter(({ number }) => !done.has(number));
  }
  await updateRows(ctx.sql, row.id, outcomes);
  const counts = Map.groupBy(outcomes, ({ outcome }) => outcome);
  const count = (outcome: Outcome) => counts.get(outcome)?.length ?? 0;
  await countOutcomes(ctx.sql, row.id, rows.at(-1)!.number, {
    imported: count('imported'),
    updated: count('updated'),
    skipped: count('skipped'),
    refused: count('refused'),
  });
};
