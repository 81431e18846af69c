import type { Db } from '../../../kernel/context.ts';
import type { OrderRow } from '../queries.ts';
import type { NotifiedLine, NotifiedOrder, NotifiedPayment, NotifiedRefund } from './mails.tsx';

export interface EventOrder extends NotifiedOrder, Pick<OrderRow, 'id' | 'site_id' | 'account_id'> {
  invoice: string | null;
  /** Where receipts go, from the checkout's billing details. */
  billing_email: string | null;
}

/** The table an event's id belongs to. */
export type EventTable = 'orders' | 'order_lines' | 'refunds' | 'payments';

export const findEventOrder = async (sql: Db, table: EventTable, id: number): Promise<EventOrder | undefined> => {
  const order_id = table === 'orders' ? sql`${id}` : sql`(select order_id from ${sql(table)} where id = ${id})`;
  const [row] = await sql<EventOrder[]>`
    select o.id, o.site_id, o.account_id, o.number, o.total_cents, o.promo_code, o.discount_cents, o.billing->>'email' as billing_email,
      (select i.number from invoices i where i.order_id = o.id and i.kind = 'invoice') as invoice
    from orders o where o.id = ${order_id}`;
  return row;
};

const notifiedLines = (sql: Db) => sql`
  select l.id, l.product, l.name, l.listing_id, p.name as listing_name, l.week_on, l.status, l.note from order_lines l left join listing_heads p on p.id = l.listing_id`;

export const selectNotifiedLines = (sql: Db, order_id: number): Promise<NotifiedLine[]> =>
  sql<NotifiedLine[]>`${notifiedLines(sql)} where l.order_id = ${order_id} order by l.position`;

export const selectDeliveredLines = (sql: Db, order_id: number): Promise<NotifiedLine[]> =>
  sql<NotifiedLine[]>`${notifiedLines(sql)} where l.order_id = ${order_id} and l.status = 'fulfilled' order by l.position`;

export const findNotifiedLine = async (sql: Db, id: number): Promise<NotifiedLine | null> => {
  const [row] = await sql<NotifiedLine[]>`${notifiedLines(sql)} where l.id = ${id}`;
  return row ?? null;
};

export const findNotifiedRefund = async (sql: Db, id: number): Promise<NotifiedRefund | undefined> => {
  const [row] = await sql<(Omit<NotifiedRefund, 'line'> & { line_id: number | null })[]>`
    select r.id, r.amount_cents, r.reason, r.trouble, r.line_id, i.number as credit_note
    from refunds r left join invoices i on i.refund_id = r.id where r.id = ${id}`;
  if (!row) return undefined;
  const { line_id, ...refund } = row;
  return { ...refund, line: line_id === null ? null : await findNotifiedLine(sql, line_id) };
};

export const findStrayPayment = async (sql: Db, id: number): Promise<NotifiedPayment | undefined> => {
  const [row] = await sql<NotifiedPayment[]>`
    select id, received_cents, use from payments where id = ${id} and use in ('late', 'twice', 'wrong_amount')`;
  return row;
};
