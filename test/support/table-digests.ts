import type { Sql } from '../../src/db/open.ts';

/** These change with every request. */
const VOLATILE = ['api_keys', 'limits_taken'];

/** What happened, who was told, and what is derived from the rest, some of it by jobs: a change that is undone stays in them. */
const LOGS_AND_INDEXES = `team_acts moves mails notifications sessions known_browsers secrets listing_versions filter_changes filter_bitmaps
  listing_words search_words change_feeds change_touches changes site_days listing_days listing_sources migrations migration_steps`.split(
  /\s+/,
);

interface KnownDigest {
  version: string;
  digest: string;
}

const known_digests = new WeakMap<Sql, Map<string, KnownDigest>>();

/**
 * A digest of each table that holds what a site shows and sells, without when a row was changed. Only tables that were written since the
 * last call are read again: a written row has a new xmin, and a deleted one is missing in the count.
 */
export const contentDigests = async (sql: Sql): Promise<Record<string, string>> => {
  const known = known_digests.get(sql) ?? new Map<string, KnownDigest>();
  known_digests.set(sql, known);
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (${[...VOLATILE, ...LOGS_AND_INDEXES]}) order by 1`;
  const versions = await sql.unsafe<{ name: string; version: string }[]>(
    tables
      .map(({ name }) => `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as version from ${name}`)
      .join(' union all '),
  );
  const written = versions.filter(({ name, version }) => known.get(name)?.version !== version);
  const digests = written.map(
    ({ name, version }) => `select '${name}' as name, '${version}' as version, md5(string_agg(r, '' order by r)) as digest
      from (select md5((to_jsonb(t) - 'updated_at' - 'changed_at')::text) as r from ${name} t) c`,
  );
  const rows = digests.length
    ? await sql.unsafe<{ name: string; version: string; digest: string | null }[]>(digests.join(' union all '))
    : [];
  for (const { name, version, digest } of rows) known.set(name, { version, digest: digest ?? 'empty' });
  return Object.fromEntries(tables.map(({ name }) => [name, known.get(name)!.digest]));
};

/** A digest of each table, and of the waiting jobs. */
export const tableDigests = async (sql: Sql): Promise<Record<string, string>> => {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all (${VOLATILE}) order by 1`;
  const digests = [...tables.map(({ name }) => name), 'graphile_worker._private_jobs'].map(
    (name) => `select '${name}' as name, md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from ${name} t`,
  );
  const rows = await sql.unsafe<{ name: string; digest: string | null }[]>(digests.join(' union all '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest ?? 'empty']));
};
