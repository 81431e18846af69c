import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Ctx } from '../../../../src/kernel/context.ts';
import { Refusal } from '../../../../src/kernel/errors.ts';
import { enqueue } from '../../../../src/kernel/jobs.ts';
import { saveBilling } from '../../../../src/modules/orders/checkout/billing.ts';
import { createCheckout } from '../../../../src/modules/orders/checkout/checkout.ts';
import { applyPromoCode } from '../../../../src/modules/orders/checkout/promo-code.ts';
import { cancelOrder, getOrder } from '../../../../src/modules/orders/details/order-details.ts';
import { readInvoice } from '../../../../src/modules/orders/invoice/invoice.ts';
import { drawInvoice } from '../../../../src/modules/orders/invoice/pdf.ts';
import { expire_order } from '../../../../src/modules/orders/payment/jobs.ts';
import { refundOrder } from '../../../../src/modules/orders/payment/refunds.ts';
import { confirmFreeOrder, startPayment } from '../../../../src/modules/orders/payment/start-payment.ts';
import {
  createPromoCode,
  listPromoCodes,
  promoCodesCsv,
  setPromoCodeActive,
} from '../../../../src/modules/orders/promo-codes/promo-codes.ts';
import type { NewPromoCode } from '../../../../src/modules/orders/promo-codes/queries.ts';
import { type Buyer, getOrderState, type Items, isQuiet, makeBuyer, useStripe } from '../../../support/orders/buyers.ts';
import { readPdf } from '../../../support/orders/pdf-text.ts';
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

let codes = 0;
/** A new code, 20% off everything by default. */
const aCode = async (more: Partial<NewPromoCode> = {}): Promise<string> => {
  const code = `CODE-${++codes}00`;
  const terms = { percent: 20, amount_cents: null, products: [], starts_on: null, ends_on: null, max_uses: null, uses_per_account: null };
  await createPromoCode(team, { ...terms, code, ...more });
  return more.code ?? code;
};

const NOBODY = { country: null, number: null, status: 'not_given', faults: [] } as const;
const FEATURED: Items = [{ product: 'featured' }];
const BILLING = { name: 'Ada Buyer', address: '1 Test Street', city: 'Paris', email: 'ada@buyer.example', country: 'FR' };

const order = ({ ctx, listing_id }: Buyer, promo_code: string, items = FEATURED) =>
  createCheckout(ctx, { items: items.map((item) => ({ listing_id, ...item })), promo_code }, NOBODY);
const newBuyer = () => makeBuyer(server, { clock, stripe });
const faultOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof Refusal ? (error.errors[0]?.code ?? error.code) : `not refused: ${error}`;
};
const report = async (code: string) => (await listPromoCodes(team)).find((row) => row.code === code)!;
const payWithStripe = async ({ ctx }: Buyer, number: string) => {
  await startPayment(ctx, { number });
  const session = [...stripe.sessions.values()].find(({ metadata, status }) => metadata.order === number && status === 'open')!;
  await stripe.deliver(stripe.pay(session.id)!, server.root);
  await until(() => isQuiet(server));
  return session;
};

