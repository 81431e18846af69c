import {
  Cents,
  Count,
  Day,
  Id,
  Instant,
  ListOf,
  Named,
  NextSteps,
  Nullable,
  OneOf,
  PAGING,
  RequiredText,
  Slug,
  type Static,
  Strict,
  T,
  Text,
} from '../../kernel/schema.ts';
import { CABINET_STYLE, CABINET_TITLE, PRODUCT_CODES } from './products.ts';

export const ORDER_STATUSES = ['pending', 'paid', 'refunded', 'partially_refunded', 'expired', 'cancelled'] as const;
export const LINE_STATUSES = ['waiting', 'with_the_team', 'fulfilled', 'failed'] as const;
export const TASK_STATUSES = ['to_do', 'doing', 'done', 'not_possible'] as const;
export const REFUND_STATUSES = ['asked', 'made', 'failed'] as const;

const ProductCode = (description: string) => OneOf([...PRODUCT_CODES], { title: 'ProductCode', description });
const Currency = OneOf(['USD'], { description: 'All amounts are in US dollars.' });

const OfferedWeek = Named('OfferedWeek', {
  launch_week_on: Day('Its Monday: the value for an item’s week.'),
  room: Count('Slots left.'),
});
export const Product = Named('Product', {
  code: ProductCode('The value for an item’s product.'),
  name: T.String({ description: 'Its name on pages.' }),
  description: T.String({ description: 'What the buyer gets.' }),
  price_cents: Nullable(Cents(), { description: 'The price without VAT; null where you choose the amount.' }),
  minimum_cents: Nullable(Cents(), { description: 'The smallest amount, where you choose it; otherwise null.' }),
  currency: Currency,
  needs_listing: T.Boolean({ description: 'Whether an item must name one of your listings.' }),
  week_required: Nullable(T.Boolean(), { description: 'Whether an item must name a week; null for products that take none.' }),
  weeks: Nullable(T.Array(OfferedWeek), { description: 'Weeks with room, nearest first; null for products that take none.' }),
  options: Nullable(T.Record(T.String(), T.Unknown()), {
    description: 'JSON Schema of an item’s options; null for products that take none.',
  }),
  includes: T.Array(ProductCode('A product of the bundle.'), { description: 'What a bundle consists of; empty for other products.' }),
});
export const Products = ListOf(Product);

/** The options of all products that have some. Each may be null, so that clients can send every property. */
const OrderItemOptions = Named(
  'OrderItemOptions',
  {
    style: T.Optional(Nullable(CABINET_STYLE, { description: 'trophy_cabinet: how it looks. Required for it.' })),
    title: T.Optional(Nullable(CABINET_TITLE, { description: 'trophy_cabinet: the title above it. Default: the product’s name.' })),
  },
  { maxProperties: 20, description: 'As list_products describes them.' },
);

export const OrderItem = Named('OrderItem', {
  product: ProductCode('What to buy: a code from list_products.'),
  listing_id: T.Optional(Id('The listing it is for, from list_my_listings. Required where the product has needs_listing.')),
  week: T.Optional(
    Text(
      10,
      'A Monday as YYYY-MM-DD, from list_products. launch and launch_bundle: optional, without it the listing goes live at once. skip_queue and relaunch: required. Others take none.',
    ),
  ),
  amount_cents: T.Optional(
    T.Integer({
      minimum: 1,
      maximum: 100_000_000,
      description: 'billboard_min only: the amount you pay, at least the product’s minimum_cents.',
    }),
  ),
  categories: T.Optional(
    T.Array(RequiredText(220), {
      maxItems: 10,
      description: 'extra_categories only: slugs from list_categories; 3 a listing at most.',
    }),
  ),
  options: T.Optional(OrderItemOptions),
});

export const OrderRequest = Named('OrderRequest', {
  items: T.Array(OrderItem, { minItems: 1, maxItems: 20, description: 'What to buy.' }),
  billing_country: T.Optional(
    T.String({
      pattern: '^[A-Za-z]{2}$',
      description: 'The buyer’s country, such as DE. Without it the VAT is not known.',
    }),
  ),
  vat_number: T.Optional(
    Text(32, 'The buyer’s VAT number, such as ATU12345675. A valid one gives an EU business outside the seller’s country reverse charge.'),
  ),
  promo_code: T.Optional(Text(32, 'A promo code, in upper or lower case.')),
});
export type OrderItem = Static<typeof OrderItem>;
export type OrderRequest = Static<typeof OrderRequest>;

