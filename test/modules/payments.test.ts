import { describe, expect, test } from 'vitest';
import { enqueue } from '../../src/kernel/job.ts';
import { saveBilling } from '../../src/modules/orders/billing.ts';
import { cancelOrder } from '../../src/modules/orders/order.ts';
import { confirmPayment, startPayment } from '../../src/modules/orders/payment/payment.ts';
import { fetch_notices, sweep_orders } from '../../src/modules/orders/payment/payment-jobs.ts';
import { aBuyer, anOrder, BILLBOARD, type Buyer, isQuiet, standingOf, useStripe } from '../support/buying.ts';
import { NOON, useServer } from '../support/server.ts';
import type { StripeEvent, StripeSession } from '../support/stripe-server.ts';
import { until } from '../support/until.ts';

let ahead_ms = 0;
const clock = { now: () => new Date(NOON.getTime() + ahead_ms) };
const stripe = useStripe(clock.now);
const server = useServer({ clock, jobs: true, stripe });
const DAY = 86_400_000;
const BILLING = { name: 'Ada Buyer', address: '1 Test Street', city: 'Paris', email: 'ada@buyer.example' };

const someone = (): Promise<Buyer> => aBuyer(server, { clock, stripe });
const standing = (number: string) => standingOf(server, number);
/** When all that follows has followed. */
const settled = async (number: string) => {
  await until(() => isQuiet(server));
  return standing(number);
};
const tell = (event: StripeEvent) => stripe.deliver(event, server.root);
const sessionsOf = (number: string): StripeSession[] => [...stripe.sessions.values()].filter(({ metadata }) => metadata.order === number);

/** An order, and the way to pay it that is open. */
const begun = async (items = BILLBOARD, how: { country?: string } = {}) => {
  const buyer = await someone();
  const order = await anOrder(buyer, items, how);
  const { url } = await startPayment(buyer.ctx, order);
  const [session] = sessionsOf(order.number);
  return { buyer, ...order, url, session: session! };
};
const PAID = { status: 'paid', refunded_cents: 0, refunds: [] };
const boardOf = async (listing_id: number): Promise<number> =>
  (await server.sql`select coalesce(sum(amount_cents), 0)::int as cents from billboard_contributions where listing_id = ${listing_id}`)[0]!
    .cents;

