import type { Db } from '../../../kernel/context.ts';
import { enqueue, type JobSpec } from '../../../kernel/jobs.ts';
import { holdIndefinitely, shortenHolds } from '../../launches/queries.ts';
import { extendHolds } from '../checkout/holds.ts';
import { issueInvoice } from '../invoice/invoice.ts';
import { notifyAboutOrder } from '../notifications/notifications.ts';
import { LATE_PAYMENT_MS, PAYMENT_GRACE_MS, WEEK_HOLD_MS } from '../rules.ts';
import { type OrderStatus, orderMoves, refundMoves } from '../states.ts';
import {
  type BilledOrder,
  insertRefund,
  lockBilledOrder,
  type Payment,
  selectPaymentsByOrder,
  selectRefunds,
  selectWaitingLineIds,
  writePaymentUse,
} from './queries.ts';
import { recordRefund, scheduleRefund } from './refunds.ts';

type PaymentUse = NonNullable<Payment['use']>;

/** How to classify a payment that arrives when the order is no longer pending. */
const SURPLUS_USE: Record<Exclude<OrderStatus, 'pending'>, PaymentUse> = {
  paid: 'twice',
  refunded: 'twice',
  partially_refunded: 'twice',
  expired: 'late',
  cancelled: 'late',
};

const classifyPayment = ({ status, total_cents }: BilledOrder, { received_cents }: Payment): PaymentUse =>
  status !== 'pending' ? SURPLUS_USE[status] : received_cents === total_cents ? 'pays' : 'wrong_amount';

const REFUND_REASONS: Record<Exclude<PaymentUse, 'pays'>, string> = {
  late: 'Paid after the order was closed.',
  twice: 'Paid twice.',
  wrong_amount: 'The amount didn’t match the order.',
};

export const CHECK_PAYMENT: JobSpec<{ payment_id: number }> = { name: 'check_payment', attempts: 8 };
export const FULFIL_LINE: JobSpec<{ line_id: number }> = { name: 'fulfil_line', attempts: 8 };

/** Enqueues a check of a payment, which also closes it if its order no longer needs it. */
export const schedulePaymentCheck = (sql: Db, payment_id: number, in_seconds = 0): Promise<void> =>
  enqueue(sql, CHECK_PAYMENT, { payment_id }, { key: `payment ${payment_id}`, in_seconds });

/** Enqueues the closing of all open payments of an order, in the transaction that ends the order. */
export const schedulePaymentClosing = async (sql: Db, order_id: number): Promise<void> => {
  for (const { id, open } of await selectPaymentsByOrder(sql, order_id)) if (open) await schedulePaymentCheck(sql, id);
};

const MADE_AT_PROVIDER = { line_id: null, account_id: null, reason: 'Refunded at the payment provider.', status: 'made' } as const;

/** Matches money returned outside our system to refunds: first to failed refunds, then to the order itself. */
const matchReturnedMoney = async (
  sql: Db,
  order: BilledOrder,
  { id: payment_id, use, returned_cents }: Payment,
  at: Date,
): Promise<void> => {
  const refunds = await selectRefunds(sql, payment_id);
  let remaining = returned_cents;
  for (const { status, amount_cents } of refunds) if (status !== 'failed') remaining -= amount_cents;
  for (const { id, status, amount_cents } of refunds)
    if (status === 'failed' && amount_cents <= remaining) {
      await refundMoves.make({ sql, at }, id, 'make');
      remaining -= amount_cents;
    }
  if (remaining <= 0) return;
  const refundable = order.total_cents - order.refunded_cents;
  if (use === 'pays' && refundable > 0)
    await recordRefund(sql, order, { ...MADE_AT_PROVIDER, payment_id, amount_cents: Math.min(remaining, refundable) }, at);
  else if (use !== 'pays') await insertRefund(sql, order, { ...MADE_AT_PROVIDER, payment_id, amount_cents: remaining }, at);
};

