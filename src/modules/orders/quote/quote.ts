import type { Caller, Ctx } from '../../../kernel/context.ts';
import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { toValue, unpagedList } from '../../../kernel/responses.ts';
import { addDays, weekAt } from '../../../kernel/time/weeks.ts';
import { selectKnownCategories } from '../../catalog/queries.ts';
import { selectWeekOccupancy } from '../../launches/queries.ts';
import { loadWeekSettings } from '../../launches/slots.ts';
import { findObstacle, findProduct, type OrderedListing, PRODUCT_TABLE } from '../products.ts';
import { checkPromoCode } from '../promo-codes/check.ts';
import { discountLines } from '../promo-codes/rules.ts';
import { findBillingDetails, type OrderAmounts, orderOwner, selectOrderedListings, selectProductPrices } from '../queries.ts';
import { type OrderLine, type OrderOffer, type ProductPrice, priceItems, type VatLine, WEEKS_ON_OFFER } from '../rules.ts';
import type { OrderItem, OrderQuote, OrderRequest, Product, QuoteLine } from '../schema.ts';
import { parseCountryCode } from '../vat/countries.ts';
import { computeLineVat, determineVat, type VatTreatment } from '../vat/rules.ts';
import { type CheckedVatNumber, checkVatNumber } from '../vat/vat-number.ts';
import { findSeller, type Seller } from './seller.ts';

export const listOfferedWeeks = async ({ sql, site, clock }: Ctx): Promise<Map<string, number>> => {
  const now = clock.now();
  const this_week = weekAt(now, site.time_zone);
  const range = { site_id: site.id, from: addDays(this_week, 7), to: addDays(this_week, 7 * WEEKS_ON_OFFER), now };
  const [{ week_room: usual_capacity }, weeks] = await Promise.all([loadWeekSettings(sql, site.id), selectWeekOccupancy(sql, range)]);
  return new Map(weeks.map(({ week_on, taken, room: capacity }) => [week_on, Math.max((capacity ?? usual_capacity) - taken, 0)]));
};

/** Everything for sale here at today's prices. `open_weeks` are those that have free slots. */
const productsOnOffer = (prices: Map<string, ProductPrice>, open_weeks: NonNullable<Product['weeks']>): Product[] =>
  PRODUCT_TABLE.flatMap((row): Product[] => {
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
        needs_listing: true,
        week_required: row.week ? row.week === 'required' : null,
        weeks: row.week ? open_weeks : null,
        options: row.options ? (JSON.parse(JSON.stringify(row.options)) as Record<string, unknown>) : null,
        includes: [...(row.includes ?? [])],
      },
    ];
  });

/** Products by code, without the weeks that have free slots. */
export const listProductRecords = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>): Promise<Map<string, Omit<Product, 'weeks'>>> =>
  new Map(productsOnOffer(await selectProductPrices(sql, site.id), []).map(({ weeks: _, ...product }) => [product.code, product]));

export const listProducts = async (ctx: Ctx) => {
  const [prices, weeks] = await Promise.all([selectProductPrices(ctx.sql, ctx.site.id), listOfferedWeeks(ctx)]);
  const open_weeks = [...weeks].flatMap(([launch_week_on, room]) => (room > 0 ? [{ launch_week_on, room }] : []));
  const items = productsOnOffer(prices, open_weeks);
  return unpagedList<Product>(items.map((item) => JSON.stringify(item)));
};

const loadOffer = async (ctx: Ctx<Caller>, items: OrderItem[]): Promise<OrderOffer> => {
  const { sql, site, clock } = ctx;
  const ids = items.flatMap(({ listing_id }) => listing_id ?? []);
  const slugs = items.flatMap(({ categories }) => categories ?? []);
  const [prices, listings, categories, weeks] = await Promise.all([
    selectProductPrices(sql, site.id),
    selectOrderedListings(sql, orderOwner(ctx), ids, clock.now()),
    selectKnownCategories(sql, site.id, slugs),
    items.some(({ week }) => week !== undefined) ? listOfferedWeeks(ctx) : new Map(),
  ]);
  return { prices, listings, categories, weeks };
};

export interface Buyer extends CheckedVatNumber {
  country: string | null;
  /** What is wrong with the request's billing country. Reported together with the faults of the items. */
  faults: readonly InputError[];
}

