import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../../src/kernel/context.ts';
import { findCategoryPage, selectShelfPage } from '../../../../src/modules/listings/browse/queries.ts';
import { importListings } from '../../../../src/modules/listings/import/import.ts';
import { findProfile } from '../../../../src/modules/listings/profile/queries.ts';
import { ensureDefaultSite } from '../../../../src/modules/sites/sites.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { as, siteOf } from '../../../support/voters.ts';

const clock = { now: () => new Date('2026-11-11T12:00:00Z') };
let database: TestDatabase;
let ctx: Ctx;

async function* lines() {
  for (let i = 0; i < 300; i++) yield JSON.stringify({ name: `P${i}`, website: `https://p${i}.example/`, categories: [`c${i % 3}`] });
}

beforeAll(async () => {
  database = await createTestDatabase({ pool: 1 });
  const { sql } = database;
  const site_id = (await ensureDefaultSite(sql))!;
  await importListings(sql, site_id, lines(), { clock, time_zone: 'UTC' });
  await sql`analyze`;
  ctx = { ...as(0, { sql, site: await siteOf(sql, site_id), clock }), caller: null };
});

afterAll(() => database.drop());

const PAGE = { page: 1, per_page: 20 };

test('the most frequent reads are not planned again each time', async () => {
  for (let n = 0; n < 8; n++) {
    await findProfile(ctx, `p${n}`);
    await findCategoryPage(ctx, `c${n % 3}`, { ...PAGE, page: 1 + n });
    for (const sort of ['votes', 'most_viewed'] as const) await selectShelfPage(ctx, 0, sort, { ...PAGE, page: 1 + n });
  }
  const planned = await ctx.sql<{ generic: number; custom: number }[]>`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement like '%row_to_json%' and statement not like '%pg_prepared%'`;
  // PostgreSQL plans the first five for their values, to compare.
  expect(planned).toEqual([1, 2, 3, 4].map(() => ({ generic: 3, custom: 5 })));
});

test('a statement is built for each site', async () => {
  const other = { ...ctx, site: { ...ctx.site, root: 'https://other.example' } };
  // It cannot be written into the text as it is.
  const quoted = { ...ctx, site: { ...ctx.site, root: "https://it's.example/$1" } };
  for (const { site, ...rest } of [ctx, other, quoted, ctx]) {
    const { url } = JSON.parse((await findProfile({ ...rest, site } as Ctx, 'p1'))!) as { url: string };
    expect(url).toBe(`${site.root}/listings/p1`);
  }
  expect(await findProfile({ ...ctx, site: { ...ctx.site, id: ctx.site.id + 1 } }, 'p1')).toBeNull();
});

test('pages of a category are in order and complete', async () => {
  const [first, second] = [
    await findCategoryPage(ctx, 'c1', { page: 1, per_page: 60 }),
    await findCategoryPage(ctx, 'c1', { page: 2, per_page: 60 }),
  ];
  expect([first!.live, first!.length, second!.length]).toEqual([100, 60, 40]);
  const slugs = (JSON.parse(`[${first!.json},${second!.json}]`) as { slug: string }[]).map(({ slug }) => slug);
  const in_order = await ctx.sql<
    { slug: string }[]
  >`select slug from listings where slug like 'p%' and substr(slug, 2)::int % 3 = 1 order by id`;
  expect(slugs).toEqual(in_order.map(({ slug }) => slug));
  expect(await findCategoryPage(ctx, 'c1', { page: 3, per_page: 60 })).toMatchObject({ json: '', length: 0, live: 100 });
  expect(await findCategoryPage(ctx, 'c9', PAGE)).toBeUndefined();
});
