import { openTemporary } from './support/database.ts';
import { loadListings } from './support/load-listings.ts';

/** What a listing takes in the database, by table, with its indexes: node bench/disk.ts LISTINGS.jsonl */
const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: node bench/disk.ts LISTINGS.jsonl');

/** Smaller ones are shown together. */
const MIN_BYTES_PER_LISTING = 20;

const database = await openTemporary(4, false);
try {
  const { sql } = database;
  await loadListings(sql, file);
  await sql`vacuum analyze`;
  const [{ count }] = (await sql`select count(*)::int from listings`) as unknown as [{ count: number }];
  const tables = await sql<{ name: string; table_bytes: number; index_bytes: number }[]>`
    select c.relname as name, pg_table_size(c.oid)::float8 as table_bytes, pg_indexes_size(c.oid)::float8 as index_bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by pg_total_relation_size(c.oid) desc`;
  const perListing = (bytes: number) => Math.round(bytes / count);
  const rows = tables.map(({ name, table_bytes, index_bytes }) => ({
    name,
    table: perListing(table_bytes),
    indexes: perListing(index_bytes),
  }));
  const large = rows.filter(({ table, indexes }) => table + indexes >= MIN_BYTES_PER_LISTING);
  const sumOf = (some: typeof rows) => ({
    table: some.reduce((sum, { table }) => sum + table, 0),
    indexes: some.reduce((sum, { indexes }) => sum + indexes, 0),
  });
  console.log(`${count} listings, bytes for each`);
  console.table([...large, { name: 'all tables', ...sumOf(rows) }]);
} finally {
  await database.close();
}
