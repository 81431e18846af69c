import { recordAct } from '../../../kernel/acts.ts';
import { type Caller, type Ctx, type Db, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { makeMove } from '../../../kernel/moves.ts';
import { refuseStrangers } from '../../accounts/team.ts';
import { REFUND_MOVES } from '../states.ts';
import { findOrderNumbered, lockOrder, type OwedOrder, selectWays } from './payment-queries.ts';
import { findLineOrder, findRefund, lockLines, type PaidLine } from './refund-queries.ts';
import { bringBack, leftOf, type Return, takeBack } from './returning.ts';

interface Wanted {
  number: string;
  /** One line alone. */
  line_id?: number;
  /** A part; everything that is left where it is not said. */
  amount_cents?: number;
  /** How much had gone back for all its asker could see: pressed twice, it is meant once. */
  seen_cents?: number;
  reason: string;
}

const SINCE = 'Money went back since this page was drawn. Look over what is left, then try again.';

const paidWith = async (sql: Db, { id }: OwedOrder): Promise<number | null> =>
  (await selectWays(sql, id)).find(({ use }) => use === 'pays')?.id ?? null;

const amountOf = (wanted: number | undefined, left: number): number => {
  if (left <= 0) throw new Refusal('nothing_to_refund');
  if (wanted === undefined) return left;
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > left)
    throw new Refusal('invalid_input', {
      errors: [
        {
          path: 'amount_cents',
          code: 'out_of_range',
          message: `must be from 1 to ${left}, what is left of it`,
          limit: left,
          actual: wanted,
        },
      ],
    });
  return wanted;
};

const lineNumbered = (lines: PaidLine[], line_id: number): PaidLine => {
  const line = lines.find(({ id }) => id === line_id);
  if (!line) throw new Refusal('order_line_not_found');
  return line;
};

/** Gives money of a paid order back: all that is left, a part, or a line's. For the site's team. */
export const refundOrder = async (
  ctx: Ctx<Caller>,
  { number, line_id, amount_cents, reason, seen_cents }: Wanted,
): Promise<{ refund_id: number }> => {
  await refuseStrangers(ctx);
  return inTransaction(ctx, async (ctx) => {
    const { sql, site, caller, clock } = ctx;
    const order_id = await findOrderNumbered(sql, number.toUpperCase());
    const order = order_id === null ? undefined : await lockOrder(sql, order_id);
    if (order?.site_id !== site.id) throw new Refusal('order_not_found');
    if (seen_cents !== undefined && seen_cents !== order.refunded_cents) throw new Refusal('invalid_input', { detail: SINCE });
    const payment_id = await paidWith(sql, order);
    if (payment_id === null) throw new Refusal('nothing_to_refund', { detail: 'This order was not paid.' });
    const left =
      line_id === undefined ? order.total_cents - order.refunded_cents : leftOf(lineNumbered(await lockLines(sql, order.id), line_id));
    const what: Return = {
      payment_id,
      line_id: line_id ?? null,
      amount_cents: amountOf(amount_cents, left),
      reason,
      account_id: caller.account_id,
      status: 'asked',
    };
    const refund_id = await takeBack(sql, order, what, clock.now());
    const after = { amount_cents: what.amount_cents, line_id: what.line_id };
    await recordAct(ctx, { act: 'refund_order', record: 'order', record_id: order.id, title: number.toUpperCase(), after, reason });
    return { refund_id };
  });
};

/** Has a refund that the provider refused tried once more. For the site's team. */
export const retryRefund = async (ctx: Ctx<Caller>, { refund_id }: { refund_id: number }): Promise<void> => {
  await refuseStrangers(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { sql, site, caller, clock } = ctx;
    const refund = await findRefund(sql, refund_id);
    const order = refund && (await lockOrder(sql, refund.order_id));
    if (order?.site_id !== site.id) throw new Refusal('order_not_found');
    const at = clock.now();
    const move = REFUND_MOVES.try_again;
    if (!(await makeMove(sql, { record: 'refund', id: refund_id, name: 'try_again', move, account_id: caller.account_id, at })))
      throw new Refusal('nothing_to_refund', { detail: 'This refund was made or is on its way.' });
    await bringBack(sql, refund_id, at.toISOString());
    await recordAct(ctx, { act: 'retry_refund', record: 'order', record_id: order.id, title: order.number });
  });
};

/** Gives back what is left of a line that cannot be delivered, in the transaction that gives it up. Nothing where nothing is left. */
export const giveBack = async (
  sql: Db,
  { line_id, reason, account_id = null, at }: { line_id: number; reason: string; account_id?: number | null; at: Date },
): Promise<void> => {
  const order_id = await findLineOrder(sql, line_id);
  if (order_id === null) return;
  const order = await lockOrder(sql, order_id);
  const payment_id = await paidWith(sql, order);
  const amount_cents = leftOf(lineNumbered(await lockLines(sql, order.id), line_id));
  if (payment_id === null || amount_cents <= 0) return;
  await takeBack(sql, order, { payment_id, line_id, amount_cents, reason, account_id, status: 'asked' }, at);
};
