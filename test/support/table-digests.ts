import type { Sql } from '../../src/db/open.ts';

/** These change with every request. */
const VOLATILE = ['api_keys', 'limits_taken'];

/** What happened, who was told, and what is derived from the rest, some of it by jobs: a change that is undone stays in them. */
const LOGS_AND_INDEXES = `team_acts moves mails notifications sessions known_browsers secrets listing_versions filter_changes filter_bitmaps
  listing_words search_words change_feeds change_touches changed_rows changes purge_touches site_days listing_days listing_sources migrations migration_steps`.split(
  /\s+/,
);

interface KnownDigest {
  version: string;
  digest: string;
}

/**
 * Digests the rows of tables. Only tables that were written since the last call are read again: a written row has a new xmin, and a
 * deleted one is missing in the count.
 */
const makeDigests = (row: string) => {
  const known_digests = new WeakMap<Sql, Map<string, KnownDigest>>();
  return async (sql: Sql, tables: string[]): Promise<Record<string, string>> => {
    const known = known_digests.get(sql) ?? new Map<string, KnownDigest>();
    known_digests.set(sql, known);
    // Prepared, because planning it takes longer than reading the tables.
    const versions = await sql.unsafe<{ name: string; version: string }[]>(
      tables
        .map((name) => `select '${name}' as name, count(*) || ' ' || sum(xmin::text::bigint) as version from ${name}`)
        .join(' union all '),
      [],
      { prepare: true },
    );
    const written = versions.filter(({ name, version }) => known.get(name)?.version !== version);
    const digests = written.map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(r, '' order by r)) as digest from (select md5((${row})::text) as r from ${name} t) c`,
    );
    const rows = digests.length ? await sql.unsafe<{ name: string; digest: string | null }[]>(digests.join(' union all ')) : [];
    const digest_of = new Map(rows.map(({ name, digest }) => [name, digest ?? 'empty']));
    for (const { name, version } of written) known.set(name, { version, digest: digest_of.get(name)! });
    return Object.fromEntries(tables.map((name) => [name, known.get(name)!.digest]));
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
  tableDigestsOf(sql, [...(await tablesBut(sql, VOLATILE)), 'graphile_worker._private_jobs']);
