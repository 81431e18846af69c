import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 the owner’s choices first, in their order, then the most voted of the same primary category', async () => {
  const rows = await server.sql<{ slug: string; approved: string[] }[]>`
    select l.slug, array_agg(b.slug order by a.position) as approved from listings l join listing_alternatives a on a.listing_id = l.id join listings b on b.id = a.alternative_id and b.status = 'live'
    where l.status = 'live' group by l.id order by l.id`;
  const answers = await Promise.all(rows.map(async (row) => ({ row, ...(await server.client.list_alternatives({ slug: row.slug })) })));
  for (const { row, items } of answers)
    expect(items.filter((item) => item.approved_by_owner).map(({ slug }) => slug)).toEqual(row.approved);
  const { row, items, total } = answers.find(({ row, items }) => items.length > row.approved.length)!;
  const approved = items.filter((item) => item.approved_by_owner);
  expect(items.slice(0, approved.length)).toEqual(approved);
  const others = items.slice(approved.length);
  const { categories } = await server.client.get_listing({ slug: row.slug });
  expect(others.every((item) => item.categories[0]!.slug === categories[0]!.slug)).toBe(true);
  expect(others.map(({ votes }) => votes)).toEqual(others.map(({ votes }) => votes).toSorted((a, b) => b - a));
  expect(items.map(({ slug }) => slug)).not.toContain(row.slug);
  expect(new Set(items.map(({ slug }) => slug)).size).toBe(total);
});

test('200 shows only live listings', async () => {
  const listings = await server.sql`select slug from listings where status = 'live'`;
  const statuses: string[] = [];
  for (const { slug } of listings.slice(0, 15)) {
    const { items } = await server.client.list_alternatives({ slug });
    statuses.push(...items.map(({ status }) => status));
  }
  expect(statuses.length).toBeGreaterThan(15);
  expect(new Set(statuses)).toEqual(new Set(['live']));
});

test('404 listing_not_found', async () => {
  expect(await server.refusal('list_alternatives', { slug: 'nobody' })).toBe('listing_not_found');
});
