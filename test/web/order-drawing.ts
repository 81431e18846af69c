import type { InputError } from '../../src/kernel/errors.ts';
import { to } from '../../src/web/addresses.ts';
import * as adminOrder from '../../src/web/pages/admin-order.tsx';
import * as adminOrders from '../../src/web/pages/admin-orders.tsx';
import * as adminProducts from '../../src/web/pages/admin-products.tsx';
import * as adminVat from '../../src/web/pages/admin-vat.tsx';
import * as checkout from '../../src/web/pages/checkout.tsx';
import * as order from '../../src/web/pages/order.tsx';
import * as orderForm from '../../src/web/pages/order-form.tsx';
import * as orders from '../../src/web/pages/orders.tsx';
import * as pay from '../../src/web/pages/pay.tsx';
import * as products from '../../src/web/pages/products.tsx';
import * as testPayment from '../../src/web/pages/test-payment.tsx';
import { officeDrawing } from './office-drawing.ts';
import {
  anOrderSummary,
  aPaidOrder,
  aPendingOrder,
  aQuote,
  aSeller,
  aTeamOrder,
  aVatReport,
  someOffers,
  somePrices,
  someProducts,
} from './order-samples.ts';
import { anOwnSummary } from './own-samples.ts';
import { type Drawing, ownDrawing } from './page-drawing.ts';
import { aTree, here, listOf } from './samples.ts';

const WRONG: InputError[] = [
  { path: 'extra_categories.category.1', code: 'required', message: 'must be chosen' },
  { path: 'billboard_min.amount', code: 'too_small', message: 'must be at least $10.50' },
  { path: 'launch', code: 'duplicate', message: 'makes no sense' },
];

const TICKED = {
  launch: 'on',
  'launch.week': '2026-11-16',
  billboard_min: 'on',
  'billboard_min.amount': '5',
  extra_categories: 'on',
  trophy_cabinet: 'on',
  'trophy_cabinet.options.title': 'Our Cups',
  billing_country: 'PT',
};

const BILLING = { name: 'Ines Duarte', email: 'ines@tidewater.example', country: 'PT', vat_number: null };

/** Pages of orders, with something in every place. */
export const ORDER_DRAWINGS: Record<string, Drawing> = {
  products: ownDrawing(products, { products: someProducts(), listings: [anOwnSummary(), anOwnSummary({ id: 8 })] }),
  'products, nothing for sale': ownDrawing(products, { products: [], listings: [] }),
  order_form: ownDrawing(orderForm, { ...someOffers(), categories: aTree, values: TICKED, quote: aQuote(), errors: [] }),
  'order form, refused': ownDrawing(orderForm, { ...someOffers(), categories: aTree, values: TICKED, quote: null, errors: WRONG }),
  checkout: ownDrawing(checkout, {
    order: aPendingOrder(),
    billing: BILLING,
    sum: aQuote(),
    country: 'PT',
    pays_by: 'stripe' as const,
    done: undefined,
  }),
  'checkout, as a test': ownDrawing(checkout, {
    order: aPendingOrder(),
    billing: {},
    sum: aQuote(),
    country: null,
    pays_by: 'test' as const,
    done: undefined,
  }),
  'checkout, not payable': ownDrawing(checkout, {
    order: aPendingOrder(),
    billing: {},
    sum: aQuote(),
    country: null,
    pays_by: null,
    done: undefined,
  }),
  'checkout, expired': ownDrawing(checkout, {
    order: aPendingOrder({ status: 'expired' }),
    billing: {},
    sum: aQuote(),
    country: null,
    pays_by: null,
    done: undefined,
  }),
  pay: ownDrawing(pay, { number: 'LW-7K3M9Q2X', asked_cents: 4900, url: 'https://checkout.stripe.com/c/pay/cs_test_a1' }),
  test_payment: ownDrawing(testPayment, { payment: { number: 'LW-7K3M9Q2X', asked_cents: 4900, open: true }, session: 'test_session_1' }),
  'test payment, closed': ownDrawing(testPayment, {
    payment: { number: 'LW-7K3M9Q2X', asked_cents: 4900, open: false },
    session: 'test_session_1',
  }),
  orders: ownDrawing(orders, listOf([anOrderSummary(), anOrderSummary({ status: 'paid' })])),
  order: ownDrawing(order, { order: aPaidOrder(), confirming: false, done: 'paid' }),
  'order, being confirmed': ownDrawing(order, { order: aPendingOrder(), confirming: true, done: 'paid' }),
  'order, pending': ownDrawing(order, { order: aPendingOrder(), confirming: false, done: undefined }),
  admin_orders: officeDrawing(adminOrders, to.adminOrders(), {
    input: { q: 'Ines', status: 'paid' as const, page: 1, per_page: 20 },
    misread: [],
    orders: listOf([
      {
        number: 'LW-7K3M9Q2X',
        status: 'paid' as const,
        email: 'ines@tidewater.example',
        total_cents: 4900,
        refunded_cents: 0,
        created_at: here.now,
        paid_at: here.now,
        names: ['Launch', 'AI review'],
        with_the_team: 1,
      },
    ]),
  }),
  admin_order: officeDrawing(adminOrder, to.adminOrders(), { order: aTeamOrder(), done: 'refunded' }),
  admin_products: officeDrawing(adminProducts, to.adminProducts(), { products: somePrices(), seller: aSeller(), done: 'priced' }),
  'admin products, without a seller': officeDrawing(adminProducts, to.adminProducts(), {
    products: somePrices(),
    seller: null,
    done: undefined,
  }),
  admin_vat: officeDrawing(adminVat, to.adminVat(), aVatReport()),
  'admin vat, nothing': officeDrawing(adminVat, to.adminVat(), aVatReport({ rows: [], reverse_charge: [], net_cents: 0, vat_cents: 0 })),
};