/** Resolves the buyer. Checking a VAT number may need the network, so call it before any transaction. */
export const readBuyer = async (
  ctx: Ctx,
  { billing_country, vat_number }: Pick<OrderRequest, 'billing_country' | 'vat_number'>,
): Promise<Buyer> => {
  const country = billing_country === undefined ? null : parseCountryCode(billing_country);
  const fault = { path: 'billing_country', code: 'unknown', message: 'is not the ISO code of a country', actual: billing_country };
  const faults = billing_country !== undefined && !country ? [fault] : [];
  return { country, faults, ...(await checkVatNumber(ctx, { country, vat_number })) };
};

const sumCents = (amounts: number[]): number => amounts.reduce((sum, cents) => sum + cents, 0);

/** Totals of the lines for a buyer. VAT is unknown if the seller's or buyer's country is. */
export const computeTotals = <L extends Pick<OrderLine, 'amount_cents' | 'discount_cents'>>(
  lines: L[],
  { seller, buyer, at }: { seller: Seller | null; buyer: Buyer; at: Date },
): { lines: (L & { vat_cents: number })[]; totals: OrderAmounts } => {
  const seller_country = seller?.country ?? null;
  const { rate, treatment } = determineVat({ seller_country, buyer_country: buyer.country, number_status: buyer.status, at });
  const amounts = lines.map(({ amount_cents }) => amount_cents);
  const vat = computeLineVat(amounts, rate);
  const net_cents = sumCents(amounts);
  const vat_cents = sumCents(vat);
  return {
    lines: lines.map((line, i) => ({ ...line, vat_cents: vat[i]! })),
    totals: {
      discount_cents: sumCents(lines.map(({ discount_cents }) => discount_cents)),
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

/** Prices an order. With `reserve`, its promo code is locked until the transaction that writes the order ends. */
export const priceOrder = async (ctx: Ctx<Caller>, { items, promo_code: code }: OrderRequest, buyer: Buyer, { reserve = false } = {}) => {
  const [offer, seller] = await Promise.all([loadOffer(ctx, items), findSeller(ctx.sql, ctx.site.id)]);
  const { lines, faults } = priceItems(items, offer);
  const promo =
    code && faults.length === 0 ? await checkPromoCode(ctx, { promo_code: code, lines, lock: reserve }) : { promo_code: null, faults: [] };
  const item_faults = [...faults, ...promo.faults];
  const errors = [...item_faults, ...buyer.faults];
  if (errors.length) throw new Refusal(item_faults.length ? 'order_not_possible' : 'invalid_input', { errors });
  const { promo_code } = promo;
  return { promo_code, seller, ...computeTotals(discountLines(lines, promo_code), { seller, buyer, at: ctx.clock.now() }) };
};

/** There is no VAT on nothing, whoever buys. */
const isVatKnown = ({ vat_treatment, net_cents }: OrderAmounts): boolean => vat_treatment !== 'unknown' || net_cents === 0;

const explainUnknownVat = ({ billing_country }: OrderAmounts): string =>
  billing_country === null
    ? 'VAT depends on the buyer’s country, which is not known yet: quote_order and create_checkout take it as billing_country, and the checkout page asks for it.'
    : 'VAT depends on the seller’s country, which isn’t set on this site yet.';

/** Why a VAT applies, for the buyer. */
const VAT_REASONS: Record<Exclude<VatTreatment, 'unknown'>, (totals: OrderAmounts, seller_country: string) => string> = {
  domestic: ({ billing_country }, seller) =>
    `The buyer (${billing_country}) is in the seller’s country (${seller}), so that country’s VAT applies, also to businesses.`,
  eu_consumer: ({ billing_country }, seller) =>
    `The buyer is in the EU (${billing_country}), not in the seller’s country (${seller}), and gave no valid VAT number, so the VAT of ${billing_country} applies.`,
  reverse_charge: ({ billing_country }, seller) =>
    `The buyer is a business in the EU (${billing_country}) with a valid VAT number, not in the seller’s country (${seller}), and owes the VAT itself.`,
  outside_eu: ({ billing_country }, seller) =>
    `The buyer is outside the EU (${billing_country}) and not in the seller’s country (${seller}), so no VAT is charged.`,
};

export const formatTotals = (totals: OrderAmounts & { promo_code: string | null }) => ({
  currency: 'USD' as const,
  promo_code: totals.promo_code,
  discount_cents: totals.discount_cents,
  net_cents: totals.net_cents,
  vat: {
    rate: totals.vat_treatment === 'unknown' ? null : totals.vat_rate,
    amount_cents: isVatKnown(totals) ? totals.vat_cents : null,
    treatment: totals.vat_treatment,
    number_status: totals.vat_number_status,
  },
  total_cents: totals.total_cents,
  total_is_final: isVatKnown(totals),
  not_final_because: isVatKnown(totals) ? null : explainUnknownVat(totals),
});

/** A line as the API returns it. Options that were left out are null; products without options have none. */
export const formatLine = (line: VatLine, totals: OrderAmounts): QuoteLine => ({
  product: line.product,
  name: line.name,
  bundle: line.bundle,
  listing_id: line.listing_id,
  launch_week_on: line.week_on,
  categories: line.categories,
  options: formatOptions(line),
  discount_cents: line.discount_cents,
  amount_cents: line.amount_cents,
  vat_cents: isVatKnown(totals) ? line.vat_cents : null,
});

const formatOptions = ({ product, options }: VatLine): QuoteLine['options'] => {
  const names = Object.keys(findProduct(product)?.options?.properties ?? {});
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, options[name] ?? null])) : null;
};