describe('a limited code', () => {
  test('is not used more often than it may be by concurrent orders', async () => {
    const code = await aCode({ max_uses: 3 });
    const buyers = await Promise.all(Array.from({ length: 8 }, newBuyer));
    const results = await Promise.allSettled(buyers.map((buyer) => order(buyer, code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await server.sql`select from orders where promo_code = ${code}`).length).toBe(3);
  });

  test('is not used twice by one account in concurrent orders', async () => {
    const code = await aCode({ uses_per_account: 1 });
    const buyer = await newBuyer();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => order(buyer, code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await faultOf(order(buyer, code))).toBe('in_use');
  });

  test('is free again once an order is cancelled or has expired, and stays used once it is paid', async () => {
    const code = await aCode({ max_uses: 1 });
    const [one, two, three] = [await newBuyer(), await newBuyer(), await newBuyer()];
    const { number } = await order(one, code);
    expect(await faultOf(order(two, code))).toBe('used_up');
    await cancelOrder(one.ctx, { number });
    const second = await order(two, code);
    expect(await faultOf(order(three, code))).toBe('used_up');
    const [row] = await server.sql<{ id: number }[]>`
      update orders set expires_at = ${new Date(NOON.getTime() - 1000)} where number = ${second.number} returning id`;
    await enqueue(server.sql, expire_order, { order_id: row!.id });
    await until(async () => (await getOrderState(server, second.number)).status === 'expired');
    const third = await order(three, code);
    await saveBilling(three.ctx, { number: third.number, ...BILLING });
    await payWithStripe(three, third.number);
    expect(await report(code)).toMatchObject({ paid: 1, pending: 0 });
    expect(await faultOf(order(one, code))).toBe('used_up');
    expect(await faultOf(order(three, code))).toBe('used_up');
  });
});

test('the money agrees everywhere: order, VAT, Stripe, invoice, receipt, refund and report', async () => {
  const code = await aCode({ percent: 33, products: ['featured'] });
  const buyer = await newBuyer();
  const { number } = await order(buyer, code.toLowerCase(), [{ product: 'featured' }, { product: 'ai_review' }]);
  await saveBilling(buyer.ctx, { number, ...BILLING });
  // 33% off 99.00 is 32.67; 20% VAT on 66.33 and on 29.00.
  const placed = await getOrder(buyer.ctx, { number });
  expect(placed).toMatchObject({
    promo_code: code,
    discount_cents: 3267,
    net_cents: 9533,
    vat: { amount_cents: 1327 + 580 },
    total_cents: 11_440,
  });
  expect(placed.lines.map((line) => [line.discount_cents, line.amount_cents, line.vat_cents])).toEqual([
    [3267, 6633, 1327],
    [0, 2900, 580],
  ]);

  // What happens to the code later does not matter.
  await setPromoCodeActive(team, { id: (await report(code)).id, active: false });
  const session = await payWithStripe(buyer, number);
  expect(session.amount_total).toBe(11_440);
  expect(await getOrderState(server, number)).toMatchObject({ status: 'paid', papers: [{ kind: 'invoice', total: 11_440 }] });

  const invoice = await readInvoice(buyer.ctx, { number });
  expect(invoice).toMatchObject({
    discount: { promo_code: code, discount_cents: 3267 },
    net_cents: 9533,
    vat_cents: 1907,
    total_cents: 11_440,
  });
  expect(invoice.lines[0]!.detail).toContain('$99.00 less $32.67 discount');
  const text = readPdf(await drawInvoice(invoice)).flatMap(({ pieces }) => pieces);
  for (const part of [`Promo code ${code}`, '128.00', '−32.67', '95.33']) expect(text).toContain(part);
  await until(
    async () => (await server.sql`select from mails where body_text like ${`%Your promo code ${code} saved you $32.67.%`}`).length > 0,
  );

  const [line] = placed.lines;
  await refundOrder(team, { number, line_id: line!.id, reason: 'The buyer asked.' });
  await until(() => isQuiet(server));
  const state = await getOrderState(server, number);
  expect(state).toMatchObject({ refunded_cents: 7960, papers: [{ total: 11_440 }, { kind: 'credit_note', total: -7960 }] });
  expect(stripe.charges.get(stripe.intents.get(session.payment_intent!)!.latest_charge!)!.amount_refunded).toBe(7960);
  expect(await report(code)).toMatchObject({ paid: 1, discount_cents: 3267, revenue_cents: 9533 - 6633 });
  expect(promoCodesCsv([await report(code)])).toContain(`${code},33,,featured,,,,,no,1,0,USD,32.67,29.00`);
});

describe('at checkout', () => {
  test('a code is applied, replaced and removed; a refused one changes nothing', async () => {
    const [small, large] = [await aCode({ percent: null, amount_cents: 1000 }), await aCode({ percent: 50 })];
    const buyer = await newBuyer();
    const { number } = await createCheckout(buyer.ctx, { items: [{ product: 'featured', listing_id: buyer.listing_id }] }, NOBODY);
    await saveBilling(buyer.ctx, { number, ...BILLING });
    const totals = async () => {
      const { promo_code, discount_cents, net_cents, total_cents } = await getOrder(buyer.ctx, { number });
      return [promo_code, discount_cents, net_cents, total_cents];
    };
    await applyPromoCode(buyer.ctx, { number, promo_code: small });
    expect(await totals()).toEqual([small, 1000, 8900, 10_680]);
    await applyPromoCode(buyer.ctx, { number, promo_code: large });
    expect(await totals()).toEqual([large, 4950, 4950, 5940]);
    expect(await faultOf(applyPromoCode(buyer.ctx, { number, promo_code: 'NO-SUCH' }))).toBe('unknown');
    expect(await totals()).toEqual([large, 4950, 4950, 5940]);
    expect((await report(small)).pending).toBe(0);
    await applyPromoCode(buyer.ctx, { number, promo_code: '' });
    expect(await totals()).toEqual([null, 0, 9900, 11_880]);
  });

  test('a payment for the former price does not pay the order', async () => {
    const code = await aCode({ percent: 50 });
    const buyer = await newBuyer();
    const { number } = await createCheckout(buyer.ctx, { items: [{ product: 'featured', listing_id: buyer.listing_id }] }, NOBODY);
    await saveBilling(buyer.ctx, { number, ...BILLING, country: 'US' });
    await startPayment(buyer.ctx, { number });
    const old = [...stripe.sessions.values()].find(({ metadata }) => metadata.order === number)!;
    await applyPromoCode(buyer.ctx, { number, promo_code: code });
    await stripe.deliver(stripe.pay(old.id)!, server.root);
    await until(() => isQuiet(server));
    expect(await getOrderState(server, number)).toMatchObject({ status: 'pending', payments: [{ use: 'wrong_amount', returned: 9900 }] });
  });
});

describe('an order that costs nothing', () => {
  test('is confirmed without payment or billing details, once, and delivered', async () => {
    const code = await aCode({ percent: 100 });
    const buyer = await newBuyer();
    const { number, ...totals } = await order(buyer, code);
    expect(totals).toMatchObject({ total_cents: 0, total_is_final: true, vat: { rate: null, amount_cents: 0, treatment: 'unknown' } });
    expect(await faultOf(startPayment(buyer.ctx, { number }))).toBe('billing_needed');
    const confirmed = await Promise.allSettled([confirmFreeOrder(buyer.ctx, { number }), confirmFreeOrder(buyer.ctx, { number })]);
    expect(confirmed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await until(() => isQuiet(server));
    const state = await getOrderState(server, number);
    expect(state).toMatchObject({ status: 'paid', lines: [{ status: 'fulfilled' }], payments: [], papers: [] });
    expect(await report(code)).toMatchObject({ paid: 1, discount_cents: 9900, revenue_cents: 0 });
    await until(
      async () => (await server.sql`select from mails where body_text like ${`%Your order ${number} is confirmed.%`}`).length > 0,
    );
  });

  test('an order that costs something cannot be confirmed, nor one of somebody else', async () => {
    const buyer = await newBuyer();
    const { number } = await order(buyer, await aCode());
    expect(await faultOf(confirmFreeOrder(buyer.ctx, { number }))).toBe('order_not_pending');
    expect(await faultOf(confirmFreeOrder((await newBuyer()).ctx, { number }))).toBe('order_not_found');
    expect((await getOrderState(server, number)).status).toBe('pending');
  });
});

describe('the team', () => {
  test('sees every fault of a new code, and cannot create one twice', async () => {
    const wrong = {
      code: 'A B',
      percent: 200,
      amount_cents: 100,
      products: ['billboard_min'],
      starts_on: 'soon',
      ends_on: null,
      max_uses: 0,
      uses_per_account: null,
    };
    const error = await createPromoCode(team, wrong).catch((error: unknown) => error);
    expect((error as Refusal).errors.map(({ path }) => path)).toEqual(['code', 'percent', 'percent', 'products', 'starts_on', 'max_uses']);
    const code = await aCode();
    expect(await faultOf(aCode({ code: code.toLowerCase() }))).toBe('taken');
  });

  test('only the team creates, lists and deactivates codes', async () => {
    const { ctx } = await newBuyer();
    const { id } = await report(await aCode());
    expect(await faultOf(listPromoCodes(ctx))).toBe('not_found');
    expect(await faultOf(setPromoCodeActive(ctx, { id, active: false }))).toBe('not_found');
  });
});
