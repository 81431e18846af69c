import { expect, test } from 'vitest';
import { MAX_SOURCES } from '../../../src/modules/stats/queries.ts';
import { TrafficCounter } from '../../../src/modules/stats/traffic-counter.ts';
import { Person } from '../../support/accounts/person.ts';
import { saveListings } from '../../support/launches/saved-listings.ts';
import { createOwnListing } from '../../support/listings/own-listings.ts';
import { NOON, useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const server = useServer({ pool: 5 });
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const DIRECT = { kind: 'direct', source: '' } as const;

const countViews = async (listing_id: number): Promise<number> =>
  (await server.sql<{ views: number }[]>`select views from listing_counts where listing_id = ${listing_id}`)[0]?.views ?? 0;
const daysOf = (listing_id: number) => server.sql`
  select day, views, clicks, badge_clicks from listing_days where listing_id = ${listing_id} order by day`;
const sourcesOf = (listing_id: number) => server.sql<{ kind: string; source: string; views: number }[]>`
  select kind, source, sum(views)::int as views from listing_sources where listing_id = ${listing_id} group by 1, 2 order by 1, 2`;
const createListing = async () => createOwnListing(server, await server.member());
const saveLiveListings = async (count: number) => {
  const saved = await saveListings(
    server.sql,
    server.site_id,
    Array.from({ length: count }, () => ({ owner_id: null })),
  );
  await server.sql`update listings set status = 'live', launched_at = ${NOON} where id = any(${saved.map(({ id }) => id)})`;
  return saved;
};
const openCounter = (now = () => NOON, time_zone = 'UTC') => {
  const counter = new TrafficCounter(server.sql, { now }, (error) => Promise.reject(error));
  const event = (slug: string, address: string, account_id: number | null) => ({
    site: { id: server.site_id, time_zone },
    slug,
    visitor: { address, headers: { 'user-agent': FIREFOX }, account_id },
  });
  return {
    counter,
    view: (
      slug: string,
      address = '198.51.100.1',
      { source = DIRECT as Parameters<TrafficCounter['recordView']>[0]['source'], badge = false, account_id = null as number | null } = {},
    ) => counter.recordView({ ...event(slug, address, account_id), source, badge }),
    click: (slug: string, address = '198.51.100.1', account_id: number | null = null) =>
      counter.recordClick(event(slug, address, account_id), async () => true),
  };
};

test('a visitor counts once a day per listing, in the site’s time zone, and again the next day', async () => {
  const { listing_id, slug } = await createListing();
  let now = new Date('2026-11-11T22:00:00Z');
  const { counter, view, click } = openCounter(() => now, 'Europe/Berlin');
  for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) {
    view(slug, address);
    await click(slug, address);
  }
  await counter.flush();
  expect(await countViews(listing_id)).toBe(2);
  // Half past midnight in Berlin.
  now = new Date('2026-11-11T23:30:00Z');
  view(slug, '198.51.100.1', { badge: true });
  await counter.close();
  expect(await countViews(listing_id)).toBe(3);
  expect(await daysOf(listing_id)).toEqual([
    { day: '2026-11-11', views: 2, clicks: 2, badge_clicks: 0 },
    { day: '2026-11-12', views: 1, clicks: 0, badge_clicks: 1 },
  ]);
});

test('the owner’s visits and clicks do not count, another member’s do', async () => {
  const owner = await server.member();
  const other = await server.member();
  const { listing_id, slug } = await createOwnListing(server, owner);
  const { counter, view, click } = openCounter();
  for (const [address, { account_id }] of [
    ['198.51.100.1', owner],
    ['198.51.100.2', other],
  ] as const) {
    view(slug, address, { account_id, badge: true });
    await click(slug, address, account_id);
  }
  await counter.close();
  expect(await countViews(listing_id)).toBe(1);
  expect(await daysOf(listing_id)).toEqual([{ day: '2026-11-11', views: 1, clicks: 1, badge_clicks: 1 }]);
});

test('sources are counted by day, and invented ones together once there are many', async () => {
  const { listing_id, slug } = await createListing();
  const { counter, view } = openCounter();
  for (let n = 0; n < MAX_SOURCES + 20; n++) view(slug, `10.0.0.${n}`, { source: { kind: 'campaign', source: `invented-${n}` } });
  await counter.flush();
  view(slug, '10.0.1.1', { source: { kind: 'campaign', source: 'late' } });
  view(slug, '10.0.1.2', { source: { kind: 'campaign', source: 'invented-1' } });
  await counter.close();
  const sources = await sourcesOf(listing_id);
  expect(sources).toHaveLength(MAX_SOURCES + 1);
  expect(sources.find(({ source }) => source === 'invented-1')).toMatchObject({ views: 2 });
  expect(sources.find(({ kind }) => kind === 'other')).toMatchObject({ source: '', views: 21 });
});

