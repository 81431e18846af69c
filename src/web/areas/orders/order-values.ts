import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { findProduct } from '../../../modules/orders/products.ts';
import type { OrderItem, OrderRequest, Product } from '../../../modules/orders/schema.ts';
import { formatDollars, parseDollars } from '../../ui/format.tsx';
import { TODAY } from '../../ui/order/weeks.ts';

/** Values of the order form by field name: `featured` is `on`, `launch.week` a Monday, `extra_categories.category.1` a slug. */
export type OrderValues = Record<string, string | undefined>;

/** The field of the products that decide when the listing launches: the code of one of them. */
export const LAUNCH_FIELD = 'launch_product';

/** Links to the form name any product by itself. */
export const isChosen = (values: OrderValues, code: string): boolean => values[LAUNCH_FIELD] === code || values[code] === 'on';

export const CATEGORY_FIELDS = ['category.1', 'category.2', 'category.3'];

interface OptionSchema {
  enum?: string[];
  description?: string;
  maxLength?: number;
}

export const offeredOptions = ({ options }: Pick<Product, 'options'>): [string, OptionSchema][] =>
  Object.entries((options?.properties ?? {}) as Record<string, OptionSchema>);

interface ParsedOrder {
  request: OrderRequest;
  errors: InputError[];
  /** Maps a path of the request to the form field. */
  fieldOf(path: string): string;
}

/** Turns form values into an order request. Only chosen products are included. */
export const parseOrder = (values: OrderValues, products: Product[], listing_id: number): ParsedOrder => {
  const errors: InputError[] = [];
  const category_fields: string[][] = [];
  const items = products.flatMap((product): OrderItem[] => {
    const { code } = product;
    if (!isChosen(values, code)) return [];
    const fieldValue = (name: string) => values[`${code}.${name}`] || undefined;
    const item: OrderItem = { product: code, listing_id };
    const week = fieldValue('week');
    if (product.weeks && week && week !== TODAY) item.week = week;
    if (product.minimum_cents !== null && fieldValue('amount')) {
      const cents = parseDollars(fieldValue('amount')!);
      if (cents === null) errors.push({ path: `${code}.amount`, code: 'wrong_form', message: t('must be an amount such as 120.00') });
      else item.amount_cents = cents;
    }
    const fields = CATEGORY_FIELDS.filter(fieldValue);
    if (fields.length > 0) item.categories = fields.map((field) => fieldValue(field)!);
    if (product.options)
      // The operation checks the values.
      item.options = Object.fromEntries(
        offeredOptions(product).flatMap(([name]) => (fieldValue(`options.${name}`) ? [[name, fieldValue(`options.${name}`)!]] : [])),
      ) as OrderItem['options'];
    category_fields.push(fields);
    return [item];
  });
  const fieldOf = (path: string): string => {
    const [, index, rest = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    const item = index === undefined ? undefined : items[Number(index)];
    if (!item) return path;
    const category = /^categories\[(\d+)\]$/.exec(rest)?.[1];
    if (category !== undefined) return `${item.product}.${category_fields[Number(index)]![Number(category)]}`;
    if (rest === 'categories') return `${item.product}.${CATEGORY_FIELDS[0]}`;
    if (rest === 'product' || rest === 'listing_id' || rest === '') return item.product;
    return `${item.product}.${rest === 'amount_cents' ? 'amount' : rest}`;
  };
  const { billing_country, promo_code } = values;
  return { request: { items, ...(billing_country && { billing_country }), ...(promo_code && { promo_code }) }, errors, fieldOf };
};

/** Messages that read differently on the form than in the API. */
const ORDER_EXPLANATIONS: Record<string, (error: InputError) => string> = {
  'items too_few': () => t('is empty: select at least one product'),
  'week required': () => t('must be chosen'),
  'week not_offered': () => t('is no longer available: choose another'),
  'week full': () => t('is full: choose another'),
  'amount required': () => t('is required'),
  'amount too_small': ({ limit }) => t('must be at least {n}', { n: formatDollars(Number(limit)) }),
  'amount too_large': ({ limit }) => t('may be at most {n}', { n: formatDollars(Number(limit)) }),
  'category.1 required': () => t('must be chosen'),
  'options.style required': () => t('must be chosen'),
  duplicate: () => t('can’t be combined with another product you chose: deselect one of them'),
};

/** Replaces names of operations and product codes in an API message by names of pages and products. Translations are written for pages. */
export const explainMessage = (message: string): string =>
  message
    .replace('choose_free_listing puts it there', 'choose the free plan first')
    .replace('; order launch instead', '; you can order this later')
    .replace('; relaunch lets it launch again', '')
    .replace('; order launch with it', '; order Launch with it')
    .replace(/\b[a-z]+(?:_[a-z]+)*\b/g, (word) => (word.includes('_') || word === 'relaunch' ? (findProduct(word)?.name ?? word) : word));

/** Maps the errors of a request to form fields, with messages for people. */
export const errorsAtFields = (errors: InputError[], { fieldOf }: Pick<ParsedOrder, 'fieldOf'>): InputError[] =>
  errors.map((error) => {
    const path = fieldOf(error.path);
    const explain = ORDER_EXPLANATIONS[`${path.replace(/^[a-z_]+\./, '')} ${error.code}`] ?? ORDER_EXPLANATIONS[error.code];
    return { ...error, path, message: explain ? explain(error) : explainMessage(error.message) };
  });

/** Sends a parsed order; errors, from parsing or from the operation, are thrown with the paths of form fields. */
export const withFieldErrors = async <T>(order: ParsedOrder, send: (request: OrderRequest) => Promise<T>): Promise<T> => {
  if (order.errors.length > 0) throw new Refusal('invalid_input', { errors: order.errors });
  try {
    return await send(order.request);
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors.length === 0) throw error;
    throw new Refusal(error.code, { errors: errorsAtFields(error.errors, order) });
  }
};
