import type { Db } from '../../../kernel/context.ts';
import type { LineStatus, RefundStatus } from '../states.ts';
import type { ProviderName } from './payment-queries.ts';

export interface Refund {
  id: number;
  payment_id: number;
  amount_cents: number;
  status: RefundStatus;
}

export interface NewRefund {
  site_id: number;
  order_id: number;
  payment_id: number;
  line_id: number | null;
  amount_cents: number;
  reason: string;
  account_id: number | null;
  status: 'asked' | 'made';
  at: Date;
}

export const insertRefund = async (sql: Db, { at, ...refund }: NewRefund): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    insert into refunds ${sql({ ...refund, created_at: at, updated_at: at })} returning id`;
  return row!.id;
};

export const selectRefunds = (sql: Db, payment_id: number): Promise<Refund[]> =>
  sql<Refund[]>`select id, payment_id, amount_cents, status from refunds where payment_id = ${payment_id} order by id`;

/** A refund with all that is needed to bring it to the provider. */
export interface RefundToMake extends Refund {
  order_id: number;
  number: string;
  provider: ProviderName;
  session: string;
  intent: string | null;
}

export const findRefund = async (sql: Db, id: number): Promise<RefundToMake | undefined> => {
  const [row] = await sql<RefundToMake[]>`
    select r.id, r.payment_id, r.amount_cents, r.status, r.order_id, o.number, p.provider, p.session, p.intent
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id where r.id = ${id}`;
  return row;
};

export const findRefundReferred = async (sql: Db, reference: string): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`select id from refunds where reference = ${reference}`;
  return row?.id ?? null;
};

/** What the provider said of a refund. */
export const writeSaid = async (sql: Db, id: number, said: { reference?: string; trouble: string | null }): Promise<void> => {
  await sql`update refunds set ${sql(said)} where id = ${id}`;
};

/** Money that went back through us. What the provider's notices say of it may have come before. */
export const addReturned = async (sql: Db, payment_id: number, at: Date): Promise<void> => {
  await sql`
    update payments set updated_at = ${at}, returned_cents = greatest(returned_cents,
      (select coalesce(sum(amount_cents), 0) from refunds where payment_id = ${payment_id} and status = 'made'))
    where id = ${payment_id}`;
};

/** Money that came back to us, because a refund did not reach its buyer. */
export const takeReturned = async (sql: Db, payment_id: number, amount_cents: number, at: Date): Promise<void> => {
  await sql`
    update payments set updated_at = ${at}, returned_cents = greatest(returned_cents - ${amount_cents}, 0) where id = ${payment_id}`;
};

export interface PaidLine {
  id: number;
  product: string;
  listing_id: number | null;
  amount_cents: number;
  vat_cents: number;
  refunded_cents: number;
  status: LineStatus;
}

export const lockLines = (sql: Db, order_id: number): Promise<PaidLine[]> => sql<PaidLine[]>`
  select id, product, listing_id, amount_cents, vat_cents, refunded_cents, status from order_lines
  where order_id = ${order_id} order by position for update`;

export const findLineOrder = async (sql: Db, line_id: number): Promise<number | null> => {
  const [row] = await sql<{ order_id: number }[]>`select order_id from order_lines where id = ${line_id}`;
  return row?.order_id ?? null;
};

export const addRefunded = async (sql: Db, { line_id, cents, at }: { line_id: number; cents: number; at: Date }): Promise<void> => {
  await sql`update order_lines set refunded_cents = refunded_cents + ${cents}, updated_at = ${at} where id = ${line_id}`;
};

export const writeNote = async (sql: Db, line_id: number, note: string): Promise<void> => {
  await sql`update order_lines set note = ${note} where id = ${line_id}`;
};

export const addOrderRefunded = async (sql: Db, order_id: number, cents: number): Promise<void> => {
  await sql`update orders set refunded_cents = refunded_cents + ${cents} where id = ${order_id}`;
};

/** Takes off the billboard what went back of a line. */
export const insertTakenBack = async (
  sql: Db,
  taken: { site_id: number; listing_id: number; amount_cents: number; order_id: number; line_id: number; refund_id: number; at: Date },
): Promise<void> => {
  await sql`insert into billboard_contributions ${sql({ ...taken, amount_cents: -taken.amount_cents })}`;
};

export const deleteTakenBack = async (sql: Db, line_id: number): Promise<void> => {
  await sql`delete from billboard_contributions where line_id = ${line_id} and refund_id is not null`;
};
