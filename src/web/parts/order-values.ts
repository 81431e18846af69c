import { type InputError, Refusal } from '../../kernel/errors.ts';
import { PRODUCTS } from '../../modules/orders/products.ts';
import type { OrderItem, OrderRequest, Product } from '../../modules/orders/schema.ts';
import { centsIn, dollars } from '../money.ts';

/** What was typed into the order form, by field: `launch` is `on`, `launch.week` a Monday, `extra_categories.category.1` a slug. */
export type OrderValues = Record<string, string | undefined>;

export const CATEGORY_SLOTS = ['category.1', 'category.2', 'category.3'];

/** The properties of the options a product takes, as its schema says. */
export const optionsOf = ({
  options,
}: Pick<Product, 'options'>): [string, { enum?: string[]; description?: string; maxLength?: number }][] =>
  Object.entries((options?.properties ?? {}) as Record<string, { enum?: string[]; description?: string; maxLength?: number }>);

interface Read {
  request: OrderRequest;
  /** What could not even be asked. */
  errors: InputError[];
  /** The field of the form that a path of the request is about. */
  fieldOf(path: string): string;
}

/** The request a form stands for. Only what is ticked counts. */
export const readOrder = (values: OrderValues, products: Product[], listing_id: number): Read => {
  const errors: InputError[] = [];
  const fields: string[][] = [];
  const items = products.flatMap((product): OrderItem[] => {
    const { code } = product;
    if (values[code] !== 'on') return [];
    const at = (name: string) => values[`${code}.${name}`] || undefined;
    const item: OrderItem = { product: code, listing_id };
    if (product.weeks && at('week')) item.week = at('week')!;
    if (product.minimum_cents !== null && at('amount')) {
      const cents = centsIn(at('amount')!);
      if (cents === null) errors.push({ path: `${code}.amount`, code: 'wrong_form', message: 'must be an amount such as 120.00' });
      else item.amount_cents = cents;
    }
    const slots = CATEGORY_SLOTS.filter(at);
    if (slots.length > 0) item.categories = slots.map((slot) => at(slot)!);
    if (product.options)
      item.options = Object.fromEntries(
        optionsOf(product).flatMap(([name]) => (at(`options.${name}`) ? [[name, at(`options.${name}`)!]] : [])),
      );
    fields.push(slots);
    return [item];
  });
  const fieldOf = (path: string): string => {
    const [, index, rest = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
    const item = index === undefined ? undefined : items[Number(index)];
    if (!item) return path;
    const slot = /^categories\[(\d+)\]$/.exec(rest)?.[1];
    if (slot !== undefined) return `${item.product}.${fields[Number(index)]![Number(slot)]}`;
    if (rest === 'categories') return `${item.product}.${CATEGORY_SLOTS[0]}`;
    if (rest === 'product' || rest === 'listing_id' || rest === '') return item.product;
    return `${item.product}.${rest === 'amount_cents' ? 'amount' : rest}`;
  };
  const country = values.billing_country;
  return { request: { items, ...(country && { billing_country: country }) }, errors, fieldOf };
};

/** What is said otherwise to people than to programs. */
const SAID: Record<string, (error: InputError) => string> = {
  'items too_few': () => 'is empty: tick what you want',
  'week required': () => 'must be chosen',
  'week not_offered': () => 'is not on offer any more: choose another',
  'week full': () => 'has no place left: choose another',
  'amount required': () => 'is needed',
  'amount too_small': ({ limit }) => `must be at least ${dollars(Number(limit))}`,
  'amount too_large': ({ limit }) => `may be at most ${dollars(Number(limit))}`,
  'category.1 required': () => 'must be chosen',
  'options.style required': () => 'must be chosen',
};

const NAMES = new Map(PRODUCTS.map(({ code, name }) => [code, name]));

/** The names of products and pages instead of those of operations. */
export const plainly = (message: string): string =>
  message
    .replace('choose_free_listing puts it there', 'choose the free plan first')
    .replace('; launch is what lets it launch', '; that is for later')
    .replace('; relaunch lets it launch again', '')
    .replace('; order launch with it', '; order Launch with it')
    .replace(/\b[a-z]+(?:_[a-z]+)*\b/g, (word) => (word.includes('_') || word === 'relaunch' ? (NAMES.get(word) ?? word) : word));

/** A refusal of an order as the form shows it: each fault at its field, in words for people. */
export const atFields = (errors: InputError[], { fieldOf }: Pick<Read, 'fieldOf'>): InputError[] =>
  errors.map((error) => {
    const path = fieldOf(error.path);
    const said = SAID[`${path.replace(/^[a-z_]+\./, '')} ${error.code}`];
    return { ...error, path, message: said ? said(error) : plainly(error.message) };
  });

/** Refuses what cannot be asked, and draws what is refused at the form's fields. */
export const asForm = async <T>(read: Read, ask: (request: OrderRequest) => Promise<T>): Promise<T> => {
  if (read.errors.length > 0) throw new Refusal('invalid_input', { errors: read.errors });
  try {
    return await ask(read.request);
  } catch (error) {
    if (!(error instanceof Refusal) || error.errors.length === 0) throw error;
    throw new Refusal(error.code, { errors: atFields(error.errors, read) });
  }
};
