import type { OrderDetails, TeamOrderDetails } from '../../../../src/modules/orders/details/order-details.ts';
import type { OrderDetailsLine } from '../../../../src/modules/orders/details/queries.ts';
import { PRODUCT_TABLE } from '../../../../src/modules/orders/products.ts';
import type { PromoCodeReport } from '../../../../src/modules/orders/promo-codes/queries.ts';
import type { PricedProduct } from '../../../../src/modules/orders/quote/prices.ts';
import type { ListingOffers } from '../../../../src/modules/orders/quote/quote.ts';
import type { Order, OrderQuote, Product } from '../../../../src/modules/orders/schema.ts';
import type { VatReport } from '../../../../src/modules/orders/vat/report.ts';
import { context } from './listings.ts';

/** Sample products and orders. */

const ago = (minutes: number) => new Date(context.now.getTime() - minutes * 60_000);

const WEEKS = [
  { launch_week_on: '2026-11-16', room: 1 },
  { launch_week_on: '2026-11-23', room: 50 },
];

export const someProducts = (): Product[] =>
  PRODUCT_TABLE.map(({ code, name, description, week, takes_amount, options, includes }, i) => ({
    code,
    name,
    description,
    price_cents: takes_amount ? null : 1900 + i * 1000,
    minimum_cents: takes_amount ? 1050 : null,
    currency: 'USD',
    needs_listing: true,
    week_required: week ? week === 'required' : null,
    weeks: week ? WEEKS : null,
    options: options ? JSON.parse(JSON.stringify(options)) : null,
    includes: [...(includes ?? [])],
  }));

export const someOffers = (more: Partial<ListingOffers['listing']> = {}): ListingOffers => ({
  listing: {
    id: 7,
    name: 'Tidewater',
    slug: 'tidewater',
    status: 'draft',
    plan: null,
    launch_week_on: null,
    categories: ['scheduling'],
    extra_categories: 0,
    relaunch_on: null,
    has_cabinet: false,
    slots: [],
    ...more,
  },
  offers: someProducts().map((product) => ({
    ...product,
    obstacle: product.code === 'relaunch' ? 'is not live yet; order launch instead' : null,
    with_launch: product.code === 'featured',
  })),
  country: 'PT',
});

export const aQuote = (more: Partial<OrderQuote> = {}): OrderQuote => ({
  seller_country: 'DE',
  vat_because: 'The buyer is in the seller’s country.',
  lines: [
    {
      product: 'launch',
      name: 'Launch',
      bundle: 'launch_bundle',
      listing_id: 7,
      launch_week_on: '2026-11-16',
      categories: [],
      options: null,
      discount_cents: 980,
      amount_cents: 4900,
      vat_cents: 1127,
    },
    {
      product: 'ai_review',
      name: 'AI review',
      bundle: null,
      listing_id: 7,
      launch_week_on: null,
      categories: [],
      options: null,
      discount_cents: 0,
      amount_cents: 2900,
      vat_cents: 667,
    },
  ],
  currency: 'USD',
  promo_code: 'SPRING-20',
  discount_cents: 980,
  net_cents: 7800,
  vat: { rate: 0.23, amount_cents: 1794, treatment: 'eu_consumer', number_status: 'unchecked' },
  total_cents: 9594,
  total_is_final: true,
  not_final_because: null,
  next_steps: [],
  ...more,
});

export const aLine = (more: Partial<OrderDetailsLine> = {}): OrderDetailsLine => ({
  id: 11,
  product: 'launch',
  name: 'Launch',
  bundle: 'launch_bundle',
  listing_id: 7,
  listing_slug: 'tidewater',
  listing_name: 'Tidewater',
  week_on: '2026-11-16',
  categories: [],
  options: {},
  discount_cents: 980,
  amount_cents: 4900,
  vat_cents: 1127,
  refunded_cents: 0,
  status: 'fulfilled',
  note: 'It Launches on 16 November.',
  fulfilled_at: ago(2),
  tasks: [],
  ...more,
});

