import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../../src/kernel/context.ts';
import { enqueue } from '../../../../src/kernel/jobs.ts';
import { make_refund } from '../../../../src/modules/orders/payment/jobs.ts';
import { refundLine, refundOrder, retryRefund } from '../../../../src/modules/orders/payment/refunds.ts';
import { startPayment } from '../../../../src/modules/orders/payment/start-payment.ts';
import { BILLBOARD, getOrderState, type Items, isQuiet, makeBuyer, placeOrder, useStripe } from '../../../support/orders/buyers.ts';
import type { StripeEvent } from '../../../support/orders/stripe-server.ts';
import { NOON, useServer } from '../../../support/server.ts';
import { until } from '../../../support/until.ts';

const clock = { now: () => NOON };
const stripe = useStripe(clock.now);
const server = useServer({ pool: 5, clock, jobs: true, stripe });
let team: Ctx<Caller>;

beforeAll(async () => {
  const { ctx, account_id } = await makeBuyer(server, { clock, stripe });
  await server.sql`insert into account_roles (account_id, site_id, role) values (${account_id}, ${server.site_id}, 'site_admin')`;
  team = ctx;
});

const tell = (event: StripeEvent) => stripe.deliver(event, server.root);
const settled = async (number: string) => {
  await until(() => isQuiet(server));
  return getOrderState(server, number);
};
const TWO: Items = [...BILLBOARD, { product: 'featured' }];

/** A paid and fulfilled order with its payment session. Orders from France include VAT. */
const aPaid = async (items = BILLBOARD) => {
  const buyer = await makeBuyer(server, { clock, stripe });
  const order = await placeOrder(buyer, items, { country: 'FR' });
  await startPayment(buyer.ctx, order);
  const session = [...stripe.sessions.values()].find(({ metadata }) => metadata.order === order.number)!;
  await tell(stripe.pay(session.id)!);
  expect(await settled(order.number)).toMatchObject({ status: 'paid' });
  const lines = await server.sql<{ id: number; amount_cents: number; vat_cents: number }[]>`
    select l.id, l.amount_cents, l.vat_cents from order_lines l join orders o on o.id = l.order_id where o.number = ${order.number} order by position`;
  return {
    ...order,
    buyer,
    session,
    lines,
    returned: () => stripe.charges.get(stripe.intents.get(session.payment_intent!)!.latest_charge!)!.amount_refunded,
  };
};
const boardOf = async (listing_id: number): Promise<number> =>
  (await server.sql`select coalesce(sum(amount_cents), 0)::int as cents from billboard_contributions where listing_id = ${listing_id}`)[0]!
    .cents;
const toldTeam = async (number: string): Promise<string[]> =>
  (
    await server.sql<
      { title: string }[]
    >`select title from notifications where account_id = ${team.caller.account_id} and title like ${`%${number}%`}`
  ).map(({ title }) => title);
const reason = 'The buyer asked.';

