import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../../src/kernel/context.ts';
import { fold_filter_changes } from '../../../../src/modules/listings/browse/bitmaps/jobs.ts';
import { foldFilterChanges } from '../../../../src/modules/listings/browse/bitmaps/queries.ts';
import { importListings } from '../../../../src/modules/listings/import/import.ts';
import type { ListingSummary, SearchListings } from '../../../../src/modules/listings/schema.ts';
import { searchListings } from '../../../../src/modules/listings/search/search.ts';
import { ensureDefaultSite } from '../../../../src/modules/sites/sites.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { as, siteOf } from '../../../support/voters.ts';

const clock = { now: () => new Date('2026-11-11T12:00:00Z') };
let database: TestDatabase;
let ctx: Ctx;
let ids: number[];

const PRICING = [null, 'Free', 'Freemium'];
/** Ids on both sides of the first boundary between two chunks, and in one after a chunk that has no listing. */
const FIRST_IDS = [32_700, 100_000];
const PER_BLOCK = 100;

async function* lines(from: number) {
  for (let i = from; i < from + PER_BLOCK; i++)
    yield JSON.stringify({ name: `P${i}`, website: `https://p${i}.example/`, categories: [`c${i % 4}`], pricing_model: PRICING[i % 3] });
}

beforeAll(async () => {
  database = await createTestDatabase({ pool: 3 });
  const { sql } = database;
  const site_id = (await ensureDefaultSite(sql))!;
  for (const [block, id] of FIRST_IDS.entries()) {
    await sql`select setval(pg_get_serial_sequence('listings', 'id'), ${id})`;
    await importListings(sql, site_id, lines(block * PER_BLOCK), { clock, time_zone: 'UTC' });
  }
  ctx = as(0, { sql, site: await siteOf(sql, site_id), clock });
  ids = (await sql<{ id: number }[]>`select id from listings order by id`).map(({ id }) => id);
  await sql`insert into listing_counts (listing_id, site_id, votes) select id, site_id, id % 7 from listings on conflict (listing_id) do update set votes = excluded.votes`;
});
afterAll(() => database.drop());

type Price = { amount: number; currency: string; period: string | null };
interface Stated {
  id: number;
  slug: string;
  votes: number;
  pricing_model: string | null;
  categories: string[];
  values: { self_hosted?: boolean; platforms?: string[]; price_from?: Price };
}

/** Every live listing with what it states, from the tables that people write. */
const selectStated = () => database.sql<Stated[]>`
  select l.id, l.slug, n.votes, l.pricing_model,
    array(select c.slug from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id = l.id) as categories,
    coalesce((select json_object_agg(a.key, v.value) from listing_attributes v join category_attributes a on a.id = v.attribute_id where v.listing_id = l.id), '{}') as values
  from listings l join listing_counts n on n.listing_id = l.id where l.status = 'live' order by n.votes desc, l.id`;

const MONTHS: Record<string, number> = { year: 12, month: 1 };
const monthly = ({ amount, period }: Price): number => amount / MONTHS[period ?? 'month']!;
const priceIs = (fulfils: (price: number) => boolean) => (one: Stated) => {
  const price = one.values.price_from;
  return price?.currency === 'USD' && fulfils(monthly(price));
};

/** Conditions as they are written, and what they mean. */
const ATTRIBUTES: Record<string, (one: Stated) => boolean> = {
  self_hosted: ({ values }) => values.self_hosted === true,
  'self_hosted:no': ({ values }) => values.self_hosted === false,
  platforms: ({ values }) => values.platforms !== undefined,
  'platforms:macos': ({ values }) => values.platforms?.includes('macOS') === true,
  'platforms:Web|Linux': ({ values }) => values.platforms?.some((one) => one === 'Web' || one === 'Linux') === true,
  'price_from<20USD': priceIs((price) => price < 20),
  'price_from<=17USD': priceIs((price) => price <= 17),
  'price_from>17USD': priceIs((price) => price > 17),
  'price_from>=20USD': priceIs((price) => price >= 20),
  'price_from:17USD': priceIs((price) => price === 17),
  'price_from<0.5USD': priceIs((price) => price < 0.5),
};

