import { Cents, Count, Day, Id, Instant, Named, Nullable, OneOf, RequiredText, T, Text, Texts } from '../../kernel/schema.ts';
import { getTeamOrderDetails, listSiteOrders } from '../orders/details/order-details.ts';
import { finishLine, finishTask, reopenTask, skipTask, startTask } from '../orders/fulfilment/team-tasks.ts';
import { createPromoCode, listPromoCodes, setPromoCodeActive } from '../orders/promo-codes/promo-codes.ts';
import { listPrices, setPrice } from '../orders/quote/prices.ts';
import { LINE_STATUSES, ORDER_STATUSES } from '../orders/schema.ts';
import { AllOf, May, PAGING, PageOf, teamRead, teamWrite } from './team-operation.ts';

const ORDER = {
  number: T.String({ description: 'Its number, such as LW-7K3M9Q2X.' }),
  status: OneOf([...ORDER_STATUSES], { description: 'Its status.' }),
  email: Nullable(T.String(), { description: 'The buyer; null if the account is deleted.' }),
  total_cents: Cents('Total with VAT.'),
  refunded_cents: Cents('How much was refunded.'),
  created_at: Instant('When it was made.'),
  paid_at: Nullable(Instant(), { description: 'When it was paid; null before.' }),
};

export const list_orders = teamRead({
  path: '/orders',
  summary: 'Orders of the site',
  description: 'Orders, newest first. with_the_team are those that the team has to deliver. Refunds are made on the website.',
  input: {
    status: T.Optional(OneOf([...ORDER_STATUSES, 'with_the_team', 'refund_failed'], { description: 'Only with this status.' })),
    q: T.Optional(Text(254, 'Part of a number or an email address.')),
    ...PAGING,
  },
  output: PageOf(
    'TeamOrderPage',
    Named('TeamOrderSummary', {
      ...ORDER,
      names: T.Array(T.String(), { description: 'What was bought.' }),
      with_the_team: Count('Lines that the team has to deliver.'),
    }),
  ),
  example: { status: 'with_the_team' },
  read: listSiteOrders,
});

export const get_order_record = teamRead({
  path: '/orders/{number}',
  summary: 'An order as the team sees it',
  description: 'One order with its lines, the team’s steps and its refunds.',
  refusals: ['order_not_found'],
  input: { number: RequiredText(32, 'From list_orders.') },
  output: Named('OrderRecord', {
    ...ORDER,
    promo_code: Nullable(T.String(), { description: 'The code that was used; null without one.' }),
    lines: T.Array(
      Named('OrderRecordLine', {
        id: Id('The line_id for finish_delivery.'),
        product: T.String({ description: 'Product code.' }),
        name: T.String({ description: 'Its name.' }),
        listing_id: Nullable(T.Integer(), { description: 'The listing it is for; null if for none.' }),
        week_on: Nullable(Day(), { description: 'Its launch week; null without one.' }),
        amount_cents: Cents('Price without VAT.'),
        status: OneOf([...LINE_STATUSES], { description: 'Whether it is delivered.' }),
        note: Nullable(T.String(), { description: 'What the buyer reads about it; null for nothing.' }),
        tasks: T.Array(
          Named('DeliveryStep', {
            id: Id('The step_id for set_delivery_step.'),
            title: T.String({ description: 'What to do.' }),
            status: OneOf(['to_do', 'doing', 'done', 'not_possible'], { description: 'How far it is.' }),
            note: Nullable(T.String(), { description: 'For the buyer; null for none.' }),
            url: Nullable(T.String(), { description: 'Link to the result; null for none.' }),
          }),
          { description: 'Steps of the team.' },
        ),
      }),
      { description: 'What was bought.' },
    ),
    refunds: T.Array(
      Named('RefundRecord', {
        amount_cents: Cents('How much.'),
        status: T.String({ description: 'Its status.' }),
        reason: T.String({ description: 'Why.' }),
        trouble: Nullable(T.String(), { description: 'What went wrong; null for nothing.' }),
        created_at: Instant('When.'),
      }),
      { description: 'Its refunds.' },
    ),
  }),
  example: { number: 'LW-7K3M9Q2X' },
  read: (ctx, { number }) => getTeamOrderDetails(ctx, { number: number.toUpperCase() }),
});

const STEP_CHANGES = { to_do: reopenTask, doing: startTask, done: finishTask, not_possible: skipTask } as const;

export const set_delivery_step = teamWrite({
  method: 'PUT',
  path: '/delivery-steps/{step_id}',
  summary: 'Report on a delivery step',
  description: 'Sets how far a step of a delivery is. The buyer sees the note and the link.',
  refusals: ['team_task_not_found', 'order_line_not_found', 'order_line_settled'],
  input: {
    step_id: Id('From get_order_record.'),
    status: OneOf(['to_do', 'doing', 'done', 'not_possible'], { description: 'How far it is.' }),
    note: May(Text(500), 'For the buyer.'),
    url: May(T.String({ maxLength: 2048, pattern: '^https?://' }), 'Link to the result.'),
  },
  example: { step_id: 5, status: 'done' },
  change: (ctx, { step_id: task_id, status, note = '', url }) => STEP_CHANGES[status](ctx, { task_id, note, url }),
});

