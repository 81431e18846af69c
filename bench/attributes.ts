// What filters and comparisons cost over HTTP, as multiples of the default list: processor time of the service and of the database's
// sessions. The service runs as in production, with rate limits and logs on. Makes a database under FOLDER, where it stays for the next
// run: npm run -s build && node bench/attributes.ts LISTINGS.jsonl FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../src/db/open.ts';
import { optimizeSearchIndex } from '../src/modules/listings/search/search-index.ts';
import { openLasting } from './support/database.ts';
import { loadListings } from './support/load-listings.ts';
import { chanceFrom } from './support/random.ts';
import { median } from './support/search-queries.ts';
import { startService } from './support/service.ts';

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
    await tx`
      insert into listing_counts (listing_id, site_id, votes, views, followers, trending)
      select id, site_id, pow(n, 8) * 400, pow(n, 4) * 5000, pow(n, 8) * 50, pow(n, 6) * 20
      from (select *, abs(hashint8(id * 13)) % 100000 / 100000.0 as n from listings where site_id = ${site_id}) l on conflict (listing_id) do update
      set votes = excluded.votes, views = excluded.views, followers = excluded.followers, trending = excluded.trending`;
    await tx`update sites set settings = jsonb_set(settings, '{limits}', '{"strangers": 1000000000}')`;
  });
  await sql`vacuum analyze listing_attributes, listing_facts, listing_counts, shelf_places, listings`;
  await optimizeSearchIndex(sql);
};

const database = await openLasting(folder, 'attributes', 2);
const { sql } = database;
const site_id = await loadListings(sql, file);
const [stated] = await sql<{ n: number }[]>`select count(*)::int as n from listing_attributes`;
if (stated!.n === 0) await writeAttributes(sql, site_id);
const [counts] =
  await sql`select (select count(*)::int from listings) as listings, (select count(*)::int from listing_attributes) as values`;
console.log(counts);

interface Drawn {
  slug: string;
  category: string;
  pricing_model: string | null;
  stage: string | null;
  country: string | null;
  values: Record<string, boolean | string[] | { amount: number; currency: string; period: string }>;
}
/** Listings to draw filters from, so that each filter finds at least one. */
const drawn = await sql<Drawn[]>`
  select l.slug, l.pricing_model, l.stage, l.country,
    (select c.slug from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id = l.id order by lc.position limit 1) as category,
    (select json_object_agg(a.key, v.value) from listing_attributes v join category_attributes a on a.id = v.attribute_id where v.listing_id = l.id) as values
  from listings l where l.site_id = ${site_id} and (select count(*) from listing_attributes v where v.listing_id = l.id) >= 5
  order by hashint8(l.id) limit 400`;

const chance = chanceFrom(17);
const conditionOf = ([key, value]: [string, Drawn['values'][string]]): string => {
  if (typeof value === 'boolean') return `${key}:${value ? 'yes' : 'no'}`;
  if (Array.isArray(value)) return `${key}:${chance.of(value)}`;
  return `${key}${chance.of(['<', '<=', '>='])}${value.amount + 1}${value.currency}/${value.period}`;
};
const LIST = '/api/v1/listings?';
const listBy = (input: Record<string, string | null>): string =>
  LIST + new URLSearchParams(Object.entries(input).filter((entry): entry is [string, string] => entry[1] !== null));
/** Filters by some values that one listing has. */
const drawFilters = (conditions: number, more: (one: Drawn) => Record<string, string> = () => ({})): string[] =>
  drawn.map((one) => {
    const entries = Object.entries(one.values);
    while (entries.length > conditions) entries.splice(chance.below(entries.length), 1);
    return listBy({ attributes: entries.map(conditionOf).join(','), ...more(one) });
  });
const comparing = (n: number): string[] =>
  drawn.map((_, i) => {
    const some = Array.from({ length: n }, (_, k) => drawn[(i + k) % drawn.length]!.slug);
    return `/api/v1/compare?${new URLSearchParams(some.map((slug, k) => ['abcde'[k]!, slug]))}`;
  });

