import type { Db } from '../../../kernel/context.ts';
import { enqueue } from '../../../kernel/job.ts';
import { makeMove } from '../../../kernel/moves.ts';
import { releaseHeld } from '../../launches/place-queries.ts';
import { DUE } from '../due.ts';
import { issueCreditNote } from '../invoice/invoice.ts';
import { shareOut } from '../rules.ts';
import { LINE_MOVES, ORDER_MOVES } from '../states.ts';
import { tellOfOrder } from '../telling/telling.ts';
import type { OwedOrder } from './payment-queries.ts';
import {
  addOrderRefunded,
  addRefunded,
  deleteTakenBack,
  insertRefund,
  insertTakenBack,
  lockLines,
  type PaidLine,
  writeNote,
} from './refund-queries.ts';

/** What goes back, and why. */
export interface Return {
  payment_id: number;
  /** Null: of all lines, by what is left of each. */
  line_id: number | null;
  amount_cents: number;
  reason: string;
  account_id: number | null;
  /** `made` where the money went back already. */
  status: 'asked' | 'made';
}

/** Has the money of a refund brought back, once. */
export const bringBack = (sql: Db, refund_id: number, again: string | null = null): Promise<void> =>
  enqueue(sql, DUE.make_refund as never, { refund_id, again } as never, { key: `refund ${refund_id}` });

export const leftOf = ({ amount_cents, vat_cents, refunded_cents }: PaidLine): number => amount_cents + vat_cents - refunded_cents;

/** The part of a sum with VAT that is without. */
const netOf = ({ amount_cents, vat_cents }: PaidLine, cents: number): number =>
  Number((BigInt(cents) * BigInt(amount_cents)) / BigInt(amount_cents + vat_cents));

/** What a line gave the billboard goes with its money; what it has not given yet is less by as much. */
const takeOffBillboard = async (sql: Db, order: OwedOrder, line: PaidLine, cents: number, refund_id: number, at: Date): Promise<void> => {
  if (line.product !== 'billboard_min' || line.listing_id === null) return;
  // From the sum so far, so that parts add up to the whole.
  const amount_cents = netOf(line, line.refunded_cents + cents) - netOf(line, line.refunded_cents);
  const { site_id, id: order_id } = order;
  if (amount_cents > 0)
    await insertTakenBack(sql, { site_id, listing_id: line.listing_id, amount_cents, order_id, line_id: line.id, refund_id, at });
};

const NOT_DELIVERED = 'Not delivered: its money went back.';

/**
 * Takes money off a paid order and has it brought back, with the credit note; its lines add up to it, always. What is paid back
 * whole and not delivered yet is not delivered any more. The order is locked.
 */
export const takeBack = async (sql: Db, order: OwedOrder, what: Return, at: Date): Promise<number> => {
  const { line_id, amount_cents, account_id, reason } = what;
  const refund_id = await insertRefund(sql, { ...what, site_id: order.site_id, order_id: order.id, at });
  const lines = await lockLines(sql, order.id);
  const whole = order.refunded_cents + amount_cents === order.total_cents;
  const of = lines.filter(({ id }) => line_id === null || id === line_id);
  const shares = shareOut(amount_cents, of.map(leftOf));
  for (const [i, line] of of.entries()) {
    const cents = shares[i]!;
    const undelivered = line.status === 'waiting' || line.status === 'with_the_team';
    const give_up = undelivered && (whole || (cents > 0 && cents === leftOf(line)));
    if (cents > 0) await addRefunded(sql, { line_id: line.id, cents, at });
    if (give_up) {
      await makeMove(sql, { record: 'order_line', id: line.id, name: 'give_up', move: LINE_MOVES.give_up, account_id, at, reason });
      await writeNote(sql, line.id, NOT_DELIVERED);
    }
    // What was given up gave nothing, so nothing is taken.
    if (give_up || line.status === 'failed') await deleteTakenBack(sql, line.id);
    else if (cents > 0) await takeOffBillboard(sql, order, line, cents, refund_id, at);
  }
  await addOrderRefunded(sql, order.id, amount_cents);
  const name = whole ? 'refund' : 'refund_part';
  await makeMove(sql, { record: 'order', id: order.id, name, move: ORDER_MOVES[name], account_id, at, reason });
  if (whole) await releaseHeld(sql, order.id);
  order.refunded_cents += amount_cents;
  order.status = ORDER_MOVES[name].to;
  if (what.status === 'asked') await bringBack(sql, refund_id);
  else await tellOfOrder(sql, { kind: 'refunded', id: refund_id });
  await issueCreditNote(sql, { refund_id, at });
  return refund_id;
};
