import type { Ctx } from '../../kernel/context.ts';
import { showTeamOrder, type TeamOrder } from '../../modules/orders/whole-order.ts';
import type { MoveRow } from '../../modules/orders/whole-queries.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { dollars } from '../money.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { Moment } from '../parts/moment.tsx';
import { OrderAside } from '../parts/order-aside.tsx';
import { orderNumberIn } from '../parts/order-number.ts';
import { ORDER_SAYS, USE_SAYS } from '../parts/order-words.ts';
import { TeamLine } from '../parts/team-line.tsx';
import { RefundForm, TeamRefunds } from '../parts/team-refund.tsx';
import { label } from '../wording.ts';

interface Data {
  order: TeamOrder;
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<Data> => ({
  order: await showTeamOrder(signedIn(ctx), { number: orderNumberIn(params) }),
  done: typed(query.done),
});

export const head = ({ order }: Data): Head => ({
  title: `Order ${order.number}`,
  description: 'One order, with its money and its lines.',
  canonical: to.adminOrder(order.number),
  trail: [
    { name: 'Your account', href: to.account() },
    { name: 'Orders', href: to.adminOrders() },
  ],
  index: false,
});

const DONE: Record<string, string> = {
  refunded: 'The money is on its way back, and the buyer is told.',
  retried: 'The refund is tried again.',
  step: 'The step is saved.',
  delivered: 'The line is delivered.',
  finished: 'The line is marked as delivered, and the buyer is told.',
  given_up: 'The line is given up: its money goes back, and the buyer is told.',
};

const Payments = ({ order, here }: { order: TeamOrder; here: Here }) => (
  <section class="block" aria-labelledby="payments">
    <h2 id="payments">Payments</h2>
    {order.payments.length === 0 && <p class="quiet">Nobody has begun to pay.</p>}
    <ul class="refunds">
      {order.payments.map(({ provider, session, intent, asked_cents, received_cents, returned_cents, open, use, created_at }) => (
        <li>
          <p>
            {provider === 'test' ? 'Test payment, no money' : label(provider)}, begun <Moment at={created_at} now={here.now} />:{' '}
            {dollars(asked_cents)} asked, {dollars(received_cents)} received
            {returned_cents > 0 && `, ${dollars(returned_cents)} back`}
            {use && `, which ${USE_SAYS[use]}`}
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
        <ul class="refunds">
          {order.notices.map(({ id, type, occurred_at, received_at }) => (
            <li>
              {type} <code>{id}</code>{' '}
              <span class="quiet">
                happened <Moment at={occurred_at} now={here.now} />, told <Moment at={received_at} now={here.now} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    )}
  </section>
);

const History = ({ order, here }: { order: TeamOrder; here: Here }) => {
  const nameOf = ({ line_id }: MoveRow) =>
    line_id === null ? 'The order' : (order.lines.find(({ id }) => id === line_id)?.name ?? `Line ${line_id}`);
  return (
    <section class="block" aria-labelledby="history">
      <h2 id="history">What happened</h2>
      <ol class="refunds">
        {order.moves.map((move) => (
          <li>
            {nameOf(move)}: {label(move.to_status).toLowerCase()} <Moment at={move.moved_at} now={here.now} />
            {move.by && (
              <>
                {' '}
                by <bdi>{move.by}</bdi>
              </>
            )}
            {move.reason && (
              <>
                : <q dir="auto">{move.reason}</q>
              </>
            )}
          </li>
        ))}
        <li>
          The order: made <Moment at={order.created_at} now={here.now} />
        </li>
      </ol>
    </section>
  );
};

export const view = ({ order, done }: Data, here: Here) => (
  <div class="order-page">
    <header class="page-head own-head">
      <h1>Order {order.number}</h1>
      <p class={`order-status order-status-${order.status}`}>{ORDER_SAYS[order.status]}</p>
    </header>
    {done && DONE[done] && (
      <p class="done" role="status">
        {DONE[done]}
      </p>
    )}
    <div class="with-aside">
      <div>
        <section class="block" aria-labelledby="lines">
          <h2 id="lines">Lines</h2>
          <p class="quiet" dir="auto">
            Ordered by {order.email ?? 'an account that is gone'}, <Moment at={order.created_at} now={here.now} />
          </p>
          <ol class="order-lines">
            {order.lines.map((line) => (
              <TeamLine number={order.number} line={line} here={here} standing={order.status} />
            ))}
          </ol>
        </section>
        <RefundForm order={order} here={here} />
        <TeamRefunds order={order} here={here} />
        <Payments order={order} here={here} />
        <History order={order} here={here} />
      </div>
      <OrderAside order={order} />
    </div>
  </div>
);
