import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { enqueue } from '../../../../src/kernel/jobs.ts';
import { saveBilling } from '../../../../src/modules/orders/checkout/billing.ts';
import { cancelOrder } from '../../../../src/modules/orders/details/order-details.ts';
import { fetch_notices, sweep_orders } from '../../../../src/modules/orders/payment/jobs.ts';
import { confirmPayment, startPayment } from '../../../../src/modules/orders/payment/start-payment.ts';
import { BILLBOARD, type Buyer, getOrderState, isQuiet, makeBuyer, placeOrder, useStripe } from '../../../support/orders/buyers.ts';
import type { StripeEvent, StripeSession } from '../../../support/orders/stripe-server.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

let ahead_ms = 0;
const clock = { now: () => new Date(NOON.getTime() + ahead_ms) };
const stripe = useStripe(clock.now);
const server = useServer({ pool: 5, clock, jobs: true, stripe });
const DAY = 86_400_000;
const BILLING = { name: 'Ada Buyer', address: '1 Test Street', city: 'Paris', email: 'ada@buyer.example' };

const someone = (): Promise<Buyer> => makeBuyer(server, { clock, stripe });
const standing = (number: string) => getOrderState(server, number);
/** Waits until all jobs are done. */
const settled = async (number: string) => {
  await until(() => isQuiet(server));
  return standing(number);
};
const tell = (event: StripeEvent) => stripe.deliver(event, server.root);
const sessionsOf = (number: string): StripeSession[] => [...stripe.sessions.values()].filter(({ metadata }) => metadata.order === number);

/** An order with its open payment. */
const begun = async (items = BILLBOARD, how: { country?: string } = {}) => {
  const buyer = await someone();
  const order = await placeOrder(buyer, items, how);
  const { url } = await startPayment(buyer.ctx, order);
  const [session] = sessionsOf(order.number);
  return { buyer, ...order, url, session: session! };
};
const PAID = { status: 'paid', refunded_cents: 0, refunds: [] };
const boardOf = async (listing_id: number): Promise<number> =>
  (await server.sql`select coalesce(sum(amount_cents), 0)::int as cents from billboard_contributions where listing_id = ${listing_id}`)[0]!
    .cents;

test('a session requests the exact total and names its order', async () => {
  const items = [...BILLBOARD, { product: 'featured' as const }];
  const { number, total_cents, session, url, buyer } = await begun(items, { country: 'FR' });
  const { root } = server;
  expect(session).toMatchObject({
    amount_total: total_cents,
    metadata: { order: number },
    intent_metadata: { order: number },
    client_reference_id: number,
    customer_email: 'ada@buyer.example',
    success_url: `${root}/orders/${number}?done=paid`,
    cancel_url: `${root}/checkout/${number}`,
    url,
  });
  expect(session.lines).toHaveLength(2);
  expect(session.lines[0]!.amount).toBe(6000);
  expect(session.expires_at - session.created).toBeLessThanOrEqual(86_400);
  expect(await standing(number)).toMatchObject({ status: 'pending', payments: [{ use: null, received: 0, open: true }] });
  expect(await boardOf(buyer.listing_id)).toBe(0);
});

test('a paid order is invoiced and delivered once, however often the payment is reported', async () => {
  const { number, total_cents, session, buyer } = await begun();
  const event = stripe.pay(session.id)!;
  expect(await Promise.all([tell(event), tell(event), tell(event)])).toEqual([200, 200, 200]);
  expect(await tell({ ...event, id: 'evt_told_in_other_words' })).toBe(200);
  expect(await settled(number)).toMatchObject({
    ...PAID,
    lines: [{ status: 'fulfilled' }],
    payments: [{ use: 'pays', received: total_cents, open: false }],
    papers: [{ kind: 'invoice', total: total_cents }],
  });
  expect(await tell(event)).toBe(200);
  expect(await boardOf(buyer.listing_id)).toBe(5000);
  const notices = await server.sql`select n.id from payment_notices n join orders o on o.id = n.order_id where number = ${number}`;
  expect(notices).toHaveLength(2);
});

