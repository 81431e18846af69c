import type { PaymentNotice } from '../../../integrations/payments.ts';
import type { Ctx, Db } from '../../../kernel/context.ts';
import { firstRow } from '../../../kernel/database.ts';
import { offsetOf, type Paging } from '../../../kernel/responses.ts';
import type { AiReview, TaskReport } from '../fulfilment/queries.ts';
import type { InvoiceContent } from '../invoice/content.ts';
import type { Payment, Refund } from '../payment/queries.ts';
import type { LineRow, OrderRow } from '../queries.ts';
import type { OrderStatus } from '../states.ts';

export interface OrderHead extends Omit<OrderRow, 'site_id' | 'held_until'> {
  /** The buyer's email address; null if the account was deleted. */
  email: string | null;
  /** The versions of the legal pages that the buyer accepted; null before, or if the site had none. */
  terms_version?: number | null;
  refunds_version?: number | null;
}

export const findOrderHead = async (sql: Db, site_id: number, number: string): Promise<OrderHead | undefined> => {
  const [row] = await sql<OrderHead[]>`
    select o.id, o.number, o.status, o.account_id, a.email, o.promo_code, o.discount_cents, o.net_cents, o.vat_cents, o.total_cents, o.refunded_cents,
      o.vat_rate::float8 as vat_rate, o.vat_treatment, o.vat_number_status, o.vat_number, o.billing_country, o.billing,
      o.expires_at, o.paid_at, o.created_at, o.terms_version, o.refunds_version
    from orders o left join account_contacts a on a.id = o.account_id where o.site_id = ${site_id} and o.number = ${number}`;
  return row;
};

export const selectProductNames = async (sql: Db, site_id: number, numbers: string[]): Promise<Map<string, string[]>> => {
  const rows = await sql<{ number: string; names: string[] }[]>`
    select o.number, array(select l.name from order_lines l where l.order_id = o.id order by l.position) as names
    from orders o where o.site_id = ${site_id} and o.number = any(${numbers})`;
  return new Map(rows.map(({ number, names }) => [number, names]));
};

export interface LineTask extends TaskReport {
  id: number;
  title: string;
}

export interface OrderDetailsLine extends Omit<LineRow, 'order_id'> {
  listing_slug: string | null;
  listing_name: string | null;
  tasks: LineTask[];
}

export const selectDetailsLines = (sql: Db, order_id: number): Promise<OrderDetailsLine[]> => sql<OrderDetailsLine[]>`
  select l.id, l.product, l.name, l.bundle, l.listing_id, p.slug as listing_slug, p.name as listing_name, l.week_on, l.categories, l.options,
    l.amount_cents, l.discount_cents, l.vat_cents, l.refunded_cents, l.status, l.note, l.fulfilled_at,
    coalesce((select json_agg(json_build_object('id', t.id, 'title', t.title, 'status', t.status, 'note', t.note, 'url', t.url) order by t.position)
      from team_tasks t where t.line_id = l.id), '[]'::json) as tasks
  from order_lines l left join listing_heads p on p.id = l.listing_id where l.order_id = ${order_id} order by l.position`;

/** The finished AI reviews of an order, by line. */
export const selectOrderReviews = async (sql: Db, order_id: number): Promise<Map<number, AiReview>> => {
  const rows = await sql<{ line_id: number; content: AiReview }[]>`
    select r.line_id, r.content from ai_reviews r join order_lines l on l.id = r.line_id where l.order_id = ${order_id}`;
  return new Map(rows.map(({ line_id, content }) => [line_id, content]));
};

export interface PaymentRow extends Omit<Payment, 'site_id' | 'order_id' | 'ends_at' | 'submitted'> {
  received_at: Date | null;
  created_at: Date;
}

export const selectPaymentRows = (sql: Db, order_id: number): Promise<PaymentRow[]> => sql<PaymentRow[]>`
  select id, provider, session, intent, url, asked_cents, received_cents, returned_cents, open, use, received_at, created_at
  from payments where order_id = ${order_id} order by id desc`;

export interface RefundRow extends Omit<Refund, 'payment_id'> {
  line_id: number | null;
  reason: string;
  trouble: string | null;
  created_at: Date;
  /** Who decided on the refund; null if it was automatic. */
  by: string | null;
}

export const selectRefundRows = (sql: Db, order_id: number): Promise<RefundRow[]> => sql<RefundRow[]>`
  select r.id, r.line_id, r.amount_cents, r.reason, r.status, r.trouble, r.created_at, coalesce(a.name, a.email) as by
  from refunds r left join account_contacts a on a.id = r.account_id where r.order_id = ${order_id} order by r.id`;

export type InvoiceDocumentRow = Pick<InvoiceContent, 'number' | 'kind' | 'issued_on' | 'total_cents'>;

export const selectInvoiceDocuments = (sql: Db, order_id: number): Promise<InvoiceDocumentRow[]> => sql<InvoiceDocumentRow[]>`
  select number, kind, issued_on, net_cents + vat_cents as total_cents from invoices where order_id = ${order_id} order by kind desc, number`;

export type NoticeRow = Pick<PaymentNotice, 'id' | 'type' | 'occurred_at'> & { received_at: Date };

export const selectNoticeRows = (sql: Db, order_id: number): Promise<NoticeRow[]> => sql<NoticeRow[]>`
  select id, type, occurred_at, received_at from payment_notices where order_id = ${order_id} order by received_at desc, id limit 100`;

