import { expect, test } from 'vitest';
import { validatorOf } from '../../src/kernel/validate.ts';
import { Order } from '../../src/modules/orders/schema.ts';
import { getProblem } from '../support/drafts/drafts.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { makeOrder } from '../support/orders/orders.ts';
import { NOON, useServer } from '../support/server.ts';

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

test('SPEC 4.7: lines with their ids, choices, review, steps and delivery; the invoice’s address; what is left to do', async () => {
  const owner = await server.member();
  const { listing_id, slug } = await createOwnListing(server, owner);
  const { number } = await makeOrder(server.sql, {
    site_id: server.site_id,
    account_id: owner.account_id,
    lines: [
      { product: 'extra_categories', listing_id, categories: ['finance'] },
      { product: 'trophy_cabinet', listing_id, options: { style: 'night' } },
      { product: 'ai_review', listing_id },
      { product: 'done_for_you', listing_id },
    ],
  });
  const [, , review_line, team_line] = (await owner.client.get_order({ number })).lines;
  const content = {
    website: 'https://a.example/',
    drafter: 'extractive',
    read: [{ url: 'https://a.example/', read_at: NOON.toISOString() }],
    says: [{ title: 'In one line', says: 'It counts.', evidence: [{ quote: 'We count.', url: 'https://a.example/' }] }],
    strengths: [],
    gaps: [],
    not_said: [{ title: 'Pricing', says: 'Many leave.' }],
  };
  const { sql, site_id } = server;
  await sql`
    insert into ai_reviews (line_id, site_id, listing_id, content, created_at)
    values (${review_line!.id}, ${site_id}, ${listing_id}, ${sql.json(content)}, ${NOON})`;
  await sql`update order_lines set status = 'fulfilled', fulfilled_at = ${NOON} where id = ${review_line!.id}`;
  await sql`update order_lines set status = 'with_the_team' where id = ${team_line!.id}`;
  await sql`
    insert into team_tasks (line_id, site_id, position, title, status, note, url, updated_at)
    values (${team_line!.id}, ${site_id}, 0, 'Submit to Boats', 'done', 'It is there', 'https://boats.example/a', ${NOON}),
      (${team_line!.id}, ${site_id}, 1, 'Report back', 'to_do', null, null, ${NOON})`;
  const order = await owner.client.get_order({ number });
  expect(validatorOf(Order).Errors(order)).toEqual([]);
  expect(order.lines.map(({ categories, options }) => [categories, options])).toEqual([
    [['finance'], null],
    [[], { style: 'night', title: null }],
    [[], null],
    [[], null],
  ]);
  expect(order.lines[2]).toMatchObject({ listing_slug: slug, status: 'fulfilled', fulfilled_at: NOON.toISOString(), review: content });
  expect(order.lines[3]!.steps).toEqual([
    { title: 'Submit to Boats', status: 'done', note: 'It is there', url: 'https://boats.example/a' },
    { title: 'Report back', status: 'to_do', note: null, url: null },
  ]);
  expect(order.next_steps).toEqual([expect.stringContaining('extra_categories, trophy_cabinet'), expect.stringContaining('done_for_you')]);
  expect([order.url, order.checkout_url, order.invoice_url]).toEqual([`${server.root}/orders/${number}`, null, null]);
});

test('404 order_not_found for an unknown order and for another account’s', async () => {
  const owner = await server.member();
  const { listing_id } = await createOwnListing(server, owner, { status: 'draft' });
  const { number } = await owner.client.create_checkout({ items: [{ product: 'launch', listing_id }] });
  const other = await server.member();
  const problems = await Promise.all([number, 'LW-00000000', 'no'].map((id) => getProblem(other.client.get_order({ number: id }))));
  expect(problems.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([404, 'order_not_found']));
});
