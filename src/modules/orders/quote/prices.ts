import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { findProduct, PRODUCT_TABLE, type ProductRow } from '../products.ts';
import { selectProductPrices } from '../queries.ts';
import type { ProductPrice } from '../rules.ts';
import { type PriceHistoryRow, selectPriceHistory, writePrice } from './queries.ts';

const MIN_PRICE_CENTS = 50;
const MAX_PRICE_CENTS = 100_000_000;
const HISTORY_SHOWN = 20;

export interface PricedProduct extends Pick<ProductRow, 'code' | 'name' | 'description' | 'takes_amount'> {
  /** Null for a product without a price, which is not sold. */
  price_cents: number | null;
  on_offer: boolean;
  /** Former prices, newest first. */
  history: PriceHistoryRow[];
}

/** All products with their price on this site and its history. For the site's team. */
export const listPrices = async (ctx: Ctx<Caller>): Promise<PricedProduct[]> => {
  await requireTeam(ctx);
  const [prices, history] = await Promise.all([selectProductPrices(ctx.sql, ctx.site.id), selectPriceHistory(ctx, HISTORY_SHOWN)]);
  return PRODUCT_TABLE.map(({ code, name, description, takes_amount }) => {
    const price = prices.get(code);
    return {
      code,
      name,
      description,
      takes_amount,
      price_cents: price?.price_cents ?? null,
      on_offer: price?.on_offer ?? false,
      history: history.filter((row) => row.code === code),
    };
  });
};

/** Sets a product's price on this site; existing orders keep theirs. Returns null if nothing changed. For the site's team. */
export const setPrice = async (
  ctx: Ctx<Caller>,
  { code, price_cents, on_offer }: ProductPrice & { code: string },
): Promise<number | null> => {
  const product = findProduct(code);
  if (!product) throw invalidInput({ path: 'code', code: 'unknown', message: 'is not the code of a product' });
  if (!Number.isSafeInteger(price_cents) || price_cents < MIN_PRICE_CENTS || price_cents > MAX_PRICE_CENTS)
    throw invalidInput({ path: 'price_cents', code: 'out_of_range', message: t('must be from $0.50 to $1,000,000'), actual: price_cents });
  return asTeamMember(ctx, async ({ sql, site, caller, clock }) => {
    const before = (await selectProductPrices(sql, site.id)).get(code) ?? null;
    const after = { price_cents, on_offer };
    const is_changed = await writePrice(sql, { site_id: site.id, code, ...after, account_id: caller.account_id, at: clock.now() });
    return is_changed
      ? { act: 'set_price', record: 'product', record_id: code, title: product.name, before: before && { ...before }, after }
      : null;
  });
};
