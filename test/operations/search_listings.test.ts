import { expect, test } from 'vitest';
import type { Client } from '../../src/registry.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
type SearchInput = Parameters<Client['search_listings']>[0];
const search = (input: SearchInput) => server.client.search_listings({ per_page: 100, ...input });
const slugs = async (input: SearchInput) => (await search(input)).items.map(({ slug }) => slug);

test('200 without q: live listings, most voted first', async () => {
  const { items, total, total_is_exact } = await search({});
  expect(items.every(({ status }) => status === 'live')).toBe(true);
  expect(items.map(({ votes }) => votes)).toEqual(items.map(({ votes }) => votes).toSorted((a, b) => b - a));
  expect([total, total_is_exact]).toEqual([items.length, true]);
});

test.each([
  ['flakwren', 'flakewren'],
  ['flakewrne', 'flakewren'],
  ['Ledgerley', 'ledgerly'],
  ['flakew', 'flakewren'],
])('200 %s finds %s first', async (q, slug) => {
  expect((await slugs({ q }))[0]).toBe(slug);
});

test.each([
  ['newest', (l: { launched_at: string | null }) => Date.parse(l.launched_at!)],
  ['votes', (l: { votes: number }) => l.votes],
  ['most_viewed', (l: { views: number }) => l.views],
  ['most_followed', (l: { followers: number }) => l.followers],
] as const)('200 sort=%s', async (sort, key) => {
  const { items } = await search({ sort });
  const keys = items.map((item) => key(item as never));
  expect(keys).toEqual(keys.toSorted((a, b) => b - a));
});

test('200 sort=trending orders by decayed votes', async () => {
  const rows =
    await server.sql`select l.slug from listings l join listing_counts n on n.listing_id = l.id where l.status = 'live' order by n.trending desc, l.id`;
  expect(await slugs({ sort: 'trending' })).toEqual(rows.map(({ slug }) => slug));
});

test('200 category includes its subcategories', async () => {
  const found = await slugs({ category: 'developer-tools' });
  expect(found).toContain('flakewren');
  expect(found).toHaveLength((await server.client.get_category({ slug: 'developer-tools' })).live_listings);
});

test('200 every filter narrows the result, alone and together', async () => {
  const all = (await search({})).items;
  expect(new Set(await slugs({ country: 'fi' }))).toEqual(new Set(all.filter(({ country }) => country === 'FI').map(({ slug }) => slug)));
  expect(new Set(await slugs({ pricing_model: 'Freemium' }))).toEqual(
    new Set(all.filter(({ pricing_model }) => pricing_model === 'freemium').map(({ slug }) => slug)),
  );
  expect(new Set(await slugs({ stage: 'beta' }))).toEqual(new Set(all.filter(({ stage }) => stage === 'beta').map(({ slug }) => slug)));
  const both = all.filter(({ country, stage }) => country === 'FI' && stage === 'growing').map(({ slug }) => slug);
  expect(new Set(await slugs({ country: 'FI', stage: 'growing' }))).toEqual(new Set(both));
});

test.each([
  'ledgerly.example',
  'https://www.Ledgerly.example/pricing?x=1',
  'HTTP://LEDGERLY.EXAMPLE.',
  'app.ledgerly.example:8443',
  '  ledgerly.example/ ',
])('200 domain=%s finds the website’s listing', async (domain) => {
  expect(await slugs({ domain })).toEqual(['ledgerly']);
});

test('200 status=upcoming lists scheduled listings, the next week first', async () => {
  const { items } = await search({ status: 'upcoming' });
  expect(items.length).toBeGreaterThan(3);
  expect(items.every(({ status }) => status === 'scheduled')).toBe(true);
  const weeks = items.map(({ launch_week_on }) => launch_week_on!);
  expect(weeks).toEqual(weeks.toSorted());
});

test('200 pages of any sort contain every listing once', async () => {
  const { total } = await search({});
  for (const sort of ['relevance', 'newest', 'trending', 'most_viewed'] as const) {
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(total / 7) }, (_, i) => server.client.search_listings({ sort, per_page: 7, page: i + 1 })),
    );
    expect(new Set(pages.flatMap(({ items }) => items.map(({ slug }) => slug))).size).toBe(total);
  }
});

test('200 a page past the last is empty, not an error', async () => {
  expect(await server.client.search_listings({ page: 1000 })).toMatchObject({ items: [], page: 1000, has_more: false });
});

test('400 invalid_input names the parameter, its limit and its actual value', async () => {
  const answer = await server.get('/api/v1/listings?page=1001&sort=best&country=DEU');
  expect(await answer.json()).toMatchObject({
    code: 'invalid_input',
    errors: expect.arrayContaining([
      expect.objectContaining({ path: 'page', code: 'too_large', limit: 1000, actual: 1001 }),
      expect.objectContaining({ path: 'sort', code: 'not_allowed', actual: 'best' }),
      expect.objectContaining({ path: 'country', code: 'wrong_form', actual: 'DEU' }),
    ]),
  });
});

test('400 invalid_input for an unknown category', async () => {
  const answer = await server.get('/api/v1/listings?category=no-such-shelf');
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_input', errors: [{ path: 'category' }] });
});
