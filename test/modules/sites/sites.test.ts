import { request } from 'node:http';
import { expect, test } from 'vitest';
import { loadDemo } from '../../../src/demo/load.ts';
import { createSite } from '../../../src/modules/sites/sites.ts';
import { FEW_VOTES, NOON, useServer } from '../../support/server.ts';

const server = useServer();

/** A request as from a proxy: to our port, with any host. */
const get = (host: string, path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.root);
    const req = request({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode!, body }));
    });
    req.on('error', reject).end();
  });

const OTHER = {
  key: 'garden',
  name: 'Gardenlaunch',
  tagline: 'Things that grow',
  purpose: 'Gardening products.',
  root: 'https://garden.example',
  time_zone: 'Europe/Berlin',
};

test('two sites on two hosts each show their own content', async () => {
  const id = await createSite(server.sql, OTHER);
  await expect.poll(async () => (await get('garden.example', '/api/v1/site')).status).toBe(200);
  const empty = JSON.parse((await get('garden.example', '/api/v1/site')).body);
  expect(empty).toMatchObject({
    key: 'garden',
    name: 'Gardenlaunch',
    time_zone: 'Europe/Berlin',
    counts: { live_listings: 0, categories: 0 },
    urls: { site: 'https://garden.example' },
  });

  expect((await get('garden.example', '/api/v1/listings/ledgerly')).status).toBe(404);
  expect(JSON.parse((await get('garden.example', '/api/v1/listings?q=ledgerly')).body).total).toBe(0);
  expect(JSON.parse((await get('garden.example', '/api/v1/founders')).body).total).toBe(0);

  await loadDemo(server.sql, id, NOON, OTHER.time_zone, FEW_VOTES);
  await server.sql`update listings set name = 'Ledgerly of the garden' where site_id = ${id} and slug = 'ledgerly'`;
  await expect
    .poll(async () => JSON.parse((await get('garden.example', '/api/v1/listings/ledgerly')).body).name)
    .toBe('Ledgerly of the garden');
  expect((await server.client.get_listing({ slug: 'ledgerly' })).name).toBe('Ledgerly');
  expect(JSON.parse((await get('garden.example', '/api/v1/listings/ledgerly')).body).url).toBe('https://garden.example/listings/ledgerly');
  const page = await get('garden.example', '/');
  expect(page.body).toContain('Gardenlaunch');
  expect(page.body).not.toContain(server.root);
});

test('the type URL of a problem is on the requested site', async () => {
  const { body } = await get('garden.example', '/api/v1/listings/nobody');
  expect(JSON.parse(body).type).toBe('https://garden.example/docs/errors#listing_not_found');
});

test('references between sites cannot be stored', async () => {
  const { sql, site_id } = server;
  const [other] = await sql`select id from sites where key = 'garden'`;
  const [listing] = await sql`select id from listings where site_id = ${site_id} limit 1`;
  const [category] = await sql`select id from categories where site_id = ${other!.id} limit 1`;
  const [founder] = await sql`select id from founders where site_id = ${other!.id} limit 1`;
  await expect(
    sql`insert into listing_categories (site_id, listing_id, category_id, position) values (${site_id}, ${listing!.id}, ${category!.id}, 9)`,
  ).rejects.toThrow(/foreign key/);
  await expect(
    sql`insert into listing_founders (site_id, listing_id, founder_id) values (${site_id}, ${listing!.id}, ${founder!.id})`,
  ).rejects.toThrow(/foreign key/);
});

test('keys and roots are unique, and time zones are validated', async () => {
  await expect(createSite(server.sql, OTHER)).rejects.toThrow(/already exists/);
  await expect(createSite(server.sql, { ...OTHER, key: 'moon', root: 'https://moon.example', time_zone: 'Moon/Base' })).rejects.toThrow(
    /time zone/i,
  );
});

/** Tables of accounts, companies or the whole deployment. All others belong to a site. */
const TABLES_WITHOUT_SITE = [
  ...['accounts', 'sessions', 'known_browsers', 'api_keys', 'emailed_links', 'address_changes', 'billing_details', 'mail_switched_off'],
  ...['account_identities', 'mail_switched_on'],
  ...['companies', 'vat_checks', 'exchange_rates', 'limits_taken', 'pools_at_work', 'secrets', 'migrations', 'migration_steps', 'sites'],
  ...['host_readings', 'recheck_domains', 'closed_mailboxes'],
  // These belong to a site through their review, comment or order.
  ...['review_reports', 'comment_reports', 'comment_votes', 'comment_mentions', 'payment_notices'],
];

test('every table has a site_id or is listed as one without', async () => {
  const rows = await server.sql<{ name: string }[]>`
    select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'site_id') order by 1`;
  expect(rows.map(({ name }) => name).filter((name) => !TABLES_WITHOUT_SITE.includes(name))).toEqual([]);
});

test('foreign keys between tables of a site include site_id', async () => {
  const rows = await server.sql<{ key: string }[]>`
    select k.conrelid::regclass || ' ' || k.conname as key from pg_constraint k
    where k.contype = 'f' and k.confrelid <> 'sites'::regclass
      and exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'site_id')
      and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'site_id')
      and not exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'site_id' and a.attnum = any(k.conkey))`;
  expect(rows.map(({ key }) => key)).toEqual([]);
});

/** Columns that belong to one site: an index with one of them is unique per site. */
const SITE_COLUMNS = [
  ...[
    'id',
    'site_id',
    'listing_id',
    'category_id',
    'attribute_id',
    'draft_id',
    'question_id',
    'line_id',
    'order_id',
    'refund_id',
    'alternative_id',
    'founder_id',
    'import_id',
  ],
  // Random, or assigned by a payment provider for the whole deployment.
  ...['token', 'token_hash', 'link_hash', 'state_hash', 'hash', 'number', 'session', 'intent', 'reference'],
];

test('unique indexes are unique per site', async () => {
  const rows = await server.sql<{ name: string; columns: string[] }[]>`
    select i.indrelid::regclass || ' ' || i.indexrelid::regclass as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'site_id')`;
  const shared = rows.filter(({ columns }) => !columns.some((column) => SITE_COLUMNS.includes(column)));
  expect(shared.map(({ name }) => name)).toEqual(['notifications notifications_account_id_key_key']);
});
