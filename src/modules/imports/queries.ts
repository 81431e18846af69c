import type { Ctx, Db } from '../../kernel/context.ts';
import { findRow, firstValue, hasRows, jsonParameter } from '../../kernel/database.ts';
import { offsetOf, type Paging } from '../../kernel/responses.ts';
import type { Made } from './archive/import-site.ts';
import type { Format } from './formats/detect.ts';
import type { Fault, Mapping, SourceColumn } from './mapping.ts';
import type { ImportStatus } from './states.ts';

export type Outcome = 'imported' | 'updated' | 'skipped' | 'refused' | 'undone' | 'kept';

export interface ImportRow {
  id: number;
  site_id: number;
  account_id: number | null;
  status: ImportStatus;
  file_name: string;
  format: Format | null;
  bytes: number;
  columns: SourceColumn[];
  mapping: Mapping | null;
  existing: 'skip' | 'update';
  invite_owners: boolean;
  /** Whether different products at one website are listed each. */
  list_each: boolean;
  made: Made;
  failure: string | null;
  rows: number;
  done_rows: number;
  imported: number;
  updated: number;
  skipped: number;
  refused: number;
  created_at: Date;
  updated_at: Date;
}

type NewImport = Pick<ImportRow, 'site_id' | 'account_id' | 'file_name'> & { at: Date };

export const insertImport = (sql: Db, { site_id, account_id, file_name, at }: NewImport): Promise<number> =>
  firstValue<number>(sql`
    insert into imports (site_id, account_id, file_name, created_at, updated_at) values (${site_id}, ${account_id}, ${file_name}, ${at}, ${at}) returning id`);

export const findImport = (sql: Db, site_id: number, id: number): Promise<ImportRow | undefined> =>
  findRow(sql<ImportRow[]>`select * from imports where site_id = ${site_id} and id = ${id}`);

export const lockImport = (sql: Db, id: number): Promise<ImportRow | undefined> =>
  findRow(sql<ImportRow[]>`select * from imports where id = ${id} for update`);

/** The imports of a site, the newest first; one more than the page holds. */
export const selectImports = ({ sql, site }: Ctx, paging: Paging): Promise<ImportRow[]> => sql<ImportRow[]>`
  select * from imports where site_id = ${site.id} order by id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

type ImportColumns = Partial<
  Pick<ImportRow, 'format' | 'bytes' | 'existing' | 'invite_owners' | 'list_each' | 'failure' | 'rows' | 'done_rows'>
>;

export const updateImport = (sql: Db, id: number, columns: ImportColumns) => sql`update imports set ${sql(columns)} where id = ${id}`;

export const updateImportColumns = (sql: Db, id: number, columns: SourceColumn[]) =>
  sql`update imports set columns = ${jsonParameter(sql, columns)} where id = ${id}`;

export const updateImportMapping = (sql: Db, id: number, mapping: Mapping) =>
  sql`update imports set mapping = ${jsonParameter(sql, mapping)} where id = ${id}`;

/** Notes what an import made besides listings. */
export const addImportMade = (sql: Db, id: number, kind: keyof Made, ids: number[]) => sql`
  update imports set made = jsonb_set(made::jsonb, array[${kind}::text], coalesce(made::jsonb->${kind}::text, '[]') || ${JSON.stringify(ids)}::text::jsonb)::json
  where id = ${id}`;

/** Adds what a batch did to the counts of an import. */
export const countOutcomes = (sql: Db, id: number, done_rows: number, counts: Partial<Record<Outcome, number>>) => sql`
  update imports set done_rows = ${done_rows}, imported = imported + ${counts.imported ?? 0}, updated = updated + ${counts.updated ?? 0},
    skipped = skipped + ${counts.skipped ?? 0}, refused = refused + ${counts.refused ?? 0} where id = ${id}`;

type ImportRef = Pick<ImportRow, 'id' | 'site_id'>;

export const insertChunk = (sql: Db, { id, site_id }: ImportRef, position: number, bytes: Buffer, at: Date) => sql`
  insert into import_chunks (site_id, import_id, position, bytes, created_at) values (${site_id}, ${id}, ${position}, ${bytes}, ${at})`;

export const deleteChunks = (sql: Db, id: number) => sql`delete from import_chunks where import_id = ${id}`;

/** Reads the uploaded file chunk by chunk. */
export async function* readChunks(sql: Db, id: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const [chunk] = await sql<{ bytes: Buffer }[]>`select bytes from import_chunks where import_id = ${id} and position = ${position}`;
    if (!chunk) return;
    yield chunk.bytes;
  }
}

export interface NewRow {
  number: number;
  line: number;
  record: Record<string, unknown>;
  outcome: 'refused' | null;
  faults: Fault[] | null;
}

/** Stores rows of the file. Reading again after an interruption stores the same rows. */
export const insertRows = (sql: Db, { id, site_id }: ImportRef, rows: NewRow[], at: Date) => sql`
  insert into import_rows (site_id, import_id, number, line, record, outcome, faults, created_at)
  select ${site_id}, ${id}, number, line, record, outcome, faults, ${at}
  from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (number integer, line integer, record jsonb, outcome text, faults json)
  on conflict (import_id, number) do nothing`;

export interface StoredRow {
  number: number;
  line: number;
  record: Record<string, unknown>;
  outcome: Outcome | null;
  faults: Fault[] | null;
  listing_id: number | null;
}

/** Rows after a number, in the order of the file. */
export const selectRows = (sql: Db, id: number, after: number, limit: number): Promise<StoredRow[]> => sql<StoredRow[]>`
  select number, line, record, outcome, faults, listing_id from import_rows
  where import_id = ${id} and number > ${after} order by number limit ${limit}`;

/** Rows that were refused, or skipped with a reason. */
export const selectFaultyRows = (sql: Db, id: number, paging: Paging): Promise<StoredRow[]> => sql<StoredRow[]>`
  select number, line, record, outcome, faults, listing_id from import_rows
  where import_id = ${id} and outcome = 'refused' order by number limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export interface RowOutcome {
  number: number;
  outcome: Outcome;
  faults?: Fault[] | null;
  listing_id?: number | null;
  owner_email?: string | null;
  before?: object | null;
  after?: object | null;
}

