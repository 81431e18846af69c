import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import type { OrderedListing } from './products.ts';
import type { Line, Price } from './rules.ts';
import type { Vat } from './schema.ts';
import type { LineStatus, OrderStatus } from './states.ts';

export const selectOffered = async (sql: Db, site_id: number): Promise<Map<string, Price>> => {
  const rows = await sql<(Price & { code: string })[]>`select code, price_cents, on_offer from products where site_id = ${site_id}`;
  return new Map(rows.map(({ code, ...price }) => [code, price]));
};

/** Those of somebody's listings that are named, as far as orders care. */
export const selectOrdered = async (
  sql: Db,
  { site_id, account_id }: { site_id: number; account_id: number },
  ids: number[],
): Promise<Map<number, OrderedListing>> => {
  const rows = await sql<OrderedListing[]>`
    select l.id, l.name, l.slug, l.status, l.plan, l.launch_week_on,
      array(select c.slug from listing_categories lc join categories c on c.id = lc.category_id
        where lc.listing_id = l.id order by lc.position) as categories,
      (select coalesce(sum(cardinality(o.categories)), 0)::int from order_lines o join orders t on t.id = o.order_id and t.paid_at is not null
        where o.listing_id = l.id and o.product = 'extra_categories' and o.status <> 'failed') as extra_categories,
      (select min(r.week_on) from relaunches r where r.listing_id = l.id and r.began_at is null) as relaunch_on,
      exists (select from trophy_cabinets t where t.listing_id = l.id) as has_cabinet,
      (select coalesce(json_agg(json_build_object('week_on', p.week_on, 'kind', p.kind, 'number', t.number)), '[]')
        from week_places p left join orders t on t.id = p.order_id where p.listing_id = l.id) as places
    from listings l where l.id = any(${ids}) and l.site_id = ${site_id} and l.owner_id = ${account_id}`;
  return new Map(rows.map((row) => [row.id, row]));
};

export const selectSlugs = async (sql: Db, site_id: number, slugs: string[]): Promise<Set<string>> => {
  if (slugs.length === 0) return new Set();
  const rows = await sql<{ slug: string }[]>`select slug from categories where site_id = ${site_id} and slug = any(${slugs})`;
  return new Set(rows.map(({ slug }) => slug));
};

/** What an order comes to, by the VAT that is known so far. */
export interface Totals {
  net_cents: number;
  vat_cents: number;
  total_cents: number;
  vat_rate: number;
  vat_treatment: Vat['treatment'];
  vat_number_status: Vat['number_status'];
  vat_number: string | null;
  billing_country: string | null;
}

export interface OrderRow extends Totals {
  id: number;
  site_id: number;
  account_id: number | null;
  number: string;
  status: OrderStatus;
  billing: Billing | null;
  refunded_cents: number;
  expires_at: Date;
  paid_at: Date | null;
  created_at: Date;
}

/** Whom an invoice is for. */
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

export interface LineRow extends Line {
  id: number;
  order_id: number;
  vat_cents: number;
  refunded_cents: number;
  status: LineStatus;
  note: string | null;
  fulfilled_at: Date | null;
}

const COLUMNS = [
  'id',
  'site_id',
  'account_id',
  'number',
  'status',
  'net_cents',
  'vat_cents',
  'total_cents',
  'vat_treatment',
  'vat_number_status',
  'vat_number',
  'billing_country',
  'billing',
  'refunded_cents',
  'expires_at',
  'paid_at',
  'created_at',
] as const;

const order = (sql: Db) => sql`select ${sql(COLUMNS)}, vat_rate::float8 as vat_rate from orders`;

export interface NewOrder extends Totals {
  site_id: number;
  account_id: number;
  number: string;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
}

/** Writes an order under a number; null where that number is taken. */
export const insertOrder = async (sql: Db, row: NewOrder): Promise<number | null> => {
  const [made] = await sql<{ id: number }[]>`insert into orders ${sql(row)} on conflict (number) do nothing returning id`;
  return made?.id ?? null;
};

export const insertLines = async (
  sql: Db,
  lines: (Line & { site_id: number; order_id: number; position: number; vat_cents: number; updated_at: Date })[],
): Promise<void> => {
  await sql`
    insert into order_lines (site_id, order_id, position, product, name, bundle, listing_id, week_on, categories, options, amount_cents, vat_cents, updated_at)
    select site_id, order_id, position, product, name, bundle, listing_id, week_on, categories, options, amount_cents, vat_cents, updated_at
    from json_populate_recordset(null::order_lines, ${JSON.stringify(lines)}::text::json)`;
};

interface Owner {
  site_id: number;
  account_id: number;
}

export const ownOrder = ({ site, caller }: Ctx): Owner => ({ site_id: site.id, account_id: caller!.account_id });

export const findOwnOrder = async (sql: Db, { site_id, account_id }: Owner, number: string): Promise<OrderRow | undefined> => {
  const [row] = await sql<OrderRow[]>`${order(sql)} where number = ${number} and site_id = ${site_id} and account_id = ${account_id}`;
  return row;
};

/** The same; nobody pays, changes or ends it until the transaction is over. */
export const lockOwnOrder = async (sql: Db, { site_id, account_id }: Owner, number: string): Promise<OrderRow | undefined> => {
  const [row] = await sql<OrderRow[]>`
    ${order(sql)} where number = ${number} and site_id = ${site_id} and account_id = ${account_id} for update`;
  return row;
};

export const selectLines = (sql: Db, order_id: number): Promise<LineRow[]> => sql<LineRow[]>`
  select id, order_id, product, name, bundle, listing_id, week_on, categories, options, amount_cents, vat_cents, refunded_cents, status, note, fulfilled_at
  from order_lines where order_id = ${order_id} order by position`;

export const selectOwnOrders = async (
  sql: Db,
  { site_id, account_id }: Owner,
  paging: Paging,
): Promise<{ rows: OrderRow[]; count: number }> => {
  const [rows, [counted]] = await Promise.all([
    sql<OrderRow[]>`
      ${order(sql)} where site_id = ${site_id} and account_id = ${account_id} order by id desc limit ${paging.per_page} offset ${offsetOf(paging)}`,
    sql<{ count: number }[]>`select count(*)::int as count from orders where site_id = ${site_id} and account_id = ${account_id}`,
  ]);
  return { rows, count: counted!.count };
};

/** Writes what a pending order comes to by its billing details. */
export const writeTotals = async (
  sql: Db,
  id: number,
  totals: Totals,
  { billing, line_vat_cents, at }: { billing: Billing; line_vat_cents: number[]; at: Date },
): Promise<void> => {
  await sql`update orders set ${sql({ ...totals, billing: billing as never, updated_at: at })} where id = ${id}`;
  await sql`
    update order_lines l set vat_cents = v.vat_cents, updated_at = ${at}
    from unnest(${line_vat_cents}::bigint[]) with ordinality v (vat_cents, position)
    where l.order_id = ${id} and l.position = v.position`;
};

/** Billing details as they were last given. */
export const findBillingDetails = async (sql: Db, account_id: number): Promise<Billing | null> => {
  const [row] = await sql<{ details: Billing }[]>`select details from billing_details where account_id = ${account_id}`;
  return row?.details ?? null;
};

export const writeBillingDetails = async (sql: Db, account_id: number, details: Billing, at: Date): Promise<void> => {
  await sql`
    insert into billing_details (account_id, details, updated_at) values (${account_id}, ${sql.json(details as never)}, ${at})
    on conflict (account_id) do update set details = excluded.details, updated_at = excluded.updated_at`;
};
