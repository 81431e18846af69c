import { migrate } from '../src/db/migrate/migrate.ts';
import type { Sql } from '../src/db/open.ts';
import { openIntegrations } from '../src/integrations/integrations.ts';
import type { Ctx } from '../src/kernel/context.ts';
import { noLimits } from '../src/kernel/limits.ts';
import { systemClock } from '../src/kernel/time/clock.ts';
import { addDays, weekAt } from '../src/kernel/time/weeks.ts';
import { closeWeek, insertResults, lockOpenWeek } from '../src/modules/launches/rollover/queries.ts';
import { SECTION_NAMES } from '../src/modules/launches/schema.ts';
import { listLaunches } from '../src/modules/launches/weeks/sections.ts';
import { getLaunchWeek, listAwards, listPastWeeks } from '../src/modules/launches/weeks/weeks.ts';
import { ensureDefaultSite } from '../src/modules/sites/sites.ts';
import { openTemporary } from './support/database.ts';

/**
 * What week pages, sections, awards and the calendar cost with a hundred times the listings: first in weeks of fifty, then with
 * all of them in the running week, as after an import without days. They read counts, so these are made without a ledger:
 * bench/votes.ts is about that. Makes its databases and removes them: node bench/weeks.ts [LISTINGS=100000]
 */
const [most_listings = 100_000] = process.argv.slice(2).map(Number);
const FEW = 1000;
const FROZEN_WEEKS = 12;
const now = weekAt(new Date(), 'UTC');

const makeListings = async (sql: Sql, site_id: number, listings: number, a_week: number): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`insert into companies (domain) select 'p' || n || '.example' from generate_series(1, ${listings}) n`;
    await tx`
      insert into listings (site_id, company_id, slug, status, launched_at, launch_week_on, name, website, domain, tagline)
      select ${site_id}, c.id, 'p' || n, 'live', w.week_on + interval '9 hours', w.week_on, 'Product ' || n, 'https://p' || n || '.example',
        'p' || n || '.example', 'A product among many'
      from generate_series(1, ${listings}) n join companies c on c.domain = 'p' || n || '.example'
      cross join lateral (select ${now}::date - 7 * ((n - 1) / ${a_week}::int) as week_on) w`;
    await tx`
      insert into listing_counts (listing_id, site_id, votes, views, followers, trending)
      select id, site_id, id * 31 % 500, id * 17 % 9000, id * 7 % 300, (id * 104729 % 10000)::float8 from listings
      on conflict (listing_id) do update set votes = excluded.votes, views = excluded.views, followers = excluded.followers, trending = excluded.trending`;
    await tx`
      insert into week_counts (site_id, week_on, listing_id, votes, uncounted, reached_seq, first_seq)
      select site_id, launch_week_on, id, id * 31 % 60, id % 3, id, 1 from listings where id % 10 <> 0`;
  });
  for (let back = 1; back <= FROZEN_WEEKS; back++)
    await sql.begin(async (tx) => {
      const week = addDays(now, -7 * back);
      await lockOpenWeek(tx, site_id, week);
      await insertResults(tx, site_id, week);
      await closeWeek(tx, { site_id, week, finished_at: new Date(), last_seq: 0 });
    });
  await sql`vacuum analyze`;
};

const withListings = async <T>(listings: number, a_week: number, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const { sql, close } = await openTemporary(4);
  try {
    await migrate(sql);
    const id = (await ensureDefaultSite(sql))!;
    await makeListings(sql, id, listings, a_week);
    const site = { id, key: 'bench', name: 'Bench', tagline: '', purpose: '', root: 'http://localhost', time_zone: 'UTC' };
    return await work({ sql, site, clock: systemClock, caller: null, limits: noLimits, request_id: '', integrations: openIntegrations() });
  } finally {
    await close();
  }
};

const PAGING = { page: 1, per_page: 20 };
const PAGES: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  'this week': (ctx) => getLaunchWeek(ctx, { week: 'this' }),
  'last week, frozen': (ctx) => getLaunchWeek(ctx, { week: 'last' }),
  'next week': (ctx) => getLaunchWeek(ctx, { week: 'next' }),
  ...Object.fromEntries(SECTION_NAMES.map((section) => [section, (ctx: Ctx) => listLaunches(ctx, { section, ...PAGING })])),
  awards: (ctx) => listAwards(ctx, PAGING),
  calendar: (ctx) => listPastWeeks(ctx, { page: 1, per_page: 26 }),
};

/** Each page is loaded a few times and the minimum counts, which excludes other load on the machine. */
const TIMES = 40;

/** Both run alternately, so that other load affects both. */
const compare = async (few: Ctx, many: Ctx): Promise<void> => {
  const rows: Record<string, object> = {};
  for (const [name, ask] of Object.entries(PAGES)) {
    const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let i = 0; i < TIMES; i++)
      for (const [at, ctx] of [few, many].entries()) {
        const from = performance.now();
        await ask(ctx);
        least[at] = Math.min(least[at]!, performance.now() - from);
      }
    rows[name] = { 'least ms': least[0]!.toFixed(2), 'with many': least[1]!.toFixed(2), ratio: (least[1]! / least[0]!).toFixed(2) };
  }
  console.table(rows);
};

for (const [name, few_a_week, many_a_week] of [
  ['weeks of fifty', 50, 50],
  ['all in the running week', FEW, most_listings],
] as const) {
  console.log(`${FEW} and ${most_listings} listings, ${name}`);
  await withListings(FEW, few_a_week, (few) => withListings(most_listings, many_a_week, (many) => compare(few, many)));
}
