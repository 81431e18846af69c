import type { InputError } from '../../kernel/errors.ts';
import { faultsIn } from '../../kernel/validate.ts';
import { isDay, mondayOf } from '../../kernel/week.ts';
import { type OrderedListing, PRODUCTS, type ProductRow, productNamed } from './products.ts';
import type { OrderItem } from './schema.ts';

export const ORDER_LIVES_MS = 7 * 24 * 3_600_000;
/** Chosen weeks begin with the next one; the last on offer is so many weeks ahead. */
export const WEEKS_ON_OFFER = 12;
export const MOST_EXTRA_CATEGORIES = 3;

export interface Price {
  price_cents: number;
  on_offer: boolean;
}

/** What an order is checked against, as it stands. */
export interface Offer {
  prices: Map<string, Price>;
  /** The buyer's own listings, of those that were named. */
  listings: Map<number, OrderedListing>;
  /** Slugs that are categories, of those that were named. */
  categories: Set<string>;
  /** Places left in each week on offer, also where there are none. */
  weeks: Map<string, number>;
}

/** One thing to deliver, with its price. */
export interface Line {
  product: string;
  name: string;
  bundle: string | null;
  listing_id: number | null;
  week_on: string | null;
  categories: string[];
  options: Record<string, unknown>;
  amount_cents: number;
}

/** What an item asks for, once it is known what its product and listing are. */
interface Asked {
  item: OrderItem;
  product: ProductRow;
  listing: OrderedListing | undefined;
  /** Whether the same order lets the listing go live. */
  launches_too: boolean;
}

type Fault = Omit<InputError, 'path'> & { at: string };
type Check = (asked: Asked, offer: Offer) => Fault[];

const fault = (at: string, code: string, message: string, more: Pick<InputError, 'limit' | 'actual'> = {}): Fault[] => [
  { at, code, message, ...more },
];

const aboutListing: Check = ({ item: { listing_id }, product, listing, launches_too }) => {
  if (!product.needs_listing)
    return listing_id === undefined ? [] : fault('listing_id', 'not_allowed', `${product.code} is for no listing`);
  if (listing_id === undefined) return fault('listing_id', 'required', `is required: ${product.code} is for one of your listings`);
  if (!listing) return fault('listing_id', 'not_yours', 'is no listing of yours on this site; list_my_listings shows them all');
  if (listing.status === 'removed') return fault('listing_id', 'not_possible', 'was removed by the team of the site');
  const obstacle = product.obstacle(listing, launches_too);
  return obstacle ? fault('listing_id', 'not_possible', obstacle) : [];
};

const aboutWeek: Check = ({ item: { week }, product, listing }, { weeks }) => {
  if (!product.week) return week === undefined ? [] : fault('week', 'not_allowed', `${product.code} takes no week`);
  if (week === undefined) return product.week === 'required' ? fault('week', 'required', `is required for ${product.code}`) : [];
  if (!isDay(week)) return fault('week', 'wrong_form', 'must be a date as YYYY-MM-DD', { actual: week });
  if (mondayOf(week) !== week)
    return fault('week', 'not_a_monday', `must be a Monday; its week begins on ${mondayOf(week)}`, { actual: week });
  const left = weeks.get(week);
  if (left === undefined)
    return fault('week', 'not_offered', 'is none of the weeks list_products shows', { limit: [...weeks.keys()], actual: week });
  const place = listing?.places.find(({ week_on }) => week_on === week);
  if (place?.kind === 'held')
    return fault('week', 'held', `is held for this listing by your order ${place.number}: pay or cancel that one`);
  if (place && !product.launches) return fault('week', 'chosen_already', 'is the week this listing has already');
  return left > 0 || place ? [] : fault('week', 'full', 'has no place left', { actual: week });
};

const aboutAmount: Check = ({ item: { amount_cents }, product }, { prices }) => {
  if (!product.takes_amount)
    return amount_cents === undefined ? [] : fault('amount_cents', 'not_allowed', `${product.code} has a fixed price`);
  const least = prices.get(product.code)!.price_cents;
  if (amount_cents === undefined) return fault('amount_cents', 'required', `is required: how many cents you give, at least ${least}`);
  return amount_cents >= least
    ? []
    : fault('amount_cents', 'too_small', `must be at least ${least}`, { limit: least, actual: amount_cents });
};

const aboutCategories: Check = ({ item: { categories }, product, listing }, offer) => {
  if (!product.takes_categories)
    return categories === undefined ? [] : fault('categories', 'not_allowed', `${product.code} takes no categories`);
  if (!categories?.length) return fault('categories', 'required', 'is required: slugs from list_categories');
  const left = MOST_EXTRA_CATEGORIES - (listing?.extra_categories ?? 0);
  if (categories.length > left)
    return fault('categories', 'too_many', `may be at most ${left}: a listing has at most ${MOST_EXTRA_CATEGORIES} extra ones`, {
      limit: left,
      actual: categories.length,
    });
  return categories.flatMap((slug, i) => {
    if (categories.indexOf(slug) !== i) return fault(`categories[${i}]`, 'repeated', 'is named twice', { actual: slug });
    if (!offer.categories.has(slug)) return fault(`categories[${i}]`, 'unknown', 'is no category of this site', { actual: slug });
    return listing?.categories.includes(slug)
      ? fault(`categories[${i}]`, 'has_already', 'is a category of this listing already', { actual: slug })
      : [];
  });
};

