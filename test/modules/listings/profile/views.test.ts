import { expect, test } from 'vitest';
import { isPerson, ViewCounter } from '../../../../src/modules/listings/profile/views.ts';
import { Person } from '../../../support/accounts/person.ts';
import { createOwnListing } from '../../../support/listings/own-listings.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const server = useServer();
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const countViews = async (listing_id: number) =>
  (await server.sql<{ views: number }[]>`select views from listing_counts where listing_id = ${listing_id}`)[0]?.views ?? 0;
const createListing = async () => createOwnListing(server, await server.member());
const pageView = (slug: string, address = '198.51.100.1', headers = {}) => ({
  site_id: server.site_id,
  slug,
  address,
  headers: { 'user-agent': FIREFOX, ...headers },
});

test('a visitor counts once a day per listing, and again the next day', async () => {
  const { listing_id, slug } = await createListing();
  let now = NOON;
  const views = new ViewCounter(server.sql, { now: () => now }, () => {});
  for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) views.record(pageView(slug, address));
  await views.flush();
  expect(await countViews(listing_id)).toBe(2);
  now = new Date(NOON.getTime() + 24 * 3_600_000);
  views.record(pageView(slug));
  await views.close();
  expect(await countViews(listing_id)).toBe(3);
});

test.each([
  [{ 'user-agent': FIREFOX }, true],
  [{ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, false],
  [{ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36' }, false],
  [{ 'user-agent': 'curl/8.9' }, false],
  [{}, false],
  [{ 'user-agent': FIREFOX, 'sec-purpose': 'prefetch;prerender' }, false],
  [{ 'user-agent': FIREFOX, 'x-moz': 'prefetch' }, false],
])('%j is a person: %s', (headers, person) => {
  expect(isPerson({ headers })).toBe(person);
});

test('concurrent writes from several processes, with follows in between, lose no views and do not deadlock', async () => {
  // Some rounds are needed: it is rare that the rows are created and locked in a dangerous order.
  for (let round = 0; round < 15; round++) {
    const listings = await Promise.all(Array.from({ length: 4 }, createListing));
    const processes = Array.from({ length: 3 }, () => new ViewCounter(server.sql, { now: () => NOON }, (error) => Promise.reject(error)));
    for (const [at, views] of processes.entries())
      for (let visitor = 0; visitor < 50; visitor++)
        for (const { slug } of at % 2 ? listings : listings.toReversed()) views.record(pageView(slug, `10.${at}.0.${visitor}`));
    const member = await server.member();
    await Promise.all([
      ...processes.map((views) => views.close()),
      ...listings.map(
        ({ listing_id }) => server.sql`
        insert into follows (account_id, listing_id, site_id, created_at) values (${member.account_id}, ${listing_id}, ${server.site_id}, ${NOON})`,
      ),
    ]);
    for (const { listing_id } of listings) expect(await countViews(listing_id)).toBe(150);
  }
});

test('a page view counts once, and a bot’s does not', async () => {
  const { listing_id, slug } = await createListing();
  const person = new Person(server, { user_agent: FIREFOX });
  for (let twice = 0; twice < 2; twice++) await person.get(`/listings/${slug}`);
  await new Person(server, { user_agent: 'curl/8.9' }).get(`/listings/${slug}`);
  await person.get('/listings/no-such-listing');
  await until(async () => (await countViews(listing_id)) > 0);
  expect(await countViews(listing_id)).toBe(1);
  expect((await server.get(`/listings/${slug}`)).headers.get('set-cookie')).toBeNull();
});
