import { expect, test } from 'vitest';
import { problemOf } from '../support/drafts.ts';
import { anOwnListing } from '../support/own-listings.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

test('200 an order with how far each line is, by its number in any case', async () => {
  const owner = await server.member();
  const { listing_id } = await anOwnListing(server, owner, { status: 'draft' });
  const made = await owner.client.create_checkout({ items: [{ product: 'launch_bundle', listing_id }] });
  expect(await owner.client.get_order({ number: made.number })).toEqual(made);
  expect(await owner.client.get_order({ number: made.number.toLowerCase() })).toEqual(made);
  expect(made.lines.map(({ product, status }) => [product, status])).toEqual([
    ['launch', 'waiting'],
    ['featured', 'waiting'],
    ['done_for_you', 'waiting'],
  ]);
  expect(made.lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(made.net_cents);
});

test('404 order_not_found for what is not there, and for somebody else’s', async () => {
  const owner = await server.member();
  const { listing_id } = await anOwnListing(server, owner, { status: 'draft' });
  const { number } = await owner.client.create_checkout({ items: [{ product: 'launch', listing_id }] });
  const stranger = await server.member();
  const problems = await Promise.all([number, 'LW-00000000', 'no'].map((asked) => problemOf(stranger.client.get_order({ number: asked }))));
  expect(problems.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([404, 'order_not_found']));
});
