// What filters by attributes and comparisons cost, as multiples of the default list. Makes a database under FOLDER, where it stays for the
// next run: node bench/attributes.ts LISTINGS.jsonl FOLDER [--plans]
import { mkdir } from 'node:fs/promises';
import type { Sql } from '../src/db/open.ts';
import { openIntegrations } from '../src/integrations/integrations.ts';
import type { Ctx } from '../src/kernel/context.ts';
import { noLimits } from '../src/kernel/limits.ts';
import { systemClock } from '../src/kernel/time/clock.ts';
import { selectComparisonRows, selectSummariesOf } from '../src/modules/listings/profile/queries.ts';
import type { SearchListings } from '../src/modules/listings/schema.ts';
import { searchListings, searchWithCounts } from '../src/modules/listings/search/search.ts';
import { optimizeSearchIndex } from '../src/modules/listings/search/search-index.ts';
import { openLasting } from './support/database.ts';
import { loadListings } from './support/load-listings.ts';
import { median } from './support/search-queries.ts';

const [file, folder] = process.argv.slice(2);
if (!file || !folder) throw new Error('usage: node bench/attributes.ts LISTINGS.jsonl FOLDER');
await mkdir(folder, { recursive: true, mode: 0o755 });

/** What listings state, by chance but always the same: the share that states it, and the value as SQL of a number `n` from 0 to 999. */
const VALUES: Record<string, { share: number; value: string }> = {
  platforms: { share: 70, value: `to_jsonb((array['Web','Windows','macOS','Linux','iOS','Android'])[n % 6 + 1 : n % 6 + 1 + n % 3])` },
  self_hosted: { share: 60, value: 'to_jsonb(n < 400)' },
  open_source: { share: 50, value: 'to_jsonb(n < 500)' },
  api: { share: 60, value: 'to_jsonb(n < 900)' },
  sso: { share: 30, value: 'to_jsonb(n < 10)' },
  free_plan: { share: 60, value: 'to_jsonb(n < 600)' },
  price_from: {
    share: 65,
    value: `jsonb_build_object('amount', (n * n / 1000)::int, 'currency', (array['USD','USD','EUR','GBP'])[n % 4 + 1], 'period', (array['month','month','year'])[n % 3 + 1])`,
  },
  free_trial: { share: 30, value: 'to_jsonb(n < 800)' },
  export_formats: { share: 40, value: `to_jsonb((array['CSV','JSON','PDF','XML','Excel'])[n % 5 + 1 : n % 5 + 1 + n % 2])` },
  languages: { share: 30, value: `to_jsonb((array['English','German','French','Spanish','Japanese','Dutch'])[1 : n % 6 + 1])` },
  compliance: { share: 15, value: `to_jsonb((array['GDPR','SOC 2','ISO 27001','HIPAA'])[n % 4 + 1 : n % 4 + 1])` },
  integrations: { share: 30, value: `to_jsonb(array['Tool ' || n % 97, 'Tool ' || n % 89])` },
};

const writeAttributes = async (sql: Sql, site_id: number): Promise<void> => {
  await sql.begin(async (tx) => {
    await tx`select set_config('statement_timeout', '0', true)`;
    const rows = Object.entries(VALUES).map(
      ([key, { share, value }]) => `
        select l.site_id, l.id, a.id, a.kind, ${value} from listings l join category_attributes a on a.site_id = l.site_id and a.key = '${key}' and a.category_id is null
        cross join lateral (select abs(hashint8(l.id * 31 + a.id)) % 1000 as n, abs(hashint8(l.id * 17 + a.id * 7)) % 100 as chance) r
        where l.site_id = $1 and r.chance < ${share}`,
    );
    await tx.unsafe(`insert into listing_attributes (site_id, listing_id, attribute_id, kind, value) ${rows.join(' union all ')}`, [
      site_id,
    ]);
    // Today's filters with as many matches, to compare with: pricing model as self_hosted, stage as free_plan, country as prices under 20 USD.
    await tx`
      update listings l set
        pricing_model = case when exists (select from listing_attributes v join category_attributes a on a.id = v.attribute_id where v.listing_id = l.id and a.key = 'self_hosted' and v.value = 'true') then 'freemium' end,
        stage = case when exists (select from listing_attributes v join category_attributes a on a.id = v.attribute_id where v.listing_id = l.id and a.key = 'free_plan' and v.value = 'true') then 'beta' end,
        country = case when exists (select from listing_attributes v join category_attributes a on a.id = v.attribute_id where v.listing_id = l.id and a.key = 'price_from'
          and v.value->>'currency' = 'USD' and attribute_number(v.kind, v.value) < 20) then 'PT' end
      where l.site_id = ${site_id}`;
  });
  await sql`vacuum analyze listing_attributes, listing_facts, listings`;
  await optimizeSearchIndex(sql);
};