const attributes = fc.subarray(Object.keys(ATTRIBUTES), { maxLength: 3 });
const search = fc.record({
  attributes,
  category: fc.option(fc.constantFrom('c0', 'c1'), { nil: undefined }),
  pricing_model: fc.option(fc.constantFrom('free', 'FREEMIUM'), { nil: undefined }),
  page: fc.integer({ min: 1, max: 3 }),
  per_page: fc.constantFrom(1, 5, 20, 100),
});
type Search = typeof search extends fc.Arbitrary<infer S> ? S : never;

const expectSame = async (stated: Stated[], { attributes, ...input }: Search) => {
  const asked = { status: 'live', sort: 'relevance', ...input, attributes: attributes.join(',') } satisfies SearchListings;
  const expected = stated.filter(
    (one) =>
      attributes.every((condition) => ATTRIBUTES[condition]!(one)) &&
      (!input.category || one.categories.includes(input.category)) &&
      (!input.pricing_model || one.pricing_model?.toLowerCase() === input.pricing_model.toLowerCase()),
  );
  const { items, total, total_is_exact } = (await searchListings(ctx, asked)).parse() as {
    items: ListingSummary[];
    total: number;
    total_is_exact: boolean;
  };
  const from = (input.page - 1) * input.per_page;
  expect({ slugs: items.map(({ slug }) => slug), total, total_is_exact }).toEqual({
    slugs: expected.slice(from, from + input.per_page).map(({ slug }) => slug),
    total: expected.length,
    total_is_exact: true,
  });
};

const listing = fc.nat(1_000).map((n) => (from: number[]) => from[n % from.length]!);
const price = fc.record({
  amount: fc.constantFrom(0, 0.3, 9, 17, 18, 20, 200, 5_000_000),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
  period: fc.constantFrom('month', 'year', null),
});
const value = fc.oneof(
  fc.tuple(fc.constant('self_hosted'), fc.boolean()),
  fc.tuple(fc.constant('platforms'), fc.constantFrom(['Web'], ['macOS', 'Linux'], ['Android'])),
  fc.tuple(fc.constant('price_from'), price),
);
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('state' as const), listing, value, every: fc.constantFrom(1, 2, 5, 1_000) }) },
  fc.record({ kind: fc.constant('forget' as const), listing }),
  fc.record({ kind: fc.constant('status' as const), listing, status: fc.constantFrom('live', 'live', 'removed', 'scheduled') }),
  fc.record({ kind: fc.constant('pricing' as const), listing, pricing_model: fc.constantFrom(...PRICING) }),
  fc.record({ kind: fc.constant('category' as const), listing, category: fc.constantFrom('c0', 'c1', 'c2') }),
  fc.record({ kind: fc.constant('fold' as const), limit: fc.constantFrom(3, 50, 100_000) }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

const state = async (listing_ids: number[], [key, value]: readonly [string, unknown], sql = database.sql) => sql`
  insert into listing_attributes (site_id, listing_id, attribute_id, kind, value)
  select l.site_id, l.id, a.id, a.kind, ${JSON.stringify(value)}::text::jsonb from listings l join category_attributes a on a.site_id = l.site_id and a.key = ${key}
  where l.id = any(${listing_ids}::bigint[])
  on conflict (listing_id, attribute_id) do update set value = excluded.value`;

const perform = async (a: Act): Promise<void> => {
  const { sql } = database;
  if (a.kind === 'fold') return void (await sql.begin((tx) => foldFilterChanges(tx, a.limit)));
  const id = a.listing(ids);
  if (a.kind === 'state') await state([id, ...ids.filter((_, i) => i % a.every === id % a.every && a.every < 1_000)], a.value);
  if (a.kind === 'forget') await sql`delete from listing_attributes where listing_id = ${id}`;
  if (a.kind === 'status') await sql`update listings set status = ${a.status}, launched_at = coalesce(launched_at, now()) where id = ${id}`;
  if (a.kind === 'pricing') await sql`update listings set pricing_model = ${a.pricing_model} where id = ${id}`;
  if (a.kind === 'category')
    await sql.begin(async (tx) => {
      await tx`delete from listing_categories where listing_id = ${id}`;
      await tx`insert into listing_categories (site_id, listing_id, category_id) select site_id, ${id}, id from categories where slug = ${a.category}`;
    });
};

test('filters answer as a plain look at every listing does, whatever changed and whenever bits were written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 6 }),
      fc.array(search, { minLength: 4, maxLength: 4 }),
      async (acts, searches) => {
        for (const each of acts) await perform(each);
        const stated = await selectStated();
        for (const each of searches) await expectSame(stated, each);
      },
    ),
    { numRuns: 25 },
  );
  // And each condition alone, with all bits written.
  await perform({ kind: 'fold', limit: 100_000 });
  const stated = await selectStated();
  for (const condition of Object.keys(ATTRIBUTES))
    for (const per_page of [5, 100] as const)
      await expectSame(stated, { attributes: [condition], category: undefined, pricing_model: undefined, page: 1, per_page });
});

