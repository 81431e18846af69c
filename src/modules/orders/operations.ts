import { operation } from '../../kernel/operation.ts';
import { Strict } from '../../kernel/schema.ts';
import { createCheckout, prepareCheckout } from './checkout/checkout.ts';
import { getOrder, listMyOrders } from './details/order-details.ts';
import { listProducts, quoteOrder, readBuyer } from './quote/quote.ts';
import { GetOrder, ListOrders, Order, OrderPage, OrderQuote, OrderRequest, Products } from './schema.ts';

const tag = 'Orders';

export const list_products = operation({
  id: 'list_products',
  method: 'GET',
  path: '/products',
  access: 'public',
  status: 200,
  tag,
  summary: 'Everything that can be bought, at today’s prices',
  description:
    'Prices are in USD cents without VAT, set by the site and may change: never hardcode them. Shows what each product needs, its options and the weeks on offer.',
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
  summary: 'Price an order with VAT, saving nothing',
  description: 'Checks every option and prices the items at current prices. Nothing is saved or charged. create_checkout makes the order.',
  input: OrderRequest,
  output: OrderQuote,
  example: { items: [{ product: 'launch', listing_id: 1 }], billing_country: 'DE' },
  before: readBuyer,
  handler: quoteOrder,
});

export const create_checkout = operation({
  id: 'create_checkout',
  method: 'POST',
  path: '/orders/checkout',
  refusals: ['checkout_unavailable', 'order_not_possible', 'too_many_held_places'],
  access: 'orders:write',
  status: 201,
  idempotent: true,
  tag,
  summary: 'Make an order and get its checkout page',
  description:
    'Returns checkout_url, a page on the site where the person reviews, enters billing details and pays. The API never takes card details and cannot pay. Chosen weeks are held for one hour, and while a payment is under way; at most 5 at once in all your unpaid orders.',
  input: OrderRequest,
  output: Order,
  example: { items: [{ product: 'launch', listing_id: 1 }] },
  location: ({ number }) => `/orders/${number}`,
  before: prepareCheckout,
  handler: createCheckout,
});

export const list_my_orders = operation({
  id: 'list_my_orders',
  method: 'GET',
  path: '/orders',
  access: 'account:read',
  status: 200,
  tag,
  summary: 'Your orders',
  description: 'Your own orders, newest first, with status and totals.',
  input: ListOrders,
  output: OrderPage,
  example: {},
  handler: listMyOrders,
});

export const get_order = operation({
  id: 'get_order',
  method: 'GET',
  path: '/orders/{number}',
  refusals: ['order_not_found'],
  access: 'account:read',
  status: 200,
  tag,
  summary: 'One order with its lines',
  description: 'Status, totals with VAT, and whether each line was fulfilled.',
  input: GetOrder,
  output: Order,
  example: { number: 'LW-7K3M9Q2X' },
  handler: getOrder,
});