test('concurrent writes from several processes, with follows in between, lose nothing and do not deadlock', async () => {
  // Some rounds are needed: it is rare that the rows are created and locked in a dangerous order.
  for (let round = 0; round < 15; round++) {
    const listings = await saveLiveListings(4);
    const processes = Array.from({ length: 3 }, () => openCounter());
    for (const [at, { view, click }] of processes.entries())
      for (let visitor = 0; visitor < 50; visitor++)
        for (const { slug } of at % 2 ? listings : listings.toReversed()) {
          view(slug, `10.${at}.0.${visitor}`, { source: { kind: 'referrer', source: `host${visitor % 7}.example` } });
          await click(slug, `10.${at}.0.${visitor}`);
        }
    const member = await server.member();
    await Promise.all([
      ...processes.map(({ counter }) => counter.close()),
      ...listings.map(
        ({ id: listing_id }) => server.sql`
        insert into follows (account_id, listing_id, site_id, created_at) values (${member.account_id}, ${listing_id}, ${server.site_id}, ${NOON})`,
      ),
    ]);
    for (const { id: listing_id } of listings) {
      expect(await countViews(listing_id)).toBe(150);
      expect(await daysOf(listing_id)).toEqual([{ day: '2026-11-11', views: 150, clicks: 150, badge_clicks: 0 }]);
      expect((await sourcesOf(listing_id)).map(({ views }) => views).reduce((a, b) => a + b)).toBe(150);
    }
  }
});

test('over HTTP: a page view with its source, a badge visit, and a click on an own link; bots and other links do not count', async () => {
  const { listing_id, slug } = await createListing();
  const [{ website }] = (await server.sql`select website from listings where id = ${listing_id}`) as unknown as [{ website: string }];
  const visitor = () => new Person(server, { user_agent: FIREFOX });
  const person = visitor();
  for (let twice = 0; twice < 2; twice++) await person.get(`/listings/${slug}`, { referer: 'https://www.news.example/item?id=1' });
  await visitor().get(`/listings/${slug}?ref=badge`, { referer: website });
  await visitor().get(`/listings/${slug}?utm_source=Newsletter`);
  await visitor().get(`/listings/${slug}`, { referer: `${server.root}/` });
  await new Person(server, { user_agent: 'curl/8.9' }).get(`/listings/${slug}`);
  await person.get('/listings/no-such-listing');
  const click = (who: Person, address: string, headers = {}) =>
    fetch(`${server.root}/listings/${slug}/clicks`, {
      method: 'POST',
      body: address,
      headers: { 'user-agent': who.user_agent, origin: server.root, ...who.headers, ...headers },
    });
  expect((await click(person, `${website}/pricing`)).status).toBe(204);
  expect((await click(person, website)).status).toBe(204);
  expect((await click(visitor(), 'https://elsewhere.example/')).status).toBe(204);
  expect((await click(new Person(server, { user_agent: 'Mozilla/5.0 Googlebot' }), website)).status).toBe(204);
  expect((await click(visitor(), website, { origin: 'https://evil.example' })).status).toBe(403);
  // Views and clicks may be written one after the other.
  await until(async () => (await daysOf(listing_id))[0]?.clicks === 1 && (await sourcesOf(listing_id)).length === 4);
  expect(await countViews(listing_id)).toBe(4);
  expect(await daysOf(listing_id)).toEqual([{ day: '2026-11-11', views: 4, clicks: 1, badge_clicks: 1 }]);
  expect(await sourcesOf(listing_id)).toEqual([
    { kind: 'campaign', source: 'badge', views: 1 },
    { kind: 'campaign', source: 'newsletter', views: 1 },
    { kind: 'internal', source: '', views: 1 },
    { kind: 'referrer', source: 'news.example', views: 1 },
  ]);
  const page = await server.get(`/listings/${slug}`);
  expect(page.headers.get('set-cookie')).toBeNull();
  // The link itself stays as it is, for people, search engines and copying.
  expect(await page.text()).toContain(`href="${new URL(website).href}"`);
});