describe('two windows', () => {
  // Ten orders, since one window must read the payments just before another has saved its own.
  test('get the same session, also concurrently', async () => {
    const buyer = await someone();
    for (let round = 0; round < 10; round++) {
      const order = await placeOrder(buyer, BILLBOARD);
      const urls = await Promise.all([1, 2, 3, 4, 5].map(() => startPayment(buyer.ctx, order)));
      expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
      expect(await startPayment(buyer.ctx, order)).toEqual(urls[0]);
      expect(sessionsOf(order.number)).toHaveLength(1);
      expect((await standing(order.number)).payments).toHaveLength(1);
    }
  });

  test('a session lost between the provider and us is found again by its idempotency key', async () => {
    const buyer = await someone();
    const order = await placeOrder(buyer, BILLBOARD);
    await server.sql`alter table payments rename to payments_away`;
    await expect(startPayment(buyer.ctx, order)).rejects.toThrow();
    await server.sql`alter table payments_away rename to payments`;
    stripe.fault = (method) => (method === 'POST' ? 'cut_after' : null);
    await expect(startPayment(buyer.ctx, order)).rejects.toMatchObject({ code: 'payment_unavailable' });
    stripe.fault = () => null;
    const [session] = sessionsOf(order.number);
    expect(await startPayment(buyer.ctx, order)).toEqual({ url: session!.url });
    expect(sessionsOf(order.number)).toHaveLength(1);
  });

  test('an unknown session pays the order it names; the money of a second one is refunded', async () => {
    const { number, session, total_cents, buyer } = await begun();
    await server.sql`delete from payments where session = ${session.id}`;
    const first = stripe.pay(session.id)!;
    expect(await tell(first)).toBe(200);
    expect(await settled(number)).toMatchObject({ ...PAID, payments: [{ use: 'pays' }] });
    // As if both had been open at once.
    const other = { ...session, id: `${session.id}_again`, status: 'open', payment_status: 'unpaid', payment_intent: null } as const;
    stripe.sessions.set(other.id, { ...other });
    expect(await tell(stripe.pay(other.id)!)).toBe(200);
    const after = await settled(number);
    expect(after).toMatchObject({
      status: 'paid',
      refunded_cents: 0,
      payments: [
        { use: 'pays', returned: 0 },
        { use: 'twice', received: total_cents, returned: total_cents },
      ],
      refunds: [{ amount: total_cents, status: 'made' }],
      papers: [{ kind: 'invoice' }],
    });
    expect(await boardOf(buyer.listing_id)).toBe(5000);
  });
});

