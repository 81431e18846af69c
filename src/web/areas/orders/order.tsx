import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { getOwnOrderDetails, type OrderDetails } from '../../../modules/orders/details/order-details.ts';
import { confirmPayment } from '../../../modules/orders/payment/start-payment.ts';
import { findProduct } from '../../../modules/orders/products.ts';
import { dashboardPaths, orderPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { DayText, WeekDates } from '../../ui/format.tsx';
import { ORDER_STATE_LABELS, OrderAside, OrderLines, Refunds } from '../../ui/order/details.tsx';

interface Data {
  order: OrderDetails;
  /** The buyer is back from paying, but the payment is not confirmed yet. */
  is_confirming: boolean;
  done: string | undefined;
}

export const load = async (ctx: Ctx, { number }: { number: string }, query: Query): Promise<Data> => {
  const member = requireSignedIn(ctx);
  const done = textParam(query.done);
  // First, because a payment that arrives in between must show as paid, not as open again.
  const has_open_payment = done === 'paid' && (await confirmPayment(member, { number }));
  const order = await getOwnOrderDetails(member, { number });
  return { order, is_confirming: has_open_payment && order.status === 'pending', done };
};

/** How long after payment the page refreshes; most lines are delivered within seconds. */
const REFRESH_MS = 10 * 60_000;

const isProcessing = ({ order, is_confirming }: Data, now: Date): boolean =>
  is_confirming ||
  (order.paid_at !== null &&
    now.getTime() - order.paid_at.getTime() < REFRESH_MS &&
    ((order.documents.length === 0 && order.total_cents > 0) || order.lines.some(({ status }) => status === 'waiting')));

export const head = (data: Data, { now }: PageContext): PageHead => ({
  title: t('Order {number}', { number: data.order.number }),
  description: t('Your order and its status.'),
  canonical: orderPaths.order({ number: data.order.number }),
  trail: [{ name: t('Your orders'), href: orderPaths.orders() }],
  index: false,
  ...(isProcessing(data, now) && { island: 'watch.js', refresh: 3 }),
});

/** The week that was bought. */
const BoughtWeek = ({ order }: { order: OrderDetails }) => {
  const line = order.lines.find(({ product, week_on }) => product === 'launch' || week_on !== null);
  if (!line) return null;
  return (
    <>
      <bdi>{line.listing_name ?? t('Your product')}</bdi>{' '}
      {line.week_on
        ? rich('launches in the week of {weekDates}.', { weekDates: <WeekDates monday={line.week_on} /> })
        : t('goes live now, in the running week.')}
    </>
  );
};

const OrderNotice = ({ data: { order, is_confirming, done } }: { data: Data }) => {
  if (is_confirming)
    return (
      <p class="done" role="status" data-watch>
        {rich(
          '<strong>Your payment is being confirmed.</strong> This takes a few seconds. This page updates automatically; you don’t need to pay again.',
          { strong: (text) => <strong>{text}</strong> },
        )}
      </p>
    );
  if (order.status === 'pending')
    return (
      <div class="notice">
        <p>{rich('This order isn’t paid yet. You can pay until {day}.', { day: <DayText on={order.expires_at.toISOString()} /> })}</p>
        <p>
          <a class="button button-main" href={orderPaths.checkout({ number: order.number })}>
            {t('Go to checkout')}
          </a>
        </p>
      </div>
    );
  if (order.status === 'expired')
    return <p class="notice">{t('This order has expired because it wasn’t paid in time. Nothing was charged.')}</p>;
  if (order.status === 'cancelled')
    return (
      <p class="notice" role={done === 'cancelled' ? 'status' : undefined}>
        {t('This order was cancelled. Nothing was charged. If a payment still arrives, we refund it automatically.')}
      </p>
    );
  return done === 'paid' ? (
    <p class="done" role="status">
      {rich('{value} {boughtWeek} We’re emailing you the receipt.', {
        value: (
          <strong>
            {t('Thank you,')} {order.total_cents > 0 ? t('your payment was successful') : t('your order is confirmed')}.
          </strong>
        ),
        boughtWeek: <BoughtWeek order={order} />,
      })}
    </p>
  ) : null;
};

/** Leads on from a delivered launch: share it, add the badge, see the dates. */
const LaunchLink = ({ order }: { order: OrderDetails }) => {
  const launch = order.lines.find(({ product, status }) => findProduct(product)?.launches && status === 'fulfilled');
  return launch?.listing_id ? (
    <p class="actions launch-link">
      <a class="button button-main" href={dashboardPaths.freePlan({ listing_id: launch.listing_id })}>
        {t('Share your launch')}
      </a>
    </p>
  ) : null;
};

export const view = (data: Data, context: PageContext) => {
  const { order } = data;
  const state = data.is_confirming ? 'confirming' : order.status;
  return (
    <div class="order-page">
      <header class="page-head split">
        <h1>{t('Order {number}', { number: order.number })}</h1>
        <p class={`pill pill-${state}`}>{ORDER_STATE_LABELS[state]}</p>
      </header>
      <OrderNotice data={data} />
      <div class="with-aside" data-watch={isProcessing(data, context.now) ? '' : undefined}>
        <div>
          <section class="block" aria-labelledby="lines">
            <h2 id="lines">{t('Items')}</h2>
            <p class="quiet">
              {rich('On {name}, {day}', {
                name: <span dir="auto">{context.site.name}</span>,
                day: <DayText on={order.created_at.toISOString()} />,
              })}
              {order.paid_at && <>{rich(', paid {day}', { day: <DayText on={order.paid_at.toISOString()} /> })}</>}
            </p>
            <OrderLines lines={order.lines} state={state} />
            <LaunchLink order={order} />
          </section>
          <Refunds order={order} />
        </div>
        <OrderAside order={order} />
      </div>
    </div>
  );
};
