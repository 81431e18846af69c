import fc from 'fast-check';
import type { TransactionSql } from 'postgres';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Sql } from '../../../../src/db/open.ts';
import { writeAtOnce } from '../../../support/db/write-at-once.ts';
import { findWrongParts } from '../../../support/listings/listing-parts.ts';
import { useServer } from '../../../support/server.ts';

const server = useServer({ pool: 3 });

test('what profiles show from other tables is stored when the demo is loaded', async () => {
  expect(await findWrongParts(server.sql)).toEqual([]);
  const [stored] = await server.sql`
    select count(attributes)::int > 0 as attributes, count(founders)::int > 0 as founders, count(updates)::int > 0 as updates,
      count(community_rating)::int > 0 as community_rating, count(domain_rating)::int > 0 as domain_rating from listing_parts`;
  expect(stored).toEqual({ attributes: true, founders: true, updates: true, community_rating: true, domain_rating: true });
});

/** Changes of every table that a part is read from. `n` chooses rows and values. */
const CHANGES: Record<string, (sql: Sql, n: number) => Promise<unknown>> = {
  'a value is stated': (sql, n) => sql`
    insert into listing_attributes (site_id, listing_id, attribute_id, kind, value, stated_by)
    select l.site_id, l.id, a.id, a.kind, 'true', 'owner' from listings l join category_attributes a on a.site_id = l.site_id and a.kind = 'boolean'
    where (l.id + a.id) % 40 = ${n % 40} on conflict do nothing`,
  'values change': (sql, n) =>
    sql`update listing_attributes set stated_by = 'website' where kind = 'boolean' and listing_id % 7 = ${n % 7}`,
  'values are deleted': (sql, n) => sql`delete from listing_attributes where attribute_id % 9 = ${n % 9} and listing_id % 3 = ${n % 3}`,
  'an attribute changes its name or place': (sql, n) => sql`
    update category_attributes set name = ${`Name ${n}`}, position = ${n % 20} where id % 11 = ${n % 11}`,
  'an attribute changes its kind': (sql, n) => sql`
    update category_attributes set kind = case kind when 'boolean' then 'text' else 'boolean' end where kind in ('boolean', 'text') and id % 13 = ${n % 13}`,
  'an attribute is archived or restored': (sql, n) => sql`
    update category_attributes set archived_at = case when archived_at is null then now() end where id % 13 = ${n % 13}`,
  'an attribute becomes one of a category': (sql, n) => sql`
    update category_attributes a set category_id = (select c.id from categories c where c.site_id = a.site_id order by c.id offset ${n % 5} limit 1)
    where a.id % 17 = ${n % 17} and not exists (select from category_attributes o where o.site_id = a.site_id and o.key = a.key and o.id <> a.id)`,
  'an attribute is deleted': (sql, n) =>
    sql`delete from category_attributes where id = (select max(id) from category_attributes where id % 3 = ${n % 3})`,
  'a listing moves to another category': (sql, n) => sql`
    update listing_categories lc set category_id = c.id
    from (select id, site_id from categories order by id offset ${n % 10} limit 1) c
    where c.site_id = lc.site_id and lc.position = 0 and lc.listing_id % 10 = ${n % 10}
      and not exists (select from listing_categories o where o.listing_id = lc.listing_id and o.category_id = c.id)`,
  'listings lose a category': (sql, n) => sql`delete from listing_categories where position > 0 and listing_id % 6 = ${n % 6}`,
  'a category moves': (sql, n) => sql`
    update categories c set parent_id = (select p.id from categories p where p.site_id = c.site_id and p.parent_id is null and p.id <> c.id order by p.id
      offset ${n % 4} limit 1)
    where c.id % 8 = ${n % 8} and not exists (select from categories k where k.parent_id = c.id)`,
  'a founder changes': (sql, n) => sql`update founders set name = ${`Ada "${n}"`}, slug = slug || ${n % 10} where id % 4 = ${n % 4}`,
  'a founder hides or shows': (sql, n) => sql`
    update founders set hidden_at = case when hidden_at is null then now() end where id % 5 = ${n % 5}`,
  'a founder gets a title': (sql, n) => sql`update listing_founders set title = ${`Title ${n}`} where founder_id % 6 = ${n % 6}`,
  'a founder joins': (sql, n) => sql`
    insert into listing_founders (site_id, listing_id, founder_id, position)
    select f.site_id, l.id, f.id, 90 + f.id % 9 from founders f join listings l on l.site_id = f.site_id
    where f.id % 7 = ${n % 7} and l.id % 15 = ${n % 15} on conflict do nothing`,
  'a founder is deleted': (sql, n) => sql`delete from founders where id % 30 = ${n % 30}`,
  'updates are posted': (sql, n) => sql`
    insert into listing_updates (site_id, listing_id, title, body, created_at)
    select site_id, id, ${`Update ${n}`}, 'Body', now() - ${n % 50} * interval '1 day' from listings where id % 8 = ${n % 8}`,
  'updates are deleted': (sql, n) => sql`delete from listing_updates where id % 6 = ${n % 6}`,
  'ratings change': (sql, n) => sql`
    insert into listing_ratings as r (listing_id, site_id, reviews, stars) select id, site_id, ${n % 3}, ${(n % 3) * 4} from listings where id % 9 = ${n % 9}
    on conflict (listing_id) do update set reviews = excluded.reviews, stars = excluded.stars`,
  'domain ratings are measured': (sql, n) => sql`
    insert into listing_metrics (site_id, listing_id, name, as_of_on, value, unit, source)
    select site_id, id, 'domain_rating', date '2026-01-01' + ${n % 60}::int, ${n % 100}, 'points', case when id % 2 = 0 then 'ahrefs' else '' end
    from listings where id % 12 = ${n % 12} on conflict do nothing`,
  'a listing is removed': (sql, n) => sql`update listings set status = 'removed' where id % 20 = ${n % 20}`,
};

