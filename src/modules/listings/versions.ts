import { isDeepStrictEqual } from 'node:util';
import type { Ctx, Db } from '../../kernel/context.ts';
import type { Paging } from '../../kernel/paging.ts';
import type { Columns } from './own-fields.ts';
import { indexListings } from './search-index.ts';
import {
  type EditRow,
  insertVersion,
  lockListings,
  type StandingRow,
  selectEdits,
  type VersionSource,
  writeColumns,
} from './version-queries.ts';

export interface Edit {
  account_id: number | null;
  source: VersionSource;
  at: Date;
  /** Of a restore: the version it goes back to. */
  restored_id?: number | null;
}

/** What the service keeps of a listing for itself is no edit of it. */
const UNSEEN = ['evidence', 'not_found_on_website', 'updated_at'];

const changesOf = ({ values }: StandingRow, columns: Columns): { before: Columns; after: Columns } => {
  const names = Object.keys(columns).filter(
    (name) => !UNSEEN.includes(name) && !isDeepStrictEqual(values[name] ?? null, columns[name] ?? null),
  );
  const pick = (from: Columns): Columns => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(values), after: pick(columns) };
};

/** Writes down what an edit changes in a listing as it stood; nothing where nothing changes. Gives the columns that do. */
export const keepVersion = async (
  sql: Db,
  standing: StandingRow,
  columns: Columns,
  { restored_id = null, ...edit }: Edit,
): Promise<Columns> => {
  const { before, after } = changesOf(standing, columns);
  if (Object.keys(after).length > 0)
    await insertVersion(sql, { ...edit, site_id: standing.site_id, listing_id: standing.id, before, after, restored_id });
  return after;
};

/** What was read on the company's site no longer speaks for what was typed over it. */
const evidenceLeft = ({ values: { evidence } }: StandingRow, changed: Columns): Columns => {
  if (!evidence) return {};
  const left = Object.entries(evidence).filter(([name]) => !(name.split('.')[0]! in changed));
  return { evidence: Object.fromEntries(left) };
};

/** Edits a listing: what changes is published at once, kept in its history and found by its new words. Says whether anything did. */
export const editListing = async (sql: Db, listing_id: number, columns: Columns, edit: Edit): Promise<boolean> => {
  const [standing] = await lockListings(sql, [listing_id]);
  const changed = await keepVersion(sql, standing!, columns, edit);
  if (Object.keys(changed).length === 0) return false;
  await writeColumns(sql, listing_id, { ...changed, ...evidenceLeft(standing!, changed) }, edit.at);
  await indexListings(sql, [listing_id]);
  return true;
};

/** The edits of all the site's listings, newest first: what its team sees, before and after. */
export const listEdits = async (ctx: Ctx, paging: Paging): Promise<{ edits: EditRow[]; has_more: boolean }> => {
  const edits = await selectEdits(ctx, paging);
  return { edits: edits.slice(0, paging.per_page), has_more: edits.length > paging.per_page };
};
