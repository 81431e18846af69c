import type { PaymentNotice, PaymentProvider, PaymentSession } from '../../../integrations/payments.ts';
import type { Db } from '../../../kernel/context.ts';
import { firstRow, jsonParameter } from '../../../kernel/database.ts';
import type { LineRow, OrderOwner, OrderRow } from '../queries.ts';
import type { RefundStatus } from '../states.ts';

export type ProviderName = PaymentProvider['name'];

const BILLED_COLUMNS = ['id', 'site_id', 'number', 'status', 'total_cents', 'refunded_cents', 'expires_at'] as const;

/** The part of an order that payments need. */
export type BilledOrder = Pick<OrderRow, (typeof BILLED_COLUMNS)[number]>;

/** Locks an order. Anything that writes its payments, lines or slots starts here. */
export const lockBilledOrder = async (sql: Db, order_id: number): Promise<BilledOrder> => {
  const [row] = await sql<BilledOrder[]>`select ${sql(BILLED_COLUMNS)} from orders where id = ${order_id} for update`;
  return row!;
};

export const findBilledOrder = async (sql: Db, order_id: number): Promise<BilledOrder | undefined> => {
  const [row] = await sql<BilledOrder[]>`select ${sql(BILLED_COLUMNS)} from orders where id = ${order_id}`;
  return row;
};

export const findOrderIdByNumber = async (sql: Db, number: string): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`select id from orders where number = ${number}`;
  return row?.id ?? null;
};

export interface Payment extends Omit<PaymentSession, 'number'> {
  id: number;
  site_id: number;
  order_id: number;
  provider: ProviderName;
  use: 'pays' | 'late' | 'twice' | 'wrong_amount' | null;
}

const paymentRows = (sql: Db) => sql`
  select id, site_id, order_id, provider, session, intent, url, asked_cents, received_cents, returned_cents, open, ends_at, submitted, use
  from payments`;

/** All payments of an order by time of receipt; those without money last. */
export const selectPaymentsByOrder = (sql: Db, order_id: number): Promise<Payment[]> =>
  sql<Payment[]>`${paymentRows(sql)} where order_id = ${order_id} order by received_at nulls last, id`;

export const findPayment = async (sql: Db, id: number): Promise<Payment | undefined> => {
  const [row] = await sql<Payment[]>`${paymentRows(sql)} where id = ${id}`;
  return row;
};

export const findPaymentBy = async (
  sql: Db,
  provider: ProviderName,
  by: { session: string } | { intent: string },
): Promise<Payment | undefined> => {
  const [row] = await sql<Payment[]>`
    ${paymentRows(sql)} where provider = ${provider} and ${'session' in by ? sql`session = ${by.session}` : sql`intent = ${by.intent}`}`;
  return row;
};

/** Saves the facts about a payment. Amounts and flags only ever advance, so late or repeated facts do no harm. */
export const writePaymentFacts = async (
  sql: Db,
  { site_id, id: order_id }: Pick<BilledOrder, 'site_id' | 'id'>,
  provider: ProviderName,
  { session, intent, url, asked_cents, received_cents, returned_cents, open, ends_at, submitted }: PaymentSession,
  at: Date,
): Promise<number> => {
  const rows = await sql<{ id: number }[]>`
    insert into payments as p (site_id, order_id, provider, session, intent, url, asked_cents, received_cents, returned_cents, open, ends_at, submitted,
      received_at, created_at, updated_at)
    values (${site_id}, ${order_id}, ${provider}, ${session}, ${intent}, ${url}, ${asked_cents}, ${received_cents}, ${returned_cents}, ${open},
      ${ends_at}, ${submitted}, ${received_cents > 0 ? at : null}, ${at}, ${at})
    on conflict (provider, session) do update set intent = coalesce(p.intent, excluded.intent), url = coalesce(p.url, excluded.url),
      received_cents = greatest(p.received_cents, excluded.received_cents), returned_cents = greatest(p.returned_cents, excluded.returned_cents),
      open = p.open and excluded.open, ends_at = coalesce(p.ends_at, excluded.ends_at), submitted = p.submitted or excluded.submitted,
      received_at = coalesce(p.received_at, excluded.received_at), updated_at = excluded.updated_at
    returning id`;
  return firstRow(rows).id;
};

