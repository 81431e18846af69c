import { Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { OneOf, RequiredText, T, Text } from '../../../kernel/schema.ts';
import { BILLING_FIELDS, type SaveBilling, saveBilling } from '../../../modules/orders/checkout/billing.ts';
import { changeOrderWeek } from '../../../modules/orders/checkout/checkout.ts';
import { applyPromoCode } from '../../../modules/orders/checkout/promo-code.ts';
import { acceptTerms } from '../../../modules/orders/checkout/terms.ts';
import { cancelOrder } from '../../../modules/orders/details/order-details.ts';
import { create_checkout } from '../../../modules/orders/operations.ts';
import { confirmFreeOrder, makeTestPayment, startPayment } from '../../../modules/orders/payment/start-payment.ts';
import { getListingOffers } from '../../../modules/orders/quote/quote.ts';
import { orderPaths } from '../../paths.ts';
import { AnyText, memberAction, submitOperation } from '../../server/form-action.ts';
import { formatDollars } from '../../ui/format.tsx';
import { type OrderValues, parseOrder, withFieldErrors } from './order-values.ts';

/** All fields are optional: working out the VAT needs only some. `requireBilling` checks the rest before payment. */
const BILLING_FORM = Object.fromEntries(Object.keys(BILLING_FIELDS).map((name) => [name, AnyText]));

type Billing = Omit<SaveBilling, 'number'>;

type PaymentInput = Billing & { number: string; act: string; shown_cents?: string; shown_terms?: string };

const REQUIRED_FIELDS = ['name', 'address', 'city', 'country', 'email'];

const requireBilling = (values: Partial<Record<string, string>>): void => {
  const errors = REQUIRED_FIELDS.filter((path) => !values[path]).map((path) => ({ path, code: 'required', message: t('is required') }));
  if (values.email && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(values.email))
    errors.push({ path: 'email', code: 'wrong_form', message: t('is not an email address') });
  for (const [path, schema] of Object.entries(BILLING_FIELDS)) {
    const max_length = (schema as { maxLength?: number }).maxLength;
    if (max_length && (values[path]?.length ?? 0) > max_length)
      errors.push({ path, code: 'too_long', message: t('may have at most {n} characters', { n: max_length }) });
  }
  if (errors.length > 0) throw new Refusal('invalid_input', { errors });
};

/** The policy `form-action 'self'` blocks redirects from a form to other sites, so a provider's page is reached through the pay page. */
const paymentPath = (url: string, root: string, number: string): string =>
  url.startsWith(`${root}/`) ? url.slice(root.length) : orderPaths.pay({ number });

export const ORDER_ACTIONS = [
  memberAction({
    path: orderPaths.orderForm,
    page: orderPaths.orderForm,
    named_fields: { '^[a-z_]{1,60}(\\.[a-z0-9_.]{1,60})?$': T.String({ maxLength: 220 }) },
    async run(ctx, input, sender) {
      const { listing_id, ...values } = input as { listing_id: number } & OrderValues;
      const { offers } = await getListingOffers(ctx, { listing_id });
      const order = parseOrder(values, offers, listing_id);
      const { number } = await withFieldErrors(order, (request) => submitOperation(create_checkout, { ctx, sender }, request));
      return { go_to: orderPaths.checkout({ number }) };
    },
  }),
  memberAction({
    path: orderPaths.saveBilling,
    page: orderPaths.checkout,
    fields: { act: OneOf(['look', 'pay']), shown_cents: AnyText, shown_terms: AnyText, ...BILLING_FORM },
    async run(ctx, input) {
      const { number, act, shown_cents, shown_terms, ...values } = input as PaymentInput;
      if (act === 'look') return { result: {}, keeps_values: true };
      requireBilling(values);
      const { total_cents } = await saveBilling(ctx, { number, ...values });
      // Buyers must have seen the total they pay.
      if (String(total_cents) !== shown_cents)
        throw new Refusal('invalid_input', {
          detail: t('The total is now {total}. Check it, then pay.', { total: formatDollars(total_cents) }),
        });
      await acceptTerms(ctx, { number, shown: shown_terms });
      const { url } = await startPayment(ctx, { number });
      return { go_to: paymentPath(url, ctx.site.root, number) };
    },
  }),
  memberAction({
    path: orderPaths.promoCode,
    page: orderPaths.checkout,
    fields: { promo_code: T.Optional(Text(32)) },
    async run(ctx, { number, promo_code = '' }) {
      await applyPromoCode(ctx, { number, promo_code });
      return { go_to: orderPaths.checkout({ number, done: promo_code ? 'promo_code' : 'no_promo_code' }) };
    },
  }),
  memberAction({
    path: orderPaths.confirm,
    page: orderPaths.checkout,
    fields: { shown_terms: AnyText },
    async run(ctx, { number, shown_terms }) {
      await acceptTerms(ctx, { number, shown: shown_terms });
      await confirmFreeOrder(ctx, { number });
      return { go_to: orderPaths.order({ number, done: 'paid' }) };
    },
  }),
  memberAction({
    path: orderPaths.changeWeek,
    page: orderPaths.checkout,
    fields: { week: RequiredText(10) },
    async run(ctx, { number, line_id, week }) {
      await changeOrderWeek(ctx, { number, line_id, week });
      return { go_to: orderPaths.checkout({ number }) };
    },
  }),
  memberAction({
    path: orderPaths.cancel,
    page: orderPaths.checkout,
    async run(ctx, { number }) {
      await cancelOrder(ctx, { number });
      return { go_to: orderPaths.order({ number, done: 'cancelled' }) };
    },
  }),
  memberAction({
    path: orderPaths.testPayment,
    page: orderPaths.testPayment,
    fields: { session: RequiredText(100), outcome: OneOf(['paid', 'declined']) },
    async run(ctx, { session, outcome }) {
      const { number } = await makeTestPayment(ctx, { session, outcome });
      return { go_to: orderPaths.order({ number, done: 'paid' }) };
    },
  }),
];