const Vat = Named(
  'Vat',
  {
    rate: Nullable(T.Number(), { description: 'As a fraction, such as 0.19; null if it is not known yet.' }),
    amount_cents: Nullable(Cents(), { description: 'The VAT of all lines; null if it is not known yet.' }),
    treatment: OneOf(['domestic', 'eu_consumer', 'reverse_charge', 'outside_eu', 'unknown'], {
      description:
        'domestic: the buyer is in the seller’s country; eu_consumer: VAT of the buyer’s EU country; reverse_charge: the EU business owes it; outside_eu: none; unknown: a country is not known yet.',
    }),
    number_status: OneOf(['valid', 'invalid', 'unchecked', 'not_given'], { description: 'Whether the VAT number is valid.' }),
  },
  { description: 'VAT. Parts that are not known yet are null.' },
);
const QuoteLine = Named('QuoteLine', {
  product: ProductCode('What is bought.'),
  name: T.String({ description: 'Its name on pages.' }),
  bundle: Nullable(ProductCode('The bundle.'), {
    description: 'The bundle it is part of; the price of a bundle is split between its lines.',
  }),
  listing_id: Nullable(T.Integer(), { description: 'The listing it is for; null once the listing is deleted.' }),
  launch_week_on: Nullable(Day(), { description: 'Monday of the chosen week; null if none was chosen.' }),
  categories: T.Array(Slug('A category.'), { description: 'The chosen extra categories.' }),
  options: Nullable(OrderItemOptions, { description: 'The chosen options; null for products that take none.' }),
  discount_cents: Cents('What a promo code takes off its price.'),
  amount_cents: Cents('Its price without VAT, after the discount.'),
  vat_cents: Nullable(Cents(), { description: 'Its VAT; null if that is not known yet.' }),
});
export type QuoteLine = Static<typeof QuoteLine>;
const TOTALS = {
  currency: Currency,
  promo_code: Nullable(T.String(), { description: 'The promo code that was applied; null without one.' }),
  discount_cents: Cents('What the promo code takes off all lines, without VAT.'),
  net_cents: Cents('The sum of the lines after the discount, without VAT.'),
  vat: Vat,
  total_cents: Cents('Amount to pay, with VAT where it is known.'),
  total_is_final: T.Boolean({ description: 'Whether total_cents includes the VAT.' }),
  not_final_because: Nullable(T.String(), { description: 'What is missing for a final total; null if it is final.' }),
};

export const OrderQuote = Named('OrderQuote', {
  lines: T.Array(QuoteLine, { description: 'One line for each product.' }),
  ...TOTALS,
  seller_country: Nullable(T.String(), { description: 'ISO 3166-1 alpha-2; null if this site has none set.' }),
  vat_because: T.String({ description: 'Why this VAT applies, in a sentence.' }),
  next_steps: NextSteps,
});

const OrderStep = Named('OrderStep', {
  title: T.String({ description: 'What the team does.' }),
  status: OneOf([...TASK_STATUSES], { description: 'Its progress.' }),
  note: Nullable(T.String(), { description: 'The team’s note for you.' }),
  url: Nullable(T.String(), { description: 'A link to the result.' }),
});
/** A point of a review: our sentence and the quotes from the website that support it. */
const ReviewPoint = Named('ReviewPoint', {
  title: T.String({ description: 'The point in a few words.' }),
  says: T.String({ description: 'The point in a sentence.' }),
  evidence: T.Array(
    Named('ReviewQuote', {
      quote: T.String({ description: 'Quoted from the website.' }),
      url: T.String({ description: 'The page they are on.' }),
    }),
    { description: 'The quotes that support it.' },
  ),
});
export type ReviewPoint = Static<typeof ReviewPoint>;
const AiReview = Named('AiReview', {
  website: T.String({ description: 'The website that was read.' }),
  drafter: T.String({ description: 'How it was written: extractive or model.' }),
  read: T.Array(Named('ReviewedPage', { url: T.String({ description: 'The page.' }), read_at: Instant('When it was read.') }), {
    description: 'The pages that were read.',
  }),
  says: T.Array(ReviewPoint, { description: 'What the website says about the product.' }),
  strengths: T.Array(ReviewPoint, { description: 'What works well.' }),
  gaps: T.Array(ReviewPoint, { description: 'What could be stronger.' }),
  not_said: T.Array(
    Named('MissingPoint', {
      title: T.String({ description: 'The fact that was not found.' }),
      says: T.String({ description: 'Why people look for it.' }),
    }),
    { description: 'What none of the pages states.' },
  ),
});
/** What a product's own website proves and what it leaves open. */
export type AiReview = Static<typeof AiReview>;