class Undone extends Error {}

const addUpdate = (tx: TransactionSql, slug: string) => tx`
  insert into listing_updates (site_id, listing_id, title, body) select site_id, id, 'Two writers', 'Body' from listings where slug = ${slug}`;
const addRating = (tx: TransactionSql, slug: string) => tx`
  insert into listing_ratings (listing_id, site_id, reviews, stars) select id, site_id, 9, 36 from listings where slug = ${slug}
  on conflict (listing_id) do update set reviews = 9, stars = 36`;

test('it is what would be read from the tables, after any changes of them', async () => {
  const names = Object.keys(CHANGES);
  const acts = fc.array(fc.record({ name: fc.constantFrom(...names), n: fc.nat(999) }), { minLength: 1, maxLength: 12 });
  const made = new Set<string>();
  const makeAll = (changes: { name: string; n: number }[]) =>
    server.sql
      .begin(async (tx) => {
        for (const { name, n } of changes) {
          const { count } = (await CHANGES[name]!(tx as unknown as Sql, n)) as { count: number };
          if (count > 0) made.add(name);
        }
        expect(await findWrongParts(tx)).toEqual([]);
        throw new Undone();
      })
      .catch((error) => {
        if (!(error instanceof Undone)) throw error;
      });
  for (const name of names) for (let n = 0; n < 10 && !made.has(name); n++) await makeAll([{ name, n }]);
  expect(names.filter((name) => !made.has(name))).toEqual([]);
  await fc.assert(fc.asyncProperty(acts, makeAll), { numRuns: 15 });
});

