import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { connect } from '../../src/db/open.ts';
import { selectLedgerLines } from '../../src/modules/votes/ledger/queries.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findSession, isSessionAwaited } from '../support/db/locks.ts';
import { findWrongParts } from '../support/listings/listing-parts.ts';
import { until } from '../support/until.ts';

const MIGRATIONS = join(import.meta.dirname, '../../src/db/migrations');
let database: TestDatabase;
let folder: string;

/** A database migrated up to just before a given migration. */
const migrateUpTo = async (before: string): Promise<void> => {
  await database.sql.unsafe('drop schema public cascade; create schema public');
  for (const file of await readdir(MIGRATIONS)) if (file < before) await copyFile(join(MIGRATIONS, file), join(folder, file));
  await migrate(database.sql, folder);
};

beforeAll(async () => {
  folder = await mkdtemp(join(inject('folder'), 'upgrade-'));
  database = await createTestDatabase({ pool: 1 });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test('ledgers from before per-site voter numbers stay unchanged, and voters are known on each site', async () => {
  await migrateUpTo('0019');
  const { sql } = database;
  await sql.unsafe(`
    insert into sites (key, name, tagline, purpose, root) values ('one', '', '', '', 'https://one.example'), ('two', '', '', '', 'https://two.example');
    insert into accounts (email, email_key) values ('ada@mail.example', 'ada@mail.example'), ('bo@mail.example', 'bo@mail.example'), ('cy@mail.example', 'cy@mail.example');
    insert into companies (domain) values ('product.example');
    insert into listings (site_id, company_id, slug, status, launched_at, launch_week_on, name, website, domain)
    select s.id, c.id, s.key, 'live', '2026-11-09', '2026-11-09', s.key, 'https://product.example', c.domain from sites s, companies c;
    insert into voters (account_id) select id from accounts;
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    select l.site_id, l.id, l.launch_week_on, v.id, 'cast', '2026-11-10'
    from listings l, voters v join accounts a on a.id = v.account_id
    where a.email like 'ada%' or (a.email like 'bo%' and l.slug = 'two') order by l.id, v.id`);
  const sites = await sql<{ id: number; key: string; time_zone: string }[]>`select id, key from sites order by key`;
  const ledgers = async () => {
    const texts: string[] = [];
    for (const { id } of sites) texts.push(...(await selectLedgerLines(sql, id, 0, 1000, 1000)).map(({ line }) => line));
    return texts.join('\n');
  };
  // Today's export reads a view that a later migration creates.
  await sql`create view listing_heads as select id, slug, name, status from listings`;
  const before = await ledgers();
  await sql`drop view listing_heads`;
  expect(before.split('\n').filter((line) => line.includes('"act":"cast"'))).toHaveLength(3);

  await migrate(sql);
  expect(await ledgers()).toBe(before);
  const known = await sql`
    select s.key, a.email from voters v join sites s on s.id = v.site_id join accounts a on a.id = v.account_id order by 1, 2`;
  expect(known.map(({ key, email }) => `${key} ${email}`)).toEqual(['one ada@mail.example', 'two ada@mail.example', 'two bo@mail.example']);

  await sql`insert into voters (site_id) select id from sites where key = 'two'`;
  await sql`
    insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
    select l.site_id, l.id, l.launch_week_on, v.id, 'cast', '2026-11-11' from listings l join voters v using (site_id)
    where l.slug = 'two' and v.account_id is null`;
  const counts = await sql`
    select l.slug, c.votes, w.votes as in_week from listings l join listing_counts c on c.listing_id = l.id
    join week_counts w on w.listing_id = l.id order by l.slug`;
  expect([...counts]).toEqual([
    { slug: 'one', votes: 1, in_week: 1 },
    { slug: 'two', votes: 3, in_week: 3 },
  ]);
});

test('values of attributes from before they had kinds are texts with their quote, and sites get the built-in attributes', async () => {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await migrateUpTo('0038');
  const { sql } = database;
  await sql.unsafe(`
    insert into sites (key, name, tagline, purpose, root) values ('one', '', '', '', 'https://one.example');
    insert into companies (domain) values ('product.example');
    insert into categories (site_id, slug, name) select id, 'notes', 'Notes' from sites;
    insert into category_attributes (site_id, category_id, key, name) select c.site_id, c.id, k, k from categories c, unnest(array['price_from', 'method']) k;
    insert into listings (site_id, company_id, slug, name, website, domain)
    select s.id, c.id, 'product', 'Product', 'https://product.example', c.domain from sites s, companies c;
    insert into listing_attributes (site_id, listing_id, attribute_id, value, evidence)
    select l.site_id, l.id, a.id, a.key || ' "x"', case a.key when 'method' then '{"quote":"Said","url":"https://product.example/","read_at":null}'::json end
    from listings l, category_attributes a`);
  await migrate(sql);
  expect(
    await sql`
    select a.key, v.kind, v.value, v.evidence, v.stated_by from listing_attributes v join category_attributes a on a.id = v.attribute_id order by a.key`,
  ).toEqual([
    {
      key: 'method',
      kind: 'text',
      value: 'method "x"',
      evidence: [{ quote: 'Said', url: 'https://product.example/', read_at: null }],
      stated_by: 'website',
    },
    { key: 'price_from', kind: 'text', value: 'price_from "x"', evidence: [], stated_by: 'owner' },
  ]);
  const [counted] =
    await sql`select count(*) filter (where category_id is null)::int as site_wide, count(*)::int as all from category_attributes`;
  expect(counted).toEqual({ site_wide: 12, all: 14 });
  const [facts] = await sql<{ terms: number }[]>`select length(terms) as terms from listing_facts`;
  expect(facts!.terms).toBe(2);
});

test('what profiles show from other tables is stored for listings that were there before, also if something writes it meanwhile', async () => {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await migrateUpTo('0082');
  const { sql } = database;
  await sql.unsafe(`
    insert into sites (key, name, tagline, purpose, root) values ('one', '', '', '', 'https://one.example');
    insert into companies (domain) select n || '.example' from generate_series(1, 2100) n;
    insert into categories (site_id, slug, name) select id, 'notes', 'Notes' from sites;
    insert into listings (site_id, company_id, slug, name, website, domain)
    select s.id, c.id, 'product-' || c.id, 'Product', 'https://' || c.domain, c.domain from sites s, companies c;
    insert into listing_updates (site_id, listing_id, title, body) select site_id, id, 'First', 'Body' from listings;
    insert into listing_attributes (site_id, listing_id, attribute_id, kind, value)
    select l.site_id, l.id, a.id, a.kind, 'true' from listings l join category_attributes a on a.kind = 'boolean' where l.id % 50 = 0;
    insert into founders (site_id, slug, name, words) select id, 'ada', 'Ada', '' from sites;
    insert into listing_founders (site_id, listing_id, founder_id) select f.site_id, l.id, f.id from founders f, listings l where l.id % 40 = 0`);
  // It writes before the triggers store parts, and commits while the migration waits for it.
  const writer = connect(database.url, 1);
  let migrating: Promise<unknown> | undefined;
  await writer.begin(async (tx) => {
    await tx`insert into listing_updates (site_id, listing_id, title, body) select site_id, id, 'Second', 'Body' from listings where id % 3 = 0`;
    migrating = migrate(sql);
    const session = await findSession(tx);
    await until(() => isSessionAwaited(tx, session));
  });
  await migrating;
  await writer.end();
  expect(await findWrongParts(sql)).toEqual([]);
  const [stored] = await sql`
    select count(*)::int as listings, sum(json_array_length(updates))::int as updates, count(attributes)::int as attributes, count(founders)::int as founders
    from listing_parts`;
  expect(stored).toEqual({ listings: 2100, updates: 2800, attributes: 42, founders: 52 });
});
