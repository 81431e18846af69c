import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { getBilling, paymentProviderName, previewTotals } from '../../../modules/orders/checkout/billing.ts';
import { getOrderWeeks, type OrderWeeks } from '../../../modules/orders/checkout/checkout.ts';
import { shownTerms } from '../../../modules/orders/checkout/terms.ts';
import { getOwnOrderDetails, type OrderDetails } from '../../../modules/orders/details/order-details.ts';
import type { Billing } from '../../../modules/orders/queries.ts';
import { formatTotals } from '../../../modules/orders/quote/quote.ts';
import type { OrderStatus } from '../../../modules/orders/states.ts';
import { orderPaths } from '../../paths.ts';
import { currentPage, type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { AcceptedTerms } from '../../ui/accepted-terms.tsx';
import { Field, Form, FormError, submittedTo } from '../../ui/form.tsx';
import { DayText, formatDollars } from '../../ui/format.tsx';
import { OrderTotals, SumLines, type SumTotals } from '../../ui/order/sum.tsx';
import { BillingFields, OrderWeekList } from './checkout-fields.tsx';

interface Data {
  order: OrderDetails;
  billing: Partial<Billing>;
  /** Totals for the billing details in the form. */
  sum: SumTotals;
  country: string | null;
  weeks: OrderWeeks;
  pays_by: 'stripe' | 'test' | null;
  done: string | undefined;
}

/** Totals for the billing details in the query; null without a valid country. */
const previewSum = async (ctx: Ctx<Caller>, number: string, query: Query): Promise<Data['sum'] | null> => {
  const [country, vat_number] = [textParam(query.country), textParam(query.vat_number)];
  if (!country) return null;
  try {
    return formatTotals(await previewTotals(ctx, { number, country, vat_number }));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
};

export const load = async (ctx: Ctx, { number }: { number: string }, query: Query): Promise<Data> => {
  const member = requireSignedIn(ctx);
  const [order, billing, weeks] = await Promise.all([
    getOwnOrderDetails(member, { number }),
    getBilling(member, { number }),
    getOrderWeeks(member, { number }),
  ]);
  const preview =
    order.status === 'pending'
      ? await previewSum(member, number, { country: billing.country, vat_number: billing.vat_number, ...query })
      : null;
  return {
    order,
    billing,
    sum: preview ?? formatTotals(order),
    country: preview ? (textParam(query.country)?.toUpperCase() ?? billing.country ?? null) : order.billing_country,
    weeks,
    pays_by: paymentProviderName(ctx),
    done: textParam(query.done),
  };
};

export const head = ({ order }: Data): PageHead => ({
  title: t('Checkout {number}', { number: order.number }),
  description: t('Review your order, enter your billing details and pay.'),
  canonical: orderPaths.checkout({ number: order.number }),
  trail: [{ name: t('Your orders'), href: orderPaths.orders() }],
  index: false,
  ...(order.status === 'pending' && { island: 'sum.js' }),
});

const TestNotice = () => (
  <div class="test-payment">
    <p class="test-payment-large">{t('This is a test. No money is charged.')}</p>
    <p>{t('This site only takes test payments. Everything else works as if you had paid.')}</p>
  </div>
);

/** What the buyer accepts, and which versions of it the page shows. */
const OrderTerms = () => (
  <>
    <AcceptedTerms kinds={['terms', 'refunds']} by="order" />
    <input type="hidden" name="shown_terms" value={shownTerms(currentPage().site.legal)} />
  </>
);

const Pay = ({ data: { sum, country, pays_by } }: { data: Data }) => (
  <section class="stack sum" id="sum" aria-labelledby="sum-heading">
    <h2 id="sum-heading">{t('Total')}</h2>
    <OrderTotals sum={sum} country={country} />
    <input type="hidden" name="shown_cents" value={sum.total_cents} />
    {pays_by ? (
      <button class="button button-main button-wide" id="pay" type="submit" name="act" value="pay">
        {pays_by === 'test' ? t('Continue to test payment') : t('Pay {total_cents}', { total_cents: formatDollars(sum.total_cents) })}
      </button>
    ) : (
      <p class="notice">{t('Payments are unavailable at the moment. Your order is saved.')}</p>
    )}
    {pays_by && <OrderTerms />}
    {pays_by === 'stripe' && (
      <p class="quiet">{t('You pay on Stripe’s page by card, Apple Pay, Google Pay and more. We never see your card number.')}</p>
    )}
  </section>
);

/** Where a promo code is entered, or removed. */
const PromoCode = ({ order }: { order: OrderDetails }) => {
  const form = { action: orderPaths.promoCode({ number: order.number }) };
  return order.promo_code !== null ? (
    <Form {...form} class="promo-code">
      <p class="promo-code-used">
        {rich('Promo code {promo_code} saves you {discount_cents}.', {
          promo_code: <strong>{order.promo_code}</strong>,
          discount_cents: formatDollars(order.discount_cents),
        })}
      </p>
      <button class="button" type="submit">
        {t('Remove code')}
      </button>
    </Form>
  ) : (
    <Form {...form} class="promo-code">
      <Field {...form} name="promo_code" label={t('Promo code')} type="code" maxlength={32} />
      <button class="button" type="submit">
        {t('Apply code')}
      </button>
    </Form>
  );
};

const FreeOrder = ({ order }: { order: OrderDetails }) => (
  <section class="block" aria-labelledby="confirm">
    <h2 id="confirm">{t('Nothing to pay')}</h2>
    <p>{t('Your promo code covers the full price. You don’t need to pay or enter billing details.')}</p>
    <Form action={orderPaths.confirm({ number: order.number })}>
      <button class="button button-main" type="submit">
        {t('Confirm order')}
      </button>
      <OrderTerms />
    </Form>
  </section>
);

const BillingAndPayment = ({ data }: { data: Data }) => {
  const action = orderPaths.saveBilling({ number: data.order.number });
  const submitted = submittedTo(action);
  return (
    <section class="block" aria-labelledby="billing">
      <h2 id="billing">{t('Billing details')}</h2>
      <form id="billing-form" method="post" action={action} class="with-aside order-form" data-live="look" noValidate>
        <div class="checkout-said">
          {submitted?.message && <FormError>{submitted.message}</FormError>}
          <BillingFields action={action} defaults={data.billing} />
          <button class="button" type="submit" name="act" value="look">
            {t('Update VAT')}
          </button>
        </div>
        <div class="stack order-aside">
          <Pay data={data} />
        </div>
      </form>
    </section>
  );
};

const DONE: Record<string, string> = texts({ promo_code: msg('Promo code applied.'), no_promo_code: msg('Promo code removed.') });

const PendingOrder = ({ data }: { data: Data }) => {
  const { order, weeks, pays_by, done } = data;
  const submitted = submittedTo(orderPaths.saveBilling({ number: order.number }));
  const cancel = orderPaths.cancel({ number: order.number });
  return (
    <>
      {pays_by === 'test' && order.total_cents > 0 && <TestNotice />}
      {done && DONE[done] && (
        <p class="done" role="status">
          {DONE[done]}
        </p>
      )}
      {(submitted?.errors.length ?? 0) > 0 && <p class="form-trouble">{t('You haven’t paid yet. Correct the marked fields first.')}</p>}
      <section class="block block-first" aria-labelledby="lines">
        <h2 id="lines">{t('Your order')}</h2>
        <SumLines lines={order.lines.map((line) => ({ ...line, launch_week_on: line.week_on }))} />
        <PromoCode order={order} />
      </section>
      {weeks.lines.length > 0 && <OrderWeekList number={order.number} weeks={weeks} />}
      {order.total_cents === 0 ? <FreeOrder order={order} /> : <BillingAndPayment data={data} />}
      <section class="block" aria-labelledby="cancel">
        <h2 id="cancel">{t('Not ready?')}</h2>
        <p>{rich('We keep this order until {day}. You can also cancel it.', { day: <DayText on={order.expires_at.toISOString()} /> })}</p>
        <Form action={cancel}>
          <button class="button" type="submit">
            {t('Cancel order')}
          </button>
        </Form>
      </section>
    </>
  );
};

const CLOSED_NOTES: Record<Exclude<OrderStatus, 'pending'>, string> = texts({
  paid: msg('This order is paid.'),
  refunded: msg('This order was paid and refunded.'),
  partially_refunded: msg('This order is paid.'),
  expired: msg('This order has expired because it wasn’t paid in time. Nothing was charged.'),
  cancelled: msg('This order was cancelled. Nothing was charged.'),
});

const PAID: OrderStatus[] = ['paid', 'partially_refunded'];

const ClosedOrder = ({ order }: { order: OrderDetails }) => {
  const listing_id = order.lines.find((line) => line.listing_id !== null)?.listing_id;
  return (
    <>
      <p class={PAID.includes(order.status) ? 'done' : 'notice'} role="status">
        {CLOSED_NOTES[order.status as keyof typeof CLOSED_NOTES]}
      </p>
      <p class="actions more">
        <a class="button button-main" href={orderPaths.order({ number: order.number })}>
          {t('View order')}
        </a>
        {!order.paid_at && listing_id && <a href={orderPaths.orderForm({ listing_id })}>{t('Order again')}</a>}
      </p>
    </>
  );
};

export const view = (data: Data, context: PageContext) => (
  <div class="broad checkout">
    <header class="page-head">
      <h1>{t('Checkout')}</h1>
      <p class="lede" dir="auto">
        {t('Order {number} on {name}', { number: data.order.number, name: context.site.name })}
      </p>
    </header>
    {data.order.status === 'pending' ? <PendingOrder data={data} /> : <ClosedOrder order={data.order} />}
  </div>
);