describe('changes during payment', () => {
  test('an order with a new total gets another session, and the old one is closed', async () => {
    const { number, session, buyer } = await begun();
    await saveBilling(buyer.ctx, { number, ...BILLING, country: 'FR' });
    const { url } = await startPayment(buyer.ctx, { number });
    const [old, other] = sessionsOf(number);
    expect([old!.id, old!.status]).toEqual([session.id, 'expired']);
    expect([other!.url, other!.amount_total]).toEqual([url, 6000]);
    expect(stripe.pay(session.id)).toBeNull();
  });

  test('a wrong amount pays nothing and is refunded; the order stays pending', async () => {
    const { number, session, total_cents, buyer } = await begun();
    await saveBilling(buyer.ctx, { number, ...BILLING, country: 'FR' });
    expect(await tell(stripe.pay(session.id)!)).toBe(200);
    expect(await settled(number)).toMatchObject({
      status: 'pending',
      lines: [{ status: 'waiting' }],
      payments: [{ use: 'wrong_amount', received: total_cents, returned: total_cents }],
      refunds: [{ amount: total_cents, status: 'made' }],
      papers: [],
    });
    await startPayment(buyer.ctx, { number });
    expect(await tell(stripe.pay(sessionsOf(number)[1]!.id)!)).toBe(200);
    expect(await settled(number)).toMatchObject({ status: 'paid', refunded_cents: 0, total_cents: 6000 });
  });

  test('a session unknown to the provider, as after a change of keys, is replaced', async () => {
    const { number, session, url, buyer } = await begun();
    stripe.sessions.delete(session.id);
    const again = await startPayment(buyer.ctx, { number });
    expect(again.url).not.toBe(url);
    expect(await tell(stripe.pay(sessionsOf(number)[0]!.id)!)).toBe(200);
    expect(await settled(number)).toMatchObject({ ...PAID, payments: [{ use: null, open: false }, { use: 'pays' }] });
  });

  test('a payment made while another window starts one is found', async () => {
    const { number, session, buyer } = await begun();
    stripe.pay(session.id);
    expect(await startPayment(buyer.ctx, { number })).toEqual({ url: `${server.root}/orders/${number}?done=paid` });
    expect(await settled(number)).toMatchObject(PAID);
    await expect(startPayment(buyer.ctx, { number })).rejects.toMatchObject({ code: 'order_not_pending' });
  });

  test('a cancelled order’s session is closed; money that arrived first is refunded', async () => {
    const [quick, slow] = [await begun(), await begun()];
    const event = stripe.pay(quick.session.id)!;
    for (const { buyer, number } of [quick, slow]) await cancelOrder(buyer.ctx, { number });
    expect(await settled(slow.number)).toMatchObject({ status: 'cancelled', payments: [{ open: false, received: 0 }] });
    expect(slow.session.status).toBe('expired');
    await tell(event);
    expect(await settled(quick.number)).toMatchObject({
      status: 'cancelled',
      payments: [{ use: 'late', returned: 5000 }],
      lines: [{ status: 'waiting' }],
    });
  });
});

