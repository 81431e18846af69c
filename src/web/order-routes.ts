import { to } from './addresses.ts';
import { type Page, page } from './page.ts';
import * as adminOrder from './pages/admin-order.tsx';
import * as adminOrders from './pages/admin-orders.tsx';
import * as adminProducts from './pages/admin-products.tsx';
import * as adminVat from './pages/admin-vat.tsx';
import * as checkout from './pages/checkout.tsx';
import * as order from './pages/order.tsx';
import * as orderForm from './pages/order-form.tsx';
import * as orders from './pages/orders.tsx';
import * as pay from './pages/pay.tsx';
import * as products from './pages/products.tsx';
import * as testPayment from './pages/test-payment.tsx';
import { framed } from './parts/admin-frame.tsx';

/** What is sold, ordered and paid, and how the team looks after it. */
export const ORDER_PAGES: Page[] = [
  page({ name: 'products', path: '/products', ...products }),
  page({ name: 'order_form', path: '/dashboard/listings/:listing_id/order', for: 'member', ...orderForm }),
  page({ name: 'checkout', path: '/checkout/:number', for: 'member', ...checkout }),
  page({ name: 'pay', path: '/checkout/:number/pay', for: 'member', ...pay }),
  page({ name: 'test_payment', path: '/payments/test/:session', for: 'member', ...testPayment }),
  page({ name: 'orders', path: '/orders', for: 'member', ...orders }),
  page({ name: 'order', path: '/orders/:number', for: 'member', ...order }),
  page({ name: 'admin_orders', path: '/admin/orders', for: 'team', ...framed(adminOrders, to.adminOrders()) }),
  page({ name: 'admin_order', path: '/admin/orders/:number', for: 'team', ...framed(adminOrder, to.adminOrders()) }),
  page({ name: 'admin_products', path: '/admin/products', for: 'team', ...framed(adminProducts, to.adminProducts()) }),
  page({ name: 'admin_vat', path: '/admin/vat', for: 'team', ...framed(adminVat, to.adminVat()) }),
];
