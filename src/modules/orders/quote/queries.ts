import type { Ctx, Db } from '../../../kernel/context.ts';
import type { ProductPrice } from '../rules.ts';

export interface PriceHistoryRow extends ProductPrice {
  code: string;
  set_at: Date;
  /** Who set it; null if the account was deleted. */
  by: string | null;
}

/** The latest prices of every product, newest first. */
export const selectPriceHistory = ({ sql, site }: Ctx, limit: number): Promise<PriceHistoryRow[]> => sql<PriceHistoryRow[]>`
  select h.code, h.price_cents, h.on_offer, h.set_at, coalesce(a.name, a.email) as by from products p
  cross join lateral (
    select * from product_prices h where h.site_id = p.site_id and h.code = p.code order by h.id desc limit ${limit}
  ) h left join account_contacts a on a.id = h.account_id
  where p.site_id = ${site.id} order by h.code, h.id desc`;

export interface NewPrice extends ProductPrice {
  site_id: number;
  code: string;
  account_id: number | null;
  at: Date;
}

/** Stores a price and its history in one statement; false if nothing changed. */
export const writePrice = async (sql: Db, { site_id, code, price_cents, on_offer, account_id, at }: NewPrice): Promise<boolean> => {
  const rows = await sql`
    with written as (
      insert into products (site_id, code, price_cents, on_offer, updated_at)
      values (${site_id}, ${code}, ${price_cents}, ${on_offer}, ${at})
      on conflict (site_id, code) do update set price_cents = excluded.price_cents, on_offer = excluded.on_offer, updated_at = excluded.updated_at
      where (products.price_cents, products.on_offer) is distinct from (excluded.price_cents, excluded.on_offer)
      returning site_id, code, price_cents, on_offer
    )
    insert into product_prices (site_id, code, price_cents, on_offer, account_id, set_at)
    select site_id, code, price_cents, on_offer, ${account_id}, ${at} from written returning id`;
  return rows.length > 0;
};