const TASKS: OrderDetailsLine['tasks'] = [
  { id: 1, title: 'Write the text', status: 'done', note: 'In Three Lengths', url: 'https://elsewhere.example/tidewater' },
  { id: 2, title: 'List it on Elsewhere', status: 'doing', note: null, url: null },
  { id: 3, title: 'List it on Nowhere', status: 'not_possible', note: 'It takes no harbours.', url: null },
];

export const aPaidOrder = (more: Partial<OrderDetails> = {}): OrderDetails => ({
  id: 5,
  number: 'LW-7K3M9Q2X',
  status: 'partially_refunded',
  account_id: 1,
  email: 'ines@tidewater.example',
  promo_code: 'SPRING-20',
  discount_cents: 980,
  net_cents: 22_700,
  vat_cents: 5221,
  total_cents: 27_921,
  refunded_cents: 2337,
  vat_rate: 0.23,
  vat_treatment: 'eu_consumer',
  vat_number_status: 'not_given',
  vat_number: null,
  billing_country: 'PT',
  billing: {
    name: 'Ines Duarte',
    company: null,
    address: 'Rua da Maré 3\nCais 2',
    postal_code: '2900-001',
    city: 'Setúbal',
    country: 'PT',
    vat_number: null,
    email: 'ines@tidewater.example',
  },
  expires_at: new Date(context.now.getTime() + 6 * 86_400_000),
  paid_at: ago(3),
  created_at: ago(30),
  lines: [
    aLine(),
    aLine({
      id: 12,
      product: 'done_for_you',
      name: 'Done for you',
      week_on: null,
      status: 'with_the_team',
      note: null,
      fulfilled_at: null,
      tasks: TASKS,
    }),
    aLine({
      id: 13,
      product: 'extra_categories',
      name: 'Extra categories',
      bundle: null,
      week_on: null,
      categories: ['harbours', 'boats'],
      status: 'waiting',
      note: null,
      fulfilled_at: null,
    }),
    aLine({
      id: 14,
      product: 'trophy_cabinet',
      name: 'Trophy cabinet',
      bundle: null,
      week_on: null,
      options: { style: 'oak', title: 'Our Cups' },
      status: 'failed',
      refunded_cents: 2337,
      note: 'It has one.',
      fulfilled_at: null,
    }),
    aLine({ id: 15, product: 'ai_review', name: 'AI review', bundle: null, week_on: null }),
  ],
  payments: [
    {
      id: 1,
      provider: 'stripe',
      session: 'cs_test_a1',
      intent: 'pi_1',
      url: 'https://checkout.stripe.com/c/pay/cs_test_a1',
      asked_cents: 27_921,
      received_cents: 27_921,
      returned_cents: 2337,
      open: false,
      use: 'pays',
      received_at: ago(3),
      created_at: ago(20),
    },
  ],
  refunds: [
    {
      id: 1,
      line_id: 14,
      amount_cents: 2337,
      reason: 'It Has One',
      status: 'failed',
      trouble: 'The bank said No',
      created_at: ago(1),
      by: null,
    },
    {
      id: 2,
      line_id: null,
      amount_cents: 100,
      reason: 'A kindness',
      status: 'made',
      trouble: null,
      created_at: ago(1),
      by: 'Ada Lovelace',
    },
  ],
  documents: [
    { number: '2026-000001', kind: 'invoice', issued_on: '2026-11-12', total_cents: 27_921 },
    { number: 'C2026-000001', kind: 'credit_note', issued_on: '2026-11-12', total_cents: -2337 },
  ],
  ...more,
});

