import type { Sql } from '../../src/db/open.ts';

/** These change with every request. */
const VOLATILE = ['api_keys', 'limits_taken'];

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
