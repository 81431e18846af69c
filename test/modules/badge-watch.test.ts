import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Site } from '../../src/kernel/context.ts';
import type { JobCtx } from '../../src/kernel/job.ts';
import { sharedLimits } from '../../src/kernel/limits.ts';
import { chooseFreePlan, lookNow } from '../../src/modules/launches/free.ts';
import { look_for_badge, watch_badges } from '../../src/modules/launches/jobs.ts';
import { type Outside, openOutside, type Reaching } from '../../src/outside/outside.ts';
import { newestMail } from '../support/person.ts';
import { saveListing } from '../support/saved.ts';
import { NOON, useServer } from '../support/server.ts';
import { type ProductSite, serveProduct } from '../support/site.ts';
import { as, makeVoters, siteOf } from '../support/voters.ts';

const server = useServer({ demo: false });
let product: ProductSite;
const outside = openOutside({ smtp_url: null, mail_from: null, crawl_allow_private: true });
let now = NOON;
const clock = { now: () => now };
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};
let site: Site;
let owner: number;
const email = 'maker@badges.example';
beforeAll(async () => {
  product = await serveProduct({});
  site = await siteOf(server.sql, server.site_id);
  [owner] = (await makeVoters(server.sql, [{ email }])) as [number];
});

afterAll(() => product.close());

const job = (): JobCtx<Outside> => ({
  sql: server.sql,
  clock,
  outside,
  site_root: site.root,
  last_attempt: false,
  signal: new AbortController().signal,
});
const look = (listing_id: number): Promise<void> => look_for_badge.run(job(), { listing_id });
const mine = (): Reaching<Caller> => ({ ...as(owner, { ...server, site, clock }), outside });

/** A listing on the free plan whose homepage is a page of the product's site. */
const queued = async (path: string) => {
  const saved = await saveListing(server.sql, server.site_id, { owner_id: owner, website: product.url + path });
  const plan = await chooseFreePlan(mine(), { listing_id: saved.id });
  return { ...saved, badge: plan.badge.embed_html };
};
const page = (body: string): string => `<!doctype html><html><body><h1>A product</h1>${body}</body></html>`;
const watchOf = async (id: number) => (await server.sql`select * from badge_watches where listing_id = ${id}`)[0]!;
const statusOf = async (id: number): Promise<string> => (await server.sql`select status from listings where id = ${id}`)[0]!.status;

test('the badge is found: the listing is scheduled, its owner is told, and nobody looks any more', async () => {
  const { id, badge, slug } = await queued('/good');
  product.pages['/good'] = page(badge);
  await look(id);
  expect(await statusOf(id)).toBe('scheduled');
  expect(await watchOf(id)).toMatchObject({ looks: 1, looked_at: now, found_at: now, next_look_at: null });
  expect((await newestMail(server, email)).subject).toBe(`Saved ${slug} launches on 21 December 2026`);
  const asked = product.asked.length;
  await look(id);
  expect(product.asked).toHaveLength(asked);
});

test('the badge is not there: what was seen is written down, and the next look is in ten minutes', async () => {
  const { id, badge } = await queued('/bare');
  product.pages['/bare'] = page('<p>Nothing yet</p>');
  await look(id);
  expect(await statusOf(id)).toBe('awaiting_badge');
  const watch = await watchOf(id);
  expect(watch).toMatchObject({ looks: 1, found_at: null, next_look_at: new Date(now.getTime() + 600_000) });
  expect(watch.seen).toBe(`${product.url}/bare was read, and the badge is not in its HTML.`);

  await watch_badges.run(job(), {});
  const due = () => server.sql`select 1 from graphile_worker.jobs where key = ${`badge ${id}`} and run_at > now() - interval '1 hour'`;
  await server.sql`select graphile_worker.remove_job(${`badge ${id}`})`;
  await watch_badges.run(job(), {});
  expect(await due()).toHaveLength(0);
  later(10);
  await watch_badges.run(job(), {});
  expect(await due()).toHaveLength(1);
  product.pages['/bare'] = page(badge);
  await look(id);
  expect(await statusOf(id)).toBe('scheduled');
});

test('a badge on the root of the site counts where the website is a page within', async () => {
  const { id, badge } = await queued('/within/deep');
  product.pages['/within/deep'] = page('');
  product.pages['/'] = page(badge);
  await look(id);
  expect(await statusOf(id)).toBe('scheduled');
  delete product.pages['/'];
});

test('somebody else’s badge is not one’s own', async () => {
  const { badge } = await queued('/other');
  const { id } = await queued('/mine');
  product.pages['/mine'] = page(badge);
  await look(id);
  expect(await statusOf(id)).toBe('awaiting_badge');
});

describe('a homepage that cannot be read is said to be so', () => {
  test.each([
    ['answers with status 404', '/missing', undefined],
    ['answers with status 500', '/broken', (_: unknown, response: import('node:http').ServerResponse) => response.writeHead(500).end('no')],
    [
      'is sent as application/pdf',
      '/paper',
      (_: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('no'),
    ],
    ['could not be read', '/cut', (request: import('node:http').IncomingMessage) => request.socket.destroy()],
  ] as const)('%s', async (says, path, answer) => {
    const { id } = await queued(path);
    if (answer) product.pages[path] = answer as never;
    await look(id);
    expect(await statusOf(id)).toBe('awaiting_badge');
    expect((await watchOf(id)).seen).toContain(`${product.url}${path} ${says}`);
  });
});

test('a listing that was taken down meanwhile is left alone', async () => {
  const { id } = await queued('/gone');
  const asked = product.asked.length;
  await server.sql`update listings set status = 'removed' where id = ${id}`;
  await look(id);
  expect(product.asked).toHaveLength(asked);
  expect(await watchOf(id)).toMatchObject({ looks: 0, next_look_at: null });
});

describe('asked for by the owner', () => {
  test('it is looked for at once, and what was seen comes back', async () => {
    const { id, badge } = await queued('/asked');
    product.pages['/asked'] = page('');
    expect(await lookNow(mine(), { listing_id: id })).toMatchObject({ status: 'awaiting_badge', looks: 1, looked_at: now });
    product.pages['/asked'] = page(badge);
    expect(await lookNow(mine(), { listing_id: id })).toMatchObject({ status: 'scheduled', looks: 2, found_at: now });
  });

  test('not more often than other people’s servers should bear', async () => {
    const { id } = await queued('/often');
    product.pages['/often'] = page('');
    const ctx = { ...mine(), limits: sharedLimits(server.sql, clock) };
    for (let i = 0; i < 30; i++) await lookNow(ctx, { listing_id: id });
    await expect(lookNow(ctx, { listing_id: id })).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('somebody else’s listing is not there', async () => {
    const { id } = await queued('/theirs');
    const [stranger] = await makeVoters(server.sql, [{}]);
    const ctx = { ...as(stranger!, { ...server, site, clock }), outside };
    await expect(lookNow(ctx, { listing_id: id })).rejects.toMatchObject({ code: 'listing_not_found' });
  });
});
