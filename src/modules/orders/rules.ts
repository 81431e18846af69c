import type { InputError } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { isDay, mondayOf } from '../../kernel/time/weeks.ts';
import { findInputErrors } from '../../kernel/validate.ts';
import {
  findObstacle,
  findProduct,
  type OrderedListing,
  PRODUCT_TABLE,
  type ProductCode,
  type ProductRow,
  storedProductName,
} from './products.ts';
import type { Order, OrderItem } from './schema.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const ORDER_TTL_MS = 7 * DAY_MS;
/** How long after its expiry an order still waits for a payment in flight. */
export const PAYMENT_GRACE_MS = 7 * DAY_MS;
/** How long a new order holds its weeks. */
export const WEEK_HOLD_MS = 60 * MINUTE_MS;
/** A payment that succeeds at the last moment is known here within this time. */
export const LATE_PAYMENT_MS = 5 * MINUTE_MS;
/** How many slots one account may hold in all its unpaid orders on a site. The site's settings can override it. */
export const MAX_HELD_SLOTS = 5;

const PAYMENT_TTL_MS = 60 * MINUTE_MS;
const PAYMENT_STEP_MS = 10 * MINUTE_MS;

/**
 * Deadline of a payment that starts now: about an hour. Counted from the last full ten minutes, so that a second window, or a retry
 * after a crash, sends the provider the same request.
 */
export const paymentDeadline = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / PAYMENT_STEP_MS) * PAYMENT_STEP_MS + PAYMENT_TTL_MS);

/** Weeks on offer, starting with the next one. */
export const WEEKS_ON_OFFER = 12;
export const MAX_EXTRA_CATEGORIES = 3;

export interface ProductPrice {
  price_cents: number;
  on_offer: boolean;
}

export interface OrderOffer {
  prices: Map<string, ProductPrice>;
  /** Those of the requested listings that belong to the buyer. */
  listings: Map<number, OrderedListing>;
  /** Those of the requested slugs that are categories. */
  categories: Set<string>;
  /** Free slots of each week on offer, including full weeks. */
  weeks: Map<string, number>;
}

/** One product to deliver, with its price. */
export interface OrderLine {
  product: ProductCode;
  name: string;
  bundle: ProductCode | null;
  listing_id: number | null;
  week_on: string | null;
  categories: string[];
  options: Record<string, unknown>;
  /** The price without VAT, after the discount. */
  amount_cents: number;
  /** What a promo code took off. */
  discount_cents: number;
}

export type VatLine = OrderLine & { vat_cents: number };

interface CheckedItem {
  item: OrderItem;
  product: ProductRow;
  listing: OrderedListing | undefined;
  /** Whether the same order launches the listing. */
  launches_too: boolean;
}

type ItemFault = Omit<InputError, 'path'> & { at: string };
type ItemCheck = (checked: CheckedItem, offer: OrderOffer) => ItemFault[];

const makeFault = (at: string, code: string, message: string, more: Pick<InputError, 'limit' | 'actual'> = {}): ItemFault[] => [
  { at, code, message, ...more },
];

const checkListing: ItemCheck = ({ item: { listing_id }, product, listing, launches_too }) => {
  if (listing_id === undefined) return makeFault('listing_id', 'required', `is required: ${product.code} is for one of your listings`);
  if (!listing) return makeFault('listing_id', 'not_yours', 'is not one of your listings on this site; list_my_listings shows them all');
  const obstacle = findObstacle(product.code, listing, launches_too);
  return obstacle ? makeFault('listing_id', 'not_possible', obstacle) : [];
};

const checkWeek: ItemCheck = ({ item: { week }, product, listing }, { weeks }) => {
  if (!product.week) return week === undefined ? [] : makeFault('week', 'not_allowed', `${product.code} takes no week`);
  if (week === undefined) return product.week === 'required' ? makeFault('week', 'required', `is required for ${product.code}`) : [];
  if (!isDay(week)) return makeFault('week', 'wrong_form', 'must be a date as YYYY-MM-DD', { actual: week });
  if (mondayOf(week) !== week)
    return makeFault('week', 'not_a_monday', `must be a Monday; its week begins on ${mondayOf(week)}`, {
      actual: week,
    });
  const left = weeks.get(week);
  if (left === undefined)
    return makeFault('week', 'not_offered', 'is not one of the weeks list_products shows', { limit: [...weeks.keys()], actual: week });
  const slot = listing?.slots.find(({ week_on }) => week_on === week);
  if (slot?.kind === 'held')
    return makeFault(
      'week',
      'held',
      t('is reserved for this listing by your order {number}: pay or cancel that one', { number: slot.number }),
    );
  if (slot && !product.launches) return makeFault('week', 'chosen_already', t('is already the week of this listing'));
  return left > 0 || slot ? [] : makeFault('week', 'full', t('is full'), { actual: week });
};

