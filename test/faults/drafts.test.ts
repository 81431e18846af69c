import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../src/kernel/clock.ts';
import { createClient } from '../../src/surfaces/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { settled } from '../support/drafts.ts';
import { newMember } from '../support/member.ts';
import { useProcesses } from '../support/processes.ts';
import { ACME, type ProductSite, serveProduct } from '../support/site.ts';
import { until } from '../support/until.ts';

const start = useProcesses();
const ALLOW = { CRAWL_ALLOW_PRIVATE: 'on' };
const sites: ProductSite[] = [];
const databases: TestDatabase[] = [];

afterAll(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await Promise.all(databases.map((database) => database.drop()));
});

const aSite = async (pages = ACME) => {
  const site = await serveProduct(pages);
  sites.push(site);
  return site;
};

/** A database of a test's own: they go on beside each other, because each waits until somebody dead is missed. */
const aWorld = async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const { key } = await newMember({ ...database, clock: systemClock });
  return {
    database,
    clientOn: (root: string) => createClient({ base_url: `${root}/api/v1`, token: key }),
    movesOf: async (id: string) =>
      (await database.sql<{ move: string }[]>`select move from moves where record = 'draft' and record_id = ${id} order by id`).map(
        ({ move }) => move,
      ),
  };
};

/** A page that is not answered until told, and tells when it is asked for. */
const held = (page: string) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let asked = 0;
  return {
    page: (_request: unknown, response: import('node:http').ServerResponse) => {
      asked++;
      void released.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    },
    release: () => release(),
    asked: () => asked,
  };
};

test.concurrent('killed while reading: another process reads the site anew and finishes the draft, soon', async () => {
  const { database, clientOn, movesOf } = await aWorld();
  const home = held(ACME['/'] as string);
  const site = await aSite({ ...ACME, '/': home.page });
  const doomed = await start(database.url, ['serve'], ALLOW);
  const { id } = await clientOn(doomed.root).submit_listing({ url: site.url });
  await until(async () => home.asked() === 1);
  await doomed.kill();
  const other = await start(database.url, ['serve'], ALLOW);
  const client = clientOn(other.root);
  expect((await client.get_draft({ id })).status).toBe('crawling');
  home.release();
  expect(await settled(client, id)).toMatchObject({ status: 'ready', fields: { name: { value: 'Acme Notes' } } });
  expect(await movesOf(id)).toEqual(['site_read', 'drafted']);
  expect(await other.stop()).toBe(0);
});

test.concurrent('killed between reading and drafting: the site is not read again', async () => {
  const { database, clientOn, movesOf } = await aWorld();
  const site = await aSite();
  const serving = await start(database.url, ['serve', '--no-jobs'], ALLOW);
  const client = clientOn(serving.root);
  const { id } = await client.submit_listing({ url: site.url });
  // Drafting begins with the site's categories: while nobody can read those, the worker can be killed just there.
  await database.sql.begin(async (tx) => {
    await tx`lock table categories in access exclusive mode`;
    const doomed = await start(database.url, ['work'], ALLOW);
    await until(async () => (await client.get_draft({ id })).status === 'drafting');
    await doomed.kill();
  });
  const asked = [...site.asked];
  const other = await start(database.url, ['work'], ALLOW);
  expect((await settled(client, id)).status).toBe('ready');
  expect(site.asked).toEqual(asked);
  expect(await movesOf(id)).toEqual(['site_read', 'drafted']);
  await Promise.all([other.stop(), serving.stop()]);
});

test.concurrent('told to stop while a site hangs: it ends at once, and another process takes over', async () => {
  const { database, clientOn } = await aWorld();
  const home = held(ACME['/'] as string);
  const site = await aSite({ ...ACME, '/': home.page });
  const serving = await start(database.url, ['serve', '--no-jobs'], ALLOW);
  const client = clientOn(serving.root);
  const working = await start(database.url, ['work'], ALLOW);
  const { id } = await client.submit_listing({ url: site.url });
  await until(async () => home.asked() === 1);
  expect(await working.stop()).toBe(0);
  // Had it waited for the page, the reading would have failed by now.
  expect((await client.get_draft({ id })).status).toBe('crawling');
  const other = await start(database.url, ['work'], ALLOW);
  home.release();
  expect((await settled(client, id)).status).toBe('ready');
  await Promise.all([other.stop(), serving.stop()]);
});

test.concurrent('killed again and again, at moments of its own: every draft comes about once', async () => {
  const { database, clientOn, movesOf } = await aWorld();
  const serving = await start(database.url, ['serve', '--no-jobs'], ALLOW);
  const client = clientOn(serving.root);
  const drafts = [];
  for (let n = 0; n < 6; n++) drafts.push((await client.submit_listing({ url: (await aSite()).url })).id);
  for (const life_ms of [300, 700, 1100]) {
    const doomed = await start(database.url, ['work'], ALLOW);
    await new Promise((resolve) => setTimeout(resolve, life_ms));
    await doomed.kill();
  }
  const workers = await Promise.all([start(database.url, ['work'], ALLOW), start(database.url, ['work'], ALLOW)]);
  for (const id of drafts) {
    expect((await settled(client, id)).status).toBe('ready');
    expect(await movesOf(id)).toEqual(['site_read', 'drafted']);
  }
  // A draft is ready before its job is put away.
  const left = () => database.sql`select from graphile_worker.jobs where task_identifier in ('read_draft', 'build_draft')`;
  await until(async () => (await left()).length === 0);
  await Promise.all([...workers, serving].map((process) => process.stop()));
});