test('a session asks for what the order costs, to the cent, and says which order it is', async () => {
  const items = [...BILLBOARD, { product: 'featured' }];
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

test('paid: the order is paid, invoiced and delivered once, however often that is told', async () => {
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
  test('get one session, also at the very same time', async () => {
    const buyer = await someone();
    const order = await anOrder(buyer, BILLBOARD);
    const urls = await Promise.all([1, 2, 3, 4].map(() => startPayment(buyer.ctx, order)));
    expect(new Set(urls.map(({ url }) => url)).size).toBe(1);
    expect(await startPayment(buyer.ctx, order)).toEqual(urls[0]);
    expect(sessionsOf(order.number)).toHaveLength(1);
    expect((await standing(order.number)).payments).toHaveLength(1);
  });

  test('a session that was lost between the provider and us is found again by its key', async () => {
    const buyer = await someone();
    const order = await anOrder(buyer, BILLBOARD);
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

  test('a session nobody here knew of pays the order it names; a second one’s money goes back', async () => {
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

describe('what changes meanwhile', () => {
  test('an order that costs something else now gets another session, and the one before is closed', async () => {
    const { number, session, buyer } = await begun();
    await saveBilling(buyer.ctx, { number, ...BILLING, country: 'FR' });
    const { url } = await startPayment(buyer.ctx, { number });
    const [old, other] = sessionsOf(number);
    expect([old!.id, old!.status]).toEqual([session.id, 'expired']);
    expect([other!.url, other!.amount_total]).toEqual([url, 6000]);
    expect(stripe.pay(session.id)).toBeNull();
  });

  test('an amount that does not match pays nothing and goes back; the order waits on', async () => {
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

  test('a session the provider does not know, as after a change of keys, is given up for another', async () => {
    const { number, session, url, buyer } = await begun();
    stripe.sessions.delete(session.id);
    const again = await startPayment(buyer.ctx, { number });
    expect(again.url).not.toBe(url);
    expect(await tell(stripe.pay(sessionsOf(number)[0]!.id)!)).toBe(200);
    expect(await settled(number)).toMatchObject({ ...PAID, payments: [{ use: null, open: false }, { use: 'pays' }] });
  });

  test('a payment that was made while another window asks to pay is found', async () => {
    const { number, session, buyer } = await begun();
    stripe.pay(session.id);
    expect(await startPayment(buyer.ctx, { number })).toEqual({ url: `${server.root}/orders/${number}?done=paid` });
    expect(await settled(number)).toMatchObject(PAID);
    await expect(startPayment(buyer.ctx, { number })).rejects.toMatchObject({ code: 'order_not_pending' });
  });

  test('a cancelled order’s session is closed; money that was quicker goes back', async () => {
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
  test('forged, altered, unsigned and old ones are refused, and change nothing', async () => {
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

  test('of other kinds, and about other people’s money, are taken and left alone', async () => {
    const { session, number } = await begun();
    const event = stripe.pay(session.id)!;
    expect(await tell({ ...event, id: 'evt_other_kind', type: 'customer.created' })).toBe(200);
    const foreign = { ...session, id: 'cs_of_another_shop', metadata: {} };
    expect(await tell({ ...event, id: 'evt_other_shop', data: { object: foreign } })).toBe(200);
    expect(await tell({ ...event, id: 'evt_other_order', data: { object: { ...foreign, metadata: { order: 'LW-00000000' } } } })).toBe(200);
    expect(await standing(number)).toMatchObject({ status: 'pending' });
  });

  test('that we could not keep are answered with a fault, and taken when they are told again', async () => {
    const { session, number } = await begun();
    const event = stripe.pay(session.id)!;
    await server.sql`alter table payment_notices rename to notices_away`;
    expect(await tell(event)).toBe(500);
    await server.sql`alter table notices_away rename to payment_notices`;
    // What fails halfway leaves nothing behind.
    await server.sql`alter table invoices rename to invoices_away`;
    expect(await tell(event)).toBe(500);
    await server.sql`alter table invoices_away rename to invoices`;
    expect(await standing(number)).toMatchObject({ status: 'pending', payments: [{ received: 0 }] });
    expect(await tell(event)).toBe(200);
    expect(await settled(number)).toMatchObject(PAID);
  });

  test('a refund that is told before the payment: paid and refunded, with both papers, and not delivered', async () => {
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

  test('in whatever order they come, and however often, the books end the same', async () => {
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
  test('a payment is found when its person is back', async () => {
    const { session, number, buyer } = await begun();
    expect(await confirmPayment(buyer.ctx, { number })).toBe(true);
    await until(() => isQuiet(server));
    expect(await standing(number)).toMatchObject({ status: 'pending' });
    stripe.pay(session.id);
    expect(await confirmPayment(buyer.ctx, { number })).toBe(true);
    expect(await settled(number)).toMatchObject(PAID);
    expect(await confirmPayment(buyer.ctx, { number })).toBe(false);
  });

  test('and by the sweep where nobody is back, soon at first and then less often', async () => {
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

  test('what was told while nobody answered is fetched, a refund by hand as well', async () => {
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

  test('an order nobody pays is closed, then expired, and its week is free again', async () => {
    const buyer = await someone();
    await server.sql`update listings set status = 'draft', launched_at = null, launch_week_on = null where id = ${buyer.listing_id}`;
    const { number } = await anOrder(buyer, [{ product: 'launch', week: '2026-12-14' }]);
    await startPayment(buyer.ctx, { number });
    const late = await begun();
    const just = await begun();
    const held = () => server.sql`select from week_places where listing_id = ${buyer.listing_id}`;
    expect(await held()).toHaveLength(1);
    ahead_ms += 7 * DAY + 1000;
    await expect(startPayment(buyer.ctx, { number })).rejects.toMatchObject({ code: 'order_not_pending' });
    // Paid after its time and before anybody looked.
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
  test('is waited for, and pays the order when it comes', async () => {
    const { session, number, buyer } = await begun();
    expect(await tell(stripe.payLater(session.id))).toBe(200);
    expect(await standing(number)).toMatchObject({ status: 'pending', payments: [{ open: true, received: 0 }] });
    expect(await startPayment(buyer.ctx, { number })).toEqual({ url: `${server.root}/orders/${number}?done=paid` });
    expect(await tell(stripe.conclude(session.id, true))).toBe(200);
    expect(await settled(number)).toMatchObject(PAID);
  });

  test('and where it does not come, the order can be paid another way', async () => {
    const { session, number, buyer } = await begun();
    await tell(stripe.payLater(session.id));
    expect(await tell(stripe.conclude(session.id, false))).toBe(200);
    expect(await standing(number)).toMatchObject({ status: 'pending', payments: [{ open: false }] });
    await startPayment(buyer.ctx, { number });
    await tell(stripe.pay(sessionsOf(number)[1]!.id)!);
    expect(await settled(number)).toMatchObject(PAID);
  });
});
