import type { Ctx } from '../../kernel/context.ts';
import { confirmPayment } from '../../modules/orders/payment/payment.ts';
import { showOwnOrder, type WholeOrder } from '../../modules/orders/whole-order.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { OrderAside } from '../parts/order-aside.tsx';
import { OrderLines } from '../parts/order-lines.tsx';
import { orderNumberIn } from '../parts/order-number.ts';
import { Refunds } from '../parts/order-papers.tsx';
import { ORDER_SAYS } from '../parts/order-words.ts';
import { Day } from '../parts/time.tsx';

interface Data {
  order: WholeOrder;
  /** Whether the person is back from paying and we do not know of the money yet. */
  confirming: boolean;
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => {
  const member = signedIn(ctx);
  const number = orderNumberIn(params);
  const done = typed(query.done);
  const order = await showOwnOrder(member, { number });
  return { order, confirming: done === 'paid' && order.status === 'pending' && (await confirmPayment(member, { number })), done };
};

/** What is paid is delivered within seconds, most of it. */
const SOON_MS = 10 * 60_000;

const isMoving = ({ order, confirming }: Data, now: Date): boolean =>
  confirming ||
  (order.paid_at !== null &&
    now.getTime() - order.paid_at.getTime() < SOON_MS &&
    (order.papers.length === 0 || order.lines.some(({ status }) => status === 'waiting')));

export const head = (data: Data, { now }: Here): Head => ({
  title: `Order ${data.order.number}`,
  description: 'What was ordered, and how far it is.',
  canonical: to.order(data.order.number),
  trail: [{ name: 'Your orders', href: to.orders() }],
  index: false,
  ...(isMoving(data, now) && { island: 'watch.js', refresh: 3 }),
});

const Standing = ({ data: { order, confirming, done } }: { data: Data }) => {
  if (confirming)
    return (
      <p class="done" role="status" data-watch>
        <strong>Your payment is being confirmed.</strong> This takes a few seconds, and this page shows it by itself. You need not pay
        again.
      </p>
    );
  if (order.status === 'pending')
    return (
      <div class="notice">
        <p>
          It is not paid yet, and waits until <Day on={order.expires_at.toISOString()} />.
        </p>
        <p>
          <a class="button button-main" href={to.checkout(order.number)}>
            Go to checkout
          </a>
        </p>
      </div>
    );
  if (order.status === 'expired')
    return <p class="notice">It was not paid in time, so it has expired. Nothing was charged, and its weeks are free again.</p>;
  if (order.status === 'cancelled')
    return (
      <p class="notice" role={done === 'cancelled' ? 'status' : undefined}>
        It was cancelled. Nothing was charged. Money that comes for it later goes back by itself.
      </p>
    );
  return done === 'paid' ? (
    <p class="done" role="status">
      <strong>Thank you, it is paid.</strong> The receipt is on its way to you by mail.
    </p>
  ) : null;
};

export const view = (data: Data, here: Here) => {
  const { order } = data;
  const standing = data.confirming ? 'confirming' : order.status;
  return (
    <div class="order-page">
      <header class="page-head own-head">
        <h1>Order {order.number}</h1>
        <p class={`order-status order-status-${standing}`}>{ORDER_SAYS[standing]}</p>
      </header>
      <Standing data={data} />
      <div class="with-aside" data-watch={isMoving(data, here.now) ? '' : undefined}>
        <div>
          <section class="block" aria-labelledby="lines">
            <h2 id="lines">What was ordered</h2>
            <p class="quiet">
              On <span dir="auto">{here.site.name}</span>, <Day on={order.created_at.toISOString()} />
              {order.paid_at && (
                <>
                  , paid <Day on={order.paid_at.toISOString()} />
                </>
              )}
            </p>
            <OrderLines lines={order.lines} standing={standing} />
          </section>
          <Refunds order={order} />
        </div>
        <OrderAside order={order} />
      </div>
    </div>
  );
};
