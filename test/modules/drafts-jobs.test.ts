import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { sweep_drafts } from '../../src/modules/drafts/jobs.ts';
import { askThread } from '../../src/modules/drafts/thread.ts';
import { openOutside } from '../../src/outside/outside.ts';
import { startWorking } from '../../src/work.ts';
import { settled } from '../support/drafts.ts';
import { NOON, useServer } from '../support/server.ts';
import { ACME, serveProduct } from '../support/site.ts';
import { until } from '../support/until.ts';

const server = useServer({ crawl_allow_private: true });
const outside = openOutside({ smtp_url: null, mail_from: null, crawl_allow_private: true });
const work = () =>
  startWorking({
    sql: server.sql,
    connection: server.connection,
    clock: { now: () => NOON },
    log: pino({ level: 'silent' }),
    outside,
    site_root: server.root,
  });

const NEVER = () => {};
const page = (html: string) => ({ url: 'https://acme.example/', status: 200, read_at: NOON, html });

test('a hundred sites that hang hold up neither the mail nor a site that answers', async () => {
  const hanging = await serveProduct({ '/robots.txt': NEVER });
  const crowd = await Promise.all(Array.from({ length: 10 }, () => server.member()));
  await Promise.all(
    crowd.flatMap(({ client }) => Array.from({ length: 10 }, (_, n) => client.submit_listing({ url: `${hanging.url}/?${n}` }))),
  );
  const site = await serveProduct();
  const { client } = await server.member();
  const draft = await client.submit_listing({ url: site.url });
  const working = await work();
  onTestFinished(async () => {
    await server.sql`delete from drafts where url like ${`${hanging.url}%`}`;
    await hanging.close();
    await working.stop();
    await site.close();
  });
  const hanging_still = async () =>
    (await server.sql`select count(*)::int as count from drafts where url like ${`${hanging.url}%`} and status = 'crawling'`)[0]!.count;
  // Its maker has no other draft under way, so it stands before the second of anybody's, and waits for none of them to end.
  await until(async () => site.asked.length > 0);
  expect(await hanging_still()).toBe(100);
  await client.invite_cofounder({ id: draft.id, email: 'quick@example.com' });
  await until(async () => (await server.sql`select from mails where to_email = 'quick@example.com' and status = 'kept'`).length > 0);
  expect(await hanging_still()).toBe(100);
  expect((await settled(client, draft.id)).status).toBe('ready');
});

test('pages that take too long to draft from are given up, and the thread with them', async () => {
  await expect(askThread({ pages: [page('<p>Acme</p>')], categories: [] }, 1)).rejects.toMatchObject({ code: 'timed_out' });
});

test('a thread that fails says so, and those who wait for one get theirs', async () => {
  const outcomes = await Promise.allSettled([
    askThread({ pages: null as never, categories: [] }),
    ...Array.from({ length: 4 }, () => askThread({ pages: [page(ACME['/'] as string)], categories: [] })),
  ]);
  expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: { code: 'broken' } });
  expect(outcomes.slice(1).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled']);
});

test('a hostile page neither stops the event loop nor the process', async () => {
  let beats = 0;
  const beating = setInterval(() => beats++, 10);
  const nested = '<div>'.repeat(300_000);
  const attributes = `<a ${Array.from({ length: 100_000 }, (_, n) => `a${n}="x"`).join(' ')}>x</a>`;
  const outcomes = await Promise.allSettled([nested, attributes].map((html) => askThread({ pages: [page(html)], categories: [] }, 5000)));
  clearInterval(beating);
  expect(outcomes.every(({ status }) => status === 'fulfilled' || status === 'rejected')).toBe(true);
  expect(beats).toBeGreaterThan(5);
});

test('what no job will do any more does not wait for ever', async () => {
  const { client } = await server.member();
  const { id } = await client.submit_listing({ url: 'https://stuck.example' });
  const waiting = await client.submit_listing({ url: 'https://waiting.example' });
  await server.sql`delete from graphile_worker._private_jobs where key = ${`draft ${id}`}`;
  const later = { now: () => new Date(NOON.getTime() + 120_000) };
  const ctx = { sql: server.sql, clock: later, outside, site_root: '', last_attempt: false, signal: new AbortController().signal };
  await sweep_drafts.run(ctx, {});
  expect(await client.get_draft({ id })).toMatchObject({ status: 'failed', failure: { code: 'timed_out' } });
  expect((await client.get_draft({ id: waiting.id })).status).toBe('crawling');
});
