import { getTeamOrderDetails, type TeamOrderDetails } from '../../../../modules/orders/details/order-details.ts';
import type { MoveRow } from '../../../../modules/orders/details/queries.ts';
import { adminPaths, legalPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { ActionChoiceField, Field, Form } from '../../../ui/form.tsx';
import { formatDollars, humanize } from '../../../ui/format.tsx';
import { ORDER_STATE_LABELS, OrderAside, PAYMENT_USE_LABELS, REFUND_LABELS } from '../../../ui/order/details.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { ByPerson, Confirmation } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { AdminOrderLine } from './order-line.tsx';

/** Refunds the rest of the order, of one line, or a part of it. */
const RefundForm = ({ order, context }: { order: TeamOrderDetails; context: PageContext }) => {
  const refundable_cents = order.total_cents - order.refunded_cents;
  if (!order.paid_at || refundable_cents <= 0) return null;
  const form = { action: adminPaths.refundOrder({ number: order.number }), context };
  const lines = order.lines.flatMap(({ id, name, amount_cents, vat_cents, refunded_cents }) => {
    const line_rest = amount_cents + vat_cents - refunded_cents;
    return line_rest > 0 ? [{ value: String(id), name: `${name}, ${formatDollars(line_rest)} left` }] : [];
  });
  return (
    <section class="block" aria-labelledby="refund">
      <h2 id="refund">Refund</h2>
      <p>
        Up to {formatDollars(refundable_cents)}, including VAT. The buyer is notified and gets a credit note. Delivered items stay active.
      </p>
      <Form {...form} hidden={{ went_back: String(order.refunded_cents) }}>
        <ActionChoiceField {...form} name="line" label="Item" none="Whole order" options={lines} value={null} />
        <Field
          {...form}
          name="amount"
          label="Amount in dollars"
          type="amount"
          hint="Leave empty to refund everything that’s left."
          maxlength={16}
        />
        <Field {...form} name="reason" label="Reason (sent to the buyer)" required maxlength={500} />
        <button class="button button-grave" type="submit">
          Refund
        </button>
      </Form>
    </section>
  );
};

/** Refunds of the order; failed ones have a retry button. */
const RefundList = ({ order, context }: { order: TeamOrderDetails; context: PageContext }) => {
  const retry = adminPaths.retryRefund({ number: order.number });
  return order.refunds.length > 0 ? (
    <section class="block" aria-labelledby="refunds">
      <h2 id="refunds">Refunds</h2>
      <ul class="rows rows-tight refunds">
        {order.refunds.map((refund) => (
          <li>
            <p>
              <strong class="cents">{formatDollars(refund.amount_cents)}</strong>
              {refund.line_id !== null && ` for ${order.lines.find(({ id }) => id === refund.line_id)?.name ?? 'an item'}`},{' '}
              {REFUND_LABELS[refund.status]}, <RelativeTime at={refund.created_at} now={context.now} /> by{' '}
              <bdi>{refund.by ?? 'the system'}</bdi>: <q dir="auto">{refund.reason}</q>
            </p>
            {refund.trouble && (
              <p class="form-trouble" dir="auto">
                {refund.trouble}
              </p>
            )}
            {refund.status === 'failed' && (
              <Form action={retry} context={context} hidden={{ refund_id: String(refund.id) }} class="decide">
                <button class="button" type="submit">
                  Retry
                  <HiddenName name={formatDollars(refund.amount_cents)} />
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  ) : null;
};

const DONE: Record<string, string> = {
  refunded: 'Refund started. The buyer was notified.',
  retried: 'Retrying the refund.',
  step: 'Step saved.',
  delivered: 'Item delivered.',
  finished: 'Item marked as delivered. The buyer was notified.',
  given_up: 'Item cancelled and refunded. The buyer was notified.',
};

const Payments = ({ order, context }: { order: TeamOrderDetails; context: PageContext }) => (
  <section class="block" aria-labelledby="payments">
    <h2 id="payments">Payments</h2>
    {order.payments.length === 0 && <p class="quiet">No payment attempts yet.</p>}
    <ul class="rows rows-tight refunds">
      {order.payments.map(({ provider, session, intent, asked_cents, received_cents, returned_cents, open, use, created_at }) => (
        <li>
          <p>
            {provider === 'test' ? 'Test payment' : humanize(provider)}, started <RelativeTime at={created_at} now={context.now} />:{' '}
            {formatDollars(asked_cents)} requested, {formatDollars(received_cents)} received
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
        <summary>Payment provider events</summary>
        <ul class="rows rows-tight refunds">
          {order.notices.map(({ id, type, occurred_at, received_at }) => (
            <li>
              {type} <code>{id}</code>{' '}
              <span class="quiet">
                occurred <RelativeTime at={occurred_at} now={context.now} />, received <RelativeTime at={received_at} now={context.now} />
              </span>
            </li>
          ))}
        </ul>
      </details>
    )}
  </section>
);

const ACCEPTED: { kind: string; name: string; version: 'terms_version' | 'refunds_version' }[] = [
  { kind: 'terms', name: 'Terms', version: 'terms_version' },
  { kind: 'refunds', name: 'Refund policy', version: 'refunds_version' },
];

const AcceptedVersions = ({ order }: { order: TeamOrderDetails }) => {
  const accepted = ACCEPTED.flatMap(({ kind, name, version }) => (order[version] ? [{ kind, name, number: order[version] }] : []));
  return accepted.length === 0 ? null : (
    <li>
      Buyer accepted:{' '}
      {accepted.map(({ kind, name, number }, at) => (
        <>
          {at > 0 && ', '}
          <a href={legalPaths.version({ kind, version_id: number })}>
            {name} version {number}
          </a>
        </>
      ))}
    </li>
  );
};

const History = ({ order, context }: { order: TeamOrderDetails; context: PageContext }) => {
  const nameOf = ({ line_id }: MoveRow) =>
    line_id === null ? 'Order' : (order.lines.find(({ id }) => id === line_id)?.name ?? `Item ${line_id}`);
  return (
    <section class="block" aria-labelledby="history">
      <h2 id="history">History</h2>
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
        <AcceptedVersions order={order} />
        <li>
          Order: created <RelativeTime at={order.created_at} now={context.now} />
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
  description: 'Order details.',
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
            <h2 id="lines">Items</h2>
            <p class="quiet" dir="auto">
              Ordered by {order.email ?? 'a deleted account'}, <RelativeTime at={order.created_at} now={context.now} />
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
