import type { Db } from '../../kernel/context.ts';

/** What belongs to somebody's orders, by what it is. The orders and billing details themselves name the account, so its export has them. */
export const selectOfOrders = async (sql: Db, account_id: number): Promise<Record<string, object[]>> => {
  const own = sql`join orders o on o.id = t.order_id where o.account_id = ${account_id}`;
  const [order_lines, order_payments, order_refunds, invoices] = await Promise.all([
    sql<object[]>`
      select o.number as order_number, t.product, t.name, t.bundle, t.listing_id, t.week_on, t.categories, t.options, t.amount_cents, t.vat_cents,
        t.refunded_cents, t.status, t.note, t.fulfilled_at from order_lines t ${own} order by t.id`,
    // Not where one pays: whoever gets the file could.
    sql<object[]>`
      select o.number as order_number, t.provider, t.asked_cents, t.received_cents, t.returned_cents, t.use, t.received_at, t.created_at
      from payments t ${own} order by t.id`,
    sql<object[]>`
      select o.number as order_number, t.amount_cents, t.reason, t.status, t.created_at from refunds t ${own} order by t.id`,
    sql<object[]>`select t.content from invoices t ${own} order by t.issued_at, t.number`,
  ]);
  return { order_lines, order_payments, order_refunds, invoices };
};
