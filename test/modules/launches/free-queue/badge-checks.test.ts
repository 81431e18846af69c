import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Caller, Ctx, Site } from '../../../../src/kernel/context.ts';
import type { JobCtx } from '../../../../src/kernel/jobs.ts';
import { sharedLimits } from '../../../../src/kernel/limits.ts';
import { checkBadgeNow, chooseFreePlan } from '../../../../src/modules/launches/free-queue/free-plan.ts';
import { check_listing_badge, enqueue_badge_checks } from '../../../../src/modules/launches/jobs.ts';
import { findNewestMail } from '../../../support/accounts/person.ts';
import { type ProductSite, serveProduct } from '../../../support/extraction/product-site.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ demo: false });
let product: ProductSite;
const integrations = openIntegrations({ smtp_url: null, mail_from: null, crawl_allow_private: true });
let now = NOON;
const clock = { now: () => now };
const advance = (minutes: number): void => {
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

const job = (): JobCtx => ({
  sql: server.sql,
  clock,
  integrations,
  site_root: site.root,
  last_attempt: false,
  signal: new AbortController().signal,
});
const runCheck = (listing_id: number): Promise<void> => check_listing_badge.run(job(), { listing_id });
const ownerCtx = (): Ctx<Caller> => ({ ...as(owner, { ...server, site, clock }), integrations });

/** A listing on the free plan whose homepage is a page of the product site. */
const makeQueuedListing = async (path: string) => {
  const saved = await saveListing(server.sql, server.site_id, { owner_id: owner, website: product.url + path });
  const plan = await chooseFreePlan(ownerCtx(), { listing_id: saved.id });
  return { ...saved, badge: plan.badge.embed_html };
};
const page = (body: string): string => `<!doctype html><html><body><h1>A product</h1>${body}</body></html>`;
const watchOf = async (id: number) => (await server.sql`select * from badge_watches where listing_id = ${id}`)[0]!;
const statusOf = async (id: number): Promise<string> => (await server.sql`select status from listings where id = ${id}`)[0]!.status;

test('the badge is found: the listing is scheduled, its owner is notified, and the checks stop', async () => {
  const { id, badge, slug } = await makeQueuedListing('/good');
  product.pages['/good'] = page(badge);
  await runCheck(id);
  expect(await statusOf(id)).toBe('scheduled');
  expect(await watchOf(id)).toMatchObject({ looks: 1, looked_at: now, found_at: now, next_look_at: null });
  expect((await findNewestMail(server, email)).subject).toBe(`Saved ${slug} launches on 21 December 2026`);
  const requests = product.asked.length;
  await runCheck(id);
  expect(product.asked).toHaveLength(requests);
});

test('the badge is not found: the result is recorded, and the next check is in ten minutes', async () => {
  const { id, badge } = await makeQueuedListing('/bare');
  product.pages['/bare'] = page('<p>Nothing yet</p>');
  await runCheck(id);
  expect(await statusOf(id)).toBe('awaiting_badge');
  const watch = await watchOf(id);
  expect(watch).toMatchObject({ looks: 1, found_at: null, next_look_at: new Date(now.getTime() + 600_000) });
  expect(watch.seen).toBe(`We checked ${product.url}/bare, but the badge isn’t in its HTML.`);

  await enqueue_badge_checks.run(job(), {});
  const due = () => server.sql`select 1 from graphile_worker.jobs where key = ${`badge ${id}`} and run_at > now() - interval '1 hour'`;
  await server.sql`select graphile_worker.remove_job(${`badge ${id}`})`;
  await enqueue_badge_checks.run(job(), {});
  expect(await due()).toHaveLength(0);
  advance(10);
  await enqueue_badge_checks.run(job(), {});
  expect(await due()).toHaveLength(1);
  product.pages['/bare'] = page(badge);
  await runCheck(id);
  expect(await statusOf(id)).toBe('scheduled');
});

test('a badge at the root of the host counts if the website is a page below it', async () => {
  const { id, badge } = await makeQueuedListing('/within/deep');
  product.pages['/within/deep'] = page('');
  product.pages['/'] = page(badge);
  await runCheck(id);
  expect(await statusOf(id)).toBe('scheduled');
  delete product.pages['/'];
});

test('the badge of another listing does not count', async () => {
  const { badge } = await makeQueuedListing('/other');
  const { id } = await makeQueuedListing('/mine');
  product.pages['/mine'] = page(badge);
  await runCheck(id);
  expect(await statusOf(id)).toBe('awaiting_badge');
});

describe('a homepage that cannot be read is reported as such', () => {
  test.each([
    ['returns status 404', '/missing', undefined],
    ['returns status 500', '/broken', (_: unknown, response: import('node:http').ServerResponse) => response.writeHead(500).end('no')],
    [
      'is served as application/pdf',
      '/paper',
      (_: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('no'),
    ],
    ['couldn’t be read', '/cut', (request: import('node:http').IncomingMessage) => request.socket.destroy()],
  ] as const)('%s', async (says, path, answer) => {
    const { id } = await makeQueuedListing(path);
    if (answer) product.pages[path] = answer as never;
    await runCheck(id);
    expect(await statusOf(id)).toBe('awaiting_badge');
    expect((await watchOf(id)).seen).toContain(`${product.url}${path} ${says}`);
  });
});

test('a listing that was removed in the meantime is not checked', async () => {
  const { id } = await makeQueuedListing('/gone');
  const requests = product.asked.length;
  await server.sql`update listings set status = 'removed' where id = ${id}`;
  await runCheck(id);
  expect(product.asked).toHaveLength(requests);
  expect(await watchOf(id)).toMatchObject({ looks: 0, next_look_at: null });
});

describe('on the owner’s request', () => {
  test('the badge is checked at once, and the result is returned', async () => {
    const { id, badge } = await makeQueuedListing('/asked');
    product.pages['/asked'] = page('');
    expect(await checkBadgeNow(ownerCtx(), { listing_id: id })).toMatchObject({ status: 'awaiting_badge', checks: 1, checked_at: now });
    product.pages['/asked'] = page(badge);
    expect(await checkBadgeNow(ownerCtx(), { listing_id: id })).toMatchObject({ status: 'scheduled', checks: 2, found_at: now });
  });

  test('the checks are rate-limited', async () => {
    const { id } = await makeQueuedListing('/often');
    product.pages['/often'] = page('');
    const ctx = { ...ownerCtx(), limits: sharedLimits(server.sql, clock) };
    for (let i = 0; i < 20; i++) await checkBadgeNow(ctx, { listing_id: id });
    await expect(checkBadgeNow(ctx, { listing_id: id })).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('another account’s listing is not found', async () => {
    const { id } = await makeQueuedListing('/theirs');
    const [other_account] = await makeVoters(server.sql, [{}]);
    const ctx = { ...as(other_account!, { ...server, site, clock }), integrations };
    await expect(checkBadgeNow(ctx, { listing_id: id })).rejects.toMatchObject({ code: 'listing_not_found' });
  });
});
