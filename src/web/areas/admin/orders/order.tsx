import { getTeamOrderDetails, type TeamOrderDetails } from '../../../../modules/orders/details/order-details.ts';
import type { MoveRow } from '../../../../modules/orders/details/queries.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { formatDollars, humanize, RelativeTime } from '../../../ui/format.tsx';
import { ORDER_STATE_LABELS, OrderAside, PAYMENT_USE_LABELS } from '../../../ui/order/details.tsx';
import { ByPerson, Confirmation } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { AdminOrderLine } from './order-line.tsx';
import { RefundForm, RefundList } from './refunds.tsx';

const DONE: Record<string, string> = {
  refunded: 'The money is on its way back, and the buyer is told.',
  retried: 'The refund is tried again.',
  step: 'The step is saved.',
  delivered: 'The line is delivered.',
  finished: 'The line is marked as delivered, and the buyer is told.',
  given_up: 'The line is given up: its money goes back, and the buyer is told.',
};

const Payments = ({ order, context }: { order: TeamOrderDetails; context: PageContext }) => (
  <section class="block" aria-labelledby="payments">
    <h2 id="payments">Payments</h2>
    {order.payments.length === 0 && <p class="quiet">Nobody has begun to pay.</p>}
    <ul class="rows rows-tight refunds">
      {order.payments.map(({ provider, session, intent, asked_cents, received_cents, returned_cents, open, use, created_at }) => (
        <li>
          <p>
            {provider === 'test' ? 'Test payment, no money' : humanize(provider)}, begun <RelativeTime at={created_at} now={context.now} />:{' '}
            {formatDollars(asked_cents)} asked, {formatDollars(received_cents)} received
            {returned_cents > 0 && `, ${formatDollars(returned_cents)} back`}
            {use && `, which ${PAYMENT_USE_LABELS[use]}`}
            {open && '; still open'}.
          </p>
          <p class="quiet">
            <code>{session}</code> {intent && intent !== session && <code>{intent}</code>}
          </p>
        </li>
      ))}
    </ul>
    {order.notices.length > 0 && (
      <details>
        <summary>Notices of the provider</summary>
        <ul class="rows rows-tight refunds">
          {order.notices.map(({ id, type, occurred_at, received_at }) => (
            <li>
              {type} <code>{id}</code>{' '}
              <span class="quiet">
                happened <RelativeTime at={occurred_at} now={context.now} />, told <RelativeTime at={received_at} now={context.now} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    )}
  </section>
);

const History = ({ order, context }: { order: TeamOrderDetails; context: PageContext }) => {
  const nameOf = ({ line_id }: MoveRow) =>
    line_id === null ? 'The order' : (order.lines.find(({ id }) => id === line_id)?.name ?? `Line ${line_id}`);
  return (
    <section class="block" aria-labelledby="history">
      <h2 id="history">What happened</h2>
      <ol class="rows rows-tight refunds">
        {order.moves.map((move) => (
          <li>
            {nameOf(move)}: {humanize(move.to_status).toLowerCase()} <RelativeTime at={move.moved_at} now={context.now} />
            <ByPerson name={move.by} />
            {move.reason && (
              <>
                : <q dir="auto">{move.reason}</q>
              </>
            )}
          </li>
        ))}
        <li>
          The order: made <RelativeTime at={order.created_at} now={context.now} />
        </li>
      </ol>
    </section>
  );
};

export const orderPage = adminPage({
  name: 'admin_order',
  path: adminPaths.order,
  menu: adminPaths.orders,
  load: async (ctx, { number }) => ({ order: await getTeamOrderDetails(ctx, { number }) }),
  title: ({ order }) => `Order ${order.number}`,
  description: 'One order, with its money and its lines.',
  canonical: ({ order }) => adminPaths.order({ number: order.number }),
  has_own_heading: true,
  view: ({ order, done }, context) => (
    <div class="order-page">
      <header class="page-head split">
        <h1>Order {order.number}</h1>
        <p class={`pill pill-${order.status}`}>{ORDER_STATE_LABELS[order.status]}</p>
      </header>
      <Confirmation text={done && DONE[done]} />
      <div class="with-aside">
        <div>
          <section class="block" aria-labelledby="lines">
            <h2 id="lines">Lines</h2>
            <p class="quiet" dir="auto">
              Ordered by {order.email ?? 'an account that is gone'}, <RelativeTime at={order.created_at} now={context.now} />
            </p>
            <ol class="rows rows-roomy order-lines">
              {order.lines.map((line) => (
                <AdminOrderLine number={order.number} line={line} context={context} order_state={order.status} />
              ))}
            </ol>
          </section>
          <RefundForm order={order} context={context} />
          <RefundList order={order} context={context} />
          <Payments order={order} context={context} />
          <History order={order} context={context} />
        </div>
        <OrderAside order={order} />
      </div>
    </div>
  ),
});