const database = await openLasting(folder, 'attributes', 4);
const { sql } = database;
const id = await loadListings(sql, file);
const [stated] = await sql<{ n: number }[]>`select count(*)::int as n from listing_attributes`;
if (stated!.n === 0) await writeAttributes(sql, id);
const [counts] =
  await sql`select (select count(*)::int from listings) as listings, (select count(*)::int from listing_attributes) as values`;
console.log(counts);

const site = { id, key: 'main', name: '', tagline: '', purpose: '', root: 'http://localhost', time_zone: 'UTC' };
const ctx: Ctx = { site, caller: null, limits: noLimits, clock: systemClock, sql, request_id: '', integrations: openIntegrations() };
const [category] = await sql<{ slug: string }[]>`
  select c.slug from shelves s join categories c on c.id = s.category_id where s.site_id = ${id} order by s.live desc offset 3 limit 1`;
const slugs = (await sql<{ slug: string }[]>`select slug from listings where site_id = ${id} order by id limit 5`).map(({ slug }) => slug);

const list = (input: Partial<SearchListings>) => () =>
  searchListings(ctx, { status: 'live', sort: 'relevance', page: 1, per_page: 20, ...input });
const page = (input: Partial<SearchListings>) => () =>
  searchWithCounts(ctx, { status: 'live', sort: 'relevance', page: 1, per_page: 20, ...input });
/** As compareListings, which cannot be imported without the mails. */
const compare = (some: string[]) => () => Promise.all([selectSummariesOf(ctx, some), selectComparisonRows(ctx, some)]);

const RUNS: Record<string, () => Promise<unknown>> = {
  'the default list': list({}),
  'a category': list({ category: category!.slug }),
  'newest first': list({ sort: 'newest' }),
  'today’s filter: pricing model': list({ pricing_model: 'freemium' }),
  'today’s filters: pricing, stage, country': list({ pricing_model: 'freemium', stage: 'beta', country: 'PT' }),
  self_hosted: list({ attributes: 'self_hosted' }),
  'platforms:macOS': list({ attributes: 'platforms:macOS' }),
  'sso (few)': list({ attributes: 'sso' }),
  'price_from<20USD': list({ attributes: 'price_from<20USD' }),
  'price_from<=17USD': list({ attributes: 'price_from<=17USD' }),
  'self_hosted,free_plan,price_from<20USD': list({ attributes: 'self_hosted,free_plan,price_from<20USD' }),
  'five conditions': list({ attributes: 'self_hosted,free_plan,price_from<20USD,platforms:macOS,api' }),
  'five conditions, newest': list({ attributes: 'self_hosted,free_plan,price_from<20USD,platforms:macOS,api', sort: 'newest' }),
  'three conditions in a category': list({ attributes: 'self_hosted,free_plan,price_from<20USD', category: category!.slug }),
  'three conditions, page 40': list({ attributes: 'self_hosted,free_plan,price_from<20USD', page: 40 }),
  'three conditions with words': list({ attributes: 'self_hosted,free_plan,price_from<20USD', q: 'python library' }),
  'words alone': list({ q: 'python library' }),
  'comparing two': compare(slugs.slice(0, 2)),
  'comparing five': compare(slugs),
  'search page': page({}),
  'search page, three conditions': page({ attributes: 'self_hosted,free_plan,price_from<20USD' }),
};

const ROUNDS = 40;
const times: Record<string, number[]> = Object.fromEntries(Object.keys(RUNS).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const [name, run] of Object.entries(RUNS)) {
    const from = performance.now();
    await run();
    if (round >= 5) times[name]!.push(performance.now() - from);
  }
const base = median(times['the default list']!);
const base_least = Math.min(...times['the default list']!);
for (const [name, all] of Object.entries(times)) {
  const ms = median(all);
  const least = Math.min(...all);
  console.log(
    `${name.padEnd(42)} ${ms.toFixed(2).padStart(8)} ms ${(ms / base).toFixed(2).padStart(7)}   least ${least.toFixed(2).padStart(7)} ms ${(least / base_least).toFixed(2).padStart(7)}`,
  );
}
await database.close();