test('a change that is committed after bits were written counts, and an interrupted writing of bits changes nothing', async () => {
  const { sql } = database;
  const [first, second] = [ids[3]!, ids[150]!];
  const totalOf = async (attributes: string) =>
    (await searchListings(ctx, { status: 'live', sort: 'relevance', page: 1, per_page: 5, attributes })).parse().total;
  await sql`update listings set status = 'live', launched_at = coalesce(launched_at, now()) where id in ${sql([first, second])}`;
  await sql`delete from listing_attributes`;
  await perform({ kind: 'fold', limit: 100_000 });
  expect(await totalOf('self_hosted')).toBe(0);
  // The listing has a change already, which the fold takes while another one is not yet committed.
  await state([first], ['platforms', ['Web']]);
  await sql.begin(async (tx) => {
    await state([first], ['self_hosted', true], tx as never);
    await perform({ kind: 'fold', limit: 100_000 });
    expect([await totalOf('self_hosted'), await totalOf('platforms:Web')]).toEqual([0, 1]);
  });
  expect([await totalOf('self_hosted'), await totalOf('platforms:Web')]).toEqual([1, 1]);
  const interrupted = sql.begin(async (tx) => {
    await foldFilterChanges(tx, 100_000);
    throw new Error('killed');
  });
  await expect(interrupted).rejects.toThrow('killed');
  expect(await totalOf('self_hosted')).toBe(1);
  // Between two limits, above what was asked for.
  await state([second], ['price_from', { amount: 18, currency: 'USD', period: 'month' }]);
  await perform({ kind: 'fold', limit: 100_000 });
  expect([await totalOf('price_from>17USD'), await totalOf('price_from>=18USD'), await totalOf('price_from>18USD')]).toEqual([1, 1, 0]);
  // Of deleted listings no bit stays.
  await perform({ kind: 'fold', limit: 100_000 });
  await sql`delete from listings where id = ${first}`;
  ids = ids.filter((id) => id !== first);
  expect(await totalOf('self_hosted')).toBe(0);
  const run = { sql, clock, integrations: ctx.integrations, site_root: ctx.site.root, last_attempt: false };
  await fold_filter_changes.run({ ...run, signal: new AbortController().signal }, {});
  expect(await sql`select from filter_changes`).toHaveLength(0);
  expect(await totalOf('self_hosted')).toBe(0);
  expect(await sql`select from filter_bitmaps where term like '%=yes'`).toHaveLength(0);
});
