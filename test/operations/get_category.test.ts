import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 its own data, its subcategories, and the listings of all of them, most voted first', async () => {
  const category = await server.client.get_category({ slug: 'developer-tools' });
  expect(category).toMatchObject({ slug: 'developer-tools', parent: null, url: `${server.root}/categories/developer-tools` });
  expect(category.faqs.length).toBeGreaterThan(0);
  const { items, total } = category.listings;
  expect(total).toBe(category.live_listings);
  const inside = new Set(['developer-tools', ...category.subcategories.map(({ slug }) => slug), 'log-search']);
  expect(items.every(({ categories }) => categories.some(({ slug }) => inside.has(slug)))).toBe(true);
  expect(items.map(({ votes }) => votes)).toEqual(items.map(({ votes }) => votes).toSorted((a, b) => b - a));
});

test('200 a subcategory names its parent', async () => {
  expect((await server.client.get_category({ slug: 'testing-and-ci' })).parent).toEqual({
    slug: 'developer-tools',
    name: 'Developer tools',
  });
});

test('200 pages contain every listing once', async () => {
  const first = await server.client.get_category({ slug: 'developer-tools', per_page: 4 });
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(first.listings.total / 4) }, (_, i) =>
      server.client.get_category({ slug: 'developer-tools', per_page: 4, page: i + 1 }),
    ),
  );
  const slugs = pages.flatMap(({ listings }) => listings.items.map(({ slug }) => slug));
  expect(new Set(slugs).size).toBe(first.listings.total);
  expect(pages.map(({ listings }) => listings.has_more)).toEqual([...pages.slice(1).map(() => true), false]);
});

test('404 category_not_found', async () => {
  expect(await server.refusal('get_category', { slug: 'no-such-shelf' })).toBe('category_not_found');
});