/** Refunds a payment that pays no order, as far as it has not been refunded. */
const refundStrayPayment = async (
  sql: Db,
  order: BilledOrder,
  { id: payment_id, received_cents }: Payment,
  reason: string,
  at: Date,
): Promise<void> => {
  const refunds = await selectRefunds(sql, payment_id);
  const amount_cents = refunds.reduce((remaining, refund) => remaining - refund.amount_cents, received_cents);
  if (amount_cents <= 0) return;
  const details = { payment_id, amount_cents, line_id: null, account_id: null, reason, status: 'asked' } as const;
  await scheduleRefund(sql, await insertRefund(sql, order, details, at));
  await notifyAboutOrder(sql, { kind: 'goes_back', id: payment_id });
};

const isInFlight = ({ open, submitted, received_cents }: Payment): boolean => open && submitted && received_cents === 0;

/** Adjusts how long the order's weeks are held to the state of its payments. */
const settleHolds = async (sql: Db, order: BilledOrder, payments: Payment[], at: Date): Promise<void> => {
  const { id: order_id, site_id, status, expires_at } = order;
  if (status === 'paid' || status === 'partially_refunded') await holdIndefinitely(sql, order_id);
  else if (status === 'pending' && payments.some(isInFlight))
    await extendHolds(sql, { site_id, order_id, until: new Date(expires_at.getTime() + PAYMENT_GRACE_MS), now: at });
  // A payment that was in flight did not arrive: keep the weeks for the hour in which the buyer can try again.
  else if (status === 'pending') await shortenHolds(sql, order_id, new Date(at.getTime() + WEEK_HOLD_MS + LATE_PAYMENT_MS));
};

/** What follows once an order needs no more payment: its lines are delivered, other payments closed, and what was charged is invoiced. */
const completeOrder = async (sql: Db, { id: order_id, total_cents }: BilledOrder, at: Date): Promise<void> => {
  for (const line_id of await selectWaitingLineIds(sql, order_id)) await enqueue(sql, FULFIL_LINE, { line_id }, { key: `line ${line_id}` });
  await schedulePaymentClosing(sql, order_id);
  // Last, because all payments of a site wait for the lock on the next number.
  if (total_cents > 0) await issueInvoice(sql, { order_id, at });
};

/** Settles a locked order that costs nothing, on its buyer's word. */
export const settleFreeOrder = async (sql: Db, order: BilledOrder, at: Date, account_id: number): Promise<void> => {
  await orderMoves.make({ sql, at }, order.id, 'pay', { account_id });
  await notifyAboutOrder(sql, { kind: 'paid', id: order.id });
  await holdIndefinitely(sql, order.id);
  await completeOrder(sql, order, at);
};

/**
 * Derives everything that follows from the payments of an order, in the transaction that stored new facts. It depends only on stored
 * facts, so their order and repetition do not matter.
 */
export const settleOrder = async (sql: Db, { order_id, at }: { order_id: number; at: Date }): Promise<void> => {
  const order = await lockBilledOrder(sql, order_id);
  const status_before = order.status;
  const payments = await selectPaymentsByOrder(sql, order_id);
  for (const payment of payments) {
    if (payment.received_cents === 0) continue;
    if (!payment.use) {
      payment.use = classifyPayment(order, payment);
      await writePaymentUse(sql, payment.id, payment.use);
      if (payment.use === 'pays') {
        order.status = await orderMoves.make({ sql, at }, order_id, 'pay');
        await notifyAboutOrder(sql, { kind: 'paid', id: order_id });
      }
    }
    if (payment.returned_cents > 0) {
      if (payment.use === 'pays') await issueInvoice(sql, { order_id, at });
      await matchReturnedMoney(sql, order, payment, at);
    }
    if (payment.use !== 'pays') await refundStrayPayment(sql, order, payment, REFUND_REASONS[payment.use], at);
  }
  if (status_before === 'pending') await settleHolds(sql, order, payments, at);
  if (status_before !== 'pending' || order.status === 'pending') return;
  await completeOrder(sql, order, at);
};
