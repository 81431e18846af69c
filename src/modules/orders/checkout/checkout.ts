import { randomBytes } from 'node:crypto';
import { type Caller, type Ctx, type Db, inTransaction } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { releaseHeldSlot } from '../../launches/queries.ts';
import { loadOrder, loadOwnOrder, lockOwnOrder } from '../details/order-details.ts';
import { selectPaymentsByOrder } from '../payment/queries.ts';
import { findOwnOrder, insertLines, insertOrder, type NewOrder, orderOwner } from '../queries.ts';
import { type Buyer, listOfferedWeeks, priceOrder, readBuyer } from '../quote/quote.ts';
import { findSeller } from '../quote/seller.ts';
import { ORDER_TTL_MS, WEEK_HOLD_MS } from '../rules.ts';
import type { Order, OrderRequest } from '../schema.ts';
import { enforceHoldLimit, holdWeeks } from './holds.ts';
import { type LineSlot, lockAccountHolds, selectLineSlots, selectWeekLines, writeLineWeek } from './queries.ts';

/** Crockford's base 32: no two characters are confused when a number is read out. */
const ORDER_NUMBER_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const newOrderNumber = (): string => `LW-${Array.from(randomBytes(8), (byte) => ORDER_NUMBER_LETTERS[byte % 32]).join('')}`;

/** Runs before the transaction: checks that payments are set up and resolves the buyer, which may need the network. */
export const prepareCheckout = async (ctx: Ctx, request: OrderRequest): Promise<Buyer> => {
  if (!ctx.integrations.payments) throw new Refusal('checkout_unavailable');
  return readBuyer(ctx, request);
};

/** Holds the chosen weeks for an hour. The database decides who gets the last slot. */
const holdChosenWeeks = async (ctx: Ctx<Caller>, order_id: number, number: string, { items }: OrderRequest): Promise<void> => {
  const { sql, site, clock, caller } = ctx;
  const now = clock.now();
  const lines = await selectWeekLines(sql, order_id);
  const unheld = await holdWeeks(sql, lines, { site_id: site.id, order_id, until: new Date(now.getTime() + WEEK_HOLD_MS), now });
  const errors = unheld.map(({ week_on, listing_id }) => {
    const index = items.findIndex((item) => item.week === week_on && item.listing_id === listing_id);
    return { path: `items[${index}].week`, code: 'full', message: t('is full'), actual: week_on };
  });
  if (errors.length) throw new Refusal('order_not_possible', { errors });
  if (lines.length) await enforceHoldLimit(ctx, caller.account_id, number);
};

const insertWithNumber = async (sql: Db, row: Omit<NewOrder, 'number'>) => {
  for (;;) {
    const number = newOrderNumber();
    const order_id = await insertOrder(sql, { ...row, number });
    if (order_id !== null) return { number, order_id };
  }
};

/** Creates an order at today's prices and returns its checkout URL. Its weeks are held for an hour, and longer while a payment is open. */
export const createCheckout = (ctx: Ctx<Caller>, request: OrderRequest, buyer: Buyer): Promise<Order> =>
  withDatabaseClock(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    if (!(await findSeller(sql, site.id))) throw new Refusal('checkout_unavailable');
    const owner = orderOwner(ctx);
    if (request.items.some(({ week }) => week !== undefined)) await lockAccountHolds(sql, owner.account_id);
    const { promo_code, ...priced } = await priceOrder(ctx, request, buyer, { reserve: true });
    const now = clock.now();
    const expires_at = new Date(now.getTime() + ORDER_TTL_MS);
    const promo = { promo_code_id: promo_code?.id ?? null, promo_code: promo_code?.code ?? null };
    const row = { ...owner, ...priced.totals, ...promo, expires_at, created_at: now, updated_at: now };
    const { number, order_id } = await insertWithNumber(sql, row);
    await insertLines(
      sql,
      priced.lines.map((line, i) => ({ ...line, site_id: site.id, order_id, position: i + 1, updated_at: now })),
    );
    await holdChosenWeeks(ctx, order_id, number, request);
    return loadOrder(ctx, (await findOwnOrder(sql, owner, number))!);
  });

/** The weeks of an unpaid order, and all weeks with free slots. */
export interface OrderWeeks {
  lines: (LineSlot & { /** Free slots in its week; null if the week is no longer on offer. */ left: number | null })[];
  free: { week_on: string; left: number }[];
}

export const getOrderWeeks = async (ctx: Ctx<Caller>, { number }: { number: string }): Promise<OrderWeeks> => {
  const { id } = await loadOwnOrder(ctx, number);
  const lines = await selectLineSlots(ctx.sql, id, ctx.clock.now());
  const offered = lines.length ? await listOfferedWeeks(ctx) : new Map<string, number>();
  return {
    lines: lines.map((line) => ({ ...line, left: offered.get(line.week_on) ?? null })),
    free: [...offered].flatMap(([week_on, left]) => (left > 0 ? [{ week_on, left }] : [])),
  };
};

const weekRefusal = (message: string, actual: string): Refusal => invalidInput({ path: 'week', code: 'not_offered', message, actual });

/** Chooses another week for a line of the caller's own unpaid order and holds it, whether or not the old week is still held. */
export const changeOrderWeek = (
  ctx: Ctx<Caller>,
  { number, line_id, week }: { number: string; line_id: number; week: string },
): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const now = clock.now();
    const { account_id } = ctx.caller;
    const order = await lockOwnOrder(ctx, number);
    if (order.status !== 'pending') throw new Refusal('order_not_pending');
    if ((await selectPaymentsByOrder(sql, order.id)).some(({ open, submitted }) => open && submitted))
      throw new Refusal('order_not_pending', { detail: t('Your payment is being processed, so you can’t change the week.') });
    await lockAccountHolds(sql, account_id);
    const line = (await selectLineSlots(sql, order.id, now)).find((one) => one.line_id === line_id);
    if (!line) throw new Refusal('order_line_not_found');
    if (line.week_on === week && (line.held_until || line.has_slot)) return;
    const left = (await listOfferedWeeks(ctx)).get(week);
    if (left === undefined) throw weekRefusal('is not one of the available weeks', week);
    const { listing_id, held_until } = line;
    await releaseHeldSlot(sql, { order_id: order.id, listing_id, week_on: line.week_on });
    await writeLineWeek(sql, line_id, week, now);
    const until = held_until ?? new Date(now.getTime() + WEEK_HOLD_MS);
    const [full] = await holdWeeks(sql, [{ ...line, week_on: week }], { site_id: site.id, order_id: order.id, until, now });
    if (full) throw weekRefusal('is full', week);
    await enforceHoldLimit(ctx, account_id, order.number);
  });