export const updateRows = (sql: Db, id: number, rows: RowOutcome[]) => sql`
  update import_rows r set outcome = t.outcome, faults = t.faults, listing_id = t.listing_id, owner_email = t.owner_email, before = t.before, after = t.after
  from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (number integer, outcome text, faults json, listing_id bigint, owner_email text,
    before json, after json)
  where r.import_id = ${id} and r.number = t.number`;

export interface WrittenRow {
  number: number;
  outcome: 'imported' | 'updated';
  listing_id: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Rows that made or changed a listing, after a number. */
export const selectWrittenRows = (sql: Db, id: number, after: number, limit: number): Promise<WrittenRow[]> => sql<WrittenRow[]>`
  select number, outcome, listing_id, before, after from import_rows
  where import_id = ${id} and outcome in ('imported', 'updated') and listing_id is not null and number > ${after} order by number limit ${limit}`;

export const setOutcomes = (sql: Db, id: number, numbers: number[], outcome: Outcome) => sql`
  update import_rows set outcome = ${outcome} where import_id = ${id} and number = any(${numbers}::int[])`;

/** Stores what became of listings of an export, which have no rows of their own before. */
export const insertArchiveRows = (
  sql: Db,
  { id, site_id }: ImportRef,
  rows: { number: number; listing_id: number | null }[],
  at: Date,
) => sql`
  insert into import_rows (site_id, import_id, number, line, record, outcome, listing_id, created_at)
  select ${site_id}, ${id}, number, number, '{}', case when listing_id is null then 'skipped' else 'imported' end, listing_id, ${at}
  from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (number integer, listing_id bigint)
  on conflict (import_id, number) do nothing`;

/** The lines of the listings that an import made. */
export const selectImportedLines = async (sql: Db, id: number, listing_ids: number[]): Promise<Map<number, number>> => {
  if (listing_ids.length === 0) return new Map();
  const rows = await sql<{ listing_id: number; line: number }[]>`
    select listing_id, line from import_rows where import_id = ${id} and outcome = 'imported' and listing_id = any(${listing_ids}::bigint[])`;
  return new Map(rows.map(({ listing_id, line }) => [listing_id, line]));
};

/** Ids of the listings that an import made. */
export const selectImportedIds = async (sql: Db, id: number): Promise<number[]> => {
  const rows = await sql<{ listing_id: number }[]>`
    select listing_id from import_rows where import_id = ${id} and outcome = 'imported' and listing_id is not null order by number`;
  return rows.map(({ listing_id }) => listing_id);
};

export const countOutcome = (sql: Db, id: number, outcome: Outcome): Promise<number> =>
  firstValue<number>(sql`select count(*)::int from import_rows where import_id = ${id} and outcome = ${outcome}`);

/** Whether the rows of an import are still there. */
export const hasImportRows = (sql: Db, id: number): Promise<boolean> =>
  hasRows(sql`select from import_rows where import_id = ${id} limit 1`);

/** A row whose website is drafted and not decided yet. */
export interface DraftedRow {
  number: number;
  line: number;
  draft_id: string;
  faults: Fault[] | null;
  decision: 'publish' | null;
  /** The category that the team chose. */
  category: string | null;
}

const undecidedRows = (sql: Db, id: number) => sql`import_id = ${id} and draft_id is not null and outcome is null`;

export const selectDraftedRows = (sql: Db, id: number): Promise<DraftedRow[]> => sql<DraftedRow[]>`
  select number, line, draft_id, faults, decision, category from import_rows where ${undecidedRows(sql, id)} order by number`;

/** Links rows to the drafts of their websites. */
export const setDrafts = (sql: Db, id: number, rows: { number: number; draft_id: string }[]) => sql`
  update import_rows r set draft_id = t.draft_id from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (number integer, draft_id uuid)
  where r.import_id = ${id} and r.number = t.number`;

/** Marks rows to be published, each with its category. */
export const acceptDrafts = (sql: Db, id: number, rows: { number: number; category: string | null }[]) => sql`
  update import_rows r set decision = 'publish', faults = null, category = t.category
  from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (number integer, category text)
  where ${undecidedRows(sql, id)} and r.number = t.number`;

export const leaveOutDrafts = async (sql: Db, id: number, numbers: number[]): Promise<number> => {
  const rows = await sql`
    update import_rows set outcome = 'skipped' where ${undecidedRows(sql, id)} and decision is null and number = any(${numbers}::int[]) returning number`;
  return rows.length;
};

/** The next row to publish, locked. */
export const lockAcceptedRow = (sql: Db, id: number): Promise<DraftedRow | undefined> =>
  findRow(sql<DraftedRow[]>`
    select number, line, draft_id, faults, decision, category from import_rows where ${undecidedRows(sql, id)} and decision = 'publish'
    order by number limit 1 for update skip locked`);

export const finishDraftedRow = (sql: Db, id: number, number: number, listing_id: number) => sql`
  update import_rows set outcome = 'imported', listing_id = ${listing_id} where import_id = ${id} and number = ${number}`;

/** Returns a row to the review, with why it could not be published. */
export const returnDraftedRow = (sql: Db, id: number, number: number, faults: Fault[]) => sql`
  update import_rows set decision = null, faults = ${jsonParameter(sql, faults)} where import_id = ${id} and number = ${number}`;

/** An address that a file names as the owner of new listings. */
export interface Invitation {
  email: string;
  listings: { name: string; slug: string }[];
  numbers: number[];
}

const uninvitedRows = (sql: Db, id: number) => sql`
  import_rows r join listing_heads l on l.id = r.listing_id
  where r.import_id = ${id} and r.owner_email is not null and r.invited_at is null and r.outcome = 'imported' and l.is_public and l.owner_id is null`;

/** The next addresses to invite, for rows since a time, with their listings that can be claimed. */
export const selectInvitations = (sql: Db, id: number, since: Date, limit: number): Promise<Invitation[]> => sql<Invitation[]>`
  select r.owner_email as email, json_agg(json_build_object('name', l.name, 'slug', l.slug) order by r.number) as listings,
    json_agg(r.number) as numbers
  from ${uninvitedRows(sql, id)} and r.created_at > ${since} group by r.owner_email order by min(r.number) limit ${limit}`;

export const markInvited = (sql: Db, id: number, numbers: number[], at: Date) => sql`
  update import_rows set invited_at = ${at} where import_id = ${id} and number = any(${numbers}::int[])`;

/** How many addresses of an import were invited. */
export const countInvited = (sql: Db, id: number): Promise<number> =>
  firstValue<number>(sql`select count(distinct owner_email)::int from import_rows where import_id = ${id} and invited_at is not null`);

export interface UnreadLogo {
  number: number;
  listing_id: number;
  logo_url: string;
  host: string;
}

/** Only so many rows are looked at for logos of other hosts, so that a long import is not sorted for each batch. */
const ROWS_LOOKED_AT = 500;

/** The next rows whose logo is on another site, at most `per_host` of one host. */
export const selectUnreadLogos = (
  sql: Db,
  { id }: ImportRef,
  root: string,
  { batch, per_host }: { batch: number; per_host: number },
): Promise<UnreadLogo[]> => sql<UnreadLogo[]>`
  select number, listing_id, logo_url, host from (
    select w.*, row_number() over (partition by host order by number) as nth from (
      select r.number, r.listing_id, l.logo_url, split_part(l.logo_url, '/', 3) as host
      from import_rows r join listing_heads l on l.id = r.listing_id
      where r.import_id = ${id} and r.logo_read_at is null and (r.outcome = 'imported' or (r.outcome = 'updated' and r.after->>'logo_url' = l.logo_url))
        and l.logo_url like 'http%' and not starts_with(l.logo_url, ${`${root}/`})
      order by r.number limit ${ROWS_LOOKED_AT}) w) t
  where nth <= ${per_host} order by number limit ${batch}`;

/** Notes that the logo of a row was read. Undo compares what the import wrote, so a new address counts as written. */
export const markLogoRead = (sql: Db, id: number, number: number, { at, stored_url }: { at: Date; stored_url: string | null }) => sql`
  update import_rows set logo_read_at = ${at},
    after = case when ${stored_url}::text is null or after is null then after
      else (after::jsonb || jsonb_build_object('logo_url', ${stored_url}::text))::json end
  where import_id = ${id} and number = ${number}`;

export const countReadLogos = (sql: Db, id: number): Promise<number> =>
  firstValue<number>(sql`select count(*)::int from import_rows where import_id = ${id} and logo_read_at is not null`);
