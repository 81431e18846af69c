import { expect, test } from 'vitest';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 the caller’s own orders, newest first, paged', async () => {
  const owner = await server.member();
  const { listing_id } = await createOwnListing(server, owner, { status: 'draft' });
  const numbers: string[] = [];
  for (const product of ['launch', 'ai_review', 'done_for_you'] as const)
    numbers.unshift((await owner.client.create_checkout({ items: [{ product, listing_id }] })).number);
  const { items, total, has_more } = await owner.client.list_my_orders({ per_page: 2 });
  expect([items.map(({ number }) => number), total, has_more]).toEqual([numbers.slice(0, 2), 3, true]);
  expect(items[0]).toMatchObject({ status: 'pending', total_cents: 14_900, checkout_url: `${server.root}/checkout/${numbers[0]}` });
  expect(items[0]).not.toHaveProperty('lines');
  expect((await owner.client.list_my_orders({ per_page: 2, page: 2 })).items.map(({ number }) => number)).toEqual(numbers.slice(2));
  expect((await (await server.member()).client.list_my_orders({})).items).toEqual([]);
});

test('200 only orders with a status', async () => {
  const owner = await server.member();
  const { listing_id } = await createOwnListing(server, owner, { status: 'draft' });
  const order = async () => (await owner.client.create_checkout({ items: [{ product: 'ai_review', listing_id }] })).number;
  const [cancelled, pending] = [await order(), await order()];
  await server.sql`update orders set status = 'cancelled' where number = ${cancelled}`;
  const numbersWith = async (status: 'pending' | 'cancelled' | 'paid') => {
    const { items, total } = await owner.client.list_my_orders({ status });
    expect(total).toBe(items.length);
    return items.map(({ number }) => number);
  };
  expect(await numbersWith('pending')).toEqual([pending]);
  expect(await numbersWith('cancelled')).toEqual([cancelled]);
  expect(await numbersWith('paid')).toEqual([]);
  const answer = await server.get('/api/v1/orders?status=lost', { authorization: `Bearer ${owner.key}` });
  expect(answer.status).toBe(400);
});