export interface MoveRow {
  record: 'order' | 'order_line';
  /** The line that moved; null for a move of the order itself. */
  line_id: number | null;
  move: string;
  to_status: string;
  reason: string | null;
  by: string | null;
  moved_at: Date;
}

/** Status history of the order and its lines, newest first. */
export const selectOrderMoves = (sql: Db, order_id: number): Promise<MoveRow[]> => sql<MoveRow[]>`
  select m.record, case when m.record = 'order_line' then m.record_id::bigint end as line_id, m.move, m.to_status, m.reason,
    coalesce(a.name, a.email) as by, m.moved_at
  from moves m left join account_contacts a on a.id = m.account_id
  where (m.record = 'order' and m.record_id = ${String(order_id)})
    or (m.record = 'order_line' and m.record_id in (select id::text from order_lines where order_id = ${order_id}))
  order by m.id desc limit 200`;

/** The team's filter: a status, orders that need attention, or a search in numbers and email addresses. */
export interface OrderFilter extends Paging {
  status?: OrderStatus | 'with_the_team' | 'refund_failed';
  q?: string;
}

export interface OrderSummaryRow
  extends Pick<OrderHead, 'number' | 'status' | 'email' | 'total_cents' | 'refunded_cents' | 'created_at' | 'paid_at'> {
  names: string[];
  with_the_team: number;
}

const likePattern = (q: string): string => `%${q.replace(/[\\%_]/g, '\\$&')}%`;

/** Starts from the few lines or refunds that need the team rather than from all orders. */
const statusCondition = (sql: Db, site_id: number, status: OrderFilter['status']) => {
  if (status === undefined) return sql``;
  if (status === 'with_the_team')
    return sql`and o.id in (select order_id from order_lines where site_id = ${site_id} and status = 'with_the_team')`;
  if (status === 'refund_failed') return sql`and o.id in (select order_id from refunds where site_id = ${site_id} and status = 'failed')`;
  return sql`and o.status = ${status}`;
};

const matchingOrders = ({ sql, site }: Ctx, { status, q }: OrderFilter) => sql`
  from orders o left join account_contacts a on a.id = o.account_id where o.site_id = ${site.id}
  ${statusCondition(sql, site.id, status)}
  ${q ? sql`and (o.number ilike ${likePattern(q)} or a.email ilike ${likePattern(q)} or o.billing->>'email' ilike ${likePattern(q)})` : sql``}`;

export const selectOrders = (ctx: Ctx, filter: OrderFilter): Promise<OrderSummaryRow[]> => ctx.sql<OrderSummaryRow[]>`
  select o.number, o.status, coalesce(a.email, o.billing->>'email') as email, o.total_cents, o.refunded_cents, o.created_at, o.paid_at,
    array(select l.name from order_lines l where l.order_id = o.id order by l.position) as names,
    (select count(*)::int from order_lines l where l.order_id = o.id and l.status = 'with_the_team') as with_the_team
  ${matchingOrders(ctx, filter)} order by o.id desc limit ${filter.per_page} offset ${offsetOf(filter)}`;

export const countOrders = async (ctx: Ctx, filter: OrderFilter, limit: number): Promise<number> => {
  const rows = await ctx.sql<{ count: number }[]>`
    select count(*)::int as count from (select 1 ${matchingOrders(ctx, filter)} limit ${limit + 1}) t`;
  return firstRow(rows).count;
};

export interface Purchase extends Pick<LineRow, 'name' | 'status' | 'amount_cents'> {
  line_id: number;
  number: string;
  paid_at: Date;
}

/** Lines of paid orders for a listing that were not refunded in full. */
export const selectPurchases = ({ sql, site }: Ctx, listing_id: number): Promise<Purchase[]> => sql<Purchase[]>`
  select l.id as line_id, o.number, l.name, l.status, l.amount_cents, o.paid_at from order_lines l join orders o on o.id = l.order_id
  where l.site_id = ${site.id} and l.listing_id = ${listing_id} and o.paid_at is not null and l.status <> 'failed'
    and (l.refunded_cents < l.amount_cents + l.vat_cents or l.amount_cents = 0) order by l.id desc limit 50`;

/** Rows that belong to an account's orders, by table. Orders and billing details have an account_id, so the general export covers them. */
export const selectOrderExport = async (sql: Db, account_id: number): Promise<Record<string, object[]>> => {
  const ownRows = sql`join orders o on o.id = t.order_id where o.account_id = ${account_id}`;
  const [order_lines, order_payments, order_refunds, invoices] = await Promise.all([
    sql<object[]>`
      select o.number as order_number, t.product, t.name, t.bundle, t.listing_id, t.week_on, t.categories, t.options, t.amount_cents, t.discount_cents, t.vat_cents,
        t.refunded_cents, t.status, t.note, t.fulfilled_at from order_lines t ${ownRows} order by t.id`,
    // Without the payment URL: anyone who gets the file could pay with it.
    sql<object[]>`
      select o.number as order_number, t.provider, t.asked_cents, t.received_cents, t.returned_cents, t.use, t.received_at, t.created_at
      from payments t ${ownRows} order by t.id`,
    sql<object[]>`
      select o.number as order_number, t.amount_cents, t.reason, t.status, t.created_at from refunds t ${ownRows} order by t.id`,
    sql<object[]>`select t.content from invoices t ${ownRows} order by t.issued_at, t.number`,
  ]);
  return { order_lines, order_payments, order_refunds, invoices };
};