export const aPendingOrder = (more: Partial<OrderDetails> = {}): OrderDetails =>
  aPaidOrder({
    status: 'pending',
    paid_at: null,
    refunded_cents: 0,
    vat_cents: 0,
    total_cents: 22_700,
    vat_rate: 0,
    vat_treatment: 'unknown',
    billing_country: null,
    billing: null,
    lines: [aLine({ status: 'waiting', note: null, fulfilled_at: null })],
    payments: [],
    refunds: [],
    documents: [],
    ...more,
  });

export const aTeamOrder = (more: Partial<TeamOrderDetails> = {}): TeamOrderDetails => ({
  ...aPaidOrder(),
  notices: [{ id: 'evt_1', type: 'checkout.session.completed', occurred_at: ago(4), received_at: ago(3) }],
  moves: [
    { record: 'order_line', line_id: 14, move: 'give_up', to_status: 'failed', reason: 'It Has One', by: 'Ada Lovelace', moved_at: ago(1) },
    { record: 'order', line_id: null, move: 'pay', to_status: 'paid', reason: null, by: null, moved_at: ago(3) },
  ],
  ...more,
});

export const anOrderSummary = (more: Partial<Order> = {}) => ({
  names: ['Launch', 'AI review'],
  number: 'LW-7K3M9Q2X',
  status: 'pending' as const,
  currency: 'USD' as const,
  promo_code: null,
  discount_cents: 0,
  net_cents: 4900,
  vat: { rate: null, amount_cents: null, treatment: 'unknown' as const, number_status: 'not_given' as const },
  total_cents: 4900,
  total_is_final: false,
  not_final_because: 'The VAT is not known yet.',
  url: 'https://launchweek.test/orders/LW-7K3M9Q2X',
  checkout_url: 'https://launchweek.test/checkout/LW-7K3M9Q2X',
  expires_at: context.now.toISOString(),
  paid_at: null,
  created_at: ago(10).toISOString(),
  ...more,
});

export const somePrices = (): PricedProduct[] =>
  PRODUCT_TABLE.map(({ code, name, description, takes_amount }, i) => ({
    code,
    name,
    description,
    takes_amount,
    price_cents: i === 0 ? null : 4950,
    on_offer: i > 1,
    history: i === 0 ? [] : [{ code, price_cents: 4950, on_offer: true, set_at: ago(90), by: i === 1 ? null : 'Ada Lovelace' }],
  }));

export const aSeller = () => ({
  name: 'Quay & Sons',
  lines: ['1 Example Street', '10115 Berlin'],
  country: 'DE',
  vat_number: 'DE136695976',
  email: 'books@quay.example',
});

export const aVatReport = (more: Partial<VatReport> = {}): VatReport => ({
  quarter: '2026-Q4',
  quarters: ['2026-Q4', '2026-Q3'],
  from_on: '2026-10-01',
  until_on: '2027-01-01',
  rows: [
    {
      country: 'PT',
      treatment: 'eu_consumer',
      rate: 0.23,
      invoices: 3,
      credit_notes: 1,
      invoiced_net_cents: 22_700,
      invoiced_vat_cents: 5221,
      credited_net_cents: -1900,
      credited_vat_cents: -437,
      net_cents: 20_800,
      vat_cents: 4784,
      own_currency: 'EUR',
      own_vat_cents: 4420,
    },
  ],
  net_cents: 20_800,
  vat_cents: 4784,
  reverse_charge: [
    { country: 'FR', vat_number: 'FR40303265045', customer: 'Analytique SARL', invoices: 1, credit_notes: 0, net_cents: 4900 },
  ],
  ...more,
});

export const aPromoCode = (more: Partial<PromoCodeReport> = {}): PromoCodeReport => ({
  id: 1,
  code: 'SPRING-20',
  percent: 20,
  amount_cents: null,
  products: ['launch', 'featured'],
  starts_on: '2026-11-01',
  ends_on: '2026-11-30',
  max_uses: 100,
  uses_per_account: 1,
  active: true,
  paid: 3,
  pending: 1,
  discount_cents: 2940,
  revenue_cents: 11_760,
  ...more,
});