const QUOTE_STEPS = [
  'Nothing is saved, reserved or charged yet. create_checkout with the same items creates the order and returns the page where a person pays.',
];

/** Prices an order with VAT. Nothing is saved, held or charged. */
export const quoteOrder = async (ctx: Ctx<Caller>, request: OrderRequest, buyer: Buyer): Promise<OrderQuote> => {
  const { lines, totals, promo_code, seller } = await priceOrder(ctx, request, buyer);
  const seller_country = seller?.country ?? null;
  return {
    lines: lines.map((line) => formatLine(line, totals)),
    ...formatTotals({ ...totals, promo_code: promo_code?.code ?? null }),
    seller_country,
    vat_because:
      totals.vat_treatment === 'unknown' ? explainUnknownVat(totals) : VAT_REASONS[totals.vat_treatment](totals, seller_country!),
    next_steps: QUOTE_STEPS,
  };
};

export interface ListingOffer extends Product {
  /** Why it cannot be ordered for the listing; null if it can. */
  obstacle: string | null;
  /** Whether it can only be ordered together with a product that launches the listing. */
  with_launch: boolean;
}

export interface ListingOffers {
  listing: OrderedListing;
  offers: ListingOffer[];
  /** Country of the last billing details. */
  country: string | null;
}

const toListingOffer = (product: Product, listing: OrderedListing): ListingOffer => {
  const obstacle = findObstacle(product.code, listing, true);
  return { ...product, obstacle, with_launch: obstacle === null && findObstacle(product.code, listing, false) !== null };
};

/** Everything for sale, as it applies to one of the caller's listings. */
export const getListingOffers = async (ctx: Ctx<Caller>, { listing_id }: { listing_id: number }): Promise<ListingOffers> => {
  const [listings, products, billing] = await Promise.all([
    selectOrderedListings(ctx.sql, orderOwner(ctx), [listing_id], ctx.clock.now()),
    listProducts(ctx),
    findBillingDetails(ctx.sql, ctx.caller.account_id),
  ]);
  const listing = listings.get(listing_id);
  if (!listing) throw new Refusal('listing_not_found', { detail: t('You have no listing with this id. list_my_listings shows them all.') });
  return { listing, offers: toValue(products).items.map((product) => toListingOffer(product, listing)), country: billing?.country ?? null };
};

/** What can be bought to launch a listing before the free week it has. A launch can be today, so it is always sooner. */
export const findSoonerOffers = ({ listing: { plan, launch_week_on }, offers }: ListingOffers): ListingOffer[] => {
  if (plan !== 'free' || launch_week_on === null) return [];
  const isSooner = ({ code, weeks }: ListingOffer): boolean =>
    code === 'launch' || (code === 'skip_queue' && weeks?.[0] !== undefined && weeks[0].launch_week_on < launch_week_on);
  return offers.filter((offer) => offer.obstacle === null && isSooner(offer));
};
