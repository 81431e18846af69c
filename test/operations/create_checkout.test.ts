import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cancelOrder } from '../../src/modules/orders/order.ts';
import { problemOf } from '../support/drafts.ts';
import { anOwnListing } from '../support/own-listings.ts';
import { type Member, NOON, useServer } from '../support/server.ts';

const server = useServer();
const WEEK = 7 * 24 * 3_600_000;
const aSaved = async (member: Member) => (await anOwnListing(server, member, { status: 'draft' })).listing_id;
const roomFor = (week_on: string, room: number) => server.sql`
  insert into launch_weeks (site_id, week_on, room) values (${server.site_id}, ${week_on}, ${room})
  on conflict (site_id, week_on) do update set room = excluded.room`;
const placesOf = (listing_id: number) =>
  server.sql`select week_on, kind, until from week_places where listing_id = ${listing_id} order by week_on`;

test('201 an order that waits for a person to pay it, at the prices of today', async () => {
  const owner = await server.member();
  const listing_id = await aSaved(owner);
  const order = await owner.client.create_checkout({
    items: [{ product: 'launch', listing_id, week: '2026-11-23' }],
    billing_country: 'FR',
  });
  expect(order).toEqual({
    number: expect.stringMatching(/^LW-[0-9A-HJKMNP-TV-Z]{8}$/),
    status: 'pending',
    currency: 'USD',
    net_cents: 4900,
    vat: { rate: 0.2, amount_cents: 980, treatment: 'eu_consumer', number_status: 'not_given' },
    total_cents: 5880,
    checkout_url: `${server.root}/checkout/${order.number}`,
    expires_at: new Date(NOON.getTime() + WEEK).toISOString(),
    paid_at: null,
    created_at: NOON.toISOString(),
    lines: [
      {
        product: 'launch',
        name: 'Launch',
        bundle: null,
        listing_id,
        week: '2026-11-23',
        amount_cents: 4900,
        vat_cents: 980,
        status: 'waiting',
        fulfilled_at: null,
        note: null,
      },
    ],
    refunded_cents: 0,
  });
  await server.sql`update products set price_cents = 6000 where code = 'launch'`;
  expect((await owner.client.get_order({ number: order.number })).net_cents).toBe(4900);
  expect((await owner.client.quote_order({ items: [{ product: 'launch', listing_id }] })).net_cents).toBe(6000);
  await server.sql`update products set price_cents = 4900 where code = 'launch'`;
});

describe('weeks', () => {
  test('are held for as long as the order lives, and free again when it is cancelled', async () => {
    await roomFor('2026-12-07', 1);
    const [one, other] = [await server.member(), await server.member()];
    const [ones, others] = [await aSaved(one), await aSaved(other)];
    const order = await one.client.create_checkout({ items: [{ product: 'launch', listing_id: ones, week: '2026-12-07' }] });
    expect(await placesOf(ones)).toEqual([{ week_on: '2026-12-07', kind: 'held', until: new Date(NOON.getTime() + WEEK) }]);
    const wanted = { items: [{ product: 'launch', listing_id: others, week: '2026-12-07' }] };
    expect((await problemOf(other.client.create_checkout(wanted))).errors).toMatchObject([{ path: 'items[0].week', code: 'full' }]);
    const [again] = (await problemOf(one.client.create_checkout({ items: [{ product: 'launch', listing_id: ones, week: '2026-12-07' }] })))
      .errors;
    expect(again).toMatchObject({ path: 'items[0].week', code: 'held', message: expect.stringContaining(order.number) });

    const caller = { account_id: one.account_id } as never;
    await cancelOrder({ sql: server.sql, site: { id: server.site_id } as never, caller, clock: { now: () => NOON } } as never, order);
    expect((await one.client.get_order({ number: order.number })).status).toBe('cancelled');
    expect((await one.client.get_order({ number: order.number })).checkout_url).toBeNull();
    await other.client.create_checkout(wanted);
    expect(await placesOf(ones)).toEqual([]);
  });

  test('are never overbooked, however many ask at once', async () => {
    await roomFor('2026-12-14', 3);
    const members = await Promise.all(Array.from({ length: 12 }, () => server.member()));
    const listings = await Promise.all(members.map(aSaved));
    const made = await Promise.allSettled(
      members.map(({ client }, i) =>
        client.create_checkout({ items: [{ product: 'launch', listing_id: listings[i]!, week: '2026-12-14' }] }),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const [week] = await server.sql`select taken from launch_weeks where week_on = '2026-12-14'`;
    expect(week!.taken).toBe(3);
    // Whoever got none has no order either.
    expect(await server.sql`select from order_lines where week_on = '2026-12-14'`).toHaveLength(3);
  });

  test('that a listing has by the free queue need no second place', async () => {
    const owner = await server.member();
    const listing_id = await aSaved(owner);
    const { launch_week_on } = await owner.client.choose_free_listing({ listing_id });
    await owner.client.create_checkout({ items: [{ product: 'launch', listing_id, week: launch_week_on! }] });
    expect((await placesOf(listing_id)).map(({ kind }) => kind)).toEqual(['free']);
  });
});

test('201 the same Idempotency-Key is the same order, and asks no one twice', async () => {
  const owner = await server.member();
  const listing_id = await aSaved(owner);
  const idempotency_key = randomUUID();
  const body = JSON.stringify({ items: [{ product: 'launch', listing_id, week: '2026-11-30' }] });
  const headers = { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json', 'idempotency-key': idempotency_key };
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => (await fetch(`${server.api}/orders/checkout`, { method: 'POST', headers, body })).json()),
  );
  expect(new Set(answers.map((answer) => (answer as { number: string }).number)).size).toBe(1);
  expect((await owner.client.list_my_orders({})).total).toBe(1);
});

test('400 checkout_unavailable where nobody sells', async () => {
  const owner = await server.member();
  const listing_id = await aSaved(owner);
  const [before] = await server.sql`select settings from sites where id = ${server.site_id}`;
  await server.sql`update sites set settings = settings - 'seller' where id = ${server.site_id}`;
  const items = [{ product: 'launch', listing_id }];
  expect((await problemOf(owner.client.create_checkout({ items }))).code).toBe('checkout_unavailable');
  expect((await owner.client.quote_order({ items, billing_country: 'FR' })).vat.treatment).toBe('unknown');
  await server.sql`update sites set settings = ${server.sql.json(before!.settings)} where id = ${server.site_id}`;
});

test('400 an order that is not possible is not made', async () => {
  const owner = await server.member();
  expect((await problemOf(owner.client.create_checkout({ items: [{ product: 'launch' }] }))).code).toBe('order_not_possible');
  expect((await owner.client.list_my_orders({})).total).toBe(0);
});
