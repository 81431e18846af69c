import type { Ctx, Db } from '../../../kernel/context.ts';
import type { PlanPrice } from '../../extraction/propose/plans.ts';
import type { OpenPrice } from '../rules.ts';

export const selectOpenPrices = (sql: Db, listing_id: number): Promise<OpenPrice[]> => sql<OpenPrice[]>`
  select id, plan, amount::float8 as amount, currency, period, quote, url from plan_prices
  where listing_id = ${listing_id} and ended_at is null order by id`;

export const confirmPrices = (sql: Db, ids: number[], at: Date) =>
  sql`update plan_prices set confirmed_at = ${at} where id = any(${ids}::bigint[])`;

export const endPrices = (sql: Db, ids: number[], at: Date) =>
  sql`update plan_prices set ended_at = ${at} where id = any(${ids}::bigint[])`;

export const insertPrices = (
  sql: Db,
  { site_id, listing_id }: { site_id: number; listing_id: number },
  prices: PlanPrice[],
  at: Date,
) => sql`
  insert into plan_prices (site_id, listing_id, plan, amount, currency, period, quote, url, from_at, confirmed_at)
  select ${site_id}, ${listing_id}, t.plan, t.amount, t.currency, t.period, t.quote, t.url, ${at}, ${at}
  from json_to_recordset(${JSON.stringify(prices)}::text::json) as t (plan text, amount numeric, currency text, period text, quote text, url text)
  on conflict do nothing`;

/** A price of a plan, from when to when it was seen. */
export interface PriceRow extends PlanPrice {
  from_at: Date;
  confirmed_at: Date;
  ended_at: Date | null;
}

/** All prices of a public listing, by plan and time. */
export const selectPrices = ({ sql, site }: Ctx, slug: string): Promise<PriceRow[]> => sql<PriceRow[]>`
  select p.plan, p.amount::float8 as amount, p.currency, p.period, p.quote, p.url, p.from_at, p.confirmed_at, p.ended_at
  from plan_prices p join listing_heads l on l.id = p.listing_id
  where l.site_id = ${site.id} and l.slug = ${slug} and l.is_public
  order by min(p.id) over (partition by lower(p.plan)), p.from_at, p.id`;

/** A price that replaced another of the same plan. */
export interface PriceChange extends PlanPrice {
  id: number;
  slug: string;
  name: string;
  before: number;
  from_at: Date;
}

/** Prices in a category, with its subcategories, that replaced others since a moment; newest first. */
export const selectCategoryPriceChanges = (
  { sql, site }: Ctx,
  { category_id, since, limit }: { category_id: number; since: Date; limit: number },
): Promise<PriceChange[]> => sql<PriceChange[]>`
  select p.id, l.slug, l.name, p.plan, p.amount::float8 as amount, p.currency, p.period, p.quote, p.url, p.from_at, o.amount::float8 as before
  from plan_prices p join listing_heads l on l.id = p.listing_id and l.status = 'live'
  join shelf_places s on s.site_id = p.site_id and s.category_id = ${category_id} and s.listing_id = p.listing_id
  join plan_prices o on o.listing_id = p.listing_id and o.ended_at = p.from_at and lower(o.plan) = lower(p.plan) and o.currency = p.currency
    and o.period is not distinct from p.period
  where p.site_id = ${site.id} and p.from_at >= ${since} order by p.from_at desc, p.id desc limit ${limit}`;
