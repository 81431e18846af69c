import { Refusal } from '../../../kernel/errors.ts';
import { OneOf, RequiredText, Strict, T } from '../../../kernel/schema.ts';
import { BILLING_FIELDS, saveBilling } from '../../../modules/orders/checkout/billing.ts';
import { changeOrderWeek } from '../../../modules/orders/checkout/checkout.ts';
import { cancelOrder } from '../../../modules/orders/details/order-details.ts';
import { create_checkout } from '../../../modules/orders/operations.ts';
import { makeTestPayment, startPayment } from '../../../modules/orders/payment/start-payment.ts';
import { getListingOffers } from '../../../modules/orders/quote/quote.ts';
import { to } from '../../server/addresses.ts';
import { memberAction, submitOperation } from '../../server/form-action.ts';
import { formatDollars } from '../../ui/format.tsx';
import { IdField } from '../account/actions.ts';
import { type OrderValues, parseOrder, withFieldErrors } from './order-values.ts';

const NUMBER = RequiredText(32);
const AnyText = T.Optional(T.String());

/** All fields are optional: working out the VAT needs only some. `requireBilling` checks the rest before payment. */
const BILLING_FORM = Object.fromEntries(Object.keys(BILLING_FIELDS).map((name) => [name, AnyText]));

type BillingInput = Parameters<typeof saveBilling>[1];
type BillingCtx = Parameters<typeof saveBilling>[0];

const REQUIRED_FIELDS = ['name', 'address', 'city', 'country', 'email'];

const requireBilling = (values: Record<string, string | undefined>): void => {
  const errors = REQUIRED_FIELDS.filter((path) => !values[path]).map((path) => ({ path, code: 'required', message: 'is needed' }));
  if (values.email && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(values.email))
    errors.push({ path: 'email', code: 'wrong_form', message: 'is not an email address' });
  for (const [path, schema] of Object.entries(BILLING_FIELDS)) {
    const max_length = (schema as { maxLength?: number }).maxLength;
    if (max_length && (values[path]?.length ?? 0) > max_length)
      errors.push({ path, code: 'too_long', message: `may have at most ${max_length} characters` });
  }
  if (errors.length > 0) throw new Refusal('invalid_input', { errors });
};

/** The policy `form-action 'self'` blocks redirects from a form to other sites, so a provider's page is reached through the pay page. */
const paymentPath = (url: string, root: string, number: string): string =>
  url.startsWith(`${root}/`) ? url.slice(root.length) : to.payOrder(number);

export const ORDER_ACTIONS = [
  memberAction({
    path: '/dashboard/listings/:listing_id/order',
    page: 'order_form',
    input: T.Object(
      { listing_id: IdField },
      { additionalProperties: false, patternProperties: { '^[a-z_]{1,60}(\\.[a-z0-9_.]{1,60})?$': T.String({ maxLength: 220 }) } },
    ),
    async run(ctx, input, sender) {
      const { listing_id, ...values } = input as Record<string, string> & OrderValues;
      const { offers } = await getListingOffers(ctx, { listing_id: Number(listing_id) });
      const order = parseOrder(values, offers, Number(listing_id));
      const { number } = await withFieldErrors(order, (request) => submitOperation(create_checkout, { ctx, sender }, request));
      return { go_to: to.checkout(number) };
    },
  }),
  memberAction({
    path: '/checkout/:number/billing',
    page: 'checkout',
    input: Strict({ number: NUMBER, act: OneOf(['look', 'pay']), shown_cents: AnyText, ...BILLING_FORM }),
    async run(ctx, input) {
      const { number, act, shown_cents, ...values } = input as { number: string; act: string; shown_cents?: string } & Record<
        string,
        string
      >;
      if (act === 'look') return { result: {}, keeps_values: true };
      requireBilling(values);
      const { total_cents } = await saveBilling(ctx as BillingCtx, { number, ...values } as BillingInput);
      // Buyers must have seen the total they pay.
      if (String(total_cents) !== shown_cents)
        throw new Refusal('invalid_input', { detail: `With the VAT it comes to ${formatDollars(total_cents)}. Look it over, then pay.` });
      const { url } = await startPayment(ctx as BillingCtx, { number });
      return { go_to: paymentPath(url, ctx.site.root, number) };
    },
  }),
  memberAction({
    path: '/checkout/:number/weeks/:line_id',
    page: 'checkout',
    input: Strict({ number: NUMBER, line_id: IdField, week: RequiredText(10) }),
    async run(ctx, { number, line_id, week }) {
      await changeOrderWeek(ctx, { number, line_id: Number(line_id), week });
      return { go_to: to.checkout(number) };
    },
  }),
  memberAction({
    path: '/checkout/:number/cancel',
    page: 'checkout',
    input: Strict({ number: NUMBER }),
    async run(ctx, { number }) {
      await cancelOrder(ctx, { number });
      return { go_to: to.order(number, 'cancelled') };
    },
  }),
  memberAction({
    path: '/payments/test/:session',
    page: 'test_payment',
    input: Strict({ session: RequiredText(100), outcome: OneOf(['paid', 'declined']) }),
    async run(ctx, { session, outcome }) {
      const { number } = await makeTestPayment(ctx as Parameters<typeof makeTestPayment>[0], { session, outcome });
      return { go_to: to.order(number, 'paid') };
    },
  }),
];