/** Records what a received payment is for, once. */
export const writePaymentUse = async (sql: Db, payment_id: number, use: NonNullable<Payment['use']>): Promise<void> => {
  await sql`update payments set use = ${use} where id = ${payment_id} and use is null`;
};

/** Stores a notice; false if it was known. */
export const insertNotice = async (
  sql: Db,
  provider: ProviderName,
  { id, type, occurred_at, body }: PaymentNotice,
  order_id: number,
  received_at: Date,
): Promise<boolean> => {
  const rows = await sql`
    insert into payment_notices (provider, id, type, order_id, body, occurred_at, received_at)
    values (${provider}, ${id}, ${type}, ${order_id}, ${jsonParameter(sql, body)}, ${occurred_at}, ${received_at})
    on conflict do nothing returning id`;
  return rows.length > 0;
};

export const isKnownNotice = async (sql: Db, provider: ProviderName, id: string): Promise<boolean> =>
  (await sql`select from payment_notices where provider = ${provider} and id = ${id}`).length > 0;

export interface PayableOrder extends BilledOrder {
  has_billing: boolean;
  email: string | null;
  lines: { name: string; amount_cents: number }[];
}

export const findPayableOrder = async (sql: Db, { site_id, account_id }: OrderOwner, number: string): Promise<PayableOrder | undefined> => {
  const [row] = await sql<PayableOrder[]>`
    select o.id, o.site_id, o.number, o.status, o.total_cents, o.refunded_cents, o.expires_at, o.billing is not null as has_billing,
      coalesce(o.billing->>'email', a.email) as email,
      (select json_agg(json_build_object('name', l.name, 'amount_cents', l.amount_cents + l.vat_cents) order by l.position)
        from order_lines l where l.order_id = o.id) as lines
    from orders o join account_contacts a on a.id = o.account_id
    where o.site_id = ${site_id} and o.account_id = ${account_id} and o.number = ${number}`;
  return row;
};

/** Open payments due for a check: soon after they start, then less and less often, and at once when the order or the payment is over. */
export const selectPaymentsDueForCheck = async (sql: Db, now: Date, limit: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select p.id from payments p join orders o on o.id = p.order_id
    where p.open and (o.status <> 'pending' or (p.ends_at <= ${now} and p.updated_at < p.ends_at)
      or p.updated_at + greatest(interval '3 minutes', least(interval '1 hour', p.updated_at - p.created_at)) <= ${now})
    order by p.updated_at limit ${limit}`;
  return rows.map(({ id }) => id);
};

export const selectExpiredOrders = async (sql: Db, now: Date, limit: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from orders where status = 'pending' and expires_at <= ${now} order by expires_at limit ${limit}`;
  return rows.map(({ id }) => id);
};

