import { expect, test } from 'vitest';
import { getProblem } from '../support/drafts/drafts.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 an order with the state of each line, by its number in upper or lower case', async () => {
  const owner = await server.member();
  const { listing_id } = await createOwnListing(server, owner, { status: 'draft' });
  const order = await owner.client.create_checkout({ items: [{ product: 'launch_bundle', listing_id }] });
  expect(await owner.client.get_order({ number: order.number })).toEqual(order);
  expect(await owner.client.get_order({ number: order.number.toLowerCase() })).toEqual(order);
  expect(order.lines.map(({ product, status }) => [product, status])).toEqual([
    ['launch', 'waiting'],
    ['featured', 'waiting'],
    ['done_for_you', 'waiting'],
  ]);
  expect(order.lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(order.net_cents);
});

test('404 order_not_found for an unknown order and for another account’s', async () => {
  const owner = await server.member();
  const { listing_id } = await createOwnListing(server, owner, { status: 'draft' });
  const { number } = await owner.client.create_checkout({ items: [{ product: 'launch', listing_id }] });
  const other = await server.member();
  const problems = await Promise.all([number, 'LW-00000000', 'no'].map((id) => getProblem(other.client.get_order({ number: id }))));
  expect(problems.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([404, 'order_not_found']));
});
