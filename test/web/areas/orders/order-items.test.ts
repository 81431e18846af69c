import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIntegrations } from '../../../../src/integrations/integrations.ts';
import { fulfilLine } from '../../../../src/modules/orders/fulfilment/fulfil.ts';
import { Person } from '../../../support/accounts/person.ts';
import { type ProductSite, serveProduct } from '../../../support/extraction/product-site.ts';
import { makeOrder, type NewLine } from '../../../support/orders/orders.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { siteOf } from '../../../support/voters.ts';

const server = useServer();
const EMAIL = 'maker@bought.example';
let maker: Person;
let account_id: number;
let product: ProductSite;

beforeAll(async () => {
  product = await serveProduct();
  maker = await new Person(server).signIn(EMAIL);
  account_id = (await server.sql<{ id: number }[]>`select id from accounts where email_key = ${EMAIL}`)[0]!.id;
});
afterAll(() => product.close());

const listingId = async (slug: string): Promise<number> =>
  (await server.sql<{ id: number }[]>`select id from listings where slug = ${slug}`)[0]!.id;

/** Creates a paid order and delivers its lines. */
const orderLines = async (...lines: NewLine[]): Promise<void> => {
  const { sql, site_id } = server;
  const integrations = openIntegrations({ smtp_url: null, mail_from: null, crawl_allow_private: true });
  const { line_ids } = await makeOrder(sql, { site_id, account_id, lines });
  const site = await siteOf(sql, site_id);
  for (const id of line_ids)
    await fulfilLine({ sql, site, clock: { now: () => NOON }, integrations, signal: new AbortController().signal }, id);
};

test('paid placements are shown in their strips', async () => {
  const [one, two] = [await listingId('flakewren'), await listingId('tide-atlas')];
  await orderLines(
    { product: 'featured', listing_id: one },
    { product: 'featured', listing_id: two },
    { product: 'billboard_min', listing_id: one, amount_cents: 25_000 },
    { product: 'billboard_min', listing_id: two, amount_cents: 990_050 },
  );
  const home = await (await server.get('/')).text();
  const strip = home.slice(home.indexOf('id="featured"'), home.indexOf('id="billboard"'));
  expect(strip).toContain('href="/listings/flakewren"');
  expect(strip).toContain('href="/listings/tide-atlas"');
  const billboard = home.slice(home.indexOf('id="billboard"'));
  expect(billboard.indexOf('href="/listings/tide-atlas"')).toBeLessThan(billboard.indexOf('href="/listings/flakewren"'));
  expect(billboard).toContain('$9,900.50');
  const { slug } = (await server.client.get_listing({ slug: 'flakewren' })).categories[0]!;
  expect(await (await server.get(`/categories/${slug}`)).text()).toContain('id="featured"');
  expect((await server.client.get_badges({ slug: 'flakewren' })).items.map(({ kind }) => kind)).toContain('featured');
});

test('a trophy cabinet shows the awards in each style', async () => {
  const awards = (await server.client.list_awards({})).items;
  const winner = awards[0]!;
  const listing_id = await listingId(winner.listing.slug);
  const path = `/listings/${winner.listing.slug}`;
  for (const [style, title] of [
    ['oak', 'What we won together'],
    ['glass', undefined],
    ['night', undefined],
  ] as const) {
    await orderLines({ product: 'trophy_cabinet', listing_id, options: { style, ...(title && { title }) } });
    const page = await (await maker.get(path)).text();
    expect(page).toContain(`cabinet-${style}`);
    expect(page).toContain(`<h2 id="cabinet" dir="auto">${title ?? winner.listing.name}</h2>`);
    expect(page).toContain(`href="/launches/weeks/${winner.launch_week_on}"`);
  }
});

test('an AI review is visible only to the listing’s owner', async () => {
  const listing_id = await listingId('stagelet');
  await server.sql`update listings set owner_id = ${account_id}, website = ${product.url} where id = ${listing_id}`;
  const path = `/dashboard/listings/${listing_id}/review`;
  expect(await (await maker.get(path)).text()).toContain('No review yet');
  await orderLines({ product: 'ai_review', listing_id });
  const page = await (await maker.get(path)).text();
  for (const words of ['What the site says', 'Strengths', 'What we didn’t find', 'Free for three people. $6 per person per month'])
    expect(page).toContain(words);
  const other = await new Person(server).signIn('other@bought.example');
  expect((await other.get(path)).status).toBe(404);
});
