import type { Db } from '../../../kernel/context.ts';
import { enqueue } from '../../../kernel/job.ts';
import { makeMove } from '../../../kernel/moves.ts';
import { DUE } from '../due.ts';
import { issueInvoice } from '../invoice/invoice.ts';
import { ORDER_MOVES, type OrderStatus, REFUND_MOVES } from '../states.ts';
import { tellOfOrder } from '../telling/telling.ts';
import { lockOrder, type OwedOrder, type Payment, selectWaitingLines, selectWays, writeUse } from './payment-queries.ts';
import { insertRefund, selectRefunds } from './refund-queries.ts';
import { bringBack, takeBack } from './returning.ts';

type Use = NonNullable<Payment['use']>;

/** What money is for that comes when the order is no longer waiting for it. */
const TOO_MUCH: Record<Exclude<OrderStatus, 'pending'>, Use> = {
  paid: 'twice',
  refunded: 'twice',
  partially_refunded: 'twice',
  expired: 'late',
  cancelled: 'late',
};

const useOf = ({ status, total_cents }: OwedOrder, { received_cents }: Payment): Use =>
  status !== 'pending' ? TOO_MUCH[status] : received_cents === total_cents ? 'pays' : 'wrong_amount';

const REASONS: Record<Exclude<Use, 'pays'>, string> = {
  late: 'Paid after the order was over.',
  twice: 'Paid a second time.',
  wrong_amount: 'Not what the order costs.',
};

/** Has somebody look at a way to pay, and close it where its order needs no money any more. */
export const lookLater = (sql: Db, payment_id: number, in_seconds = 0): Promise<void> =>
  enqueue(sql, DUE.check_payment as never, { payment_id } as never, { key: `payment ${payment_id}`, in_seconds });

/** Has all ways to pay an order that is over closed, in the transaction that ends it. */
export const closeLater = async (sql: Db, order_id: number): Promise<void> => {
  for (const { id, open } of await selectWays(sql, order_id)) if (open) await lookLater(sql, id);
};

const AT_PROVIDER = { line_id: null, account_id: null, reason: 'Paid back at the payment provider.', status: 'made' } as const;

/** Finds out what money that went back without our doing was for: first what could not be brought back, then the order itself. */
const explainReturned = async (sql: Db, order: OwedOrder, { id: payment_id, use, returned_cents }: Payment, at: Date): Promise<void> => {
  const refunds = await selectRefunds(sql, payment_id);
  let left = returned_cents;
  for (const { status, amount_cents } of refunds) if (status !== 'failed') left -= amount_cents;
  for (const { id, status, amount_cents } of refunds)
    if (status === 'failed' && amount_cents <= left) {
      await makeMove(sql, { record: 'refund', id, name: 'make', move: REFUND_MOVES.make, account_id: null, at });
      left -= amount_cents;
    }
  if (left <= 0) return;
  const { site_id, id: order_id } = order;
  const owed = order.total_cents - order.refunded_cents;
  if (use === 'pays' && owed > 0) await takeBack(sql, order, { ...AT_PROVIDER, payment_id, amount_cents: Math.min(left, owed) }, at);
  else if (use !== 'pays') await insertRefund(sql, { site_id, order_id, payment_id, amount_cents: left, ...AT_PROVIDER, at });
};

/** Money that pays nothing goes back by itself, as far as it has not. */
const sendBack = async (
  sql: Db,
  { site_id, id: order_id }: OwedOrder,
  way: Payment,
  use: Exclude<Use, 'pays'>,
  at: Date,
): Promise<void> => {
  const refunds = await selectRefunds(sql, way.id);
  const amount_cents = refunds.reduce((left, refund) => left - refund.amount_cents, way.received_cents);
  if (amount_cents <= 0) return;
  const why = { line_id: null, account_id: null, reason: REASONS[use], status: 'asked' } as const;
  await bringBack(sql, await insertRefund(sql, { site_id, order_id, payment_id: way.id, amount_cents, ...why, at }));
  await tellOfOrder(sql, { kind: 'goes_back', id: way.id });
};

const pay = async (sql: Db, order: OwedOrder, at: Date): Promise<void> => {
  const { id } = order;
  await makeMove(sql, { record: 'order', id, name: 'pay', move: ORDER_MOVES.pay, account_id: null, at });
  order.status = 'paid';
  await tellOfOrder(sql, { kind: 'paid', id });
};

/**
 * Draws what follows from everything that is known of an order's money, in the transaction that has just learnt of some. It looks
 * at nothing but what is kept, so it does not matter in which order, or how often, that was told.
 */
export const settle = async (sql: Db, { order_id, at }: { order_id: number; at: Date }): Promise<void> => {
  const order = await lockOrder(sql, order_id);
  const before = order.status;
  const ways = await selectWays(sql, order_id);
  for (const way of ways) {
    if (way.received_cents === 0) continue;
    if (!way.use) {
      way.use = useOf(order, way);
      await writeUse(sql, way.id, way.use);
      if (way.use === 'pays') await pay(sql, order, at);
    }
    if (way.returned_cents > 0) {
      if (way.use === 'pays') await issueInvoice(sql, { order_id, at });
      await explainReturned(sql, order, way, at);
    }
    if (way.use !== 'pays') await sendBack(sql, order, way, way.use, at);
  }
  if (before !== 'pending' || order.status === 'pending') return;
  for (const line_id of await selectWaitingLines(sql, order_id))
    await enqueue(sql, DUE.fulfil_line as never, { line_id } as never, { key: `line ${line_id}` });
  await closeLater(sql, order_id);
  // Last, because all who are paid at a site wait for each other at the next number.
  await issueInvoice(sql, { order_id, at });
};
