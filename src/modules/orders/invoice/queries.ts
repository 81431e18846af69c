import type { Db } from '../../../kernel/context.ts';
import { firstRow, jsonParameter } from '../../../kernel/database.ts';
import type { InvoiceContent, InvoicedLine, InvoicedOrder, NetAndVat } from './content.ts';

/** Locks an order and loads it with its site and buyer. */
export const lockOrderForInvoice = async (sql: Db, order_id: number): Promise<InvoicedOrder | undefined> => {
  const [row] = await sql<InvoicedOrder[]>`
    select o.id, o.site_id, s.name as site_name, s.time_zone, o.number, a.email as account_email, o.promo_code, o.discount_cents, o.net_cents, o.vat_cents, o.total_cents,
      o.vat_rate::float8 as vat_rate, o.vat_treatment, o.vat_number_status, o.vat_number, o.billing_country, o.billing, o.paid_at,
      exists (select from payments p where p.order_id = o.id and p.provider = 'test' and p.received_cents > 0) as by_test
    from orders o join site_heads s on s.id = o.site_id left join account_contacts a on a.id = o.account_id
    where o.id = ${order_id} for update of o`;
  return row;
};

const invoicedLine = (sql: Db) => sql`
  select l.name, l.bundle, p.name as listing_name, l.week_on, l.amount_cents, l.discount_cents, l.vat_cents
  from order_lines l left join listing_heads p on p.id = l.listing_id`;

export const selectInvoicedLines = (sql: Db, order_id: number): Promise<InvoicedLine[]> =>
  sql<InvoicedLine[]>`${invoicedLine(sql)} where l.order_id = ${order_id} order by l.position`;

export const findInvoicedLine = async (sql: Db, line_id: number): Promise<InvoicedLine | null> => {
  const [row] = await sql<InvoicedLine[]>`${invoicedLine(sql)} where l.id = ${line_id}`;
  return row ?? null;
};

/**
 * The next number in a site's year. The counter's row is locked until the transaction ends and rolls back with it, so numbers have no
 * gaps or duplicates. Call it late in the transaction, because others wait for the lock.
 */
export const takeInvoiceNumber = async (
  sql: Db,
  { site_id, kind, year }: { site_id: number; kind: 'invoice' | 'credit_note'; year: number },
): Promise<number> => {
  const rows = await sql<{ last: number }[]>`
    insert into invoice_numbers as n (site_id, kind, year, last) values (${site_id}, ${kind}, ${year}, 1)
    on conflict (site_id, kind, year) do update set last = n.last + 1 returning last`;
  return firstRow(rows).last;
};

export interface NewInvoice {
  site_id: number;
  order_id: number;
  refund_id: number | null;
  issued_at: Date;
  country: string;
  content: InvoiceContent;
}

/** Stores an invoice permanently. The columns for reports are copied from its content, so that the two cannot differ. */
export const insertInvoice = async (sql: Db, { content, ...rest }: NewInvoice): Promise<void> => {
  const { number, kind, issued_on, treatment, vat_rate, net_cents, vat_cents } = content;
  const row = { ...rest, number, kind, issued_on, treatment, rate: vat_rate, net_cents, vat_cents };
  await sql`insert into invoices ${sql({ ...row, content: jsonParameter(sql, content) })}`;
};

/** The number of an order's invoice, or of a refund's credit note. */
export const findInvoiceNumber = async (sql: Db, of: { order_id: number } | { refund_id: number }): Promise<string | null> => {
  const which = 'order_id' in of ? sql`order_id = ${of.order_id} and kind = 'invoice'` : sql`refund_id = ${of.refund_id}`;
  const [row] = await sql<{ number: string }[]>`select number from invoices where ${which}`;
  return row?.number ?? null;
};

export const findInvoice = async (sql: Db, order_id: number): Promise<{ country: string; content: InvoiceContent } | undefined> => {
  const [row] = await sql<{ country: string; content: InvoiceContent }[]>`
    select country, content from invoices where order_id = ${order_id} and kind = 'invoice'`;
  return row;
};

/** What credit notes have taken off an order's invoice, or off one of its lines. Positive amounts. */
export const sumCreditNotes = async (sql: Db, order_id: number, line_id: number | null): Promise<NetAndVat> => {
  const [row] = await sql<NetAndVat[]>`
    select coalesce(-sum(i.net_cents), 0)::bigint as net_cents, coalesce(-sum(i.vat_cents), 0)::bigint as vat_cents
    from invoices i join refunds r on r.id = i.refund_id
    where i.order_id = ${order_id} and (${line_id}::bigint is null or r.line_id = ${line_id})`;
  return row!;
};

export interface RefundForCreditNote {
  id: number;
  order_id: number;
  line_id: number | null;
  amount_cents: number;
  reason: string;
  /** Whether the refunded money had paid the order. */
  of_the_order: boolean;
}

export const findRefundForCreditNote = async (sql: Db, refund_id: number): Promise<RefundForCreditNote | undefined> => {
  const [row] = await sql<RefundForCreditNote[]>`
    select r.id, r.order_id, r.line_id, r.amount_cents, r.reason, p.use is not distinct from 'pays' as of_the_order
    from refunds r join payments p on p.id = r.payment_id where r.id = ${refund_id}`;
  return row;
};

/** An invoice or credit note of an account's order; with account_id null, of any order, for the team. */
export const findInvoiceDocument = async (
  sql: Db,
  { site_id, number, account_id }: { site_id: number; number: string; account_id: number | null },
  note: string | null,
): Promise<InvoiceContent | undefined> => {
  const [row] = await sql<{ content: InvoiceContent }[]>`
    select i.content from orders o join invoices i on i.order_id = o.id
    where o.site_id = ${site_id} and o.number = ${number} and (${account_id}::bigint is null or o.account_id = ${account_id})
      and ${note === null ? sql`i.kind = 'invoice'` : sql`i.kind = 'credit_note' and i.number = ${note}`}`;
  return row?.content;
};
