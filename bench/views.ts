import { migrate } from '../src/db/migrate/migrate.ts';
import { ensureDefaultSite } from '../src/modules/sites/sites.ts';
import { addTraffic } from '../src/modules/stats/queries.ts';
import { openTemporary } from './support/database.ts';
import { chanceFrom } from './support/random.ts';
import { median } from './support/search-queries.ts';
import { serverTime } from './support/server-time.ts';
import { printUpdates } from './support/updates.ts';

/**
 * What it costs PostgreSQL to store views: each round adds a view to a thousand listings of a site, as a process does every three
 * seconds. node bench/views.ts [LISTINGS=60000] [ROUNDS=30]
 */
const [listings = 60_000, rounds = 30] = process.argv.slice(2).map(Number);
const VIEWED = 1000;
/** At first, pages are copied to the write-ahead log once. */
const WARM_UP = 10;
const day = new Date().toISOString().slice(0, 10);
const chance = chanceFrom(1);

const database = await openTemporary(2);
const { sql } = database;
try {
  await migrate(sql);
  const site_id = (await ensureDefaultSite(sql))!;
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`insert into categories (site_id, slug, name) select ${site_id}, 'c' || n, 'C' || n from generate_series(1, 20) n`;
    await tx`
      insert into categories (site_id, slug, name, parent_id)
      select ${site_id}, c.slug || '-' || n, c.name || '-' || n, c.id from categories c, generate_series(1, 10) n`;
    await tx`insert into companies (domain) select 'p' || n || '.example' from generate_series(1, ${listings}) n`;
    await tx`
      insert into listings (site_id, company_id, slug, status, launched_at, name, website, domain, tagline)
      select ${site_id}, c.id, split_part(c.domain, '.', 1), 'live', now() - c.id * interval '1 minute', c.domain, 'https://' || c.domain,
        c.domain, 'A product among many'
      from companies c`;
    await tx`
      insert into listing_categories (site_id, listing_id, category_id, position)
      select ${site_id}, l.id, c.ids[1 + l.id % cardinality(c.ids)], 0
      from listings l, (select array_agg(id) as ids from categories where parent_id is not null) c`;
  });
  await sql`vacuum analyze`;
  await sql`checkpoint`;

  const server_time = await serverTime(sql);
  const position = async () => (await sql<{ bytes: number }[]>`select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`)[0]!.bytes;
  const [times, bytes]: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < rounds; round++) {
    const slugs = new Set<string>();
    while (slugs.size < VIEWED) slugs.add(`p${1 + chance.below(listings)}`);
    const counts = [...slugs].map((slug) => ({
      ...{ site_id, slug, day, account_id: null, kind: 'direct' as const, source: '' },
      ...{ views: 1, clicks: 0, badge_clicks: 0 },
    }));
    const [time, place] = [server_time(), await position()];
    await addTraffic(sql, counts);
    if (round < 0) continue;
    times.push((server_time() - time) / VIEWED);
    bytes.push(((await position()) - place) / VIEWED);
  }
  console.table({
    'a view': { 'server ms': median(times).toFixed(3), 'bytes of WAL': Math.round(median(bytes)) },
  });
  await printUpdates(sql);
} finally {
  await database.close();
}