const checkAmount: ItemCheck = ({ item: { amount_cents }, product }, { prices }) => {
  if (!product.takes_amount)
    return amount_cents === undefined ? [] : makeFault('amount_cents', 'not_allowed', `${product.code} has a fixed price`);
  const minimum = prices.get(product.code)!.price_cents;
  if (amount_cents === undefined) return makeFault('amount_cents', 'required', `is required: the amount in cents, at least ${minimum}`);
  return amount_cents >= minimum
    ? []
    : makeFault('amount_cents', 'too_small', t('must be at least {n}', { n: minimum }), { limit: minimum, actual: amount_cents });
};

const checkCategories: ItemCheck = ({ item: { categories }, product, listing }, offer) => {
  if (!product.takes_categories)
    return categories === undefined ? [] : makeFault('categories', 'not_allowed', `${product.code} takes no categories`);
  if (!categories?.length) return makeFault('categories', 'required', 'is required: slugs from list_categories');
  const left = MAX_EXTRA_CATEGORIES - (listing?.extra_categories ?? 0);
  if (categories.length > left)
    return makeFault(
      'categories',
      'too_many',
      t('may be at most {left}: a listing has at most {n} extra ones', { left, n: MAX_EXTRA_CATEGORIES }),
      {
        limit: left,
        actual: categories.length,
      },
    );
  return categories.flatMap((slug, i) => {
    if (categories.indexOf(slug) !== i) return makeFault(`categories[${i}]`, 'repeated', t('is named twice'), { actual: slug });
    if (!offer.categories.has(slug)) return makeFault(`categories[${i}]`, 'unknown', t('is not a category of this site'), { actual: slug });
    return listing?.categories.includes(slug)
      ? makeFault(`categories[${i}]`, 'has_already', t('is already a category of this listing'), { actual: slug })
      : [];
  });
};

/** The options that were chosen. Null means not chosen: some clients send every property. */
const chosenOptions = ({ options = {} }: OrderItem): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));

const checkOptions: ItemCheck = ({ item, product }) => {
  const options = chosenOptions(item);
  if (!product.options)
    return Object.keys(options).length > 0 ? makeFault('options', 'not_allowed', `${product.code} takes no options`) : [];
  if (item.options === undefined) return makeFault('options', 'required', 'is required; list_products describes it');
  return findInputErrors(product.options, options).map(({ path, ...rest }) => ({ ...rest, at: path ? `options.${path}` : 'options' }));
};

const CHECKS: ItemCheck[] = [checkListing, checkWeek, checkAmount, checkCategories, checkOptions];

const productParts = ({ code, includes }: ProductRow): readonly ProductCode[] => includes ?? [code];

/** Products that cannot be combined for one listing in one order. */
const CLASHES: Record<string, string[]> = { launch: ['skip_queue', 'relaunch'], skip_queue: ['relaunch'] };

const findClash = (one: ProductRow, earlier: ProductRow): string | null => {
  const twice = productParts(one).find((part) => productParts(earlier).includes(part));
  if (twice)
    return one.code === earlier.code
      ? `is already in this order for this listing`
      : `includes ${twice}, which ${earlier.code} also includes`;
  const clashing = (a: ProductRow, b: ProductRow) =>
    productParts(a).some((part) => productParts(b).some((other) => CLASHES[part]?.includes(other)));
  return clashing(one, earlier) || clashing(earlier, one) ? `can’t be combined with ${earlier.code} for the same listing` : null;
};

/** Splits a sum by weights into whole cents that add up to it. */
export const splitAmount = (sum: number, weights: number[]): number[] => {
  const total_weight = weights.reduce((a, b) => a + b, 0);
  let weight = 0;
  let allotted = 0;
  return weights.map((share) => {
    weight += share;
    // Each part is the running total minus what was allotted, so rounding errors do not accumulate.
    const due = Number((BigInt(sum) * BigInt(weight)) / BigInt(total_weight));
    const part = due - allotted;
    allotted = due;
    return part;
  });
};

