import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { csvText } from '../../kernel/csv.ts';
import { Refusal, requireFound } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { msg, t } from '../../kernel/language/messages.ts';
import { inEnglish, translateStored } from '../../kernel/language/stored.ts';
import type { Paging } from '../../kernel/responses.ts';
import { asTeamMember, requireTeam } from '../accounts/team.ts';
import { selectAllDefinitions } from '../catalog/attributes/queries.ts';
import { type ListingActivity, selectListingActivity } from '../listings/import/queries.ts';
import { draft_import, read_import, read_logos, run_import, undo_import } from './jobs.ts';
import { type Fault, fieldsOf, type Mapping } from './mapping.ts';
import { type ImportPreview, isWebsitesOnly, missingFields, previewImport } from './preview.ts';
import {
  countInvited,
  countOutcome,
  findImport,
  hasImportRows,
  type ImportRow,
  insertChunk,
  insertImport,
  lockImport,
  type StoredRow,
  selectFaultyRows,
  selectImportedIds,
  selectImports,
  updateImport,
  updateImportMapping,
} from './queries.ts';
import { importMoves } from './states.ts';
import { MAX_WEBSITES } from './websites.ts';

/** Largest file that can be uploaded. The command takes larger ones. */
export const MAX_UPLOAD_MB = 50;
const CHUNK_BYTES = 256 * 1024;

