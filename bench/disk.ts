import type { Sql } from '../src/db/open.ts';
import { openTemporary } from './support/database.ts';
import { loadListings } from './support/load-listings.ts';

/**
 * What listings and votes take in the database, by table, with its indexes: node bench/disk.ts LISTINGS.jsonl [VOTES=100000]. Votes are
 * cast by SQL; where they came from is kept for weeks only and not counted.
 */
const [file, ...options] = process.argv.slice(2);
if (!file) throw new Error('usage: node bench/disk.ts LISTINGS.jsonl [VOTES=100000]');
const votes = Number(options.find((option) => option.startsWith('VOTES='))?.slice(6) ?? 100_000);

const VOTERS = 1000;
/** Smaller ones are only part of the sum. */
const MIN_BYTES = 20;

type Sizes = Map<string, { table: number; indexes: number }>;

const readSizes = async (sql: Sql): Promise<Sizes> => {
  await sql`vacuum analyze`;
  const rows = await sql<{ name: string; table_bytes: number; index_bytes: number }[]>`
    select c.relname as name, pg_table_size(c.oid)::float8 as table_bytes, pg_indexes_size(c.oid)::float8 as index_bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`;
  return new Map(rows.map(({ name, table_bytes, index_bytes }) => [name, { table: table_bytes, indexes: index_bytes }]));
};

const show = (what: string, count: number, before: Sizes, after: Sizes): void => {
  const rows = [...after].map(([name, { table, indexes }]) => ({
    name,
    table: Math.round((table - (before.get(name)?.table ?? 0)) / count),
    indexes: Math.round((indexes - (before.get(name)?.indexes ?? 0)) / count),
  }));
  const large = rows.filter(({ table, indexes }) => table + indexes >= MIN_BYTES);
  const sum = { name: 'all tables', table: 0, indexes: 0 };
  for (const row of rows) {
    sum.table += row.table;
    sum.indexes += row.indexes;
  }
  console.log(`${count} ${what}, bytes for each`);
  console.table([...large.sort((a, b) => b.table + b.indexes - a.table - a.indexes), sum]);
};

const castVotes = async (sql: Sql, site_id: number): Promise<void> => {
  const voters = await sql<{ id: number }[]>`
    insert into voters (site_id) select ${site_id} from generate_series(1, ${VOTERS}) returning id`;
  const ids = voters.map(({ id }) => id);
  const listings = await sql<{ id: number; week: string }[]>`
    select id, launch_week_on::text as week from listings
    where site_id = ${site_id} and launch_week_on is not null order by id limit ${Math.ceil(votes / VOTERS)}`;
  for (const { id, week } of listings)
    await sql`
      insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
      select ${site_id}, ${id}, ${week}, voter, 'cast', ${week}::date + interval '1 day'
      from unnest(${ids}::bigint[]) as voter`;
};

const database = await openTemporary(4, false);
try {
  const { sql } = database;
  const site_id = await loadListings(sql, file);
  const loaded = await readSizes(sql);
  const [{ count }] = (await sql`select count(*)::int from listings`) as unknown as [{ count: number }];
  show('listings', count, new Map(), loaded);
  await castVotes(sql, site_id);
  const [{ cast }] = (await sql`select count(*)::int as cast from votes`) as unknown as [{ cast: number }];
  show('votes', cast, loaded, await readSizes(sql));
} finally {
  await database.close();
}
