import type { Db } from '../../../kernel/context.ts';
import type { Facts, Notice, PaymentProvider } from '../../../outside/payments.ts';
import type { OrderStatus } from '../states.ts';

export type ProviderName = PaymentProvider['name'];

/** An order as far as money cares. */
export interface OwedOrder {
  id: number;
  site_id: number;
  number: string;
  status: OrderStatus;
  total_cents: number;
  refunded_cents: number;
  expires_at: Date;
}

const OWED = ['id', 'site_id', 'number', 'status', 'total_cents', 'refunded_cents', 'expires_at'] as const;

/** Locks an order: whoever writes of its money, lines or places begins here. */
export const lockOrder = async (sql: Db, order_id: number): Promise<OwedOrder> => {
  const [row] = await sql<OwedOrder[]>`select ${sql(OWED)} from orders where id = ${order_id} for update`;
  return row!;
};

export const findOrder = async (sql: Db, order_id: number): Promise<OwedOrder | undefined> => {
  const [row] = await sql<OwedOrder[]>`select ${sql(OWED)} from orders where id = ${order_id}`;
  return row;
};

export const findOrderNumbered = async (sql: Db, number: string): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`select id from orders where number = ${number}`;
  return row?.id ?? null;
};

export interface Payment {
  id: number;
  site_id: number;
  order_id: number;
  provider: ProviderName;
  session: string;
  intent: string | null;
  url: string | null;
  asked_cents: number;
  received_cents: number;
  returned_cents: number;
  open: boolean;
  use: 'pays' | 'late' | 'twice' | 'wrong_amount' | null;
}

const PAYMENT = [
  'id',
  'site_id',
  'order_id',
  'provider',
  'session',
  'intent',
  'url',
  'asked_cents',
  'received_cents',
  'returned_cents',
  'open',
  'use',
] as const;

/** All ways to pay an order, in the order their money came; those without any last. */
export const selectWays = (sql: Db, order_id: number): Promise<Payment[]> =>
  sql<Payment[]>`select ${sql(PAYMENT)} from payments where order_id = ${order_id} order by received_at nulls last, id`;

export const findWay = async (sql: Db, id: number): Promise<Payment | undefined> => {
  const [row] = await sql<Payment[]>`select ${sql(PAYMENT)} from payments where id = ${id}`;
  return row;
};

export const findWayBy = async (
  sql: Db,
  provider: ProviderName,
  by: { session: string } | { intent: string },
): Promise<Payment | undefined> => {
  const [row] = await sql<Payment[]>`select ${sql(PAYMENT)} from payments where provider = ${provider}
    and ${'session' in by ? sql`session = ${by.session}` : sql`intent = ${by.intent}`}`;
  return row;
};

/** Keeps what is known of a way to pay. It only ever grows: what came late or again takes nothing away. */
export const writeFacts = async (
  sql: Db,
  { site_id, id: order_id }: Pick<OwedOrder, 'site_id' | 'id'>,
  provider: ProviderName,
  { session, intent, url, asked_cents, received_cents, returned_cents, open }: Facts,
  at: Date,
): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`
    insert into payments as p (site_id, order_id, provider, session, intent, url, asked_cents, received_cents, returned_cents, open, received_at,
      created_at, updated_at)
    values (${site_id}, ${order_id}, ${provider}, ${session}, ${intent}, ${url}, ${asked_cents}, ${received_cents}, ${returned_cents}, ${open},
      ${received_cents > 0 ? at : null}, ${at}, ${at})
    on conflict (provider, session) do update set intent = coalesce(p.intent, excluded.intent), url = coalesce(p.url, excluded.url),
      received_cents = greatest(p.received_cents, excluded.received_cents), returned_cents = greatest(p.returned_cents, excluded.returned_cents),
      open = p.open and excluded.open, received_at = coalesce(p.received_at, excluded.received_at), updated_at = excluded.updated_at
    returning id`;
  return row!.id;
};

/** Says what money that came is for, once. */
export const writeUse = async (sql: Db, payment_id: number, use: NonNullable<Payment['use']>): Promise<void> => {
  await sql`update payments set use = ${use} where id = ${payment_id} and use is null`;
};

/** Keeps a notice as it came; false where it was known. */
export const insertNotice = async (
  sql: Db,
  provider: ProviderName,
  { id, type, occurred_at, body }: Notice,
  order_id: number,
  received_at: Date,
): Promise<boolean> => {
  const rows = await sql`
    insert into payment_notices (provider, id, type, order_id, body, occurred_at, received_at)
    values (${provider}, ${id}, ${type}, ${order_id}, ${sql.json(body as never)}, ${occurred_at}, ${received_at})
    on conflict do nothing returning id`;
  return rows.length > 0;
};

export const isKnownNotice = async (sql: Db, provider: ProviderName, id: string): Promise<boolean> =>
  (await sql`select from payment_notices where provider = ${provider} and id = ${id}`).length > 0;

/** An order somebody is about to pay, and what stands on the bill. */
export interface Payable extends OwedOrder {
  has_billing: boolean;
  email: string | null;
  lines: { name: string; amount_cents: number }[];
}

export const findPayable = async (
  sql: Db,
  { site_id, account_id, number }: { site_id: number; account_id: number; number: string },
): Promise<Payable | undefined> => {
  const [row] = await sql<Payable[]>`
    select o.id, o.site_id, o.number, o.status, o.total_cents, o.refunded_cents, o.expires_at, o.billing is not null as has_billing,
      coalesce(o.billing->>'email', a.email) as email,
      (select json_agg(json_build_object('name', l.name, 'amount_cents', l.amount_cents + l.vat_cents) order by l.position)
        from order_lines l where l.order_id = o.id) as lines
    from orders o join accounts a on a.id = o.account_id
    where o.site_id = ${site_id} and o.account_id = ${account_id} and o.number = ${number}`;
  return row;
};

/** Ways to pay that were not looked at for a while: at first soon, then less and less often, and at once where the order is over. */
export const selectUnlookedAt = async (sql: Db, now: Date, most: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select p.id from payments p join orders o on o.id = p.order_id
    where p.open and (o.status <> 'pending'
      or p.updated_at + greatest(interval '3 minutes', least(interval '1 hour', p.updated_at - p.created_at)) <= ${now})
    order by p.updated_at limit ${most}`;
  return rows.map(({ id }) => id);
};

export const selectOverdue = async (sql: Db, now: Date, most: number): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    select id from orders where status = 'pending' and expires_at <= ${now} order by expires_at limit ${most}`;
  return rows.map(({ id }) => id);
};

export const selectWaitingLines = async (sql: Db, order_id: number): Promise<number[]> => {
  const rows = await sql<
    { id: number }[]
  >`select id from order_lines where order_id = ${order_id} and status = 'waiting' order by position`;
  return rows.map(({ id }) => id);
};

export const isOwnOrder = async (sql: Db, order_id: number, account_id: number): Promise<boolean> =>
  (await sql`select from orders where id = ${order_id} and account_id = ${account_id}`).length > 0;