const toOrderLines = ({ item, product }: CheckedItem, { prices }: OrderOffer): OrderLine[] => {
  const parts = productParts(product).map((code) => findProduct(code)!);
  const price = item.amount_cents ?? prices.get(product.code)!.price_cents;
  const amounts = splitAmount(
    price,
    parts.map(({ code }) => (parts.length === 1 ? 1 : (prices.get(code)?.price_cents ?? 1))),
  );
  return parts.map((part, i) => ({
    product: part.code,
    name: storedProductName(part),
    bundle: product.includes ? product.code : null,
    listing_id: item.listing_id ?? null,
    week_on: part.week ? (item.week ?? null) : null,
    categories: item.categories ?? [],
    options: chosenOptions(item),
    amount_cents: amounts[i]!,
    discount_cents: 0,
  }));
};

/** Checks items against the offer and prices them; reports all faults at once. */
export const priceItems = (items: OrderItem[], offer: OrderOffer): { lines: OrderLine[]; faults: InputError[] } => {
  const faults: InputError[] = [];
  const checked: CheckedItem[] = [];
  const left = { ...offer, weeks: new Map(offer.weeks) };
  const launching_ids = new Set(items.filter(({ product }) => findProduct(product)?.launches).map(({ listing_id }) => listing_id));
  for (const [i, item] of items.entries()) {
    const report = (found: ItemFault[]) => faults.push(...found.map(({ at, ...rest }) => ({ path: `items[${i}].${at}`, ...rest })));
    const product = findProduct(item.product);
    if (!product || !offer.prices.get(product.code)?.on_offer) {
      const sold_codes = PRODUCT_TABLE.flatMap(({ code }) => (offer.prices.get(code)?.on_offer ? [code] : []));
      const message = 'is not for sale; list_products shows what is';
      report(makeFault('product', 'unknown_product', message, { limit: sold_codes, actual: item.product }));
      continue;
    }
    const listing = item.listing_id === undefined ? undefined : offer.listings.get(item.listing_id);
    const one: CheckedItem = { item, product, listing, launches_too: launching_ids.has(item.listing_id) };
    const clash = checked
      .map((earlier) => (earlier.item.listing_id === item.listing_id ? findClash(product, earlier.product) : null))
      .find(Boolean);
    if (clash) report(makeFault('product', 'duplicate', clash));
    report(CHECKS.flatMap((check) => check(one, left)));
    // Later items of the same order find one slot less.
    if (item.week && left.weeks.has(item.week)) left.weeks.set(item.week, left.weeks.get(item.week)! - 1);
    checked.push(one);
  }
  return { lines: faults.length ? [] : checked.flatMap((one) => toOrderLines(one, offer)), faults };
};

/** The part of an order that decides what is left to do. */
interface OrderProgress {
  number: string;
  status: Order['status'];
  checkout_url: string;
  total_cents: number;
  expires_at: Date;
  held_until: Date | null;
  lines: Pick<Order['lines'][number], 'name' | 'status'>[];
}

const joinLineNames = (lines: OrderProgress['lines'], status: OrderProgress['lines'][number]['status']): string =>
  lines.flatMap((line) => (line.status === status ? [line.name] : [])).join(', ');

/** What a paid order still waits for. */
const deliverySteps = ({ number, lines }: OrderProgress): string[] => {
  const [waiting, with_the_team, failed] = (['waiting', 'with_the_team', 'failed'] as const).map((status) => joinLineNames(lines, status));
  return [
    ...(waiting ? [`Being delivered, usually within seconds: ${waiting}. Call get_order with number ${number} again.`] : []),
    ...(with_the_team
      ? [`The team is working on: ${with_the_team}. Each line’s steps show the progress; call get_order again later.`]
      : []),
    ...(failed ? [`Could not be delivered: ${failed}. The note says why, and the money is refunded automatically.`] : []),
  ];
};

const paymentSteps = ({ number, checkout_url, total_cents, expires_at, held_until }: OrderProgress): string[] => [
  `A person opens ${checkout_url} signed in, reviews the order, ${
    total_cents > 0 ? 'enters billing details and pays' : 'and confirms it, since there is nothing to pay'
  }, by ${expires_at.toISOString()}. The API cannot pay.`,
  ...(held_until ? [`Its launch weeks are reserved until ${held_until.toISOString()}, and while a payment is being processed.`] : []),
  `Then call get_order with number ${number} to see what was delivered.`,
];

const ENDED_STEPS = ['Nothing was charged. create_checkout creates a new order.'];

const STEPS_BY_STATUS: Record<Order['status'], (order: OrderProgress) => string[]> = {
  pending: paymentSteps,
  paid: deliverySteps,
  partially_refunded: deliverySteps,
  refunded: () => [],
  expired: () => ENDED_STEPS,
  cancelled: () => ENDED_STEPS,
};

/** What to do next about an order, for people and agents. */
export const orderSteps = (order: OrderProgress): string[] => STEPS_BY_STATUS[order.status](order);