test('a listing that is deleted leaves nothing', async () => {
  await server.sql
    .begin(async (tx) => {
      const [listing] = await tx<{ id: number }[]>`
        insert into listings (site_id, company_id, slug, name, website, domain)
        select site_id, company_id, 'not-for-long', 'Not for long', 'https://not-for-long.example', 'not-for-long.example' from listings limit 1
        returning id`;
      await addUpdate(tx, 'not-for-long');
      await addRating(tx, 'not-for-long');
      const parts = () => tx`select from listing_parts where listing_id = ${listing!.id}`;
      expect(await parts()).toHaveLength(1);
      await tx`delete from listings where id = ${listing!.id}`;
      expect(await parts()).toHaveLength(0);
      throw new Undone();
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
});

test.each([
  ['kontorbuch', 'that has some'],
  ['tide-atlas', 'that has none yet'],
])('two writers of parts of %s, a listing %s, both have theirs stored', async (slug, which) => {
  const { sql } = server;
  if (which === 'that has none yet') await sql`delete from listing_parts where listing_id = (select id from listings where slug = ${slug})`;
  await writeAtOnce(
    sql,
    (tx) => addUpdate(tx, slug),
    (tx) => addRating(tx, slug),
  );
  const [stored] = await sql`
    select p.updates->0->>'title' as update, p.community_rating from listing_parts p join listings l on l.id = p.listing_id where l.slug = ${slug}`;
  expect(stored).toEqual({ update: 'Two writers', community_rating: { value: 4, reviews: 9 } });
  expect(await findWrongParts(sql)).toEqual([]);
});

test('also if neither change shows without the other: a category with an attribute, and a value of it', async () => {
  const { sql, site_id } = server;
  const [listing] = await sql<{ id: number }[]>`select id from listings where slug = 'tide-atlas'`;
  const [category] = await sql<
    { id: number }[]
  >`insert into categories (site_id, slug, name) values (${site_id}, 'tides', 'Tides') returning id`;
  const [attribute] = await sql<{ id: number }[]>`
    insert into category_attributes (site_id, category_id, key, name, kind) values (${site_id}, ${category!.id}, 'tidal', 'Tidal', 'boolean') returning id`;
  await writeAtOnce(
    sql,
    (tx) =>
      tx`insert into listing_categories (site_id, listing_id, category_id, position) values (${site_id}, ${listing!.id}, ${category!.id}, 9)`,
    (tx) => tx`
      insert into listing_attributes (site_id, listing_id, attribute_id, kind, value, stated_by)
      values (${site_id}, ${listing!.id}, ${attribute!.id}, 'boolean', 'true', 'owner')`,
  );
  expect(await findWrongParts(sql)).toEqual([]);
});

describe('a listing is linked to what changes at the same time', () => {
  let listing_id: number;
  let top_id: number;
  let parent_id: number;
  let category_id: number;
  let founder_id: number;
  let attribute_id: number;
  let shared_id: number;
  let made = 0;
  const idOf = async (rows: Promise<{ id: number }[]>): Promise<number> => (await rows)[0]!.id;

  beforeEach(async () => {
    const { sql, site_id } = server;
    const name = `linked-${made++}`;
    const insertAttribute = (key: string, category: number | null) =>
      idOf(sql`
        insert into category_attributes (site_id, category_id, key, name, kind) values (${site_id}, ${category}, ${key}, 'Before', 'boolean') returning id`);
    top_id = await idOf(sql`insert into categories (site_id, slug, name) values (${site_id}, ${`${name}-top`}, 'Top') returning id`);
    parent_id = await idOf(
      sql`insert into categories (site_id, slug, name) values (${site_id}, ${`${name}-parent`}, 'Parent') returning id`,
    );
    category_id = await idOf(sql`insert into categories (site_id, slug, name) values (${site_id}, ${name}, 'Category') returning id`);
    founder_id = await idOf(sql`insert into founders (site_id, slug, name, words) values (${site_id}, ${name}, 'Before', '') returning id`);
    attribute_id = await insertAttribute(`${name}-own`.replaceAll('-', '_'), parent_id);
    shared_id = await insertAttribute(`${name}-shared`.replaceAll('-', '_'), null);
    listing_id = await idOf(sql`select id from listings where slug = 'tide-atlas'`);
    await sql`delete from listing_parts where listing_id = ${listing_id}`;
    await sql`delete from listing_founders where listing_id = ${listing_id}`;
    await sql`delete from listing_attributes where listing_id = ${listing_id}`;
    await sql`delete from listing_categories where listing_id = ${listing_id} and position > 0`;
  });

  const addFounder = (tx: TransactionSql) =>
    tx`insert into listing_founders (site_id, listing_id, founder_id) values (${server.site_id}, ${listing_id}, ${founder_id})`;
  const addCategory = (tx: TransactionSql) => tx`
    insert into listing_categories (site_id, listing_id, category_id, position) values (${server.site_id}, ${listing_id}, ${category_id}, 9)`;
  const stateValue = (tx: TransactionSql, id: number) => tx`
    insert into listing_attributes (site_id, listing_id, attribute_id, kind, value, stated_by)
    values (${server.site_id}, ${listing_id}, ${id}, 'boolean', 'true', 'owner')`;
  const moveCategory = (tx: TransactionSql) => tx`update categories set parent_id = ${parent_id} where id = ${category_id}`;

  type Write = (tx: TransactionSql) => Promise<unknown>;
  const PAIRS: [string, before: Write | null, link: Write, change: Write][] = [
    ['a founder is renamed', null, addFounder, (tx) => tx`update founders set name = 'After' where id = ${founder_id}`],
    ['a founder hides', null, addFounder, (tx) => tx`update founders set hidden_at = now() where id = ${founder_id}`],
    [
      'an attribute is renamed',
      null,
      (tx) => stateValue(tx, shared_id),
      (tx) => tx`update category_attributes set name = 'After' where id = ${shared_id}`,
    ],
    ['the category of a listing moves', (tx) => stateValue(tx, attribute_id), addCategory, moveCategory],
    ['the category moves of a listing that stated nothing', addCategory, (tx) => stateValue(tx, attribute_id), moveCategory],
    [
      'the new parent of a category moves',
      async (tx) => {
        await addCategory(tx);
        await tx`update category_attributes set category_id = ${top_id} where id = ${attribute_id}`;
        await stateValue(tx, attribute_id);
      },
      moveCategory,
      (tx) => tx`update categories set parent_id = ${top_id} where id = ${parent_id}`,
    ],
  ];
  test.each(
    PAIRS.flatMap(([name, ...writes]) => [
      [`${name}, then the listing is linked`, true, ...writes] as const,
      [`${name}, after the listing was linked`, false, ...writes] as const,
    ]),
  )('%s', async (_name, is_changed_first, before, link, change) => {
    const { sql } = server;
    if (before) await sql.begin(before);
    await (is_changed_first ? writeAtOnce(sql, change, link) : writeAtOnce(sql, link, change));
    expect(await findWrongParts(sql)).toEqual([]);
  });
});
