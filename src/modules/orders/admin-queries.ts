import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import type { LineStatus, OrderStatus } from './states.ts';

/** What the team looks for: a status, what needs a person, or what a number or an address holds. */
export interface OrdersAsked extends Paging {
  status?: OrderStatus | 'with_the_team' | 'refund_failed';
  q?: string;
}

export interface OrderSummaryRow {
  number: string;
  status: OrderStatus;
  email: string | null;
  total_cents: number;
  refunded_cents: number;
  created_at: Date;
  paid_at: Date | null;
  /** What was ordered, in order. */
  names: string[];
  /** How many lines wait for the team. */
  with_the_team: number;
}

/** Signs that mean something in a pattern stand for themselves. */
const holding = (q: string): string => `%${q.replace(/[\\%_]/g, '\\$&')}%`;

/** What needs a person is found by the few rows that do. */
const withStatus = (sql: Db, site_id: number, status: NonNullable<OrdersAsked['status']>) =>
  status === 'with_the_team'
    ? sql`and o.id in (select order_id from order_lines where site_id = ${site_id} and status = 'with_the_team')`
    : status === 'refund_failed'
      ? sql`and o.id in (select order_id from refunds where site_id = ${site_id} and status = 'failed')`
      : sql`and o.status = ${status}`;

const found = ({ sql, site }: Ctx, { status, q }: OrdersAsked) => sql`
  from orders o left join accounts a on a.id = o.account_id where o.site_id = ${site.id}
  ${status === undefined ? sql`` : withStatus(sql, site.id, status)}
  ${q ? sql`and (o.number ilike ${holding(q)} or a.email ilike ${holding(q)} or o.billing->>'email' ilike ${holding(q)})` : sql``}`;

export const selectOrders = (ctx: Ctx, asked: OrdersAsked): Promise<OrderSummaryRow[]> => ctx.sql<OrderSummaryRow[]>`
  select o.number, o.status, coalesce(a.email, o.billing->>'email') as email, o.total_cents, o.refunded_cents, o.created_at, o.paid_at,
    array(select l.name from order_lines l where l.order_id = o.id order by l.position) as names,
    (select count(*)::int from order_lines l where l.order_id = o.id and l.status = 'with_the_team') as with_the_team
  ${found(ctx, asked)} order by o.id desc limit ${asked.per_page} offset ${offsetOf(asked)}`;

export const countOrders = async (ctx: Ctx, asked: OrdersAsked, most: number): Promise<number> => {
  const [row] = await ctx.sql<{ count: number }[]>`select count(*)::int as count from (select 1 ${found(ctx, asked)} limit ${most + 1}) t`;
  return row!.count;
};

export interface BoughtFor {
  line_id: number;
  number: string;
  name: string;
  status: LineStatus;
  amount_cents: number;
  paid_at: Date;
}

/** Lines of paid orders that were bought for a listing and not given back whole. */
export const selectBoughtFor = ({ sql, site }: Ctx, listing_id: number): Promise<BoughtFor[]> => sql<BoughtFor[]>`
  select l.id as line_id, o.number, l.name, l.status, l.amount_cents, o.paid_at from order_lines l join orders o on o.id = l.order_id
  where l.site_id = ${site.id} and l.listing_id = ${listing_id} and o.paid_at is not null and l.status <> 'failed'
    and l.refunded_cents < l.amount_cents + l.vat_cents order by l.id desc limit 50`;

/** Whoever sells on a site, as its invoices will name them. */
export const writeSeller = async (sql: Db, site_id: number, seller: object): Promise<void> => {
  await sql`update sites set settings = settings || jsonb_build_object('seller', ${JSON.stringify(seller)}::text::jsonb) where id = ${site_id}`;
};
