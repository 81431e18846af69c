import type { Caller, Ctx, Db } from '../../kernel/context.ts';
import { jsonParameter } from '../../kernel/database.ts';
import { offsetOf, type Paging } from '../../kernel/responses.ts';
import { relaunchWeek } from '../launches/queries.ts';
import { categorySlugs } from '../listings/queries.ts';
import type { OrderedListing } from './products.ts';
import type { ProductPrice, VatLine } from './rules.ts';
import type { Vat } from './schema.ts';
import type { LineStatus, OrderStatus } from './states.ts';

export const selectProductPrices = async (sql: Db, site_id: number): Promise<Map<string, ProductPrice>> => {
  const rows = await sql<(ProductPrice & { code: string })[]>`select code, price_cents, on_offer from products where site_id = ${site_id}`;
  return new Map(rows.map(({ code, ...price }) => [code, price]));
};

/** The given listings, as far as they belong to the account. */
export const selectOrderedListings = async (
  sql: Db,
  { site_id, account_id }: OrderOwner,
  ids: number[],
  now: Date,
): Promise<Map<number, OrderedListing>> => {
  const rows = await sql<OrderedListing[]>`
    select l.id, l.name, l.slug, l.status, l.plan, l.launch_week_on,
      ${categorySlugs(sql)} as categories,
      (select coalesce(sum(cardinality(o.categories)), 0)::int from order_lines o join orders t on t.id = o.order_id and t.paid_at is not null
        where o.listing_id = l.id and o.product = 'extra_categories' and o.status <> 'failed') as extra_categories,
      ${relaunchWeek(sql)} as relaunch_on,
      exists (select from trophy_cabinets t where t.listing_id = l.id) as has_cabinet,
      (select coalesce(json_agg(json_build_object('week_on', p.week_on, 'kind', p.kind, 'number', t.number)), '[]')
        from week_slots p left join orders t on t.id = p.order_id
        where p.listing_id = l.id and (p.until is null or p.until > ${now})) as slots
    from listing_heads l where l.id = any(${ids}) and l.site_id = ${site_id} and l.owner_id = ${account_id}`;
  return new Map(rows.map((row) => [row.id, row]));
};

/** Totals of an order, by the VAT known so far. */
export interface OrderAmounts {
  /** What a promo code took off; `net_cents` is what is left. */
  discount_cents: number;
  net_cents: number;
  vat_cents: number;
  total_cents: number;
  vat_rate: number;
  vat_treatment: Vat['treatment'];
  vat_number_status: Vat['number_status'];
  vat_number: string | null;
  billing_country: string | null;
}

export interface OrderRow extends OrderAmounts {
  id: number;
  site_id: number;
  account_id: number | null;
  number: string;
  status: OrderStatus;
  billing: Billing | null;
  promo_code: string | null;
  refunded_cents: number;
  expires_at: Date;
  /** When the first of its holds ends; null if it holds none. */
  held_until: Date | null;
  paid_at: Date | null;
  created_at: Date;
}

export interface Billing {
  name: string;
  company: string | null;
  address: string;
  postal_code: string | null;
  city: string;
  country: string;
  vat_number: string | null;
  email: string;
}

export interface LineRow extends VatLine {
  id: number;
  order_id: number;
  refunded_cents: number;
  status: LineStatus;
  note: string | null;
  fulfilled_at: Date | null;
}

const orderRows = (sql: Db) => sql`
  select id, site_id, account_id, number, status, promo_code, discount_cents, net_cents, vat_cents, total_cents, vat_rate::float8 as vat_rate, vat_treatment,
    vat_number_status, vat_number, billing_country, billing, refunded_cents, expires_at, paid_at, created_at,
    (select min(p.until) from week_slots p where p.order_id = orders.id and p.kind = 'held') as held_until
  from orders`;

export interface OrderOwner {
  site_id: number;
  account_id: number;
}

