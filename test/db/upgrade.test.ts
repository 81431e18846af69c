import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { addDays } from '../../src/kernel/time/weeks.ts';
import { selectLedgerLines } from '../../src/modules/votes/ledger/queries.ts';
import { addPartitions } from '../../src/modules/votes/partitions/queries.ts';
import { applyRetention } from '../../src/retention/jobs.ts';
import { RETENTION_RULES } from '../../src/retention/rules.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

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

test('votes from before partitions stay where they are, and new ones go into partitions', async () => {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await migrateUpTo('0074');
  const { sql } = database;
  await sql.unsafe(`
    insert into sites (key, name, tagline, purpose, root) values ('one', '', '', '', 'https://one.example');
    insert into companies (domain) values ('product.example');
    insert into listings (site_id, company_id, slug, status, launched_at, launch_week_on, name, website, domain)
    select s.id, c.id, 'product', 'live', '2026-11-09', '2026-11-09', 'Product', 'https://product.example', c.domain from sites s, companies c;
    insert into voters (site_id) select id from sites, generate_series(1, 20)`);
  const vote = async (from: number, at: string, week: string) => {
    await sql`
      with written as (
        insert into votes (site_id, listing_id, launch_week_on, voter_id, act, at)
        select l.site_id, l.id, ${week}, v.id, 'cast', ${at}::timestamptz
        from listings l, (select id from voters order by id limit 5 offset ${from}) v returning *
      ) insert into vote_origins (site_id, seq, listing_id, voter_id, is_new, at) select site_id, seq, listing_id, voter_id, false, at from written`;
  };
  const placesOf = async (table: 'vote_origins' | 'ballots') =>
    (await sql`select tableoid::regclass::text as place, count(*)::int as n from ${sql(table)} group by 1 order by 1`).map(
      ({ place, n }) => `${place} ${n}`,
    );
  const [{ monday }] = await sql<[{ monday: string }]>`select date_trunc('week', now())::date::text as monday`;
  await vote(0, `${monday} 10:00Z`, monday);
  const rows = async () =>
    sql`select b.*, o.at from ballots b join vote_origins o on o.seq = b.cast_seq and o.at = b.cast_at order by b.voter_id`;
  const before = [...(await rows())];
  expect(before).toHaveLength(5);

  await migrate(sql);
  expect([...(await rows())]).toEqual(before);
  expect(await placesOf('ballots')).toEqual(['ballots_default 5']);
  const bounds = await sql<{ name: string; table_name: string; from_on: string }[]>`
    select name, table_name, (lower_bound at time zone 'UTC')::date::text as from_on from vote_partitions order by table_name, lower_bound`;
  const first = bounds.find(({ table_name }) => table_name === 'ballots')!;
  const origins = bounds.find(({ from_on, table_name }) => table_name === 'vote_origins' && from_on === first.from_on)!;
  await vote(5, `${first.from_on} 10:00Z`, first.from_on);
  // Far ahead of all partitions, as on a machine whose job has not run for long.
  const late = addDays(first.from_on, 7 * 20);
  await vote(10, `${late} 10:00Z`, late);
  expect(await placesOf('ballots')).toEqual([`${first.name} 5`, 'ballots_default 10']);
  expect(await placesOf('vote_origins')).toEqual([`${origins.name} 5`, 'vote_origins_default 10']);

  expect(await addPartitions(sql, new Date(`${late}T12:00Z`))).toBeGreaterThan(10);
  expect(await addPartitions(sql, new Date(`${late}T12:00Z`))).toBe(0);
  expect(await placesOf('vote_origins')).toEqual([
    `${origins.name} 5`,
    `vote_origins_${late.replaceAll('-', '')} 5`,
    'vote_origins_default 5',
  ]);
  expect((await placesOf('ballots')).at(-1)).toBe('ballots_default 5');
  expect(await rows()).toHaveLength(15);

  const now = new Date(new Date(`${first.from_on}T00:00Z`).getTime() + 90 * 86_400_000 + 1);
  await applyRetention({ sql, now, signal: AbortSignal.any([]), rules: RETENTION_RULES.filter(({ table }) => table === 'vote_origins') });
  expect(await placesOf('vote_origins')).toEqual([`vote_origins_${late.replaceAll('-', '')} 5`]);
  expect(await placesOf('ballots')).toHaveLength(3);
});