describe('notices', () => {
  test('forged, altered, unsigned and old ones are refused and change nothing', async () => {
    const { number, session } = await begun();
    const event = stripe.pay(session.id)!;
    const minutes = (n: number) => new Date(clock.now().getTime() - n * 60_000);
    expect(await stripe.deliver(event, server.root, { secret: 'whsec_of_somebody_else' })).toBe(400);
    expect(await stripe.deliver(event, server.root, { signed_at: minutes(6) })).toBe(400);
    const more = JSON.stringify(event).replace('"amount_total":5000', '"amount_total":5001');
    expect(await stripe.deliver(event, server.root, { body: more })).toBe(400);
    const unsigned = await fetch(`${server.root}/payments/stripe`, { method: 'POST', body: JSON.stringify(event) });
    expect([unsigned.status, ((await unsigned.json()) as { code: string }).code]).toEqual([400, 'notice_not_signed']);
    expect(await standing(number)).toMatchObject({ status: 'pending', payments: [{ received: 0 }] });
    expect(await stripe.deliver(event, server.root, { signed_at: minutes(4) })).toBe(200);
    expect(await settled(number)).toMatchObject(PAID);
  });

  test.each([
    'not JSON',
    '',
    '{"id": "evt_1"',
    'null',
    '42',
    '[]',
    '{}',
    '{"object": "v2.core.event", "id": "evt_1"}',
    '{"id": "evt_1", "type": "charge.refunded", "created": 1}',
    '{"id": "evt_1", "type": "charge.refunded", "created": 1, "data": null}',
    '{"id": "evt_1", "type": "charge.refunded", "created": "now", "data": {"object": {}}}',
  ])('signed, but not an event: %j is 400', async (body) => {
    const t = Math.floor(clock.now().getTime() / 1000);
    const v1 = createHmac('sha256', stripe.settings.webhook_secret).update(`${t}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` };
    const answer = await fetch(`${server.root}/payments/stripe`, { method: 'POST', body, headers });
    const { code } = (await answer.json()) as { code: string };
    expect([answer.status, code]).toEqual([400, 'notice_not_readable']);
  });

  test.each(['', 't=', 'v1=', 't=1,v1=é', 't=999999999999999999999,v1=00'])('a signature of %j is 400', async (signature) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': encodeURI(signature) };
    expect((await fetch(`${server.root}/payments/stripe`, { method: 'POST', body: '{}', headers })).status).toBe(400);
  });

  test('of other kinds, and about other people’s money, are accepted and ignored', async () => {
    const { session, number } = await begun();
    const event = stripe.pay(session.id)!;
    expect(await tell({ ...event, id: 'evt_other_kind', type: 'customer.created' })).toBe(200);
    const foreign = { ...session, id: 'cs_of_another_shop', metadata: {} };
    expect(await tell({ ...event, id: 'evt_other_shop', data: { object: foreign } })).toBe(200);
    expect(await tell({ ...event, id: 'evt_other_order', data: { object: { ...foreign, metadata: { order: 'LW-00000000' } } } })).toBe(200);
    expect(await standing(number)).toMatchObject({ status: 'pending' });
  });

  test('that could not be stored are answered with an error, and processed when redelivered', async () => {
    const { session, number } = await begun();
    const event = stripe.pay(session.id)!;
    await server.sql`alter table payment_notices rename to notices_away`;
    expect(await tell(event)).toBe(500);
    await server.sql`alter table notices_away rename to payment_notices`;
    // A failure halfway leaves nothing behind.
    await server.sql`alter table invoices rename to invoices_away`;
    expect(await tell(event)).toBe(500);
    await server.sql`alter table invoices_away rename to invoices`;
    expect(await standing(number)).toMatchObject({ status: 'pending', payments: [{ received: 0 }] });
    expect(await tell(event)).toBe(200);
    expect(await settled(number)).toMatchObject(PAID);
  });

  test('a refund reported before its payment: paid and refunded, with both documents, and not delivered', async () => {
    const { session, number, total_cents, buyer } = await begun();
    const paid = stripe.pay(session.id)!;
    const refunded = stripe.refundByHand(session.payment_intent!, total_cents);
    expect(await tell(refunded)).toBe(200);
    const end = {
      status: 'refunded',
      refunded_cents: total_cents,
      lines: [{ status: 'failed', refunded_cents: total_cents }],
      payments: [{ use: 'pays', received: total_cents, returned: total_cents }],
      refunds: [{ amount: total_cents, status: 'made' }],
    };
    expect(await settled(number)).toMatchObject(end);
    expect(await tell(paid)).toBe(200);
    const { papers, ...rest } = await settled(number);
    expect(rest).toMatchObject(end);
    expect(papers.map(({ total }) => total).sort((a, b) => b - a)).toEqual([total_cents, -total_cents]);
    expect(await boardOf(buyer.listing_id)).toBe(0);
  });

  test('in any order and with repetitions, the books end the same', async () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      const { session, number, total_cents } = await begun();
      const events = [
        stripe.pay(session.id)!,
        stripe.refundByHand(session.payment_intent!, 1000),
        stripe.refundByHand(session.payment_intent!, 500),
      ];
      for (const i of [...order, order[0]!]) expect(await tell(events[i]!)).toBe(200);
      const { refunds, papers, ...rest } = await settled(number);
      expect(rest).toMatchObject({
        status: 'partially_refunded',
        refunded_cents: 1500,
        payments: [{ received: total_cents, returned: 1500 }],
      });
      expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(1500);
      expect(papers.reduce((sum, { total }) => sum + total, 0)).toBe(total_cents - 1500);
    }
  });
});