const THREE = 'self_hosted,free_plan,price_from<20USD';
const KINDS: Record<string, string[]> = {
  'the default list': [LIST],
  'newest first': [`${LIST}sort=newest`],
  self_hosted: [listBy({ attributes: 'self_hosted' })],
  'price_from<20USD': [listBy({ attributes: 'price_from<20USD' })],
  'price_from<=17USD': [listBy({ attributes: 'price_from<=17USD' })],
  'sso (few)': [listBy({ attributes: 'sso' })],
  [THREE]: [listBy({ attributes: THREE })],
  'the same, newest first': [listBy({ attributes: THREE, sort: 'newest' })],
  'the same, page 5': [listBy({ attributes: THREE, page: '5' })],
  'one condition, drawn': drawFilters(1),
  'two conditions, drawn': drawFilters(2),
  'three conditions, drawn': drawFilters(3),
  'five conditions, drawn': drawFilters(5),
  'three conditions in a category, drawn': drawFilters(3, ({ category }) => ({ category })),
  'columns: pricing model': [listBy({ pricing_model: 'freemium' })],
  'columns: category, pricing, country, drawn': drawn
    .filter(({ pricing_model, country }) => pricing_model && country)
    .map(({ category, pricing_model, country }) => listBy({ category, pricing_model, country })),
  'columns: stage, pricing, country': [listBy({ stage: 'beta', pricing_model: 'freemium', country: 'PT' })],
  'comparing two, drawn': comparing(2),
  'comparing five, drawn': comparing(5),
};

// Jobs would read the websites of all listings.
const service = await startService({ DATABASE_URL: database.connection.connectionString }, join(folder, 'requests.log'), {
  args: ['--no-jobs'],
});
let asked = 0;
const ask = async (kind: string): Promise<{ total?: number }> => {
  const paths = KINDS[kind]!;
  asked++;
  // Answers are cached by address for less than a second: so no address is used twice in a while.
  const answer = await fetch(`${service.url}${paths[asked % paths.length]}${'&'.repeat(1 + (asked % 400))}`);
  if (!answer.ok) throw new Error(`${paths[asked % paths.length]} answered ${answer.status}: ${await answer.text()}`);
  return answer.json() as Promise<{ total?: number }>;
};

/** How many results filters of a kind have: those are the hardest that have some hundreds, too few to be near the top and too many to sort. */
const totals: Record<string, number[]> = {};
const WARM_UP = 60;
for (const kind of Object.keys(KINDS)) {
  totals[kind] = [];
  for (let i = 0; i < WARM_UP; i++) totals[kind].push((await ask(kind)).total ?? 0);
}

const ownTime = (path: string): number => Number(readFileSync(`${path}/schedstat`, 'utf8').split(' ')[0]);
const threads = readdirSync(`/proc/${service.pid}/task`).map((id) => `/proc/${service.pid}/task/${id}`);
const sessions = (await sql<{ pid: number }[]>`select pid from pg_stat_activity where datname = current_database()`).map(
  ({ pid }) => `/proc/${pid}`,
);
const timeOf = (paths: string[]): number => paths.reduce((sum, path) => sum + ownTime(path), 0) / 1e6;

const ROUNDS = 25;
const PER_ROUND = 12;
const times: Record<string, { service: number; database: number }[]> = {};
for (let round = 0; round < ROUNDS; round++)
  for (const kind of Object.keys(KINDS)) {
    const [service_before, database_before] = [timeOf(threads), timeOf(sessions)];
    for (let i = 0; i < PER_ROUND; i++) await ask(kind);
    times[kind] ??= [];
    times[kind].push({
      service: (timeOf(threads) - service_before) / PER_ROUND,
      database: (timeOf(sessions) - database_before) / PER_ROUND,
    });
  }

const base = times['the default list']!.map(({ service, database }) => service + database);
console.log(`${''.padEnd(44)}  service database      all    ratio   results`);
for (const [kind, all] of Object.entries(times)) {
  const ratio = median(all.map(({ service, database }, round) => (service + database) / base[round]!));
  const figures = [
    median(all.map((one) => one.service)),
    median(all.map((one) => one.database)),
    median(all.map((one) => one.service + one.database)),
  ];
  console.log(
    `${kind.padEnd(44)} ${figures.map((ms) => `${ms.toFixed(2)} ms`.padStart(8)).join(' ')} ${ratio.toFixed(2).padStart(8)} ${String(median(totals[kind]!)).padStart(9)}`,
  );
}
await service.stop();
await database.close();
