import { filePath, path, withQuery } from '../../server/path.ts';

export const orderPaths = {
  products: path('/products'),
  orderForm: path('/dashboard/listings/:listing_id/order'),
  checkout: path('/checkout/:number', { done: '' }),
  saveBilling: path('/checkout/:number/billing'),
  promoCode: path('/checkout/:number/promo-code'),
  confirm: path('/checkout/:number/confirm'),
  changeWeek: path('/checkout/:number/weeks/:line_id'),
  cancel: path('/checkout/:number/cancel'),
  pay: path('/checkout/:number/pay'),
  testPayment: path('/payments/test/:session'),
  orders: path('/orders', { page: 1 }),
  order: path('/orders/:number', { done: '' }),
  invoice: filePath('/orders/:number/invoice.pdf'),
  creditNote: filePath('/orders/:number/credit-notes/:file'),
  stripeWebhook: filePath('/payments/stripe'),
};

export const orderFormWith = (listing_id: number, product: string): string =>
  withQuery(orderPaths.orderForm({ listing_id }), { [product]: 'on' });
