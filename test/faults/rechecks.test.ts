import { afterAll, expect, test } from 'vitest';
import { ensureDefaultSite } from '../../src/modules/sites/sites.ts';
import { createTestDatabase } from '../support/database.ts';
import { serveProduct } from '../support/extraction/product-site.ts';
import { saveListing } from '../support/launches/saved-listings.ts';
import { useProcesses } from '../support/processes.ts';
import { until } from '../support/until.ts';
import { makeVoters } from '../support/voters.ts';

const start = useProcesses();
const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

const home = (year: number, price: number) => `<!doctype html><html lang="en"><head><title>Harborline</title></head><body><main>
  <h1>Plan every shift of your harbor crew</h1><p>We are a small team in Rotterdam, founded in ${year}.</p>
  <h2>Pricing</h2><section><h3>Starter</h3><p>$${price} per month</p></section></main></body></html>`;

test('a worker is killed while it reads a website, and another while it writes what it read: the third does all of it, once', async () => {
  const database = await createTestDatabase();
  const { sql } = database;
  const site = await serveProduct({});
  closing.push(() => site.close(), database.drop);
  const site_id = (await ensureDefaultSite(sql))!;
  const [owner_id] = (await makeVoters(sql, [{ email: 'maker@harbor.example' }])) as [number];
  const { id } = await saveListing(sql, site_id, { owner_id, website: `${site.url}/` });
  const evidence = { founded_year: [{ quote: 'We are a small team in Rotterdam, founded in 2019.', url: `${site.url}/`, read_at: null }] };
  await sql`update listings set status = 'live', launched_at = now(), founded_year = 2019, evidence = ${JSON.stringify(evidence)}::text::json where id = ${id}`;
  await sql`insert into listing_rechecks (listing_id, site_id, domain, next_check_at, interval_hours) values (${id}, ${site_id}, 'harbor.test', now(), 168)`;

  const work = () => start(database.url, ['work'], { CRAWL_ALLOW_PRIVATE: 'on' });
  /** What a dead worker held runs out. */
  const timePasses = async () => {
    await sql`update listing_rechecks set claimed_until = now()`;
    await sql`update recheck_domains set opens_at = now()`;
    await sql`update host_readings set until = now()`;
  };
  const written = async () => ({
    checked: (await sql`select from listing_rechecks where listing_id = ${id} and checked_at is not null`).length === 1,
    quotes: (await sql`select evidence from listings where id = ${id}`)[0]!.evidence.founded_year.map((one: object) => Object.keys(one)),
    changes: (await sql`select path, status, after from fact_changes`).map((row) => ({ ...row })),
    prices: (await sql`select plan, amount::int from plan_prices`).map((row) => ({ ...row })),
    notices: (await sql`select from notifications where account_id = ${owner_id}`).length,
  });
  const nothing = { checked: false, quotes: [['quote', 'url', 'read_at']], changes: [], prices: [], notices: 0 };

  // While it reads: the homepage does not answer before it is killed.
  let requests = 0;
  site.pages = { '/': () => void requests++ };
  const first = await work();
  await until(async () => requests === 1);
  await first.kill();
  expect(await written()).toEqual(nothing);

  // While it writes: it has written the quotes, and waits for the table of changes.
  await timePasses();
  site.pages = { '/': home(2017, 9) };
  const second = await sql.begin(async (tx) => {
    await tx`lock table fact_changes in access exclusive mode`;
    const worker = await work();
    await until(async () => (await sql`select from pg_locks where not granted and relation = 'fact_changes'::regclass`).length > 0);
    await worker.kill();
    return worker;
  });
  expect(second.said()).toContain('Working');
  await until(
    async () => (await sql`select from pg_locks where relation = 'fact_changes'::regclass and pid <> pg_backend_pid()`).length === 0,
  );
  expect(await written()).toEqual(nothing);

  await timePasses();
  const third = await work();
  await until(async () => (await written()).checked === true);
  expect(await third.stop()).toBe(0);
  expect(await written()).toMatchObject({
    changes: [{ path: 'founded_year', status: 'open', after: '2017' }],
    prices: [{ plan: 'Starter', amount: 9 }],
    notices: 1,
  });
  expect(await sql`select claimed_until, failures from listing_rechecks where listing_id = ${id}`).toEqual([
    { claimed_until: null, failures: 0 },
  ]);
});
