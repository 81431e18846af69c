import { type Caller, type Ctx, inTransaction, type Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { makeMove } from '../../kernel/moves.ts';
import { listAnswer, type Paging } from '../../kernel/paging.ts';
import { releaseHeld } from '../launches/place-queries.ts';
import { closeLater } from './payment/settle.ts';
import { findOwnOrder, type LineRow, lockOwnOrder, type OrderRow, ownOrder, selectLines, selectOwnOrders } from './queries.ts';
import { sayLine, sayTotals } from './quote.ts';
import type { Order } from './schema.ts';
import { ORDER_MOVES } from './states.ts';

/** Where a person reviews and pays an order. */
export const checkoutUrl = (site: Pick<Site, 'root'>, number: string): string => `${site.root}/checkout/${number}`;

const summaryOf = (site: Site, row: OrderRow) => ({
  number: row.number,
  status: row.status,
  ...sayTotals(row),
  checkout_url: row.status === 'pending' ? checkoutUrl(site, row.number) : null,
  expires_at: row.status === 'pending' ? row.expires_at.toISOString() : null,
  paid_at: row.paid_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** An order as it is answered. */
export const answerOf = (site: Site, row: OrderRow, lines: LineRow[]): Order => ({
  ...summaryOf(site, row),
  lines: lines.map((line) => ({
    ...sayLine(line),
    status: line.status,
    fulfilled_at: line.fulfilled_at?.toISOString() ?? null,
    note: line.note,
  })),
  refunded_cents: row.refunded_cents,
});

/** The caller's own orders on this site, newest first. */
export const listMyOrders = async (ctx: Ctx, paging: Paging) => {
  const { rows, count } = await selectOwnOrders(ctx.sql, ownOrder(ctx), paging);
  return listAnswer<ReturnType<typeof summaryOf>>(
    paging,
    rows.map((row) => JSON.stringify(summaryOf(ctx.site, row))),
    count,
  );
};

/** One of the caller's own orders. Somebody else's is not there. */
export const ownOrderRow = async (ctx: Ctx, number: string): Promise<OrderRow> => {
  const row = await findOwnOrder(ctx.sql, ownOrder(ctx), number.toUpperCase());
  if (!row) throw new Refusal('order_not_found');
  return row;
};

/** One of the caller's own orders with its lines and how far each is. */
export const getOrder = async (ctx: Ctx, { number }: { number: string }): Promise<Order> => {
  const row = await ownOrderRow(ctx, number);
  return answerOf(ctx.site, row, await selectLines(ctx.sql, row.id));
};

/** Ends an order of one's own that was not paid; its weeks are free again. Money that still comes for it goes back. */
export const cancelOrder = (ctx: Ctx<Caller>, { number }: { number: string }): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, caller, clock } = ctx;
    const row = await lockOwnOrder(sql, ownOrder(ctx), number.toUpperCase());
    if (!row) throw new Refusal('order_not_found');
    const move = ORDER_MOVES.cancel;
    const { account_id } = caller;
    if (!(await makeMove(sql, { record: 'order', id: row.id, name: 'cancel', move, account_id, at: clock.now() })))
      throw new Refusal('order_not_pending');
    await releaseHeld(sql, row.id);
    await closeLater(sql, row.id);
  });
