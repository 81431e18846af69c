import { Refusal } from '../../kernel/errors.ts';
import { OneOf, RequiredText, Strict, T } from '../../kernel/schema.ts';
import { BILLING, saveBilling } from '../../modules/orders/billing.ts';
import { offersFor } from '../../modules/orders/offers.ts';
import { create_checkout } from '../../modules/orders/operations.ts';
import { cancelOrder } from '../../modules/orders/order.ts';
import { startPayment } from '../../modules/orders/payment/payment.ts';
import { makeTestPayment } from '../../modules/orders/payment/test-payment.ts';
import { to } from '../addresses.ts';
import { dollars } from '../money.ts';
import { asForm, type OrderValues, readOrder } from '../parts/order-values.ts';
import { ID } from './account.ts';
import { memberAction } from './action.ts';
import { sentAs } from './sent-as.ts';

const NUMBER = RequiredText(32);
const Sent = T.Optional(T.String());

/** What is only looked at may be half filled in. */
const TYPED = Object.fromEntries(Object.keys(BILLING).map((name) => [name, Sent]));

type Billed = Parameters<typeof saveBilling>[1];
type Reaching = Parameters<typeof saveBilling>[0];

const MISSING: Record<string, string> = {
  name: 'is needed',
  address: 'is needed',
  city: 'is needed',
  country: 'is needed',
  email: 'is needed',
};

const refuseGaps = (typed: Record<string, string | undefined>): void => {
  const errors = Object.entries(MISSING).flatMap(([path, message]) => (typed[path] ? [] : [{ path, code: 'required', message }]));
  if (typed.email && !/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(typed.email))
    errors.push({ path: 'email', code: 'wrong_form', message: 'is not an email address' });
  for (const [path, schema] of Object.entries(BILLING)) {
    const most = (schema as { maxLength?: number }).maxLength;
    if (most && (typed[path]?.length ?? 0) > most) errors.push({ path, code: 'too_long', message: `may have at most ${most} characters` });
  }
  if (errors.length > 0) throw new Refusal('invalid_input', { errors });
};

/** A page of this site by its path; another's through the page that leads on to it. */
const payingAt = (url: string, root: string, number: string): string =>
  url.startsWith(`${root}/`) ? url.slice(root.length) : to.payOrder(number);

export const ORDER_ACTIONS = [
  memberAction({
    path: '/dashboard/listings/:listing_id/order',
    page: 'order_form',
    input: T.Object(
      { listing_id: ID },
      { additionalProperties: false, patternProperties: { '^[a-z_]{1,60}(\\.[a-z0-9_.]{1,60})?$': T.String({ maxLength: 220 }) } },
    ),
    async run(ctx, input, sender) {
      const { listing_id, ...values } = input as Record<string, string> & OrderValues;
      const { offers } = await offersFor(ctx, { listing_id: Number(listing_id) });
      const read = readOrder(values, offers, Number(listing_id));
      const { number } = await asForm(read, (request) => sentAs(create_checkout, { ctx, sender }, request));
      return { go_to: to.checkout(number) };
    },
  }),
  memberAction({
    path: '/checkout/:number/billing',
    page: 'checkout',
    input: Strict({ number: NUMBER, act: OneOf(['look', 'pay']), shown_cents: Sent, ...TYPED }),
    async run(ctx, input) {
      const { number, act, shown_cents, ...typed } = input as { number: string; act: string; shown_cents?: string } & Record<
        string,
        string
      >;
      if (act === 'look') return { told: {}, keeps: true };
      refuseGaps(typed);
      const { total_cents } = await saveBilling(ctx as Reaching, { number, ...typed } as Billed);
      // Nobody pays another sum than the one they saw.
      if (String(total_cents) !== shown_cents)
        throw new Refusal('invalid_input', { detail: `With the VAT it comes to ${dollars(total_cents)}. Look it over, then pay.` });
      const { url } = await startPayment(ctx as Reaching, { number });
      return { go_to: payingAt(url, ctx.site.root, number) };
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
