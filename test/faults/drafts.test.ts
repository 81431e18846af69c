import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '../../src/kernel/time/clock.ts';
import { createMember } from '../support/accounts/member.ts';
import { findTokenFor, Person } from '../support/accounts/person.ts';
import { createClient } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { forgetDeadPools } from '../support/db/dead-pools.ts';
import { waitForDraft } from '../support/drafts/drafts.ts';
import { ACME, type ProductSite, serveProduct } from '../support/extraction/product-site.ts';
import { useProcesses } from '../support/processes.ts';
import { until } from '../support/until.ts';

const start = useProcesses();
const ALLOW = { CRAWL_ALLOW_PRIVATE: 'on' };
const sites: ProductSite[] = [];
let database: TestDatabase;

afterAll(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await database.drop();
});

const startSite = async (pages = ACME) => {
  const site = await serveProduct(pages);
  sites.push(site);
  return site;
};

/** A page that is not answered until it is released; counts its requests. */
const holdPage = (page: string) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let requests = 0;
  return {
    page: (_request: unknown, response: import('node:http').ServerResponse) => {
      requests++;
      void released.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    },
    release: () => release(),
    requests: () => requests,
  };
};

/** One after the other, so that the process that finishes a draft is the one that the next draft loses. */
test('a process is killed while crawling, before drafting and at arbitrary moments, and stopped while a site hangs: another one finishes each draft', async () => {
  database = await createTestDatabase();
  const { key } = await createMember({ ...database, clock: systemClock });
  const clientOn = (root: string) => createClient({ base_url: `${root}/api/v1`, key });
  const movesOf = async (id: string) =>
    (await database.sql<{ move: string }[]>`select move from moves where record = 'draft' and record_id = ${id} order by id`).map(
      ({ move }) => move,
    );
  const serving = await start(database.url, ['serve', '--no-jobs'], { ...ALLOW, LOG_LEVEL: 'info' });
  const client = clientOn(serving.root);
  const work = () => start(database.url, ['work'], ALLOW);

  // Killed while crawling: the site is crawled again.
  const home = holdPage(ACME['/'] as string);
  const crawled = await startSite({ ...ACME, '/': home.page });
  const doomed = await start(database.url, ['serve'], ALLOW);
  const { id: first } = await clientOn(doomed.root).submit_listing({ url: crawled.url });
  await until(async () => home.requests() === 1);
  await doomed.kill();
  // Jobs wait for the next worker, since the server that is left runs none.
  await new Person({ root: serving.root, ...database }).send('/sign-in/mail', { email: 'split@example.com' });
  const mailStatus = async () => (await database.sql`select status from mails where to_email = 'split@example.com'`)[0]!.status;
  expect(await mailStatus()).toBe('waiting');
  const token = await findTokenFor(database, 'split@example.com');
  await fetch(`${serving.root}/sign-in/link?token=${token}&x=1`);
  await forgetDeadPools(database.sql);
  const second_worker = await work();
  await until(async () => (await mailStatus()) === 'kept');
  expect((await client.get_draft({ id: first })).status).toBe('crawling');
  home.release();
  expect(await waitForDraft(client, first)).toMatchObject({ status: 'ready', fields: { name: { value: 'Acme Notes' } } });
  expect(await movesOf(first)).toEqual(['site_read', 'drafted']);

  // Killed between crawling and drafting: the site is not crawled again.
  const page = holdPage(ACME['/'] as string);
  const site = await startSite({ ...ACME, '/': page.page });
  const { id: second } = await client.submit_listing({ url: site.url });
  await until(async () => page.requests() === 1);
  // Drafting begins with the site's categories: while that table is locked, the worker can be killed at this very point.
  await database.sql.begin(async (tx) => {
    await tx`lock table categories in access exclusive mode`;
    page.release();
    await until(async () => (await tx`select from drafts where id = ${second} and status = 'drafting'`).length === 1);
    await second_worker.kill();
  });
  await forgetDeadPools(database.sql);
  const requests = [...site.asked];
  const third_worker = await work();
  expect((await waitForDraft(client, second)).status).toBe('ready');
  expect(site.asked).toEqual(requests);
  expect(await movesOf(second)).toEqual(['site_read', 'drafted']);

  // Stopped while a site hangs: it exits at once, and another one takes over.
  const hanging = holdPage(ACME['/'] as string);
  const { id: third } = await client.submit_listing({ url: (await startSite({ ...ACME, '/': hanging.page })).url });
  await until(async () => hanging.requests() === 1);
  expect(await third_worker.stop()).toBe(0);
  // Had it waited for the page, the crawl would have failed by now.
  expect((await client.get_draft({ id: third })).status).toBe('crawling');
  const last_worker = await work();
  hanging.release();
  expect((await waitForDraft(client, third)).status).toBe('ready');

  // Killed repeatedly at arbitrary moments: every draft is finished once.
  const addresses = await Promise.all(Array.from({ length: 5 }, async () => (await startSite()).url));
  const drafts = await Promise.all(addresses.map(async (url) => (await client.submit_listing({ url })).id));
  await sleep(100);
  await last_worker.kill();
  await forgetDeadPools(database.sql);
  const [doomed_worker, survivor] = await Promise.all([work(), work()]);
  await sleep(600);
  await doomed_worker.kill();
  await forgetDeadPools(database.sql);
  for (const id of drafts) {
    expect((await waitForDraft(client, id)).status).toBe('ready');
    expect(await movesOf(id)).toEqual(['site_read', 'drafted']);
  }
  // A draft is ready before its job is deleted. One that lost its process after it had enqueued the next is deleted within a minute.
  const left = () => database.sql`
    select task_identifier, attempts, locked_by, last_error from graphile_worker.jobs where task_identifier in ('read_draft', 'build_draft')`;
  await until(async () => (await left()).length === 0, 150_000).catch(async () => expect(await left()).toEqual([]));
  expect(await Promise.all([survivor, serving].map((process) => process.stop()))).toEqual([0, 0]);
  // Its log has no sign-in token.
  expect(serving.said()).toContain('/sign-in/link?token=…&x=1');
  expect(serving.said()).not.toContain(token);
});
