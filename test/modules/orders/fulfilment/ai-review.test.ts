import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import type { Site } from '../../../../src/kernel/context.ts';
import { listOwnAiReviews } from '../../../../src/modules/orders/fulfilment/ai-review.ts';
import { type FulfilCtx, fulfilLine } from '../../../../src/modules/orders/fulfilment/fulfil.ts';
import type { AiReview } from '../../../../src/modules/orders/schema.ts';
import { ACME, type ProductSite, serveProduct } from '../../../support/extraction/product-site.ts';
import { saveListing } from '../../../support/launches/saved-listings.ts';
import { makeOrder } from '../../../support/orders/orders.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { as, makeVoters, siteOf } from '../../../support/voters.ts';

const server = useServer({ demo: false });
const clock = { now: () => NOON };
let site: Site;
let owner: number;
let other: number;
let acme: ProductSite;
let ctx: FulfilCtx;

beforeAll(async () => {
  const { sql } = server;
  site = await siteOf(sql, server.site_id);
  [owner, other] = (await makeVoters(sql, [{}, {}])) as [number, number];
  acme = await serveProduct({
    ...ACME,
    '/': String(ACME['/']).replace('Search by meaning', 'The fastest search by meaning'),
  });
  const integrations = openIntegrations({ smtp_url: null, mail_from: null, crawl_allow_private: true });
  ctx = { sql, site, clock, integrations, signal: new AbortController().signal };
});
afterAll(() => acme.close());

const reviewed = async (website: string) => {
  const { id } = await saveListing(server.sql, site.id, { owner_id: owner, website });
  const lines = [{ product: 'ai_review', listing_id: id }];
  const { line_ids } = await makeOrder(server.sql, { site_id: site.id, account_id: owner, lines });
  return { listing_id: id, line_id: line_ids[0]!, deliver: () => fulfilLine(ctx, line_ids[0]!) };
};
const lineOf = async (id: number) => (await server.sql`select status, note from order_lines where id = ${id}`)[0]!;
const foldedTextOf = (pages: ProductSite['pages']): string =>
  Object.values(pages)
    .join(' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ') + Object.values(pages).join(' ');

test('a review lists statements, strengths, weaknesses and missing facts, each point with its quote', async () => {
  const { listing_id, line_id, deliver } = await reviewed(acme.url);
  await deliver();
  expect(await lineOf(line_id)).toMatchObject({ status: 'fulfilled' });
  const { reviews } = await listOwnAiReviews(as(owner, { ...server, site, clock }), { listing_id });
  const review: AiReview = reviews[0]!;
  expect(reviews.length).toBe(1);
  expect(review.drafter).toBe('built-in');
  expect(review.read.map(({ url }) => new URL(url).pathname)).toContain('/pricing');
  expect(review.says.map(({ title }) => title)).toEqual(['Tagline', 'Summary', 'Features', 'Pricing']);
  expect(review.strengths.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Pricing is public', 'The makers are named', 'Founding year is stated', 'Location is stated']),
  );
  expect(review.gaps.map(({ title }) => title)).toEqual(['Unsupported claim: “fastest”']);
  expect(review.not_said.map(({ title }) => title)).toEqual(['A demo video', 'Answers to common questions']);
  const text = foldedTextOf(acme.pages);
  const points = [...review.says, ...review.strengths, ...review.gaps];
  expect(points.length).toBeGreaterThan(8);
  for (const { evidence } of points) {
    expect(evidence.length).toBeGreaterThan(0);
    for (const { quote, url } of evidence) {
      expect(text).toContain(quote);
      expect(review.read.map((page) => page.url)).toContain(url);
    }
  }
  await expect(listOwnAiReviews(as(other, { ...server, site, clock }), { listing_id })).rejects.toMatchObject({
    code: 'listing_not_found',
  });
});

test('an unreachable site is retried; one that forbids crawling goes to the team at once', async () => {
  const gone = await serveProduct();
  await gone.close();
  const away = await reviewed(gone.url);
  await expect(away.deliver()).rejects.toThrow(/couldn’t read the website/);
  expect(await lineOf(away.line_id)).toMatchObject({ status: 'waiting' });
  const closed = await serveProduct({ '/robots.txt': 'User-agent: *\nDisallow: /\n', '/': '<h1>No</h1>' });
  const shut = await reviewed(closed.url);
  await shut.deliver();
  await closed.close();
  expect(await lineOf(shut.line_id)).toMatchObject({ status: 'with_the_team', note: expect.stringContaining('couldn’t read the website') });
});