describe('without a notice', () => {
  test('a payment is found when the buyer returns', async () => {
    const { session, number, buyer } = await begun();
    expect(await confirmPayment(buyer.ctx, { number })).toBe(true);
    await until(() => isQuiet(server));
    expect(await standing(number)).toMatchObject({ status: 'pending' });
    stripe.pay(session.id);
    expect(await confirmPayment(buyer.ctx, { number })).toBe(true);
    expect(await settled(number)).toMatchObject(PAID);
    expect(await confirmPayment(buyer.ctx, { number })).toBe(false);
  });

  test('and by the sweep if nobody returns, soon at first and then less often', async () => {
    const { session, number } = await begun();
    stripe.pay(session.id);
    const looks = () => stripe.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(session.id)).length;
    const sweep = async () => {
      await enqueue(server.sql, sweep_orders, {});
      await until(() => isQuiet(server));
    };
    await sweep();
    expect(looks()).toBe(0);
    ahead_ms += 4 * 60_000;
    await sweep();
    expect(looks()).toBe(1);
    expect(await settled(number)).toMatchObject(PAID);
    await sweep();
    expect(looks()).toBe(1);
  });

  test('events missed during an outage are fetched, including manual refunds', async () => {
    const { session, number, total_cents } = await begun();
    await tell(stripe.pay(session.id)!);
    await settled(number);
    stripe.refundByHand(session.payment_intent!, 700);
    const fetchTwice = async () => {
      for (const _ of [1, 2]) {
        await enqueue(server.sql, fetch_notices, {});
        await until(async () => (await server.sql`select from graphile_worker.jobs where task_identifier = 'fetch_notices'`).length === 0);
      }
    };
    await fetchTwice();
    expect(await settled(number)).toMatchObject({
      status: 'partially_refunded',
      refunded_cents: 700,
      payments: [{ received: total_cents, returned: 700 }],
    });
  });

  test('an unpaid order is closed, then expires, and its week is free again', async () => {
    const buyer = await someone();
    await server.sql`update listings set status = 'draft', launched_at = null, launch_week_on = null where id = ${buyer.listing_id}`;
    const { number } = await placeOrder(buyer, [{ product: 'launch', week: '2026-12-14' }]);
    await startPayment(buyer.ctx, { number });
    const late = await begun();
    const just = await begun();
    const held = () => server.sql`select from week_places where listing_id = ${buyer.listing_id}`;
    expect(await held()).toHaveLength(1);
    ahead_ms += 7 * DAY + 1000;
    await expect(startPayment(buyer.ctx, { number })).rejects.toMatchObject({ code: 'order_not_pending' });
    // Paid after its deadline and before the next check.
    stripe.pay(just.session.id);
    await enqueue(server.sql, sweep_orders, {});
    expect(await settled(number)).toMatchObject({ status: 'expired', payments: [{ open: false }] });
    expect(await held()).toHaveLength(0);
    expect(sessionsOf(number)[0]!.status).toBe('expired');
    expect(await settled(just.number)).toMatchObject(PAID);
    // A notice of a payment that slipped through all that.
    Object.assign(late.session, { status: 'open' });
    expect(await tell(stripe.pay(late.session.id)!)).toBe(200);
    expect(await settled(late.number)).toMatchObject({ status: 'expired', payments: [{ use: 'late', received: 5000, returned: 5000 }] });
  });
});

describe('a payment that takes days', () => {
  test('is waited for, and pays the order when it arrives', async () => {
    const { session, number, buyer } = await begun();
    expect(await tell(stripe.payLater(session.id))).toBe(200);
    expect(await standing(number)).toMatchObject({ status: 'pending', payments: [{ open: true, received: 0 }] });
    expect(await startPayment(buyer.ctx, { number })).toEqual({ url: `${server.root}/orders/${number}?done=paid` });
    expect(await tell(stripe.conclude(session.id, true))).toBe(200);
    expect(await settled(number)).toMatchObject(PAID);
  });

  test('and if it does not arrive, the order can be paid in another way', async () => {
    const { session, number, buyer } = await begun();
    await tell(stripe.payLater(session.id));
    expect(await tell(stripe.conclude(session.id, false))).toBe(200);
    expect(await standing(number)).toMatchObject({ status: 'pending', payments: [{ open: false }] });
    await startPayment(buyer.ctx, { number });
    await tell(stripe.pay(sessionsOf(number)[1]!.id)!);
    expect(await settled(number)).toMatchObject(PAID);
  });
});
