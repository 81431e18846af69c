import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { billingOf } from '../../modules/orders/billing.ts';
import { previewTotals, wayToPay } from '../../modules/orders/preview.ts';
import { productNamed } from '../../modules/orders/products.ts';
import { sayTotals } from '../../modules/orders/quote.ts';
import type { OrderStatus } from '../../modules/orders/states.ts';
import { showOwnOrder, type WholeOrder } from '../../modules/orders/whole-order.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { dollars } from '../money.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { BillingFields, type KnownBilling } from '../parts/billing-fields.tsx';
import { Form, sentTo, Trouble } from '../parts/form.tsx';
import { orderNumberIn } from '../parts/order-number.ts';
import { SumLines, type Summed, Totals } from '../parts/sum.tsx';
import { Day } from '../parts/time.tsx';

interface Data {
  order: WholeOrder;
  billing: KnownBilling;
  /** What it comes to for whom the form names. */
  sum: Summed;
  country: string | null;
  pays_by: 'stripe' | 'test' | null;
  done: string | undefined;
}

/** What it would come to by what was typed; null where that is no country. */
const preview = async (ctx: Ctx<Caller>, number: string, query: Query): Promise<Data['sum'] | null> => {
  const [country, vat_number] = [typed(query.country), typed(query.vat_number)];
  if (!country) return null;
  try {
    return sayTotals(await previewTotals(ctx as Parameters<typeof previewTotals>[0], { number, country, vat_number }));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
};

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => {
  const member = signedIn(ctx);
  const number = orderNumberIn(params);
  const [order, { billing }] = await Promise.all([showOwnOrder(member, { number }), billingOf(member, { number })]);
  const by_details =
    order.status === 'pending'
      ? await preview(member, number, { country: billing.country, vat_number: billing.vat_number, ...query })
      : null;
  return {
    order,
    billing,
    sum: by_details ?? sayTotals(order),
    country: by_details ? (typed(query.country)?.toUpperCase() ?? billing.country ?? null) : order.billing_country,
    pays_by: wayToPay(ctx),
    done: typed(query.done),
  };
};

export const head = ({ order }: Data): Head => ({
  title: `Checkout ${order.number}`,
  description: 'Look the order over, say whom the invoice is for, and pay.',
  canonical: to.checkout(order.number),
  trail: [{ name: 'Your orders', href: to.orders() }],
  index: false,
  ...(order.status === 'pending' && { island: 'sum.js' }),
});

const TestNotice = () => (
  <div class="test-payment">
    <p class="test-payment-large">This is a test: no money moves.</p>
    <p>This site takes test payments only. Everything else happens as if it were paid.</p>
  </div>
);

const Pay = ({ data }: { data: Data }) => {
  const { sum, country, pays_by } = data;
  return (
    <section class="sum" id="sum" aria-labelledby="sum-heading">
      <h2 id="sum-heading">To pay</h2>
      <Totals sum={sum} country={country} />
      <input type="hidden" name="shown_cents" value={sum.total_cents} />
      {pays_by ? (
        <>
          <button class="button button-main button-wide" id="pay" type="submit" name="act" value="pay">
            {pays_by === 'test' ? `Pay ${dollars(sum.total_cents)} as a test` : `Pay ${dollars(sum.total_cents)}`}
          </button>
          {pays_by === 'stripe' && (
            <p class="quiet">
              You pay on Stripe’s own page: by card, Apple Pay, Google Pay and what else it offers. No card number comes here.
            </p>
          )}
        </>
      ) : (
        <p class="notice">Nothing can be paid here at the moment. The order is kept.</p>
      )}
    </section>
  );
};

const Pending = ({ data, here }: { data: Data; here: Here }) => {
  const { order, billing, pays_by } = data;
  const action = to.checkoutBilling(order.number);
  const sent = sentTo(action, here);
  const cancel = to.cancelOrder(order.number);
  return (
    <>
      {pays_by === 'test' && <TestNotice />}
      {(sent?.errors.length ?? 0) > 0 && <p class="form-trouble">Nothing is paid yet: correct what is marked below first.</p>}
      <section class="block block-first" aria-labelledby="lines">
        <h2 id="lines">What you order</h2>
        <SumLines
          lines={order.lines.map(({ name, bundle, listing_name, week_on, amount_cents }) => ({
            name,
            bundle: bundle && (productNamed(bundle)?.name ?? bundle),
            listing_name,
            week: week_on,
            amount_cents,
          }))}
        />
      </section>
      <section class="block" aria-labelledby="billing">
        <h2 id="billing">Whom the invoice is for</h2>
        <form id="billing-form" method="post" action={action} class="checkout-form" data-live="look" noValidate>
          <div class="checkout-said">
            {sent?.message && <Trouble>{sent.message}</Trouble>}
            <BillingFields action={action} here={here} known={billing} />
            <button class="button" type="submit" name="act" value="look">
              Work out the VAT
            </button>
          </div>
          <div class="order-aside">
            <Pay data={data} />
          </div>
        </form>
      </section>
      <section class="block" aria-labelledby="cancel">
        <h2 id="cancel">Not now</h2>
        <p>
          The order and the weeks it holds wait for you until <Day on={order.expires_at.toISOString()} />. You can also cancel it.
        </p>
        <Form action={cancel} here={here}>
          <button class="button" type="submit">
            Cancel the order
          </button>
        </Form>
      </section>
    </>
  );
};

const OVER: Record<Exclude<OrderStatus, 'pending'>, string> = {
  paid: 'This order is paid.',
  refunded: 'This order was paid and refunded.',
  partially_refunded: 'This order is paid.',
  expired: 'This order was not paid in time, so it has expired. Nothing was charged, and its weeks are free again.',
  cancelled: 'This order was cancelled. Nothing was charged.',
};

const PAID: OrderStatus[] = ['paid', 'partially_refunded'];

const Over = ({ order }: { order: WholeOrder }) => {
  const listing_id = order.lines.find((line) => line.listing_id !== null)?.listing_id;
  return (
    <>
      <p class={PAID.includes(order.status) ? 'done' : 'notice'} role="status">
        {OVER[order.status as keyof typeof OVER]}
      </p>
      <p class="claim-ways">
        <a class="button button-main" href={to.order(order.number)}>
          See the order
        </a>
        {!order.paid_at && listing_id && <a href={to.orderForm(listing_id)}>Order anew</a>}
      </p>
    </>
  );
};

export const view = (data: Data, here: Here) => (
  <div class="checkout">
    <header class="page-head">
      <h1>Checkout</h1>
      <p class="lede" dir="auto">
        Order {data.order.number} on {here.site.name}
      </p>
    </header>
    {data.order.status === 'pending' ? <Pending data={data} here={here} /> : <Over order={data.order} />}
  </div>
);
