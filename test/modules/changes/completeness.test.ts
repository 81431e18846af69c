import { beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../../src/db/open.ts';
import type { Site } from '../../../src/kernel/context.ts';
import { type Copy, copyOfSite, createMirror, differences } from '../../support/changes/mirror.ts';
import { NOON, useServer } from '../../support/server.ts';
import { fillSite } from '../../support/site-content.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer({ demo: 'few votes', pool: 3 });
let site: Site;
let mirror: ReturnType<typeof createMirror>;

beforeAll(async () => {
  const { sql, site_id } = server;
  site = await siteOf(sql, site_id);
  mirror = createMirror({ sql, site });
  await mirror.update();
  for (const table of ['listings', 'categories', 'founders', 'blog_posts'])
    await sql`update ${sql(table)} set slug = slug || '-quillfeather' where site_id = ${site_id} and id % 2 = 0`;
  const [owner, friend] = await makeVoters(sql, [{ email: 'owner@both.example' }, { email: 'friend@both.example' }]);
  await sql`insert into account_roles (account_id, site_id, role) values (${owner!}, ${site_id}, 'site_admin')`;
  const ctx = { sql, site, clock: { now: () => NOON } };
  await fillSite(as(owner!, ctx), as(friend!, ctx), 'quillfeather');
  // One listing with something in every part of its profile.
  await sql`
    insert into listing_metrics (site_id, listing_id, name, as_of_on, value, unit, source)
    select site_id, id, 'domain_rating', '2026-11-01', 40, 'points', 'ahrefs' from listings where site_id = ${site_id} and status = 'live'
    on conflict do nothing`;
  await sql`
    with a as (insert into category_attributes (site_id, key, name, kind) values (${site_id}, 'seen', 'Seen', 'text') returning id)
    insert into listing_attributes (site_id, listing_id, attribute_id, kind, value, stated_by)
    select ${site_id}, l.id, a.id, 'text', '"Yes"', 'owner' from a, listings l where l.site_id = ${site_id} and l.status = 'live'`;
  await sql`
    insert into vote_days (site_id, listing_id, day, votes) select site_id, id, '2026-11-01', 2 from listings
    where site_id = ${site_id} and status = 'live' on conflict do nothing`;
});

test('a mirror that read the feed before and after has what the site has after everything that can be done on it', async () => {
  expect((await mirror.update()).length).toBeGreaterThan(20);
  expect(await mirror.missed()).toEqual([]);
});

interface Column {
  table: string;
  column: string;
  type: string;
  is_fixed: boolean;
  references: string | null;
}

/** The columns of all tables that have a site, with the table that a column refers to by id. */
const columnsOf = (sql: Sql) => sql<Column[]>`
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
    a.attgenerated <> '' or a.attidentity <> '' or a.attname = 'site_id' as is_fixed,
    (select f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and a.attnum = k.conkey[array_length(k.conkey, 1)]
        and 'id' = (select attname from pg_attribute where attrelid = f.oid and attnum = k.confkey[array_length(k.confkey, 1)]) limit 1) as references
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'site_id')
    and c.relname not in ('changes', 'change_touches', 'changed_rows', 'change_feeds', 'vote_day_counts', 'listing_parts')
  order by 1, a.attnum`;

const CHANGED: Record<string, (column: string) => string> = {
  text: (c) => `coalesce(${c}, '') || 'x'`,
  'text[]': (c) => `array_append(${c}, 'x')`,
  integer: (c) => `coalesce(${c}, 0) + 1`,
  bigint: (c) => `coalesce(${c}, 0) + 1`,
  numeric: (c) => `coalesce(${c}, 0) + 1`,
  boolean: (c) => `not coalesce(${c}, false)`,
  date: (c) => `coalesce(${c}, '2026-11-09') + 7`,
  'timestamp with time zone': (c) => `case when ${c} is null then now() else ${c} + interval '1 day' end`,
  json: (c) => `case when ${c}::text like '[%' then '[{"question":"Q","answer":"A"}]' else '{"title":"T","story":"S"}' end::json`,
  jsonb: () => `'"x"'::jsonb`,
};

/** Values of columns that only take some: another one than most rows have. */
const CHOSEN: Record<string, string> = {
  'listings.status': `'removed'`,
  'listings.country': `'AQ'`,
  'listings.evidence': `'{"tagline":[{"quote":"New","url":"https://a.example/","read_at":null}]}'`,
  'founders.country': `'AQ'`,
  'category_attributes.archived_at': 'now()',
};

/** What the columns of a row become, one after the other. */
const changedValue = ({ table, column, type, references }: Column): string | undefined =>
  CHOSEN[`${table}.${column}`] ??
  (references
    ? `(select r.id from ${references} r where r.id is distinct from t.${column} and (to_jsonb(r)->>'site_id') is not distinct from t.site_id::text order by r.id desc limit 1)`
    : CHANGED[type]?.(`t.${column}`));

class Undo extends Error {}

/** Makes changes, compares the records, and takes the changes back. Returns the names of those that differ and of those that were touched. */
const compareRecords = async (before: Copy, isCopied: (name: string) => boolean, change: (tx: Sql) => Promise<unknown>) => {
  const found = { different: [] as string[], touched: new Set<string>() };
  await server.sql
    .begin(async (tx) => {
      const [mark] = await tx<{ touch: number; row: number }[]>`
        select (select coalesce(max(id), 0) from change_touches) as touch, (select coalesce(max(id), 0) from changed_rows) as row`;
      await change(tx as unknown as Sql);
      const touches = await tx<{ name: string }[]>`
        select kind || ' ' || key as name from change_touches where id > ${mark!.touch}
        union select r.kind || ' ' || r.key from changed_rows c cross join lateral records_showing(c.site_id, c.kind, c.row_id, c.day) r
        where c.id > ${mark!.row}`;
      found.touched = new Set(touches.map(({ name }) => name));
      found.different = differences(before, await copyOfSite({ sql: tx, site }, isCopied));
      throw new Undo();
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error;
    });
  return found;
};

/** Runs a statement that the database may refuse. */
const attempt = (tx: Sql, statement: string) =>
  (tx as unknown as { savepoint(work: (tx: Sql) => Promise<unknown>): Promise<unknown> })
    .savepoint((tx) => tx.unsafe(statement))
    .catch(() => {});

test('whatever changes of a row, in any table of a site: each record that looks different is touched', async () => {
  const { sql } = server;
  const tables = Map.groupBy(await columnsOf(sql), ({ table }) => table);
  const triggers = await sql<
    { table: string }[]
  >`select distinct tgrelid::regclass::text as table from pg_trigger where tgname like 'change_feed%'`;
  const is_shown = new Set(triggers.map(({ table }) => table));
  // A live listing that shows everything, and the records that show it.
  const [own] = await sql<{ id: number; slug: string; founders: string[] }[]>`
    select l.id, l.slug, array(select f.slug from listing_founders lf join founders f on f.id = lf.founder_id where lf.listing_id = l.id) as founders
    from live_listings l where site_id = ${site.id} order by cardinality(unlocked_sections) desc, id desc limit 1`;
  const near = new Set([`listing ${own!.slug}`, ...own!.founders.map((slug) => `founder ${slug}`)]);
  const isNear = (name: string) => !/^(listing|founder) /.test(name) || near.has(name);

  const rowOf = (table: string): string => {
    const names = new Set(tables.get(table)!.map(({ column }) => column));
    const order = table === 'listings' ? 't.id' : names.has('listing_id') ? 't.listing_id' : 'null::bigint';
    const links: Record<string, string> = {
      founders: `t.id in (select founder_id from listing_founders where listing_id = ${own!.id})`,
      categories: `t.id in (select category_id from listing_categories where listing_id = ${own!.id})`,
      shelves: `t.category_id in (select category_id from listing_categories where listing_id = ${own!.id})`,
      category_attributes: `t.id in (select attribute_id from listing_attributes where listing_id = ${own!.id})`,
    };
    return `t.ctid = (select t.ctid from ${table} t where t.site_id = ${site.id}
      order by (${links[table] ?? `${order} = ${own!.id}`}) desc nulls last limit 1)`;
  };
  const statementsOf = (table: string): [name: string, statement: string][] => [
    ...tables.get(table)!.flatMap((column): [string, string][] => {
      const value = column.is_fixed ? undefined : changedValue(column);
      return value === undefined
        ? []
        : [[`${table}.${column.column}`, `update ${table} t set ${column.column} = ${value} where ${rowOf(table)}`]];
    }),
    [`${table} deleted`, `delete from ${table} t where ${rowOf(table)}`],
  ];

  const whole = await copyOfSite({ sql, site });
  const others = await compareRecords(
    whole,
    () => true,
    async (tx) => {
      for (const table of tables.keys())
        if (!is_shown.has(table)) for (const [, statement] of statementsOf(table)) await attempt(tx, statement);
    },
  );
  expect(others.different.filter((name) => !others.touched.has(name))).toEqual([]);

  const before: Copy = new Map([...whole].filter(([name]) => isNear(name)));
  const untouched: string[] = [];
  const seen = new Set<string>();
  for (const table of is_shown)
    for (const [name, statement] of statementsOf(table)) {
      const { different, touched } = await compareRecords(before, isNear, (tx) => attempt(tx, statement));
      if (different.length > 0) seen.add(table);
      untouched.push(...different.filter((record) => !touched.has(record)).map((record) => `${name}: ${record}`));
    }
  expect(untouched).toEqual([]);
  // The tables that the test saw to be shown. Frozen weeks and their results can't be changed.
  expect([...seen].sort()).toEqual([
    'categories',
    'category_attributes',
    'founders',
    'listing_attributes',
    'listing_categories',
    'listing_founders',
    'listing_media',
    'listing_metrics',
    'listing_milestones',
    'listing_ratings',
    'listing_updates',
    'listings',
    'products',
    'shelves',
    'vote_days',
    'week_totals',
  ]);
});
