import type { Sql } from '../../../src/db/open.ts';
import type { StripeServer } from './stripe-server.ts';

/** Forbidden states, each with a query that finds it. */
const FORBIDDEN: Record<string, (sql: Sql) => Promise<readonly unknown[]>> = {
  'an order paid by two payments': (sql) => sql`select order_id from payments where use = 'pays' group by order_id having count(*) > 1`,
  'an order with two moves to paid': (sql) =>
    sql`select record_id from moves where record = 'order' and move = 'pay' group by record_id having count(*) > 1`,
  'a paid order without its money, or with another amount': (sql) => sql`
    select o.number from orders o left join payments p on p.order_id = o.id and p.use = 'pays'
    where (o.paid_at is not null) <> (p.id is not null) or p.received_cents <> o.total_cents`,
  'money that nobody decided about': (sql) => sql`select id from payments where received_cents > 0 and use is null`,
  'money that pays nothing and is still here': (sql) =>
    sql`select id from payments where use <> 'pays' and returned_cents <> received_cents`,
  'a way to pay that is still open': (sql) => sql`select id from payments where open`,
  'an order that still waits': (sql) => sql`select number from orders where status = 'pending'`,
  'a refund that was not made': (sql) => sql`select id from refunds where status <> 'made'`,
  'money that went back and no refund says why, or the other way round': (sql) => sql`
    select p.id from payments p left join refunds r on r.payment_id = p.id and r.status = 'made'
    group by p.id having p.returned_cents <> coalesce(sum(r.amount_cents), 0)`,
  'an order that lost more or less than its refunds': (sql) => sql`
    select o.number from orders o join payments p on p.order_id = o.id and p.use = 'pays' where o.refunded_cents <> p.returned_cents`,
  'lines that do not add up to their order': (sql) => sql`
    select o.number from orders o join order_lines l on l.order_id = o.id group by o.id
    having sum(l.amount_cents + l.vat_cents) <> o.total_cents or sum(l.refunded_cents) <> o.refunded_cents`,
  'a status that does not follow from the money': (sql) => sql`
    select number from orders where paid_at is not null and status <>
      case when refunded_cents = 0 then 'paid' when refunded_cents = total_cents then 'refunded' else 'partially_refunded' end`,
  'a line of a paid order that was neither delivered nor paid back': (sql) => sql`
    select l.id from order_lines l join orders o on o.id = l.order_id
    where o.paid_at is not null and not (l.status = 'fulfilled' or l.status = 'failed' and l.refunded_cents = l.amount_cents + l.vat_cents)`,
  'a line of an unpaid order that was touched': (sql) => sql`
    select l.id from order_lines l join orders o on o.id = l.order_id where o.paid_at is null and (l.status <> 'waiting' or l.refunded_cents > 0)`,
  'a line delivered twice': (sql) =>
    sql`select record_id from moves where record = 'order_line' and move = 'fulfil' group by record_id having count(*) > 1`,
  'a delivery without its effect, or an effect without its delivery': (sql) => sql`
    select l.id from order_lines l
    left join billboard_contributions b on b.line_id = l.id and b.refund_id is null left join featured_listings f on f.line_id = l.id
    where (l.status = 'fulfilled') <> (coalesce(b.line_id, f.line_id) is not null)`,
  'a billboard that shows other money than it has': (sql) => sql`
    select l.id from order_lines l join billboard_contributions b on b.line_id = l.id
    group by l.id having sum(b.amount_cents) <> l.amount_cents - l.refunded_cents * l.amount_cents / (l.amount_cents + l.vat_cents)`,
  'a paid order without its one invoice, or an invoice of another': (sql) => sql`
    select o.number from orders o left join invoices i on i.order_id = o.id and i.kind = 'invoice'
    group by o.id having count(i.number) <> (case when o.paid_at is null then 0 else 1 end) or sum(i.net_cents + i.vat_cents) <> o.total_cents`,
  'papers that do not add up to what the order keeps': (sql) => sql`
    select o.number from orders o join invoices i on i.order_id = o.id group by o.id
    having sum(i.net_cents + i.vat_cents) <> o.total_cents - o.refunded_cents`,
  'a gap in the numbers of papers': (sql) => sql`
    select kind from invoices group by site_id, kind, left(number, position('-' in number))
    having count(*) <> max(split_part(number, '-', 2)::int)`,
};

export interface Books {
  /** Money received and returned, according to the provider. */
  received: number;
  returned: number;
  /** What paid orders keep. */
  kept: number;
  faults: string[];
}

/** Checks the invariants when all jobs are done: the money received equals what orders keep plus what was returned, to the cent. */
export const checkBooks = async (sql: Sql, stripe: StripeServer): Promise<Books> => {
  const faults: string[] = [];
  for (const [what, find] of Object.entries(FORBIDDEN)) {
    const found = await find(sql);
    if (found.length) faults.push(`${what}: ${found.length}, such as ${JSON.stringify(found[0])}`);
  }
  const { received, returned } = stripe.books;
  const [ours] = await sql<{ received: number; returned: number; kept: number }[]>`
    select (select coalesce(sum(received_cents), 0)::bigint from payments) as received,
      (select coalesce(sum(returned_cents), 0)::bigint from payments) as returned,
      (select coalesce(sum(total_cents - refunded_cents), 0)::bigint from orders where paid_at is not null) as kept`;
  if (ours!.received !== received) faults.push(`received ${received} at the provider, ${ours!.received} here`);
  if (ours!.returned !== returned) faults.push(`returned ${returned} at the provider, ${ours!.returned} here`);
  if (ours!.kept !== received - returned) faults.push(`${received} received, ${returned} returned, but orders keep ${ours!.kept}`);
  return { received, returned, kept: ours!.kept, faults };
};
