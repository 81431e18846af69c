import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { cancelOrder } from '../../src/modules/orders/details/order-details.ts';
import { getProblem } from '../support/drafts/drafts.ts';
import { createOwnListing } from '../support/listings/own-listings.ts';
import { type Member, NOON, useServer } from '../support/server.ts';

const server = useServer({ pool: 5 });
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const makeDraftListing = async (member: Member) => (await createOwnListing(server, member, { status: 'draft' })).listing_id;
const setCapacity = (week_on: string, room: number) => server.sql`
  insert into launch_weeks (site_id, week_on, room) values (${server.site_id}, ${week_on}, ${room})
  on conflict (site_id, week_on) do update set room = excluded.room`;
const slotsOf = (listing_id: number) =>
  server.sql`select week_on, kind, until from week_places where listing_id = ${listing_id} order by week_on`;

test('201 a pending order at today’s prices', async () => {
  const owner = await server.member();
  const listing_id = await makeDraftListing(owner);
  const order = await owner.client.create_checkout({
    items: [{ product: 'launch', listing_id, week: '2026-11-23' }],
    billing_country: 'FR',
  });
  expect(order).toEqual({
    number: expect.stringMatching(/^LW-[0-9A-HJKMNP-TV-Z]{8}$/),
    status: 'pending',
    currency: 'USD',
    promo_code: null,
    discount_cents: 0,
    net_cents: 4900,
    vat: { rate: 0.2, amount_cents: 980, treatment: 'eu_consumer', number_status: 'not_given' },
    total_cents: 5880,
    total_is_final: true,
    not_final_because: null,
    url: `${server.root}/orders/${order.number}`,
    checkout_url: `${server.root}/checkout/${order.number}`,
    expires_at: new Date(NOON.getTime() + WEEK).toISOString(),
    held_until: new Date(NOON.getTime() + HOUR).toISOString(),
    paid_at: null,
    created_at: NOON.toISOString(),
    lines: [
      {
        id: expect.any(Number),
        product: 'launch',
        name: 'Launch',
        bundle: null,
        listing_id,
        listing_slug: expect.any(String),
        listing_name: expect.any(String),
        launch_week_on: '2026-11-23',
        categories: [],
        options: null,
        discount_cents: 0,
        amount_cents: 4900,
        vat_cents: 980,
        status: 'waiting',
        fulfilled_at: null,
        note: null,
        refunded_cents: 0,
        steps: [],
        review: null,
      },
    ],
    refunded_cents: 0,
    refunds: [],
    invoice_url: null,
    documents: [],
    next_steps: [
      expect.stringContaining(`A person opens ${order.checkout_url}`),
      expect.stringContaining('reserved until 2026-11-11T13:00:00.000Z'),
      expect.stringContaining(`get_order with number ${order.number}`),
    ],
  });
  await server.sql`update products set price_cents = 6000 where code = 'launch'`;
  expect((await owner.client.get_order({ number: order.number })).net_cents).toBe(4900);
  expect((await owner.client.quote_order({ items: [{ product: 'launch', listing_id }] })).net_cents).toBe(6000);
  await server.sql`update products set price_cents = 4900 where code = 'launch'`;
});

describe('weeks', () => {
  test('are held for an hour, and released when the order is cancelled', async () => {
    await setCapacity('2026-12-07', 1);
    const [one, other] = [await server.member(), await server.member()];
    const [ones, others] = [await makeDraftListing(one), await makeDraftListing(other)];
    const order = await one.client.create_checkout({ items: [{ product: 'launch', listing_id: ones, week: '2026-12-07' }] });
    expect(await slotsOf(ones)).toEqual([{ week_on: '2026-12-07', kind: 'held', until: new Date(NOON.getTime() + HOUR) }]);
    const order_input = { items: [{ product: 'launch' as const, listing_id: others, week: '2026-12-07' }] };
    expect((await getProblem(other.client.create_checkout(order_input))).errors).toMatchObject([{ path: 'items[0].week', code: 'full' }]);
    const [error] = (await getProblem(one.client.create_checkout({ items: [{ product: 'launch', listing_id: ones, week: '2026-12-07' }] })))
      .errors;
    expect(error).toMatchObject({ path: 'items[0].week', code: 'held', message: expect.stringContaining(order.number) });

    const caller = { account_id: one.account_id } as never;
    await cancelOrder({ sql: server.sql, site: { id: server.site_id } as never, caller, clock: { now: () => NOON } } as never, order);
    expect((await one.client.get_order({ number: order.number })).status).toBe('cancelled');
    expect((await one.client.get_order({ number: order.number })).checkout_url).toBeNull();
    await other.client.create_checkout(order_input);
    expect(await slotsOf(ones)).toEqual([]);
  });

  test('are never overbooked by concurrent orders', async () => {
    await setCapacity('2026-12-14', 3);
    const members = await Promise.all(Array.from({ length: 12 }, () => server.member()));
    const listings = await Promise.all(members.map(makeDraftListing));
    const checkouts = await Promise.allSettled(
      members.map(({ client }, i) =>
        client.create_checkout({ items: [{ product: 'launch', listing_id: listings[i]!, week: '2026-12-14' }] }),
      ),
    );
    expect(checkouts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const [week] = await server.sql`select taken from launch_weeks where week_on = '2026-12-14'`;
    expect(week!.taken).toBe(3);
    // Whoever got no week has no order either.
    expect(await server.sql`select from order_lines where week_on = '2026-12-14'`).toHaveLength(3);
  });

  test('that a listing already has by the free queue take no second slot', async () => {
    const owner = await server.member();
    const listing_id = await makeDraftListing(owner);
    const { launch_week_on } = await owner.client.choose_free_listing({ listing_id });
    await owner.client.create_checkout({ items: [{ product: 'launch', listing_id, week: launch_week_on! }] });
    expect((await slotsOf(listing_id)).map(({ kind }) => kind)).toEqual(['free']);
  });
});

test('201 the same Idempotency-Key returns the same order, and asks no other service twice', async () => {
  const owner = await server.member();
  const listing_id = await makeDraftListing(owner);
  const idempotency_key = randomUUID();
  const body = JSON.stringify({ items: [{ product: 'launch', listing_id, week: '2026-11-30' }] });
  const headers = { authorization: `Bearer ${owner.key}`, 'content-type': 'application/json', 'idempotency-key': idempotency_key };
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => (await fetch(`${server.api}/orders/checkout`, { method: 'POST', headers, body })).json()),
  );
  expect(new Set(answers.map((answer) => (answer as { number: string }).number)).size).toBe(1);
  expect((await owner.client.list_my_orders({})).total).toBe(1);
});

test('400 checkout_unavailable without a seller', async () => {
  const owner = await server.member();
  const listing_id = await makeDraftListing(owner);
  const [before] = await server.sql`select settings from sites where id = ${server.site_id}`;
  await server.sql`update sites set settings = settings - 'seller' where id = ${server.site_id}`;
  const items = [{ product: 'launch' as const, listing_id }];
  expect((await getProblem(owner.client.create_checkout({ items }))).code).toBe('checkout_unavailable');
  expect((await owner.client.quote_order({ items, billing_country: 'FR' })).vat.treatment).toBe('unknown');
  await server.sql`update sites set settings = ${server.sql.json(before!.settings)} where id = ${server.site_id}`;
});

test('400 an impossible order is not created', async () => {
  const owner = await server.member();
  expect((await getProblem(owner.client.create_checkout({ items: [{ product: 'launch' }] }))).code).toBe('order_not_possible');
  expect((await owner.client.list_my_orders({})).total).toBe(0);
});