const aboutOptions: Check = ({ item: { options }, product }) => {
  if (!product.options) return options === undefined ? [] : fault('options', 'not_allowed', `${product.code} takes no options`);
  if (options === undefined) return fault('options', 'required', 'is required; list_products describes it');
  return faultsIn(product.options, options).map(({ path, ...rest }) => ({ ...rest, at: path ? `options.${path}` : 'options' }));
};

const CHECKS: Check[] = [aboutListing, aboutWeek, aboutAmount, aboutCategories, aboutOptions];

const partsOf = ({ code, includes }: ProductRow): readonly string[] => includes ?? [code];

/** Things that cannot both be had for one listing by one order. */
const CLASHES: Record<string, string[]> = { launch: ['skip_queue', 'relaunch'], skip_queue: ['relaunch'] };

/** Why an item does not go with one before it, for the same listing. */
const clashOf = (one: ProductRow, earlier: ProductRow): string | null => {
  const twice = partsOf(one).find((part) => partsOf(earlier).includes(part));
  if (twice)
    return one.code === earlier.code ? `is in this order already for this listing` : `holds ${twice}, which ${earlier.code} gives as well`;
  const clashing = (a: ProductRow, b: ProductRow) => partsOf(a).some((part) => partsOf(b).some((other) => CLASHES[part]?.includes(other)));
  return clashing(one, earlier) || clashing(earlier, one) ? `makes no sense together with ${earlier.code} for the same listing` : null;
};

/** A sum shared out by weights, in whole cents that add up to it. */
export const shareOut = (sum: number, weights: number[]): number[] => {
  const all = weights.reduce((a, b) => a + b, 0);
  let weight = 0;
  let given = 0;
  return weights.map((share) => {
    weight += share;
    // Each takes what is due up to and with it: rounding never adds up.
    const due = Number((BigInt(sum) * BigInt(weight)) / BigInt(all));
    const part = due - given;
    given = due;
    return part;
  });
};

const linesOf = ({ item, product }: Asked, { prices }: Offer): Line[] => {
  const parts = partsOf(product).map((code) => productNamed(code)!);
  const price = item.amount_cents ?? prices.get(product.code)!.price_cents;
  const amounts = shareOut(
    price,
    parts.map(({ code }) => (parts.length === 1 ? 1 : (prices.get(code)?.price_cents ?? 1))),
  );
  return parts.map((part, i) => ({
    product: part.code,
    name: part.name,
    bundle: product.includes ? product.code : null,
    listing_id: item.listing_id ?? null,
    week_on: part.week ? (item.week ?? null) : null,
    categories: item.categories ?? [],
    options: item.options ?? {},
    amount_cents: amounts[i]!,
  }));
};

/** Checks items against what is on offer and prices them; everything that is wrong is told at once. */
export const readItems = (items: OrderItem[], offer: Offer): { lines: Line[]; faults: InputError[] } => {
  const faults: InputError[] = [];
  const asked: Asked[] = [];
  const left = { ...offer, weeks: new Map(offer.weeks) };
  const launched = new Set(items.filter(({ product }) => productNamed(product)?.launches).map(({ listing_id }) => listing_id));
  for (const [i, item] of items.entries()) {
    const tell = (found: Fault[]) => faults.push(...found.map(({ at, ...rest }) => ({ path: `items[${i}].${at}`, ...rest })));
    const product = productNamed(item.product);
    if (!product || !offer.prices.get(product.code)?.on_offer) {
      const sold = PRODUCTS.flatMap(({ code }) => (offer.prices.get(code)?.on_offer ? [code] : []));
      tell(fault('product', 'unknown_product', 'is not on offer; list_products shows what is', { limit: sold, actual: item.product }));
      continue;
    }
    const listing = item.listing_id === undefined ? undefined : offer.listings.get(item.listing_id);
    const one: Asked = { item, product, listing, launches_too: launched.has(item.listing_id) };
    const clash = asked
      .map((earlier) => (earlier.item.listing_id === item.listing_id ? clashOf(product, earlier.product) : null))
      .find(Boolean);
    if (clash) tell(fault('product', 'duplicate', clash));
    tell(CHECKS.flatMap((check) => check(one, left)));
    // Who comes later in the same order finds one place less.
    if (item.week && left.weeks.has(item.week)) left.weeks.set(item.week, left.weeks.get(item.week)! - 1);
    asked.push(one);
  }
  return { lines: faults.length ? [] : asked.flatMap((one) => linesOf(one, offer)), faults };
};
