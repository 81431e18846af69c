import { isDeepStrictEqual } from 'node:util';
import type { Sql } from 'postgres';
import type { Db } from '../../kernel/context.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import { deleteUnusedAttributes, deleteUnusedCategories } from '../catalog/export/queries.ts';
import { deleteUnansweredQuestions, deleteUneditedPosts } from '../content/export/queries.ts';
import { selectCategoriesWithFollowers } from '../listings/follows/category-queries.ts';
import { editListing } from '../listings/history/history.ts';
import { lockListingsForEdit } from '../listings/history/queries.ts';
import { deleteListings, selectListingActivity } from '../listings/import/queries.ts';
import { deleteUncreditedFounders, selectFounderIds } from '../people/export/queries.ts';
import { addImportMade, findImport, type ImportRow, selectWrittenRows, setOutcomes, updateImport, type WrittenRow } from './queries.ts';
import { importMoves } from './states.ts';

interface UndoCtx {
  sql: Db;
  clock: Clock;
}

/** Restores the former values of a listing, as far as nobody changed them since. Whether all were restored. */
const restoreUpdated = async ({ sql, clock }: UndoCtx, { account_id }: ImportRow, row: WrittenRow): Promise<boolean> => {
  const [current] = await lockListingsForEdit(sql, [row.listing_id]);
  const unchanged = Object.keys(row.after ?? {}).filter((name) => isDeepStrictEqual(current?.values[name] ?? null, row.after![name]));
  const before = Object.fromEntries(unchanged.map((name) => [name, row.before?.[name] ?? null]));
  if (unchanged.length > 0) await editListing(sql, row.listing_id, before, { account_id, source: 'team', at: clock.now() });
  return unchanged.length === Object.keys(row.after ?? {}).length;
};

const isForeignKeyViolation = (error: unknown): boolean => (error as { code?: string }).code === '23503';

type Savepoint = { savepoint<T>(work: (sql: Db) => Promise<T>): Promise<T> };

/** Deletes listings; returns the ids of those that have to stay because the vote ledger or an order names them. */
const deleteOrKeep = async (sql: Db & Partial<Savepoint>, ids: number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  try {
    await (sql as unknown as Savepoint).savepoint(async (tx) => void (await deleteListings(tx, ids)));
    return [];
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    if (ids.length === 1) return ids;
    const kept: number[] = [];
    for (const id of ids) kept.push(...(await deleteOrKeep(sql, [id])));
    return kept;
  }
};

/**
 * Undoes one batch of rows in the current transaction. New listings are deleted, except those that somebody owns, voted for, follows or
 * wrote about: people's work is not undone with the team's.
 */
const undoRows = async (ctx: UndoCtx, row: ImportRow, rows: WrittenRow[]): Promise<void> => {
  const kept: number[] = [];
  for (const one of rows) if (one.outcome === 'updated' && !(await restoreUpdated(ctx, row, one))) kept.push(one.number);
  const made = rows.filter(({ outcome }) => outcome === 'imported');
  const used = new Set(
    (
      await selectListingActivity(
        ctx.sql,
        made.map(({ listing_id }) => listing_id),
      )
    ).map(({ id }) => id),
  );
  const unused = made.filter(({ listing_id }) => !used.has(listing_id)).map(({ listing_id }) => listing_id);
  // A file makes the founders of its listings; an export has noted those that were new.
  if (row.format !== 'site_export') await addImportMade(ctx.sql, row.id, 'founders', await selectFounderIds(ctx.sql, unused));
  const stuck = await deleteOrKeep(ctx.sql, unused);
  for (const id of stuck) used.add(id);
  kept.push(...made.filter(({ listing_id }) => used.has(listing_id)).map(({ number }) => number));
  await setOutcomes(ctx.sql, row.id, kept, 'kept');
  await setOutcomes(
    ctx.sql,
    row.id,
    rows.map(({ number }) => number).filter((number) => !kept.includes(number)),
    'undone',
  );
  await updateImport(ctx.sql, row.id, { done_rows: rows.at(-1)!.number });
};

/** Deletes what an import made besides listings, as far as nothing uses it. */
const takeBackMade = async (sql: Db, { id, site_id, created_at }: ImportRow): Promise<void> => {
  const { categories = [], attributes = [], founders = [], posts = [], questions = [] } = (await findImport(sql, site_id, id))!.made;
  await deleteUncreditedFounders(sql, site_id, founders);
  await deleteUnusedAttributes(sql, site_id, attributes);
  const followed = await selectCategoriesWithFollowers(sql, site_id, categories);
  await deleteUnusedCategories(
    sql,
    site_id,
    categories.filter((id) => !followed.includes(id)),
  );
  await deleteUneditedPosts(sql, site_id, posts, created_at);
  await deleteUnansweredQuestions(sql, site_id, questions);
};

const ROWS_PER_BATCH = 200;

/** Undoes the next batch of an import. Whether there was one. */
export const undoBatch = ({ sql, clock }: { sql: Sql; clock: Clock }, row: ImportRow): Promise<boolean> =>
  sql.begin(async (tx) => {
    const rows = await selectWrittenRows(tx, row.id, 0, ROWS_PER_BATCH);
    if (rows.length > 0) await undoRows({ sql: tx, clock }, row, rows);
    else {
      await takeBackMade(tx, row);
      await updateImport(tx, row.id, { done_rows: row.rows });
      await importMoves.try({ sql: tx, clock }, row.id, 'undo_finished');
    }
    return rows.length > 0;
  }) as Promise<boolean>;
