import type { Db } from '../../kernel/context.ts';
import type { LineStatus, OrderStatus } from './states.ts';

/** An order with everything that belongs to it, for the pages that show it whole. */
export interface OrderHead {
  id: number;
  number: string;
  status: OrderStatus;
  account_id: number | null;
  /** The buyer's address; null for an account that is gone. */
  email: string | null;
  net_cents: number;
  vat_cents: number;
  total_cents: number;
  refunded_cents: number;
  vat_rate: number;
  vat_treatment: 'domestic' | 'eu_consumer' | 'reverse_charge' | 'outside_eu' | 'unknown';
  vat_number_status: 'valid' | 'invalid' | 'unchecked' | 'not_given';
  vat_number: string | null;
  billing_country: string | null;
  billing: Record<string, unknown> | null;
  expires_at: Date;
  paid_at: Date | null;
  created_at: Date;
}

export const findOrderHead = async (sql: Db, site_id: number, number: string): Promise<OrderHead | undefined> => {
  const [row] = await sql<OrderHead[]>`
    select o.id, o.number, o.status, o.account_id, a.email, o.net_cents, o.vat_cents, o.total_cents, o.refunded_cents,
      o.vat_rate::float8 as vat_rate, o.vat_treatment, o.vat_number_status, o.vat_number, o.billing_country, o.billing,
      o.expires_at, o.paid_at, o.created_at
    from orders o left join accounts a on a.id = o.account_id where o.site_id = ${site_id} and o.number = ${number}`;
  return row;
};

/** What was ordered, by the number of the order. */
export const selectNames = async (sql: Db, site_id: number, numbers: string[]): Promise<Map<string, string[]>> => {
  const rows = await sql<{ number: string; names: string[] }[]>`
    select o.number, array(select l.name from order_lines l where l.order_id = o.id order by l.position) as names
    from orders o where o.site_id = ${site_id} and o.number = any(${numbers})`;
  return new Map(rows.map(({ number, names }) => [number, names]));
};

export interface LineTask {
  id: number;
  title: string;
  status: 'to_do' | 'doing' | 'done' | 'not_possible';
  note: string | null;
  url: string | null;
}

export interface WholeLine {
  id: number;
  product: string;
  name: string;
  bundle: string | null;
  listing_id: number | null;
  listing_slug: string | null;
  listing_name: string | null;
  week_on: string | null;
  categories: string[];
  options: Record<string, unknown>;
  amount_cents: number;
  vat_cents: number;
  refunded_cents: number;
  status: LineStatus;
  note: string | null;
  fulfilled_at: Date | null;
  tasks: LineTask[];
}

export const selectWholeLines = (sql: Db, order_id: number): Promise<WholeLine[]> => sql<WholeLine[]>`
  select l.id, l.product, l.name, l.bundle, l.listing_id, p.slug as listing_slug, p.name as listing_name, l.week_on, l.categories, l.options,
    l.amount_cents, l.vat_cents, l.refunded_cents, l.status, l.note, l.fulfilled_at,
    coalesce((select json_agg(json_build_object('id', t.id, 'title', t.title, 'status', t.status, 'note', t.note, 'url', t.url) order by t.position)
      from team_tasks t where t.line_id = l.id), '[]'::json) as tasks
  from order_lines l left join listings p on p.id = l.listing_id where l.order_id = ${order_id} order by l.position`;

export interface PaymentRow {
  id: number;
  provider: 'stripe' | 'test';
  session: string;
  intent: string | null;
  url: string | null;
  asked_cents: number;
  received_cents: number;
  returned_cents: number;
  open: boolean;
  use: 'pays' | 'late' | 'twice' | 'wrong_amount' | null;
  received_at: Date | null;
  created_at: Date;
}

export const selectPayments = (sql: Db, order_id: number): Promise<PaymentRow[]> => sql<PaymentRow[]>`
  select id, provider, session, intent, url, asked_cents, received_cents, returned_cents, open, use, received_at, created_at
  from payments where order_id = ${order_id} order by id desc`;

export interface RefundRow {
  id: number;
  line_id: number | null;
  amount_cents: number;
  reason: string;
  status: 'asked' | 'made' | 'failed';
  trouble: string | null;
  created_at: Date;
  /** Who decided; null where it follows from a rule. */
  by: string | null;
}

export const selectRefunds = (sql: Db, order_id: number): Promise<RefundRow[]> => sql<RefundRow[]>`
  select r.id, r.line_id, r.amount_cents, r.reason, r.status, r.trouble, r.created_at, coalesce(a.name, a.email) as by
  from refunds r left join accounts a on a.id = r.account_id where r.order_id = ${order_id} order by r.id`;

export interface PaperRow {
  number: string;
  kind: 'invoice' | 'credit_note';
  issued_on: string;
  total_cents: number;
}

export const selectPapers = (sql: Db, order_id: number): Promise<PaperRow[]> => sql<PaperRow[]>`
  select number, kind, issued_on, net_cents + vat_cents as total_cents from invoices where order_id = ${order_id} order by kind desc, number`;

export interface NoticeRow {
  id: string;
  type: string;
  occurred_at: Date;
  received_at: Date;
}

export const selectNotices = (sql: Db, order_id: number): Promise<NoticeRow[]> => sql<NoticeRow[]>`
  select id, type, occurred_at, received_at from payment_notices where order_id = ${order_id} order by received_at desc, id limit 100`;

export interface MoveRow {
  record: 'order' | 'order_line';
  /** The line's, where it is one's. */
  line_id: number | null;
  move: string;
  to_status: string;
  reason: string | null;
  by: string | null;
  moved_at: Date;
}

/** How the order and its lines came to stand as they do, newest first. */
export const selectOrderMoves = (sql: Db, order_id: number): Promise<MoveRow[]> => sql<MoveRow[]>`
  select m.record, case when m.record = 'order_line' then m.record_id::bigint end as line_id, m.move, m.to_status, m.reason,
    coalesce(a.name, a.email) as by, m.moved_at
  from moves m left join accounts a on a.id = m.account_id
  where (m.record = 'order' and m.record_id = ${String(order_id)})
    or (m.record = 'order_line' and m.record_id in (select id::text from order_lines where order_id = ${order_id}))
  order by m.id desc limit 200`;
