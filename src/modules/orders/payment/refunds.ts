import { recordAuditEntry } from '../../../kernel/audit-log.ts';
import type { Caller, Ctx, Db } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { enqueue, type JobSpec } from '../../../kernel/jobs.ts';
import { t } from '../../../kernel/language/messages.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { requireTeam } from '../../accounts/team.ts';
import { releaseHolds } from '../../launches/queries.ts';
import { issueCreditNote } from '../invoice/invoice.ts';
import { notifyAboutOrder } from '../notifications/notifications.ts';
import { writeLineNote } from '../queries.ts';
import { splitAmount } from '../rules.ts';
import { lineMoves, orderMoves, refundMoves } from '../states.ts';
import {
  addLineRefund,
  addOrderRefund,
  type BilledOrder,
  deleteBillboardRefunds,
  findOrderIdByNumber,
  findOrderIdOfLine,
  findRefund,
  insertBillboardRefund,
  insertRefund,
  lockBilledOrder,
  lockPaidLines,
  type PaidLine,
  type RefundDetails,
  selectPaymentsByOrder,
} from './queries.ts';

export const MAKE_REFUND: JobSpec<{ refund_id: number; again?: string | null }> = { name: 'make_refund', attempts: 12 };

export const scheduleRefund = (sql: Db, refund_id: number, again: string | null = null): Promise<void> =>
  enqueue(sql, MAKE_REFUND, { refund_id, again }, { key: `refund ${refund_id}` });

export const refundableCents = ({ amount_cents, vat_cents, refunded_cents }: PaidLine): number => amount_cents + vat_cents - refunded_cents;

const netCents = ({ amount_cents, vat_cents }: PaidLine, cents: number): number =>
  Number((BigInt(cents) * BigInt(amount_cents)) / BigInt(amount_cents + vat_cents));

/** Takes the refunded part of a line off the billboard, or off what it will contribute later. */
const refundBillboard = async (sql: Db, order: BilledOrder, line: PaidLine, cents: number, refund_id: number, at: Date): Promise<void> => {
  if (line.product !== 'billboard_min' || line.listing_id === null) return;
  // Computed from the running total, so that partial refunds add up to the whole.
  const amount_cents = netCents(line, line.refunded_cents + cents) - netCents(line, line.refunded_cents);
  const { site_id, id: order_id } = order;
  if (amount_cents > 0)
    await insertBillboardRefund(sql, { site_id, listing_id: line.listing_id, amount_cents, order_id, line_id: line.id, refund_id, at });
};

const NOT_DELIVERED_NOTE = 'Not delivered and refunded.';

/**
 * Records a refund of a paid order, schedules it at the provider and issues the credit note. The refunds of the lines always add up to
 * the order's. Undelivered lines that are refunded in full are given up. The order must be locked.
 */
export const recordRefund = async (sql: Db, order: BilledOrder, refund: RefundDetails, at: Date): Promise<number> => {
  const { line_id, amount_cents, account_id, reason } = refund;
  const refund_id = await insertRefund(sql, order, refund, at);
  const lines = await lockPaidLines(sql, order.id);
  const is_whole = order.refunded_cents + amount_cents === order.total_cents;
  const refunded_lines = lines.filter(({ id }) => line_id === null || id === line_id);
  const shares = splitAmount(amount_cents, refunded_lines.map(refundableCents));
  for (const [i, line] of refunded_lines.entries()) {
    const cents = shares[i]!;
    const undelivered = line.status === 'waiting' || line.status === 'with_the_team';
    const give_up = undelivered && (is_whole || (cents > 0 && cents === refundableCents(line)));
    if (cents > 0) await addLineRefund(sql, { line_id: line.id, cents, at });
    if (give_up) {
      await lineMoves.make({ sql, at }, line.id, 'give_up', { account_id, reason });
      await writeLineNote(sql, line.id, NOT_DELIVERED_NOTE);
    }
    // A line that was given up contributed nothing, so nothing is taken off.
    if (give_up || line.status === 'failed') await deleteBillboardRefunds(sql, line.id);
    else if (cents > 0) await refundBillboard(sql, order, line, cents, refund_id, at);
  }
  await addOrderRefund(sql, order.id, amount_cents);
  order.status = await orderMoves.make({ sql, at }, order.id, is_whole ? 'refund' : 'refund_part', { account_id, reason });
  if (is_whole) await releaseHolds(sql, order.id);
  order.refunded_cents += amount_cents;
  if (refund.status === 'asked') await scheduleRefund(sql, refund_id);
  else await notifyAboutOrder(sql, { kind: 'refunded', id: refund_id });
  await issueCreditNote(sql, { refund_id, at });
  return refund_id;
};