export const selectWaitingLineIds = async (sql: Db, order_id: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from order_lines where order_id = ${order_id} and status = 'waiting' order by position`;
  return rows.map(({ id }) => id);
};

export const isOwnOrder = async (sql: Db, order_id: number, account_id: number): Promise<boolean> =>
  (await sql`select from orders where id = ${order_id} and account_id = ${account_id}`).length > 0;

export interface Refund {
  id: number;
  payment_id: number;
  amount_cents: number;
  status: RefundStatus;
}

export interface RefundDetails {
  payment_id: number;
  /** Null: all lines, in proportion to what is left of each. */
  line_id: number | null;
  amount_cents: number;
  reason: string;
  account_id: number | null;
  /** `made` if the money has already been returned. */
  status: 'asked' | 'made';
}

export const insertRefund = async (
  sql: Db,
  { site_id, id: order_id }: Pick<BilledOrder, 'site_id' | 'id'>,
  details: RefundDetails,
  at: Date,
): Promise<number> => {
  const rows = await sql<{ id: number }[]>`
    insert into refunds ${sql({ ...details, site_id, order_id, created_at: at, updated_at: at })} returning id`;
  return firstRow(rows).id;
};

const refundRows = (sql: Db) => sql`select id, payment_id, amount_cents, status from refunds`;

export const selectRefunds = (sql: Db, payment_id: number): Promise<Refund[]> =>
  sql<Refund[]>`${refundRows(sql)} where payment_id = ${payment_id} order by id`;

export interface RefundToMake extends Refund, Pick<Payment, 'order_id' | 'provider' | 'session' | 'intent'> {
  number: string;
}

export const findRefund = async (sql: Db, id: number): Promise<RefundToMake | undefined> => {
  const [row] = await sql<RefundToMake[]>`
    select r.id, r.payment_id, r.amount_cents, r.status, r.order_id, o.number, p.provider, p.session, p.intent
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id where r.id = ${id}`;
  return row;
};

export const findRefundByReference = async (sql: Db, reference: string): Promise<Refund | undefined> => {
  const [row] = await sql<Refund[]>`${refundRows(sql)} where reference = ${reference}`;
  return row;
};

export const writeProviderReply = async (sql: Db, id: number, reply: { reference?: string; trouble: string | null }): Promise<void> => {
  await sql`update refunds set ${sql(reply)} where id = ${id}`;
};

/** Adds our refunds to the returned amount, unless the provider's notices reported them first. */
export const addReturnedCents = async (sql: Db, payment_id: number, at: Date): Promise<void> => {
  await sql`
    update payments set updated_at = ${at}, returned_cents = greatest(returned_cents,
      (select coalesce(sum(amount_cents), 0) from refunds where payment_id = ${payment_id} and status = 'made'))
    where id = ${payment_id}`;
};

/** Subtracts a refund that did not reach the buyer and came back to us. */
export const subtractReturnedCents = async (sql: Db, payment_id: number, amount_cents: number, at: Date): Promise<void> => {
  await sql`
    update payments set updated_at = ${at}, returned_cents = greatest(returned_cents - ${amount_cents}, 0) where id = ${payment_id}`;
};

const PAID_COLUMNS = ['id', 'product', 'listing_id', 'amount_cents', 'vat_cents', 'refunded_cents', 'status'] as const;

export type PaidLine = Pick<LineRow, (typeof PAID_COLUMNS)[number]>;

export const lockPaidLines = (sql: Db, order_id: number): Promise<PaidLine[]> =>
  sql<PaidLine[]>`select ${sql(PAID_COLUMNS)} from order_lines where order_id = ${order_id} order by position for update`;

export const findOrderIdOfLine = async (sql: Db, line_id: number): Promise<number | null> => {
  const [row] = await sql<{ order_id: number }[]>`select order_id from order_lines where id = ${line_id}`;
  return row?.order_id ?? null;
};

export const addLineRefund = async (sql: Db, { line_id, cents, at }: { line_id: number; cents: number; at: Date }): Promise<void> => {
  await sql`update order_lines set refunded_cents = refunded_cents + ${cents}, updated_at = ${at} where id = ${line_id}`;
};

export const addOrderRefund = async (sql: Db, order_id: number, cents: number): Promise<void> => {
  await sql`update orders set refunded_cents = refunded_cents + ${cents} where id = ${order_id}`;
};

export const insertBillboardRefund = async (
  sql: Db,
  refund: { site_id: number; listing_id: number; amount_cents: number; order_id: number; line_id: number; refund_id: number; at: Date },
): Promise<void> => {
  await sql`insert into billboard_contributions ${sql({ ...refund, amount_cents: -refund.amount_cents })}`;
};

export const deleteBillboardRefunds = async (sql: Db, line_id: number): Promise<void> => {
  await sql`delete from billboard_contributions where line_id = ${line_id} and refund_id is not null`;
};
