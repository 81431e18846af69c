import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const server = useServer();

test('200 the first three of every finished week, the newest week first', async () => {
  const awards = await server.client.list_awards({ per_page: 100 });
  expect(awards).toMatchObject({ total: 18, total_is_exact: true, has_more: false });
  expect(awards.items.map(({ launch_week_on, rank }) => [launch_week_on, rank])).toEqual(
    ['2026-11-02', '2026-10-26', '2026-10-19', '2026-10-12', '2026-10-05', '2026-09-28'].flatMap((week) =>
      [1, 2, 3].map((rank) => [week, rank]),
    ),
  );
  for (const { name, rank, votes, listing, awarded_at } of awards.items) {
    expect(name).toBe(`Launch of the Week #${rank}`);
    expect(votes).toBeGreaterThan(0);
    expect(listing.status).toBe('live');
    expect(new Date(awarded_at).getTime()).toBeGreaterThan(0);
  }
  // Awarded when the week ended.
  expect(new Date(awards.items[0]!.awarded_at)).toEqual(new Date('2026-11-09T00:00:00Z'));
});

test('200 they match the first three of the week itself', async () => {
  const { launches } = await server.client.get_launch_week({ week: 'last' });
  const { items } = await server.client.list_awards({ per_page: 3 });
  expect(items.map(({ rank, votes, listing }) => [rank, votes, listing.slug])).toEqual(
    launches.slice(0, 3).map(({ rank, votes, listing }) => [rank, votes, listing.slug]),
  );
});

test('200 of one listing', async () => {
  const { items } = await server.client.list_awards({ per_page: 1 });
  const { slug } = items[0]!.listing;
  const own = await server.client.list_awards({ listing: slug });
  expect(own.items).toEqual(items);
  expect(own.total).toBe(1);
  expect(await server.client.list_awards({ listing: 'handrailer' })).toMatchObject({ items: [], total: 0 });
  expect(await server.client.list_awards({ listing: 'nobody-has-this' })).toMatchObject({ items: [], total: 0 });
});

test('200 pages contain every award once', async () => {
  const all = await server.client.list_awards({ per_page: 100 });
  const pages = await Promise.all([1, 2, 3].map((page) => server.client.list_awards({ per_page: 7, page })));
  expect(pages.flatMap(({ items }) => items)).toEqual(all.items);
  expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, false]);
});

test('200 the award of a removed listing is not shown, and nobody moves up', async () => {
  const before = await server.client.list_awards({ per_page: 3 });
  const { slug } = before.items[0]!.listing;
  await server.sql`update listings set status = 'removed' where slug = ${slug}`;
  const { items } = await until(async () => {
    const now = await server.client.list_awards({ per_page: 3 });
    return now.items[0]!.listing.slug !== slug && now;
  });
  expect(items.slice(0, 2)).toEqual(before.items.slice(1));
});

test('400 for an invalid slug and an invalid page', async () => {
  expect(await server.refusal('list_awards', { listing: 'No Slug' })).toBe('invalid_input');
  expect(await server.refusal('list_awards', { page: 0 })).toBe('invalid_input');
});
