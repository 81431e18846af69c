import { beforeAll, expect, test } from 'vitest';
import type { Sql } from '../../../src/db/open.ts';
import type { Site } from '../../../src/kernel/context.ts';
import { copyOfSite, createMirror, differences } from '../../support/changes/mirror.ts';
import { NOON, useServer } from '../../support/server.ts';
import { fillSite } from '../../support/site-content.ts';
import { as, makeVoters, siteOf } from '../../support/voters.ts';

const server = useServer({ pool: 3 });
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
    and c.relname not in ('changes', 'change_touches', 'change_feeds', 'vote_day_counts')
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

test('whatever changes of a row, in any table of a site: each record that looks different is touched', async () => {
  const { sql } = server;
  const before = await copyOfSite({ sql, site });
  const tables = Map.groupBy(await columnsOf(sql), ({ table }) => table);
  const untouched: string[] = [];
  const seen = new Set<string>();
  /** Makes a change, compares, and takes it back. Returns whether the database took it. */
  const compare = async (name: string, statements: string[]): Promise<boolean> => {
    try {
      await sql.begin(async (tx) => {
        const [mark] = await tx<{ id: number }[]>`select coalesce(max(id), 0) as id from change_touches`;
        let rows = 0;
        for (const statement of statements) rows = (await tx.unsafe(statement)).count;
        if (rows === 0) throw new Undo();
        const touches = await tx<{ name: string }[]>`select distinct kind || ' ' || key as name from change_touches where id > ${mark!.id}`;
        const touched = new Set(touches.map((touch) => touch.name));
        const different = differences(before, await copyOfSite({ sql: tx, site }));
        for (const record of different) seen.add(`${name} ${record.split(' ')[0]}`);
        untouched.push(...different.filter((record) => !touched.has(record)).map((record) => `${name}: ${record}`));
        throw new Undo();
      });
    } catch (error) {
      if (!(error instanceof Undo)) return false;
    }
    return true;
  };
  for (const [table, columns] of tables) {
    // Rows of a listing that shows everything, and a live one at that, before others.
    const own = columns.some(({ column }) => column === 'listing_id')
      ? `order by (select l.status = 'live' from listings l where l.id = t.listing_id) desc nulls last, (select cardinality(l.unlocked_sections) from listings l where l.id = t.listing_id) desc nulls last, t.ctid desc`
      : table === 'listings'
        ? `order by t.status = 'live' desc, cardinality(t.unlocked_sections) desc, t.id desc`
        : '';
    const row = `t.ctid = (select t.ctid from ${table} t where t.site_id = ${site.id} ${own} limit 1)`;
    const sets = columns.flatMap((column) => {
      const value = column.is_fixed ? undefined : changedValue(column);
      return value === undefined ? [] : [[column.column, value]];
    });
    // Tables that no record depends on are done with at once; others column by column.
    const at_once = `update ${table} t set ${sets.map(([column, value]) => `${column} = ${value}`).join(', ')} where ${row}`;
    const has_trigger = (await sql`select from pg_trigger where tgrelid = ${table}::regclass and tgname like 'change_feed%'`).length > 0;
    if (has_trigger || !(await compare(table, [at_once])))
      for (const [column, value] of sets) await compare(`${table}.${column}`, [`update ${table} t set ${column} = ${value} where ${row}`]);
    await compare(`${table} deleted`, [`delete from ${table} t where ${row}`]);
  }
  expect(untouched).toEqual([]);
  // The tables that the test saw to be shown. Frozen weeks and their results can't be changed.
  expect([...new Set([...seen].map((name) => name.split(/[. ]/)[0]!))].sort()).toEqual([
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
