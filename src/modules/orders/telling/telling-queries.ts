import type { Db } from '../../../kernel/context.ts';
import type { ToldLine, ToldOrder, ToldPayment, ToldRefund } from './mails.tsx';

export interface NewsOrder extends ToldOrder {
  id: number;
  site_id: number;
  account_id: number | null;
  invoice: string | null;
  /** Where receipts go, as said on the checkout page. */
  billing_email: string | null;
}

/** Where the order of a piece of news is found, by the table its number is of. */
export type About = 'orders' | 'order_lines' | 'refunds' | 'payments';

/** The order that something is about. */
export const findNewsOrder = async (sql: Db, about: About, id: number): Promise<NewsOrder | undefined> => {
  const order_id = about === 'orders' ? sql`${id}` : sql`(select order_id from ${sql(about)} where id = ${id})`;
  const [row] = await sql<NewsOrder[]>`
    select o.id, o.site_id, o.account_id, o.number, o.total_cents, o.billing->>'email' as billing_email,
      (select i.number from invoices i where i.order_id = o.id and i.kind = 'invoice') as invoice
    from orders o where o.id = ${order_id}`;
  return row;
};

const toldLine = (sql: Db) => sql`
  select l.id, l.name, p.name as listing_name, l.week_on, l.note from order_lines l left join listings p on p.id = l.listing_id`;

export const selectToldLines = (sql: Db, order_id: number): Promise<ToldLine[]> =>
  sql<ToldLine[]>`${toldLine(sql)} where l.order_id = ${order_id} order by l.position`;

export const selectDelivered = (sql: Db, order_id: number): Promise<ToldLine[]> =>
  sql<ToldLine[]>`${toldLine(sql)} where l.order_id = ${order_id} and l.status = 'fulfilled' order by l.position`;

export const findToldLine = async (sql: Db, id: number): Promise<ToldLine | null> => {
  const [row] = await sql<ToldLine[]>`${toldLine(sql)} where l.id = ${id}`;
  return row ?? null;
};

export const findToldRefund = async (sql: Db, id: number): Promise<(ToldRefund & { credit_note: string | null }) | undefined> => {
  const [row] = await sql<(Omit<ToldRefund, 'line'> & { line_id: number | null; credit_note: string | null })[]>`
    select r.id, r.amount_cents, r.reason, r.trouble, r.line_id, i.number as credit_note
    from refunds r left join invoices i on i.refund_id = r.id where r.id = ${id}`;
  if (!row) return undefined;
  const { line_id, ...refund } = row;
  return { ...refund, line: line_id === null ? null : await findToldLine(sql, line_id) };
};

/** A payment that pays nothing. */
export const findStrayPayment = async (sql: Db, id: number): Promise<ToldPayment | undefined> => {
  const [row] = await sql<ToldPayment[]>`
    select id, received_cents, use from payments where id = ${id} and use in ('late', 'twice', 'wrong_amount')`;
  return row;
};

/** The accounts of a site's team: its admins, or those of the whole deployment where it has none. */
export const selectTeamAccounts = async (sql: Db, site_id: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    with admins as (select r.account_id as id from account_roles r where r.site_id = ${site_id} and r.role = 'site_admin')
    select id from admins union select id from accounts where is_network_admin and not exists (select from admins) order by id`;
  return rows.map(({ id }) => id);
};
