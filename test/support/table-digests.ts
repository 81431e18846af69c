import type { Sql } from '../../src/db/open.ts';

/** These change with every request. */
const VOLATILE = ['api_keys', 'limits_taken'];
const JOBS = 'graphile_worker._private_jobs';

/** What happened, who was told, and what is derived from the rest, some of it by jobs: a change that is undone stays in them. */
const LOGS_AND_INDEXES = `team_acts moves mails notifications sessions known_browsers secrets listing_versions filter_changes filter_bitmaps
  listing_words search_words change_feeds change_touches changed_rows changes purge_touches site_days listing_days listing_sources migrations migration_steps`.split(
  /\s+/,
);

/** Digests by table. */
type Digests = Map<string, string>;

/** Which tables were written, until that is read. */
const noteWrites = (sql: Sql, tables: string[]): Promise<unknown> =>
  sql.unsafe(`
    create schema written;
    create table written.tables (name text);
    create function written.note() returns trigger language plpgsql as $$ begin
      insert into written.tables values (tg_argv[0]);
      return null;
    end $$;
    ${tables
      .map(
        (name) =>
          `create trigger written after insert or update or delete or truncate on ${name} execute function written.note('${name}');`,
      )
      .join('\n')}`);

const digests_by_row = new Map<string, WeakMap<Sql, Digests>>();
const watched = new WeakSet<Sql>();

/** Forgets the digests of tables that were written since the last call, of every kind of row. */
const forgetWritten = async (sql: Sql): Promise<void> => {
  if (!watched.has(sql)) await noteWrites(sql, [...(await tablesBut(sql, VOLATILE)), JOBS]);
  watched.add(sql);
  const written = await sql<{ name: string }[]>`delete from written.tables returning name`;
  for (const known of digests_by_row.values()) for (const { name } of written) known.get(sql)?.delete(name);
};

/** Digests the rows of tables. Only tables that were written since the last call are read again. */
const makeDigests = (row: string) => {
  const known_digests = new WeakMap<Sql, Digests>();
  digests_by_row.set(row, known_digests);
  return async (sql: Sql, tables: string[]): Promise<Record<string, string>> => {
    await forgetWritten(sql);
    const known: Digests = known_digests.get(sql) ?? new Map();
    known_digests.set(sql, known);
    const digests = tables
      .filter((name) => !known.has(name))
      .map(
        (name) =>
          `select '${name}' as name, md5(string_agg(r, '' order by r)) as digest from (select md5((${row})::text) as r from ${name} t) c`,
      );
    const rows = digests.length ? await sql.unsafe<{ name: string; digest: string | null }[]>(digests.join(' union all ')) : [];
    for (const { name, digest } of rows) known.set(name, digest ?? 'empty');
    return Object.fromEntries(tables.map((name) => [name, known.get(name)!]));
  };
};

const contentDigestsOf = makeDigests(`to_jsonb(t) - 'updated_at' - 'changed_at'`);
const tableDigestsOf = makeDigests('t');

const tablesBut = async (sql: Sql, left_out: string[]): Promise<string[]> => {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (${left_out}) order by 1`;
  return tables.map(({ name }) => name);
};

/** A digest of each table that holds what a site shows and sells, without when a row was changed. */
export const contentDigests = async (sql: Sql): Promise<Record<string, string>> =>
  contentDigestsOf(sql, await tablesBut(sql, [...VOLATILE, ...LOGS_AND_INDEXES]));

/** A digest of each table, and of the waiting jobs. */
export const tableDigests = async (sql: Sql): Promise<Record<string, string>> =>
  tableDigestsOf(sql, [...(await tablesBut(sql, VOLATILE)), JOBS]);