/** The pieces of a stream joined to chunks of one size. */
async function* joinChunks(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

interface StoredFile {
  account_id: number | null;
  file_name: string;
  pieces: AsyncIterable<Buffer>;
  max_mb?: number;
}

type UploadCtx = Pick<Ctx, 'sql' | 'clock'> & { site: { id: number } };

/** Stores a file as it arrives, so that no process holds it in memory. Returns the import, which waits to be read. */
export const storeFile = async (
  { sql, clock, site }: UploadCtx,
  { account_id, file_name, pieces, max_mb = Number.POSITIVE_INFINITY }: StoredFile,
): Promise<ImportRow> => {
  const at = clock.now();
  const id = await insertImport(sql, { site_id: site.id, account_id, file_name: file_name.slice(0, 200) || 'Pasted text', at });
  const row = { id, site_id: site.id };
  let bytes = 0;
  let position = 0;
  for await (const chunk of joinChunks(pieces)) {
    bytes += chunk.length;
    if (bytes > max_mb * 1024 * 1024) {
      await importMoves.make({ sql, at }, id, 'upload_failed');
      await updateImport(sql, id, {
        bytes,
        failure: inEnglish(msg('The file is larger than {max_mb} MB. Split it, or import it by command.'), { max_mb }),
      });
      return (await findImport(sql, site.id, id))!;
    }
    await insertChunk(sql, row, position++, chunk, at);
  }
  await updateImport(sql, id, { bytes });
  return (await findImport(sql, site.id, id))!;
};

/** Stores an uploaded file and has it read. Returns the id of the import. For the site's team. */
export const uploadFile = async (ctx: Ctx<Caller>, file: { file_name: string; pieces: AsyncIterable<Buffer> }): Promise<number> => {
  await requireTeam(ctx);
  const { id, status } = await storeFile(ctx, { account_id: ctx.caller.account_id, max_mb: MAX_UPLOAD_MB, ...file });
  if (status === 'uploading')
    await inTransaction(ctx, async ({ sql, clock, site }) => {
      await importMoves.make({ sql, clock }, id, 'upload_finished', { account_id: ctx.caller.account_id });
      await enqueue(sql, read_import, { site_id: site.id, import_id: id });
    });
  return id;
};

export const requireImport = async (ctx: Ctx<Caller>, id: number): Promise<ImportRow> => {
  await requireTeam(ctx);
  return requireFound('not_found', await findImport(ctx.sql, ctx.site.id, id));
};

export const listImports = async (ctx: Ctx<Caller>, paging: Paging): Promise<{ imports: ImportRow[]; has_more: boolean }> => {
  await requireTeam(ctx);
  const imports = await selectImports(ctx, paging);
  return { imports: imports.slice(0, paging.per_page), has_more: imports.length > paging.per_page };
};

export interface ImportOverview {
  import: ImportRow;
  /** The fields that columns can be mapped to. */
  fields: { value: string; name: string }[];
  preview: ImportPreview | null;
  /** Listings of the import that people have used since. */
  activity: ListingActivity[];
  refused: { rows: StoredRow[]; has_more: boolean };
  /** Of an undone import: what stayed because people had used it. */
  kept: number;
  /** Owners who were invited by mail. */
  invited: number;
  can_undo: boolean;
}

const REFUSED_PER_PAGE = 50;

/** An import with what its page shows. For the site's team. */
export const getImport = async (ctx: Ctx<Caller>, { id, page = 1 }: { id: number; page?: number }): Promise<ImportOverview> => {
  const row = await requireImport(ctx, id);
  const { sql, site } = ctx;
  const is_over = row.status === 'done';
  // Each column has a list of fields, so the list names only attributes that the file has.
  const chosen = new Set(Object.values(row.mapping ?? {}));
  const isOffered = ({ key }: { key: string }) => chosen.has(`attributes.${key}`);
  const [definitions, preview, activity, refused, kept, invited, has_rows] = await Promise.all([
    selectAllDefinitions(sql, site.id),
    row.status === 'mapping' ? previewImport(ctx, row) : null,
    is_over ? selectImportedIds(sql, id).then((ids) => selectListingActivity(sql, ids)) : [],
    selectFaultyRows(sql, id, { page, per_page: REFUSED_PER_PAGE }),
    row.status === 'undone' ? countOutcome(sql, id, 'kept') : 0,
    row.invite_owners ? countInvited(sql, id) : 0,
    hasImportRows(sql, id),
  ]);
  return {
    import: row,
    fields: Object.entries(fieldsOf(definitions.filter(isOffered))).map(([value, { label }]) => ({ value, name: label })),
    preview,
    activity,
    refused: { rows: refused.slice(0, REFUSED_PER_PAGE), has_more: refused.length > REFUSED_PER_PAGE },
    kept,
    invited,
    can_undo: is_over && has_rows && row.imported + row.updated > 0,
  };
};

const notInStatus = (detail: string): Refusal => new Refusal('act_stands', { detail });

const lockMapped = async (ctx: Ctx<Caller>, id: number): Promise<ImportRow> => {
  await requireImport(ctx, id);
  const row = await lockImport(ctx.sql, id);
  if (row?.status !== 'mapping') throw notInStatus(t('This import has already started.'));
  return row;
};

/** The chosen fields by column. Refuses a mapping without what every listing needs. */
const toMapping = (row: ImportRow, chosen: (string | undefined)[], known: string[]): Mapping =>
  Object.fromEntries(row.columns.flatMap(({ name }, at) => (known.includes(chosen[at] ?? '') ? [[name, chosen[at]!]] : [])));

export interface ImportChoice {
  id: number;
  /** The field of each column, in the order of the columns. */
  fields: (string | undefined)[];
  existing: 'skip' | 'update';
  /** Whether the owners that the file names are invited to claim their listings. */
  invite_owners: boolean;
  /** Whether different products at one website are listed each. */
  list_each?: boolean;
}

/** Saves the mapping, to see the preview again. For the site's team. */
export const saveMapping = async (ctx: Ctx<Caller>, { id, fields, existing, ...choice }: ImportChoice): Promise<void> => {
  await requireTeam(ctx);
  await inTransaction(ctx, async (ctx) => {
    const row = await lockMapped(ctx, id);
    const known = Object.keys(fieldsOf(await selectAllDefinitions(ctx.sql, ctx.site.id)));
    await updateImportMapping(ctx.sql, id, toMapping(row, fields, known));
    await updateImport(ctx.sql, id, { existing, invite_owners: choice.invite_owners, list_each: choice.list_each ?? false });
  });
};

/** Starts writing the rows, or with `as_drafts` drafting their websites. A file of websites is always drafted. For the site's team. */
export const startImport = (ctx: Ctx<Caller>, { id, as_drafts = false }: { id: number; as_drafts?: boolean }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const row = await lockMapped(ctx, id);
    const mapped = Object.values(row.mapping ?? {});
    const missing = missingFields(row);
    const facts = { record: 'import', record_id: id, title: row.file_name };
    if (isWebsitesOnly(row) || (as_drafts && mapped.includes('website'))) {
      if (row.rows > MAX_WEBSITES)
        throw notInStatus(t('At most {n} websites can be drafted at once. Split the list.', { n: MAX_WEBSITES }));
      await importMoves.make(ctx, id, 'start_drafting', { account_id: ctx.caller.account_id });
      await enqueue(ctx.sql, draft_import, { site_id: ctx.site.id, import_id: id, allow_private: ctx.allow_private });
      return { act: 'import_listings', ...facts, after: { websites: row.rows } };
    }
    if (row.format !== 'site_export' && missing.length > 0)
      throw notInStatus(
        t(
          '{missing, select, name {Choose which column is the name: every listing needs one.} website {Choose which column is the website: every listing needs one.} other {Choose which column is the name and which is the website: every listing needs both.}}',
          { missing: missing.length === 1 ? missing[0]! : 'both' },
        ),
      );
    await importMoves.make(ctx, id, 'start', { account_id: ctx.caller.account_id });
    await enqueue(ctx.sql, run_import, { site_id: ctx.site.id, import_id: id });
    return {
      act: 'import_listings',
      ...facts,
      after: { ...(row.rows > 0 && { rows: row.rows, existing: row.existing }), ...(row.invite_owners && { invite_owners: true }) },
    };
  });

