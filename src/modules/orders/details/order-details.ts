import type { Caller, Ctx, Db, Site, SiteCtx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { COUNT_LIMIT, type ListResponse, listResponse, toValue } from '../../../kernel/responses.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { requireTeam } from '../../accounts/team.ts';
import { releaseHolds } from '../../launches/queries.ts';
import { schedulePaymentClosing } from '../payment/settlement.ts';
import { findOwnOrder, type OrderRow, orderOwner, selectOwnOrders } from '../queries.ts';
import { formatLine, formatTotals } from '../quote/quote.ts';
import { orderSteps } from '../rules.ts';
import type { ListOrders, Order, OrderSummary } from '../schema.ts';
import { orderMoves } from '../states.ts';
import {
  countOrders,
  findOrderHead,
  type InvoiceDocumentRow,
  type MoveRow,
  type NoticeRow,
  type OrderDetailsLine,
  type OrderFilter,
  type OrderHead,
  type OrderSummaryRow,
  type PaymentRow,
  type Purchase,
  type RefundRow,
  selectDetailsLines,
  selectInvoiceDocuments,
  selectNoticeRows,
  selectOrderExport,
  selectOrderMoves,
  selectOrderReviews,
  selectOrders,
  selectPaymentRows,
  selectProductNames,
  selectPurchases,
  selectRefundRows,
} from './queries.ts';

/** The page where a person reviews and pays an order. */
export const checkoutUrl = (site: Pick<Site, 'root'>, number: string): string => `${site.root}/checkout/${number}`;

const orderUrl = ({ root }: Pick<Site, 'root'>, number: string): string => `${root}/orders/${number}`;

const documentUrl = (site: Site, order_number: string, { kind, number }: InvoiceDocumentRow): string =>
  `${orderUrl(site, order_number)}/${kind === 'invoice' ? 'invoice.pdf' : `credit-notes/${number}.pdf`}`;

const toOrderSummary = (site: Site, row: OrderRow): OrderSummary => ({
  number: row.number,
  status: row.status,
  ...formatTotals(row),
  url: orderUrl(site, row.number),
  checkout_url: row.status === 'pending' ? checkoutUrl(site, row.number) : null,
  expires_at: row.status === 'pending' ? row.expires_at.toISOString() : null,
  paid_at: row.paid_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** An order as the API returns it, with everything its page shows. */
export const loadOrder = async ({ sql, site, clock }: SiteCtx, row: OrderRow): Promise<Order> => {
  const [{ lines, refunds, documents }, reviews] = await Promise.all([loadOrderDetails(sql, row), selectOrderReviews(sql, row.id)]);
  const held_until = row.status === 'pending' && row.held_until && row.held_until > clock.now() ? row.held_until : null;
  const invoice = documents.find(({ kind }) => kind === 'invoice');
  return {
    ...toOrderSummary(site, row),
    held_until: held_until?.toISOString() ?? null,
    lines: lines.map((line) => ({
      id: line.id,
      ...formatLine(line, row),
      listing_slug: line.listing_slug,
      listing_name: line.listing_name,
      status: line.status,
      fulfilled_at: line.fulfilled_at?.toISOString() ?? null,
      note: line.note,
      refunded_cents: line.refunded_cents,
      steps: line.tasks.map(({ title, status, note, url }) => ({ title, status, note, url })),
      review: reviews.get(line.id) ?? null,
    })),
    refunded_cents: row.refunded_cents,
    refunds: refunds.map(({ line_id, amount_cents, status, reason, created_at }) => ({
      line_id,
      amount_cents,
      status,
      reason,
      created_at: created_at.toISOString(),
    })),
    invoice_url: invoice ? documentUrl(site, row.number, invoice) : null,
    documents: documents.map((document) => ({ ...document, url: documentUrl(site, row.number, document) })),
    next_steps: orderSteps({ ...row, held_until, checkout_url: checkoutUrl(site, row.number), lines }),
  };
};

export const listMyOrders = async (ctx: Ctx<Caller>, { status, ...paging }: ListOrders) => {
  const { rows, count } = await selectOwnOrders(ctx.sql, orderOwner(ctx), paging, status);
  return listResponse<OrderSummary>(
    paging,
    rows.map((row) => JSON.stringify(toOrderSummary(ctx.site, row))),
    count,
  );
};

const requireOrder = (row: OrderRow | undefined): OrderRow => {
  if (!row) throw new Refusal('order_not_found');
  return row;
};

/** One of the caller's own orders. Other accounts' orders are reported as not found. */
export const loadOwnOrder = async (ctx: Ctx<Caller>, number: string): Promise<OrderRow> =>
  requireOrder(await findOwnOrder(ctx.sql, orderOwner(ctx), number.toUpperCase()));

/** The same, locked until the transaction ends. */
export const lockOwnOrder = async (ctx: Ctx<Caller>, number: string): Promise<OrderRow> =>
  requireOrder(await findOwnOrder(ctx.sql, orderOwner(ctx), number.toUpperCase(), 'for update'));

export const getOrder = async (ctx: Ctx<Caller>, { number }: { number: string }): Promise<Order> => {
  return loadOrder(ctx, await loadOwnOrder(ctx, number));
};

/** Cancels an unpaid order and releases its weeks. Money that arrives later is refunded. */
export const cancelOrder = (ctx: Ctx<Caller>, { number }: { number: string }): Promise<void> =>
  withDatabaseClock(ctx, async (ctx) => {
    const { sql, caller } = ctx;
    const row = await lockOwnOrder(ctx, number);
    if (!(await orderMoves.try(ctx, row.id, 'cancel', { account_id: caller.account_id }))) throw new Refusal('order_not_pending');
    await releaseHolds(sql, row.id);
    await schedulePaymentClosing(sql, row.id);
  });

interface OrderContents {
  lines: OrderDetailsLine[];
  payments: PaymentRow[];
  refunds: RefundRow[];
  /** The invoice first, then credit notes. */
  documents: InvoiceDocumentRow[];
}

export interface OrderDetails extends OrderHead, OrderContents {}

export interface TeamOrderDetails extends OrderDetails {
  notices: NoticeRow[];
  moves: MoveRow[];
}

const loadOrderDetails = async <H extends { id: number }>(sql: Db, head: H): Promise<H & OrderContents> => {
  const [lines, payments, refunds, documents] = await Promise.all([
    selectDetailsLines(sql, head.id),
    selectPaymentRows(sql, head.id),
    selectRefundRows(sql, head.id),
    selectInvoiceDocuments(sql, head.id),
  ]);
  return { ...head, lines, payments, refunds, documents };
};

export const listOwnOrders = async (ctx: Ctx<Caller>, input: ListOrders) => {
  const list = toValue(await listMyOrders(ctx, input));
  const numbers = list.items.map(({ number }) => number);
  const names = await selectProductNames(ctx.sql, ctx.site.id, numbers);
  return { ...list, items: list.items.map((order) => ({ ...order, names: names.get(order.number) ?? [] })) };
};

/** One of the caller's orders with everything its page shows. Other accounts' orders are reported as not found. */
export const getOwnOrderDetails = async ({ sql, site, caller }: Ctx<Caller>, { number }: { number: string }): Promise<OrderDetails> => {
  const head = await findOrderHead(sql, site.id, number);
  if (!head || head.account_id !== caller.account_id) throw new Refusal('order_not_found');
  return loadOrderDetails(sql, head);
};

/** Any order of the site, with the provider's notices and its history. For the site's team. */
export const getTeamOrderDetails = async (ctx: Ctx<Caller>, { number }: { number: string }): Promise<TeamOrderDetails> => {
  await requireTeam(ctx);
  const { sql, site } = ctx;
  const head = await findOrderHead(sql, site.id, number);
  if (!head) throw new Refusal('order_not_found');
  const [details, notices, moves] = await Promise.all([
    loadOrderDetails(sql, head),
    selectNoticeRows(sql, head.id),
    selectOrderMoves(sql, head.id),
  ]);
  return { ...details, notices, moves };
};

/** The site's orders, newest first, filtered by status and by a search in numbers and email addresses. For the site's team. */
export const listSiteOrders = async (ctx: Ctx<Caller>, filter: OrderFilter): Promise<ListResponse<OrderSummaryRow>> => {
  await requireTeam(ctx);
  const { page, per_page } = filter;
  const [items, count] = await Promise.all([selectOrders(ctx, filter), countOrders(ctx, filter, COUNT_LIMIT)]);
  const total = Math.min(count, COUNT_LIMIT);
  return { items, page, per_page, total, total_is_exact: count <= COUNT_LIMIT, has_more: page * per_page < count };
};

export const listPurchases = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<Purchase[]> => {
  await requireTeam(ctx);
  return selectPurchases(ctx, listing_id);
};

/** Data export: lines, payments, refunds and invoices of the caller's orders. The orders themselves are exported with the account. */
export const exportOrders = ({ sql, caller }: Ctx<Caller>): Promise<Record<string, object[]>> => selectOrderExport(sql, caller.account_id);