const OrderLine = Named('OrderLine', {
  id: Id('The id of the line.'),
  ...QuoteLine.properties,
  listing_slug: Nullable(T.String(), { description: 'The listing’s slug; null once the listing is deleted.' }),
  listing_name: Nullable(T.String(), { description: 'The listing’s name; null once the listing is deleted.' }),
  status: OneOf([...LINE_STATUSES], {
    description: 'waiting: not delivered yet; with_the_team: the team is working on it; fulfilled: delivered; failed: refunded.',
  }),
  fulfilled_at: Nullable(Instant(), { description: 'When it was delivered; null if it was not.' }),
  note: Nullable(T.String(), { description: 'What was delivered, or why it could not be.' }),
  refunded_cents: Cents('How much of it was refunded, with VAT.'),
  steps: T.Array(OrderStep, { description: 'What the team does for it, in order.' }),
  review: Nullable(AiReview, { description: 'ai_review: the review, once it is written; otherwise null.' }),
});

const OrderDocument = Named('OrderDocument', {
  kind: OneOf(['invoice', 'credit_note'], { description: 'An invoice, or a credit note for a refund.' }),
  number: T.String({ description: 'Its number.' }),
  issued_on: Day('Its date.'),
  total_cents: Cents('Its total with VAT.'),
  url: T.String({ format: 'uri', description: 'The PDF, for the signed-in buyer.' }),
});
const OrderRefund = Named('OrderRefund', {
  line_id: Nullable(T.Integer(), { description: 'The line it is for; null for a surplus payment.' }),
  amount_cents: Cents('The refunded amount, with VAT.'),
  status: OneOf([...REFUND_STATUSES], { description: 'asked: on its way; made: done; failed: the team retries it.' }),
  reason: T.String({ description: 'The reason for the refund.' }),
  created_at: Instant('When it was decided.'),
});

export const OrderSummary = Named('OrderSummary', {
  number: T.String({ description: 'The number of the order, such as LW-7K3M9Q2X.' }),
  status: OneOf([...ORDER_STATUSES], {
    description: 'pending: not paid yet; expired: not paid within 7 days.',
  }),
  ...TOTALS,
  url: T.String({ format: 'uri', description: 'Its page, for the signed-in buyer.' }),
  checkout_url: Nullable(T.String({ format: 'uri' }), {
    description: 'Where a person pays; null once there is nothing to pay.',
  }),
  expires_at: Nullable(Instant(), { description: 'Payment deadline; null once it is not pending.' }),
  paid_at: Nullable(Instant(), { description: 'When it was paid; null if it was not.' }),
  created_at: Instant('When it was created.'),
});
export type OrderSummary = Static<typeof OrderSummary>;
export const Order = Named('Order', {
  ...OrderSummary.properties,
  held_until: Nullable(Instant(), {
    description: 'Until when its launch weeks are reserved for you; null if none is.',
  }),
  lines: T.Array(OrderLine, { description: 'What was ordered, and the status of each item.' }),
  refunded_cents: Cents('How much of it was refunded, with VAT.'),
  refunds: T.Array(OrderRefund, { description: 'Refunds of this order.' }),
  invoice_url: Nullable(T.String({ format: 'uri' }), {
    description: 'The invoice as PDF, for the signed-in buyer; null until the order is paid.',
  }),
  documents: T.Array(OrderDocument, { description: 'The invoice, then credit notes; empty until the order is paid.' }),
  next_steps: NextSteps,
});
export const OrderPage = ListOf(OrderSummary);
export const ListOrders = Strict({
  status: T.Optional(OneOf([...ORDER_STATUSES], { description: 'Only orders with this status.' })),
  ...PAGING,
});
export type ListOrders = Static<typeof ListOrders>;
export const GetOrder = Strict({ number: T.String({ minLength: 1, maxLength: 32, description: 'Order number, e.g. LW-7K3M9Q2X.' }) });

export type Product = Static<typeof Product>;
export type Vat = Static<typeof Vat>;
export type OrderQuote = Static<typeof OrderQuote>;
export type Order = Static<typeof Order>;