describe('the team refunds', () => {
  test('a whole order: documents, lines, billboard and money agree, and it is made once', async () => {
    const { number, total_cents, returned, buyer } = await aPaid(TWO);
    const { refund_id } = await refundOrder(team, { number, reason });
    await enqueue(server.sql, make_refund, { refund_id });
    await enqueue(server.sql, make_refund, { refund_id });
    const { lines, papers, ...rest } = await settled(number);
    expect(rest).toMatchObject({ status: 'refunded', refunded_cents: total_cents, refunds: [{ amount: total_cents, status: 'made' }] });
    // Fulfilment is not undone automatically: that is for people to decide.
    expect(lines.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(lines.reduce((sum, line) => sum + line.refunded_cents, 0)).toBe(total_cents);
    expect(papers.reduce((sum, { total }) => sum + total, 0)).toBe(0);
    expect(returned()).toBe(total_cents);
    expect(await boardOf(buyer.listing_id)).toBe(0);
    await expect(refundOrder(team, { number, reason })).rejects.toMatchObject({ code: 'nothing_to_refund' });
  });

  test('in parts of any size that add up to the whole, on every line and document', async () => {
    const { number, total_cents, returned, buyer, lines: before } = await aPaid(TWO);
    const refunded: number[] = [];
    for (const amount_cents of [1, 333, 1000, 2]) {
      await refundOrder(team, { number, amount_cents, reason });
      refunded.push(amount_cents);
      const { status, lines, refunded_cents } = await getOrderState(server, number);
      expect(status).toBe('partially_refunded');
      expect(refunded_cents).toBe(refunded.reduce((sum, cents) => sum + cents, 0));
      expect(lines.reduce((sum, line) => sum + line.refunded_cents, 0)).toBe(refunded_cents);
    }
    const left = total_cents - 1336;
    await expect(refundOrder(team, { number, amount_cents: left + 1, reason })).rejects.toMatchObject({
      errors: [{ path: 'amount_cents', limit: left }],
    });
    await refundOrder(team, { number, line_id: before[1]!.id, reason });
    await refundOrder(team, { number, reason });
    const after = await settled(number);
    expect(after).toMatchObject({ status: 'refunded', refunded_cents: total_cents });
    expect(after.papers.reduce((sum, { total }) => sum + total, 0)).toBe(0);
    expect(returned()).toBe(total_cents);
    expect(await boardOf(buyer.listing_id)).toBe(0);
    const [vat] = await server.sql`
      select sum(i.vat_cents)::int as vat, sum(i.net_cents)::int as net from invoices i join orders o on o.id = i.order_id where o.number = ${number}`;
    expect(vat).toEqual({ vat: 0, net: 0 });
  });

  test('one line, and no more than it cost', async () => {
    const { number, lines, returned, buyer } = await aPaid(TWO);
    const [billboard] = lines;
    const cost = billboard!.amount_cents + billboard!.vat_cents;
    await expect(refundOrder(team, { number, line_id: billboard!.id, amount_cents: cost + 1, reason })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await refundOrder(team, { number, line_id: billboard!.id, amount_cents: 600, reason });
    expect(await boardOf(buyer.listing_id)).toBe(4500);
    await refundOrder(team, { number, line_id: billboard!.id, reason });
    expect(await settled(number)).toMatchObject({ status: 'partially_refunded', lines: [{ refunded_cents: cost }, { refunded_cents: 0 }] });
    expect(returned()).toBe(cost);
    expect(await boardOf(buyer.listing_id)).toBe(0);
    await expect(refundOrder(team, { number, line_id: billboard!.id, reason })).rejects.toMatchObject({ code: 'nothing_to_refund' });
    const { lines: foreign } = await aPaid();
    await expect(refundOrder(team, { number, line_id: foreign[0]!.id, reason })).rejects.toMatchObject({ code: 'order_line_not_found' });
  });

  test('in two windows at once: never more than was paid', async () => {
    const { number, total_cents, returned } = await aPaid();
    const asked = await Promise.allSettled([1, 2, 3].map(() => refundOrder(team, { number, amount_cents: 4000, reason })));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await refundOrder(team, { number, reason });
    expect(await settled(number)).toMatchObject({ status: 'refunded', refunded_cents: total_cents });
    expect(returned()).toBe(total_cents);
  });

  test('only as the team, and only paid orders', async () => {
    const { number, buyer } = await aPaid();
    await expect(refundOrder(buyer.ctx, { number, reason })).rejects.toMatchObject({ code: 'not_found' });
    const pending = await placeOrder(buyer, BILLBOARD);
    await expect(refundOrder(team, { ...pending, reason })).rejects.toMatchObject({ code: 'nothing_to_refund' });
    await expect(refundOrder(team, { number: 'LW-00000000', reason })).rejects.toMatchObject({ code: 'order_not_found' });
  });
});

test('a line that was given up is refunded with its VAT, and the rest of the order stays', async () => {
  const { number, lines, returned } = await aPaid(TWO);
  const at = clock.now();
  const line_id = lines[0]!.id;
  await server.sql.begin(async (sql) => {
    await refundLine(sql, { line_id, reason: 'It cannot be delivered.', at });
    await refundLine(sql, { line_id, reason: 'It cannot be delivered.', at });
  });
  expect(await settled(number)).toMatchObject({
    status: 'partially_refunded',
    refunded_cents: 6000,
    refunds: [{ amount: 6000, status: 'made' }],
  });
  expect(returned()).toBe(6000);
});

test('a partial and then full refund of an undelivered line: it is not delivered, and takes nothing off the billboard', async () => {
  const { number, lines, buyer } = await aPaid(TWO);
  const line_id = lines[0]!.id;
  await server.sql`delete from billboard_contributions where line_id = ${line_id}`;
  await server.sql`update order_lines set status = 'waiting', fulfilled_at = null where id = ${line_id}`;
  await refundOrder(team, { number, line_id, amount_cents: 600, reason });
  expect(await boardOf(buyer.listing_id)).toBe(-500);
  await refundOrder(team, { number, line_id, reason });
  expect(await settled(number)).toMatchObject({ status: 'partially_refunded', lines: [{ status: 'failed' }, { status: 'fulfilled' }] });
  expect(await boardOf(buyer.listing_id)).toBe(0);
});

describe('the provider', () => {
  test('is asked again under the same key if its reply was lost', async () => {
    const { number, total_cents, returned } = await aPaid();
    let cuts = 3;
    stripe.fault = (method, path) => (method === 'POST' && path === '/v1/refunds' && cuts-- > 0 ? 'cut_after' : null);
    const { refund_id } = await refundOrder(team, { number, reason });
    await until(async () => cuts === 0);
    stripe.fault = () => null;
    await enqueue(server.sql, make_refund, { refund_id }, { key: `refund ${refund_id}` });
    await until(async () => (await getOrderState(server, number)).refunds[0]?.status === 'made');
    expect(returned()).toBe(total_cents);
    expect([...stripe.refunds.values()].filter(({ metadata }) => metadata.refund === `${number} ${refund_id}`)).toHaveLength(1);
  });

  test('refuses: the team is notified and can retry', async () => {
    const { number, session, returned, total_cents } = await aPaid();
    const intent = stripe.intents.get(session.payment_intent!)!;
    const { latest_charge } = intent;
    intent.latest_charge = null;
    const { refund_id } = await refundOrder(team, { number, reason });
    await until(async () => (await getOrderState(server, number)).refunds[0]?.status === 'failed');
    await until(async () => (await toldTeam(number)).length > 0);
    intent.latest_charge = latest_charge;
    await retryRefund(team, { refund_id });
    expect(await settled(number)).toMatchObject({
      status: 'refunded',
      refunds: [{ status: 'made' }],
      payments: [{ returned: total_cents }],
    });
    expect(returned()).toBe(total_cents);
    await expect(retryRefund(team, { refund_id })).rejects.toMatchObject({ code: 'nothing_to_refund' });
  });

  test('was already used by hand: that counts as the refund, and no second one is made', async () => {
    const { number, session, returned, total_cents } = await aPaid();
    const event = stripe.refundByHand(session.payment_intent!, total_cents);
    await refundOrder(team, { number, reason });
    expect(await settled(number)).toMatchObject({ refunds: [{ amount: total_cents, status: 'made' }] });
    await tell(event);
    expect(await settled(number)).toMatchObject({ status: 'refunded', refunded_cents: total_cents, refunds: [{ status: 'made' }] });
    expect(returned()).toBe(total_cents);
  });

  test('is used by hand for a part: the order and its documents reflect it', async () => {
    const { number, session, total_cents } = await aPaid();
    await tell(stripe.refundByHand(session.payment_intent!, 1234));
    const { papers, ...rest } = await settled(number);
    expect(rest).toMatchObject({ status: 'partially_refunded', refunded_cents: 1234, refunds: [{ amount: 1234, status: 'made' }] });
    expect(papers.reduce((sum, { total }) => sum + total, 0)).toBe(total_cents - 1234);
  });

  test('reports a refund that did not reach the buyer: it is owed again, once, and the team is notified', async () => {
    const { number, total_cents, returned } = await aPaid();
    await refundOrder(team, { number, reason });
    await settled(number);
    const refund = [...stripe.refunds.values()].at(-1)!;
    const event = stripe.failRefund(refund.id);
    expect(await tell(event)).toBe(200);
    expect(await tell({ ...event, id: 'evt_in_other_words', type: 'refund.updated' })).toBe(200);
    expect(await settled(number)).toMatchObject({ refunds: [{ status: 'failed' }], payments: [{ received: total_cents, returned: 0 }] });
    await until(async () => (await toldTeam(number)).length > 0);
    // Someone refunds it in another way at the provider.
    await tell(stripe.refundByHand(refund.payment_intent, total_cents));
    expect(await settled(number)).toMatchObject({
      refunds: [{ amount: total_cents, status: 'made' }],
      payments: [{ returned: total_cents }],
    });
    expect(returned()).toBe(total_cents);
  });

  test('reports a dispute: it is stored, and the team is notified', async () => {
    const { number, session } = await aPaid();
    expect(await tell(stripe.dispute(session.payment_intent!))).toBe(200);
    await until(async () => (await toldTeam(number)).some((title) => /dispute/.test(title)));
    expect(await getOrderState(server, number)).toMatchObject({ status: 'paid' });
    const kept = await server.sql`
      select from payment_notices n join orders o on o.id = n.order_id where o.number = ${number} and type = 'charge.dispute.created'`;
    expect(kept).toHaveLength(1);
  });
});
