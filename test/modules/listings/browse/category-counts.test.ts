import fc from 'fast-check';
import type { TransactionSql } from 'postgres';
import { expect, test } from 'vitest';
import { writeAtOnce } from '../../../support/db/write-at-once.ts';
import { useServer } from '../../../support/server.ts';

const server = useServer({ pool: 5 });

/** The expected rows of shelf_places and shelf_views, computed from listings and categories. */
const selectExpected = () => server.sql`
  with recursive belongs as (
    select lc.listing_id, lc.category_id from listing_categories lc
    union select b.listing_id, c.parent_id from belongs b join categories c on c.id = b.category_id where c.parent_id is not null
  )
  select l.site_id, s.category_id, l.id as listing_id, l.launched_at, n.votes, n.views, n.followers, n.trending
  from listings l join listing_counts n on n.listing_id = l.id
  cross join lateral (select 0 as category_id union all select category_id from belongs where listing_id = l.id) s
  where l.status = 'live' order by l.id, s.category_id`;
const selectStored = () =>
  server.sql`
    select site_id, category_id, listing_id, p.launched_at, p.votes, v.views, p.followers, p.trending
    from shelf_places p full join shelf_views v using (site_id, category_id, listing_id) order by listing_id, category_id`;
const selectStoredCounts = () => server.sql`select site_id, category_id, live from shelves where live <> 0 order by category_id`;
const selectExpectedCounts = () =>
  server.sql`select site_id, category_id, count(*)::int as live from shelf_places group by 1, 2 order by category_id`;

const expectConsistent = async () => {
  expect([...(await selectStored())]).toEqual([...(await selectExpected())]);
  expect([...(await selectStoredCounts())]).toEqual([...(await selectExpectedCounts())]);
};

test('positions and counts are consistent after loading', expectConsistent);

test('and after any sequence of status changes, votes and category changes', async () => {
  const ids = (await server.sql`select id from listings order by id`).map(({ id }) => id as number);
  const categories = (await server.sql`select id from categories order by id`).map(({ id }) => id as number);
  await server.sql`insert into listing_counts (listing_id, site_id) select id, site_id from listings on conflict do nothing`;
  const { sql, site_id } = server;
  const listing = fc.constantFrom(...ids);
  const act = fc.oneof(
    fc.record({ kind: fc.constant('status' as const), listing, status: fc.constantFrom('live', 'removed', 'scheduled', 'draft') }),
    fc.record({ kind: fc.constant('counts' as const), listing, votes: fc.nat(1000), views: fc.nat(1000) }),
    fc.record({ kind: fc.constant('launched' as const), listing, day: fc.integer({ min: 1, max: 28 }) }),
    fc.record({ kind: fc.constant('category' as const), listing, category: fc.constantFrom(...categories) }),
    fc.record({ kind: fc.constant('many' as const), listing, status: fc.constantFrom('live', 'removed') }),
  );
  type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;
  const perform = async (a: Act): Promise<void> => {
    if (a.kind === 'status')
      await sql`update listings set status = ${a.status}, launched_at = coalesce(launched_at, now()) where id = ${a.listing}`;
    if (a.kind === 'counts')
      await sql`update listing_counts set votes = ${a.votes}, views = ${a.views}, trending = ${a.votes / 7} where listing_id = ${a.listing}`;
    if (a.kind === 'launched') await sql`update listings set launched_at = ${`2026-03-${a.day}`}::date where id = ${a.listing}`;
    if (a.kind === 'many')
      await sql`update listings set status = ${a.status}, launched_at = coalesce(launched_at, now()) where id % 5 = ${a.listing % 5}`;
    if (a.kind === 'category')
      await sql.begin(async (tx) => {
        await tx`delete from listing_categories where listing_id = ${a.listing}`;
        await tx`insert into listing_categories (site_id, listing_id, category_id) values (${site_id}, ${a.listing}, ${a.category})`;
      });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
      for (const each of acts) await perform(each);
      await expectConsistent();
    }),
    { numRuns: 25 },
  );
});

test('and after concurrent changes to the same categories', async () => {
  const ids = (await server.sql`select id from listings order by id`).map(({ id }) => id as number);
  await Promise.all(
    ids.flatMap((id) => [
      server.sql`update listings set status = 'live', launched_at = now() where id = ${id}`,
      server.sql`update listing_counts set votes = votes + 1, views = views + 1 where listing_id = ${id}`,
    ]),
  );
  await expectConsistent();
});

const moveToAnotherCategory = (listing_id: number) => async (tx: TransactionSql) => {
  const { site_id } = server;
  await tx`delete from listing_categories where listing_id = ${listing_id}`;
  await tx`
    insert into listing_categories (site_id, listing_id, category_id)
    select ${site_id}, ${listing_id}, id from categories where site_id = ${site_id} and id not in (select category_id from shelf_places where listing_id = ${listing_id}) limit 1`;
};

/** As the first vote and the first view of a listing do. */
const count = (listing_id: number) => async (tx: TransactionSql) => {
  await tx`insert into listing_counts (listing_id, site_id) values (${listing_id}, ${server.site_id}) on conflict do nothing`;
  await tx`update listing_counts set votes = votes + 1, views = views + 1 where listing_id = ${listing_id}`;
};

test.each([
  ['is counted first', count, moveToAnotherCategory],
  ['moves first', moveToAnotherCategory, count],
])('and after a listing that %s is moved and counted for the first time at the same moment', async (_, one, other) => {
  const { sql, site_id } = server;
  const [listing] = await sql<{ id: number }[]>`
    insert into listings (site_id, company_id, slug, status, launched_at, name, website, domain)
    select site_id, company_id, 'moved-' || id, 'live', now(), 'Moved', 'https://moved-' || id || '.example', 'moved-' || id || '.example'
    from listings where site_id = ${site_id} and status = 'live' order by id desc limit 1 returning id`;
  const { id } = listing!;
  // As listings were before places had counts.
  await sql`delete from listing_counts where listing_id = ${id}`;
  await writeAtOnce(sql, one(id), other(id));
  await expectConsistent();
});

test('a view moves a listing by its views only', async () => {
  const { sql } = server;
  const versions = () => sql`select listing_id, category_id, xmin::text, ctid::text from shelf_places order by listing_id, category_id`;
  const before = [...(await versions())];
  await sql`update listing_counts set views = views + 1000`;
  expect([...(await versions())]).toEqual(before);
  await expectConsistent();
});