/** Stops an import that is running. What was written stays. For the site's team. */
export const stopImport = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { file_name } = await requireImport(ctx, id);
    if (!(await importMoves.try(ctx, id, 'stop', { account_id: ctx.caller.account_id })))
      throw notInStatus(t('This import isn’t running any more.'));
    await enqueue(ctx.sql, read_logos, { site_id: ctx.site.id, import_id: id });
    return { act: 'stop_import', record: 'import', record_id: `${id} stop`, title: file_name };
  });

/** Undoes a whole import. What people have used since stays. For the site's team. */
export const undoImport = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const row = await requireImport(ctx, id);
    if (row.status === 'done' && !(await hasImportRows(ctx.sql, id))) throw notInStatus(t('Imports can be undone for 90 days.'));
    if (!(await importMoves.try(ctx, id, 'undo', { account_id: ctx.caller.account_id })))
      throw notInStatus(t('There is nothing left to undo.'));
    await updateImport(ctx.sql, id, { done_rows: 0 });
    await enqueue(ctx.sql, undo_import, { site_id: ctx.site.id, import_id: id });
    return {
      act: 'undo_import',
      record: 'import',
      record_id: id,
      title: row.file_name,
      before: { imported: row.imported, updated: row.updated },
    };
  });

const MAX_REFUSED_IN_FILE = 60_000;

/** The refused rows as CSV: as they were in the file, with their line and what to correct. For the site's team. */
export const listRefusedRows = async (ctx: Ctx<Caller>, { id }: { id: number }): Promise<string> => {
  const { columns } = await requireImport(ctx, id);
  const rows = await selectFaultyRows(ctx.sql, id, { page: 1, per_page: MAX_REFUSED_IN_FILE });
  const names = columns.map(({ name }) => name);
  const toCell = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));
  const explain = (faults: Fault[]) =>
    faults.map(({ column, message }) => (column ? `${column}: ${translateStored(message)}` : translateStored(message))).join('; ');
  return csvText([
    [t('Line'), t('To correct'), ...names],
    ...rows.map(({ line, faults, record }) => [line, explain(faults ?? []), ...names.map((name) => toCell(record[name]))]),
  ]);
};
