import { memberRead, memberWrite, operation, publicRead } from '../../kernel/operation.ts';
import { Strict } from '../../kernel/schema.ts';
import { createCheckout, prepareCheckout } from './checkout/checkout.ts';
import { getOrder, listMyOrders } from './details/order-details.ts';
import { listProducts, quoteOrder, readBuyer } from './quote/quote.ts';
import { GetOrder, ListOrders, Order, OrderPage, OrderQuote, OrderRequest, Products } from './schema.ts';

const tag = 'Orders';

export const list_products = publicRead({
  id: 'list_products',
  path: '/products',
  tag,
  summary: 'Products for sale, at today’s prices',
  description:
    'Lists what this site sells to makers (for launched products use search_listings), with today’s price in USD cents without VAT, needs_listing, its options and the launch weeks on offer. Prices change: do not store. Use it before quote_order.',
  input: Strict({}),
  output: Products,
  example: {},
  handler: listProducts,
});

export const quote_order = operation({
  id: 'quote_order',
  method: 'POST',
  path: '/orders/quote',
  refusals: ['order_not_possible'],
  access: 'orders:write',
  status: 200,
  tag,
  summary: 'Price an order with VAT',
  description:
    'Prices an order, checks every item (weeks, categories, options, minimum) and the promo code, and previews VAT. Saves, holds and charges nothing: call it as often as you like before create_checkout. VAT that cannot be known yet is null and total_is_final is false. Item prices alone: list_products.',
  input: OrderRequest,
  output: OrderQuote,
  example: { items: [{ product: 'launch', listing_id: 1 }], billing_country: 'DE' },
  before: readBuyer,
  handler: quoteOrder,
});

export const create_checkout = memberWrite({
  id: 'create_checkout',
  method: 'POST',
  path: '/orders/checkout',
  refusals: ['checkout_unavailable', 'order_not_possible', 'too_many_held_places'],
  access: 'orders:write',
  status: 201,
  tag,
  summary: 'Create an order and its checkout page',
  description:
    'Creates an order; returns its number and checkout_url, where a person reviews it, enters billing details and pays: give them that link. The API cannot pay; get_order shows if they did, and the link. Weeks are held for one hour, then others can take them; an unpaid order expires after 7 days. Price first: quote_order. Send idempotency_key to avoid a second order.',
  input: OrderRequest,
  output: Order,
  example: { items: [{ product: 'launch', listing_id: 1 }] },
  location: ({ number }) => `/orders/${number}`,
  before: prepareCheckout,
  handler: createCheckout,
});

export const list_my_orders = memberRead({
  id: 'list_my_orders',
  path: '/orders',
  tag,
  summary: 'Your orders',
  description:
    'Lists your orders, newest first, with status and totals. Use it to find an order’s number; get_order gives one with its lines.',
  input: ListOrders,
  output: OrderPage,
  example: {},
  handler: listMyOrders,
});

export const get_order = memberRead({
  id: 'get_order',
  path: '/orders/{number}',
  refusals: ['order_not_found'],
  tag,
  summary: 'One order with its lines',
  description:
    'Returns one order: status (pending, paid, expired, cancelled, refunded, partially_refunded), totals with VAT, the invoice, and each line with its status (waiting, with_the_team, fulfilled, failed) and what was done. Use it after create_checkout to see whether the person has paid.',
  input: GetOrder,
  output: Order,
  example: { number: 'LW-7K3M9Q2X' },
  handler: getOrder,
});