export type NewOrder = OrderAmounts &
  OrderOwner &
  Pick<OrderRow, 'number' | 'promo_code' | 'expires_at' | 'created_at'> & { promo_code_id: number | null; updated_at: Date };

/** Inserts an order; null if its number is taken. */
export const insertOrder = async (sql: Db, row: NewOrder): Promise<number | null> => {
  const [made] = await sql<{ id: number }[]>`insert into orders ${sql(row)} on conflict (number) do nothing returning id`;
  return made?.id ?? null;
};

export const insertLines = async (
  sql: Db,
  lines: (VatLine & { site_id: number; order_id: number; position: number; updated_at: Date })[],
): Promise<void> => {
  await sql`
    insert into order_lines (site_id, order_id, position, product, name, bundle, listing_id, week_on, categories, options, amount_cents, discount_cents, vat_cents, updated_at)
    select site_id, order_id, position, product, name, bundle, listing_id, week_on, categories, options, amount_cents, discount_cents, vat_cents,
      updated_at
    from json_populate_recordset(null::order_lines, ${JSON.stringify(lines)}::text::json)`;
};

export const orderOwner = ({ site, caller }: Ctx<Caller>): OrderOwner => ({ site_id: site.id, account_id: caller.account_id });

export const findOwnOrder = async (
  sql: Db,
  { site_id, account_id }: OrderOwner,
  number: string,
  lock?: 'for update',
): Promise<OrderRow | undefined> => {
  const [row] = await sql<OrderRow[]>`
    ${orderRows(sql)} where number = ${number} and site_id = ${site_id} and account_id = ${account_id} ${lock ? sql`for update` : sql``}`;
  return row;
};

export const selectLines = (sql: Db, order_id: number): Promise<LineRow[]> => sql<LineRow[]>`
  select id, order_id, product, name, bundle, listing_id, week_on, categories, options, amount_cents, discount_cents, vat_cents, refunded_cents,
    status, note, fulfilled_at
  from order_lines where order_id = ${order_id} order by position`;

export const writeLineNote = async (sql: Db, id: number, note: string): Promise<void> => {
  await sql`update order_lines set note = ${note} where id = ${id}`;
};

export const selectOwnOrders = async (
  sql: Db,
  { site_id, account_id }: OrderOwner,
  paging: Paging,
  status?: OrderStatus,
): Promise<{ rows: OrderRow[]; count: number }> => {
  const own = sql`site_id = ${site_id} and account_id = ${account_id} ${status ? sql`and status = ${status}` : sql``}`;
  const [rows, [total]] = await Promise.all([
    sql<OrderRow[]>`${orderRows(sql)} where ${own} order by id desc limit ${paging.per_page} offset ${offsetOf(paging)}`,
    sql<{ count: number }[]>`select count(*)::int as count from orders where ${own}`,
  ]);
  return { rows, count: total!.count };
};

export const writeTotals = async (
  sql: Db,
  id: number,
  totals: OrderAmounts,
  { billing, line_vat_cents, at }: { billing: Billing; line_vat_cents: number[]; at: Date },
): Promise<void> => {
  await sql`update orders set ${sql({ ...totals, billing: jsonParameter(sql, billing), updated_at: at })} where id = ${id}`;
  await sql`
    update order_lines l set vat_cents = v.vat_cents, updated_at = ${at}
    from unnest(${line_vat_cents}::bigint[]) with ordinality v (vat_cents, position)
    where l.order_id = ${id} and l.position = v.position`;
};

export const findBillingDetails = async (sql: Db, account_id: number): Promise<Billing | null> => {
  const [row] = await sql<{ details: Billing }[]>`select details from billing_details where account_id = ${account_id}`;
  return row?.details ?? null;
};

export const writeBillingDetails = async (sql: Db, account_id: number, details: Billing, at: Date): Promise<void> => {
  await sql`
    insert into billing_details (account_id, details, updated_at) values (${account_id}, ${jsonParameter(sql, details)}, ${at})
    on conflict (account_id) do update set details = excluded.details, updated_at = excluded.updated_at`;
};
