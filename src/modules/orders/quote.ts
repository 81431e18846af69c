import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { wholeList } from '../../kernel/paging.ts';
import { addDays, weekAt } from '../../kernel/week.ts';
import type { Reaching } from '../../outside/outside.ts';
import { selectTaken } from '../launches/place-queries.ts';
import { settingsOf } from '../launches/places.ts';
import { PRODUCTS } from './products.ts';
import { ownOrder, selectOffered, selectOrdered, selectSlugs, type Totals } from './queries.ts';
import { type Line, type Offer, readItems, WEEKS_ON_OFFER } from './rules.ts';
import type { OrderItem, OrderRequest, Product, Quote } from './schema.ts';
import { type Seller, sellerOf } from './seller.ts';
import { checkVatNumber } from './vat/check.ts';
import { countryCode } from './vat/countries.ts';
import { type NumberStatus, vatFor, vatOfLines } from './vat/rules.ts';

/** The weeks one can choose, with the places left in each. */
const weeksOnOffer = async ({ sql, site, clock }: Ctx): Promise<Map<string, number>> => {
  const this_week = weekAt(clock.now(), site.time_zone);
  const offered = { site_id: site.id, from: addDays(this_week, 7), to: addDays(this_week, 7 * WEEKS_ON_OFFER) };
  const [{ week_room }, weeks] = await Promise.all([settingsOf(sql, site.id), selectTaken(sql, offered)]);
  return new Map(weeks.map(({ week_on, taken, room }) => [week_on, Math.max((room ?? week_room) - taken, 0)]));
};

/** Everything for sale here at today's prices, with the weeks that have room. */
export const listProducts = async (ctx: Ctx) => {
  const [prices, weeks] = await Promise.all([selectOffered(ctx.sql, ctx.site.id), weeksOnOffer(ctx)]);
  const open = [...weeks].flatMap(([week, room]) => (room > 0 ? [{ week, room }] : []));
  const items = PRODUCTS.flatMap((row): Product[] => {
    const price = prices.get(row.code);
    if (!price?.on_offer) return [];
    return [
      {
        code: row.code,
        name: row.name,
        description: row.description,
        price_cents: row.takes_amount ? null : price.price_cents,
        minimum_cents: row.takes_amount ? price.price_cents : null,
        currency: 'USD',
        needs_listing: row.needs_listing,
        week_required: row.week && row.week === 'required',
        weeks: row.week && open,
        options: row.options ? (JSON.parse(JSON.stringify(row.options)) as Record<string, unknown>) : null,
        includes: [...(row.includes ?? [])],
      },
    ];
  });
  return wholeList<Product>(items.map((item) => JSON.stringify(item)));
};

const offerFor = async (ctx: Ctx, items: OrderItem[]): Promise<Offer> => {
  const { sql, site } = ctx;
  const ids = items.flatMap(({ listing_id }) => listing_id ?? []);
  const slugs = items.flatMap(({ categories }) => categories ?? []);
  const [prices, listings, categories, weeks] = await Promise.all([
    selectOffered(sql, site.id),
    selectOrdered(sql, ownOrder(ctx), ids),
    selectSlugs(sql, site.id, slugs),
    items.some(({ week }) => week !== undefined) ? weeksOnOffer(ctx) : new Map(),
  ]);
  return { prices, listings, categories, weeks };
};

/** Where the buyer is and what their VAT number is worth. */
export interface Buyer {
  country: string | null;
  number: string | null;
  status: NumberStatus;
}

/** Finds out what a VAT number is worth, which may need the network: so before any transaction. */
export const readBuyer = async (
  ctx: Reaching,
  { billing_country, vat_number }: Pick<OrderRequest, 'billing_country' | 'vat_number'>,
): Promise<Buyer> => {
  const country = billing_country === undefined ? null : countryCode(billing_country);
  if (billing_country !== undefined && !country)
    throw new Refusal('invalid_input', {
      errors: [{ path: 'billing_country', code: 'unknown', message: 'is not the ISO code of a country', actual: billing_country }],
    });
  return { country, ...(await checkVatNumber(ctx, { country, vat_number })) };
};

export interface Priced {
  lines: (Line & { vat_cents: number })[];
  totals: Totals;
}

/** What lines come to for a buyer. Without knowing who sells or where to, no VAT is said. */
export const totalOf = <L extends Pick<Line, 'amount_cents'>>(
  lines: L[],
  { seller, buyer, at }: { seller: Seller | null; buyer: Buyer; at: Date },
): { lines: (L & { vat_cents: number })[]; totals: Totals } => {
  const seller_country = seller?.country ?? null;
  const { rate, treatment } = vatFor({ seller_country, buyer_country: buyer.country, number_status: buyer.status, at });
  const vat = vatOfLines(
    lines.map(({ amount_cents }) => amount_cents),
    rate,
  );
  const net_cents = lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const vat_cents = vat.reduce((sum, cents) => sum + cents, 0);
  return {
    lines: lines.map((line, i) => ({ ...line, vat_cents: vat[i]! })),
    totals: {
      net_cents,
      vat_cents,
      total_cents: net_cents + vat_cents,
      vat_rate: rate,
      vat_treatment: treatment,
      vat_number_status: buyer.status,
      vat_number: buyer.number,
      billing_country: buyer.country,
    },
  };
};

/** Checks every item and prices the order as of now. */
export const priceOrder = async (ctx: Ctx, { items }: OrderRequest, buyer: Buyer): Promise<Priced> => {
  const [offer, seller] = await Promise.all([offerFor(ctx, items), sellerOf(ctx.sql, ctx.site.id)]);
  const { lines, faults } = readItems(items, offer);
  if (faults.length) throw new Refusal('order_not_possible', { errors: faults });
  return totalOf(lines, { seller, buyer, at: ctx.clock.now() });
};

/** How totals are said, in quotes and orders alike. */
export const sayTotals = (totals: Totals) => ({
  currency: 'USD' as const,
  net_cents: totals.net_cents,
  vat: {
    rate: totals.vat_rate,
    amount_cents: totals.vat_cents,
    treatment: totals.vat_treatment,
    number_status: totals.vat_number_status,
  },
  total_cents: totals.total_cents,
});

export const sayLine = ({ product, name, bundle, listing_id, week_on, amount_cents, vat_cents }: Line & { vat_cents: number }) => ({
  product,
  name,
  bundle,
  listing_id,
  week: week_on,
  amount_cents,
  vat_cents,
});

/** Prices an order with VAT. Nothing is saved, held or charged. */
export const quoteOrder = async (ctx: Ctx, request: OrderRequest, buyer: Buyer): Promise<Quote> => {
  const { lines, totals } = await priceOrder(ctx, request, buyer);
  return { lines: lines.map(sayLine), ...sayTotals(totals) };
};