export const finish_delivery = teamWrite({
  path: '/order-lines/{line_id}/delivery',
  summary: 'Mark an order line as delivered',
  description: 'Marks a line that is with the team as delivered, once its steps are settled. The buyer is told. This can’t be undone.',
  refusals: ['order_line_not_found', 'order_line_settled', 'team_tasks_open'],
  input: { line_id: Id('From get_order_record.'), note: RequiredText(500, 'For the buyer.') },
  example: { line_id: 12, note: 'Your launch was posted on all sites.' },
  change: finishLine,
});

export const list_prices = teamRead({
  path: '/products',
  summary: 'Products and their prices',
  description: 'All products with their price on this site, in US cents without VAT.',
  output: AllOf(
    'PriceList',
    Named('ProductPrice', {
      code: T.String({ description: 'For set_price.' }),
      name: T.String({ description: 'Its name.' }),
      description: T.String({ description: 'What it is.' }),
      price_cents: Nullable(T.Integer(), { description: 'Its price; null without one.' }),
      on_offer: T.Boolean({ description: 'Whether it is sold.' }),
    }),
  ),
  read: async (ctx) => ({ items: await listPrices(ctx) }),
});

export const set_price = teamWrite({
  method: 'PUT',
  path: '/products/{code}/price',
  summary: 'Set the price of a product',
  description: 'Sets a product’s price for new quotes and whether it is sold. Existing orders keep theirs.',
  input: {
    code: RequiredText(60, 'From list_prices.'),
    price_cents: T.Integer({ minimum: 50, maximum: 100_000_000, description: 'Without VAT.' }),
    on_offer: T.Boolean({ description: 'Whether it is sold.' }),
  },
  example: { code: 'launch', price_cents: 4900, on_offer: true },
  change: setPrice,
});

const CODE = {
  code: T.String({ description: 'In capitals.' }),
  percent: Nullable(T.Integer(), { description: 'Discount in percent; null if an amount is set.' }),
  amount_cents: Nullable(T.Integer(), { description: 'Discount; null if a percentage is set.' }),
  products: T.Array(T.String(), { description: 'Codes of products; empty for all.' }),
  starts_on: Nullable(Day(), { description: 'First day; null without one.' }),
  ends_on: Nullable(Day(), { description: 'Last day; null without one.' }),
  max_uses: Nullable(T.Integer(), { description: 'Uses in all; null without a limit.' }),
  uses_per_account: Nullable(T.Integer(), { description: 'Uses per account; null without a limit.' }),
};

export const list_promo_codes = teamRead({
  path: '/promo-codes',
  summary: 'Promo codes',
  description: 'All promo codes with their uses and revenue, active ones first.',
  output: AllOf(
    'PromoCodeList',
    Named('PromoCodeReport', {
      id: Id('The promo_code_id for set_promo_code_active.'),
      ...CODE,
      active: T.Boolean({ description: 'Whether it can be used.' }),
      paid: Count('Paid orders with it.'),
      pending: Count('Unpaid orders with it.'),
      discount_cents: Cents('Discount on paid orders.'),
      revenue_cents: Cents('Revenue with it, without VAT.'),
    }),
  ),
  read: async (ctx) => ({ items: await listPromoCodes(ctx) }),
});

export const create_promo_code = teamWrite({
  path: '/promo-codes',
  idempotent: true,
  summary: 'Create a promo code',
  description: 'Creates a promo code with either a percentage or an amount.',
  input: {
    code: RequiredText(32, 'Letters, digits and hyphens.'),
    percent: May(T.Integer(), 'From 1 to 100.'),
    amount_cents: May(T.Integer(), 'Instead of percent.'),
    products: May(Texts(50, 60), 'Codes of products; empty for all.'),
    starts_on: May(Day(), 'First day.'),
    ends_on: May(Day(), 'Last day.'),
    max_uses: May(T.Integer(), 'Uses in all.'),
    uses_per_account: May(T.Integer(), 'Uses per account.'),
  },
  example: { code: 'LAUNCH20', percent: 20 },
  change: (ctx, { percent = null, amount_cents = null, products = [], starts_on = null, ends_on = null, ...rest }) =>
    createPromoCode(ctx, {
      code: rest.code,
      percent,
      amount_cents,
      products,
      starts_on,
      ends_on,
      max_uses: rest.max_uses ?? null,
      uses_per_account: rest.uses_per_account ?? null,
    }),
});

export const set_promo_code_active = teamWrite({
  method: 'PUT',
  path: '/promo-codes/{promo_code_id}/active',
  summary: 'Switch a promo code on or off',
  description: 'Switches a code on or off. Orders that use it keep their discount.',
  refusals: ['not_found'],
  input: { promo_code_id: Id('From list_promo_codes.'), active: T.Boolean({ description: 'Whether it can be used.' }) },
  example: { promo_code_id: 2, active: false },
  change: (ctx, { promo_code_id: id, active }) => setPromoCodeActive(ctx, { id, active }),
});
