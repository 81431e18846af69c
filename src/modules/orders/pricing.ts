import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import { type SetPriceRow, selectPriceHistory, selectPrices, writePrice } from './pricing-queries.ts';
import { PRODUCTS, type ProductRow, productNamed } from './products.ts';
import { selectOffered } from './queries.ts';

const LEAST_CENTS = 50;
const MOST_CENTS = 100_000_000;
const HISTORY_SHOWN = 20;

export interface PricedProduct extends Pick<ProductRow, 'code' | 'name' | 'description' | 'takes_amount'> {
  /** Null for a product that was never priced, and so is not sold. */
  price_cents: number | null;
  on_offer: boolean;
  /** What it cost before, newest first. */
  history: SetPriceRow[];
}

/** Everything that can be sold, with its price here and every price before. For the site's team. */
export const listPrices = async (ctx: Ctx<Caller>): Promise<PricedProduct[]> => {
  await refuseStrangers(ctx);
  const [prices, history] = await Promise.all([selectPrices(ctx), selectPriceHistory(ctx, HISTORY_SHOWN)]);
  return PRODUCTS.map(({ code, name, description, takes_amount }) => {
    const price = prices.find((row) => row.code === code);
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

export interface SetPrice {
  code: string;
  price_cents: number;
  on_offer: boolean;
}

/** Prices a product on this site from now on; orders that were made keep their prices. Null where nothing changed. For the site's team. */
export const setPrice = async (ctx: Ctx<Caller>, { code, price_cents, on_offer }: SetPrice): Promise<number | null> => {
  const product = productNamed(code);
  if (!product)
    throw new Refusal('invalid_input', { errors: [{ path: 'code', code: 'unknown', message: 'is not the code of a product' }] });
  if (!Number.isSafeInteger(price_cents) || price_cents < LEAST_CENTS || price_cents > MOST_CENTS)
    throw new Refusal('invalid_input', {
      errors: [{ path: 'price_cents', code: 'out_of_range', message: 'must be from $0.50 to $1,000,000', actual: price_cents }],
    });
  return actAsTeam(ctx, async ({ sql, site, caller, clock }) => {
    const before = (await selectOffered(sql, site.id)).get(code) ?? null;
    const after = { price_cents, on_offer };
    const written = await writePrice(sql, { site_id: site.id, code, ...after, account_id: caller.account_id, at: clock.now() });
    return written
      ? { act: 'set_price', record: 'product', record_id: code, title: product.name, before: before && { ...before }, after }
      : null;
  });
};