interface RefundInput {
  number: string;
  line_id?: number;
  /** A partial amount; everything left if omitted. */
  amount_cents?: number;
  /** The refunded amount the page showed, so that a double click refunds once. */
  seen_cents?: number;
  reason: string;
}

const STALE_PAGE_DETAIL = 'A refund was made after you opened this page. Check what is left, then try again.';

const findPayingPaymentId = async (sql: Db, { id }: BilledOrder): Promise<number | null> =>
  (await selectPaymentsByOrder(sql, id)).find(({ use }) => use === 'pays')?.id ?? null;

const refundAmount = (requested: number | undefined, refundable: number): number => {
  if (refundable <= 0) throw new Refusal('nothing_to_refund');
  if (requested === undefined) return refundable;
  const message = `must be from 1 to ${refundable}, what is left of it`;
  if (!Number.isInteger(requested) || requested < 1 || requested > refundable)
    throw invalidInput({ path: 'amount_cents', code: 'out_of_range', message, limit: refundable, actual: requested });
  return requested;
};

const requireLine = (lines: PaidLine[], line_id: number): PaidLine => {
  const line = lines.find(({ id }) => id === line_id);
  if (!line) throw new Refusal('order_line_not_found');
  return line;
};

/** Refunds a paid order: everything left, a part, or one line. For the site's team. */
export const refundOrder = async (
  ctx: Ctx<Caller>,
  { number, line_id, amount_cents, reason, seen_cents }: RefundInput,
): Promise<{ refund_id: number }> => {
  await requireTeam(ctx);
  return withDatabaseClock(ctx, async (ctx) => {
    const { sql, site, caller, clock } = ctx;
    const order_id = await findOrderIdByNumber(sql, number.toUpperCase());
    const order = order_id === null ? undefined : await lockBilledOrder(sql, order_id);
    if (order?.site_id !== site.id) throw new Refusal('order_not_found');
    if (seen_cents !== undefined && seen_cents !== order.refunded_cents) throw new Refusal('invalid_input', { detail: STALE_PAGE_DETAIL });
    const payment_id = await findPayingPaymentId(sql, order);
    if (payment_id === null) throw new Refusal('nothing_to_refund', { detail: t('This order was not paid.') });
    const refundable =
      line_id === undefined
        ? order.total_cents - order.refunded_cents
        : refundableCents(requireLine(await lockPaidLines(sql, order.id), line_id));
    const refund: RefundDetails = {
      payment_id,
      line_id: line_id ?? null,
      amount_cents: refundAmount(amount_cents, refundable),
      reason,
      account_id: caller.account_id,
      status: 'asked',
    };
    const refund_id = await recordRefund(sql, order, refund, clock.now());
    const after = { amount_cents: refund.amount_cents, line_id: refund.line_id };
    await recordAuditEntry(ctx, { act: 'refund_order', record: 'order', record_id: order.id, title: number.toUpperCase(), after, reason });
    return { refund_id };
  });
};

/** Retries a refund that the provider refused. For the site's team. */
export const retryRefund = async (ctx: Ctx<Caller>, { refund_id }: { refund_id: number }): Promise<void> => {
  await requireTeam(ctx);
  await withDatabaseClock(ctx, async (ctx) => {
    const { sql, site, caller, clock } = ctx;
    const refund = await findRefund(sql, refund_id);
    const order = refund && (await lockBilledOrder(sql, refund.order_id));
    if (order?.site_id !== site.id) throw new Refusal('order_not_found');
    const at = clock.now();
    if (!(await refundMoves.try({ sql, at }, refund_id, 'try_again', { account_id: caller.account_id })))
      throw new Refusal('nothing_to_refund', { detail: t('This refund was already made or is being processed.') });
    await scheduleRefund(sql, refund_id, at.toISOString());
    await recordAuditEntry(ctx, { act: 'retry_refund', record: 'order', record_id: order.id, title: order.number });
  });
};

/** Refunds what is left of a line in the transaction that gives it up. Does nothing if nothing is left. */
export const refundLine = async (
  sql: Db,
  { line_id, reason, account_id = null, at }: { line_id: number; reason: string; account_id?: number | null; at: Date },
): Promise<void> => {
  const order_id = await findOrderIdOfLine(sql, line_id);
  if (order_id === null) return;
  const order = await lockBilledOrder(sql, order_id);
  const payment_id = await findPayingPaymentId(sql, order);
  const amount_cents = refundableCents(requireLine(await lockPaidLines(sql, order.id), line_id));
  if (payment_id === null || amount_cents <= 0) return;
  await recordRefund(sql, order, { payment_id, line_id, amount_cents, reason, account_id, status: 'asked' }, at);
};
