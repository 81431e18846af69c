import {
  Cents,
  Count,
  Day,
  Id,
  Instant,
  ListOf,
  Nullable,
  OneOf,
  PAGING,
  RequiredText,
  type Static,
  Strict,
  T,
  Text,
} from '../../kernel/schema.ts';

export const ORDER_STATUSES = ['pending', 'paid', 'refunded', 'partially_refunded', 'expired', 'cancelled'] as const;
export const LINE_STATUSES = ['waiting', 'with_the_team', 'fulfilled', 'failed'] as const;

export const Product = Strict({
  code: T.String(),
  name: T.String(),
  description: T.String(),
  price_cents: Nullable(Cents('Exclusive of VAT; null where you choose the amount.')),
  minimum_cents: Nullable(Cents()),
  currency: OneOf(['USD']),
  needs_listing: T.Boolean(),
  week_required: Nullable(T.Boolean(), { description: 'Whether an item must name a week; null for products that take none.' }),
  weeks: Nullable(T.Array(Strict({ week: Day('Monday.'), room: Count() })), { description: 'Weeks on offer, for products that take one.' }),
  options: Nullable(T.Record(T.String(), T.Unknown()), { description: 'JSON Schema of the options it takes.' }),
  includes: T.Array(T.String(), { description: 'Product codes a bundle holds.' }),
});
export const Products = ListOf(Product);

export const OrderItem = Strict({
  product: RequiredText(60, 'Code from list_products.'),
  listing_id: T.Optional(Id('Required where needs_listing.')),
  week: T.Optional(Text(10, 'Monday as YYYY-MM-DD, one of the weeks list_products shows.')),
  amount_cents: T.Optional(T.Integer({ minimum: 1, maximum: 100_000_000, description: 'billboard_min only.' })),
  categories: T.Optional(T.Array(RequiredText(220), { maxItems: 10, description: 'extra_categories only: up to 3 category slugs.' })),
  options: T.Optional(T.Record(T.String(), T.Unknown(), { maxProperties: 20 })),
});

export const OrderRequest = Strict({
  items: T.Array(OrderItem, { minItems: 1, maxItems: 20 }),
  billing_country: T.Optional(T.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO country code for the VAT preview.' })),
  vat_number: T.Optional(Text(32, 'An EU business with a valid number gets reverse charge.')),
});
export type OrderItem = Static<typeof OrderItem>;
export type OrderRequest = Static<typeof OrderRequest>;

const Vat = Strict({
  rate: T.Number(),
  amount_cents: Cents(),
  treatment: OneOf(['domestic', 'eu_consumer', 'reverse_charge', 'outside_eu', 'unknown']),
  number_status: OneOf(['valid', 'invalid', 'unchecked', 'not_given']),
});
const LINE = {
  product: T.String(),
  name: T.String(),
  bundle: Nullable(T.String(), {
    description: 'The bundle it is part of: a bundle is one line for each product it holds, its price shared out over them.',
  }),
  listing_id: Nullable(T.Integer()),
  week: Nullable(Day()),
  amount_cents: Cents(),
  vat_cents: Cents(),
};
const TOTALS = { currency: OneOf(['USD']), net_cents: Cents(), vat: Vat, total_cents: Cents() };

export const OrderQuote = Strict({ lines: T.Array(Strict(LINE)), ...TOTALS });
const SUMMARY = {
  number: T.String(),
  status: OneOf([...ORDER_STATUSES]),
  ...TOTALS,
  checkout_url: Nullable(T.String(), { description: 'Where a person reviews and pays; null once there is nothing to pay.' }),
  expires_at: Nullable(Instant('Until when it can be paid.')),
  paid_at: Nullable(Instant()),
  created_at: Instant(),
};
export const Order = Strict({
  ...SUMMARY,
  held_until: Nullable(
    Instant('Until when its launch weeks are held for you; null where none is. A payment that has begun holds them until it ends.'),
  ),
  lines: T.Array(Strict({ ...LINE, status: OneOf([...LINE_STATUSES]), fulfilled_at: Nullable(Instant()), note: Nullable(T.String()) })),
  refunded_cents: Cents(),
});
export const OrderPage = ListOf(Strict(SUMMARY));
export const ListOrders = Strict({ ...PAGING });
export const GetOrder = Strict({ number: T.String({ minLength: 1, maxLength: 32, description: 'Order number, e.g. LW-7K3M9Q2X.' }) });

export type Product = Static<typeof Product>;
export type Vat = Static<typeof Vat>;
export type OrderQuote = Static<typeof OrderQuote>;
export type Order = Static<typeof Order>;
