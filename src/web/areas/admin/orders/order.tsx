import { msg, rich, t, texts } from '../../../../kernel/language/messages.ts';
import { getTeamOrderDetails, type TeamOrderDetails } from '../../../../modules/orders/details/order-details.ts';
import type { MoveRow } from '../../../../modules/orders/details/queries.ts';
import type { LineStatus } from '../../../../modules/orders/states.ts';
import { adminPaths, legalPaths } from '../../../paths.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { ActionChoiceField, Field, Form } from '../../../ui/form.tsx';
import { formatDollars, humanize, inSentence } from '../../../ui/format.tsx';
import {
  lineStatusLabel,
  ORDER_STATE_LABELS,
  OrderAside,
  type OrderState,
  PAYMENT_USE_LABELS,
  REFUND_LABELS,
} from '../../../ui/order/details.tsx';
import { RelativeTime } from '../../../ui/times.tsx';
import { ByPerson, Confirmation } from '../components.tsx';
import { adminPage } from '../page.tsx';
import { AdminOrderLine } from './order-line.tsx';

/** Refunds the rest of the order, of one line, or a part of it. */
const RefundForm = ({ order }: { order: TeamOrderDetails }) => {
  const refundable_cents = order.total_cents - order.refunded_cents;
  if (!order.paid_at || refundable_cents <= 0) return null;
  const form = { action: adminPaths.refundOrder({ number: order.number }) };
  const lines = order.lines.flatMap(({ id, name, amount_cents, vat_cents, refunded_cents }) => {
    const line_rest = amount_cents + vat_cents - refunded_cents;
    return line_rest > 0 ? [{ value: String(id), name: t('{name}, {amount} left', { name, amount: formatDollars(line_rest) }) }] : [];
  });
  return (
    <section class="block" aria-labelledby="refund">
      <h2 id="refund">{t('Refund')}</h2>
      <p>
        {t('Up to {amount}, including VAT. The buyer is notified and gets a credit note. Delivered items stay active.', {
          amount: formatDollars(refundable_cents),
        })}
      </p>
      <Form {...form} hidden={{ went_back: String(order.refunded_cents) }}>
        <ActionChoiceField {...form} name="line" label={t('Item')} none={t('Whole order')} options={lines} value={null} />
        <Field
          {...form}
          name="amount"
          label={t('Amount in dollars')}
          type="amount"
          hint={t('Leave empty to refund everything that’s left.')}
          maxlength={16}
        />
        <Field {...form} name="reason" label={t('Reason (sent to the buyer)')} required maxlength={500} />
        <button class="button button-grave" type="submit">
          {t('Refund')}
        </button>
      </Form>
    </section>
  );
};

/** Refunds of the order; failed ones have a retry button. */
const RefundList = ({ order }: { order: TeamOrderDetails }) => {
  const retry = adminPaths.retryRefund({ number: order.number });
  return order.refunds.length > 0 ? (
    <section class="block" aria-labelledby="refunds">
      <h2 id="refunds">{t('Refunds')}</h2>
      <ul class="rows rows-tight refunds">
        {order.refunds.map((refund) => (
          <li>
            <p>
              <strong class="cents">{formatDollars(refund.amount_cents)}</strong>
              {refund.line_id !== null &&
                t(' for {value}', { value: order.lines.find(({ id }) => id === refund.line_id)?.name ?? t('an item') })}
              , {REFUND_LABELS[refund.status]}, <RelativeTime at={refund.created_at} />
              <ByPerson name={refund.by ?? t('the system')} />: <q dir="auto">{refund.reason}</q>
            </p>
            {refund.trouble && (
              <p class="form-trouble" dir="auto">
                {refund.trouble}
              </p>
            )}
            {refund.status === 'failed' && (
              <Form action={retry} hidden={{ refund_id: String(refund.id) }} class="decide">
                <button class="button" type="submit">
                  {t('Retry')}
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

const DONE: Record<string, string> = texts({
  refunded: msg('Refund started. The buyer was notified.'),
  retried: msg('Retrying the refund.'),
  step: msg('Step saved.'),
  delivered: msg('Item delivered.'),
  finished: msg('Item marked as delivered. The buyer was notified.'),
  given_up: msg('Item cancelled and refunded. The buyer was notified.'),
});

const Payments = ({ order }: { order: TeamOrderDetails }) => (
  <section class="block" aria-labelledby="payments">
    <h2 id="payments">{t('Payments')}</h2>
    {order.payments.length === 0 && <p class="quiet">{t('No payment attempts yet.')}</p>}
    <ul class="rows rows-tight refunds">
      {order.payments.map(({ provider, session, intent, asked_cents, received_cents, returned_cents, open, use, created_at }) => (
        <li>
          <p>
            {rich('{provider}, started {time}: {requested} requested, {received} received', {
              provider: provider === 'test' ? t('Test payment') : humanize(provider),
              time: <RelativeTime at={created_at} />,
              requested: formatDollars(asked_cents),
              received: formatDollars(received_cents),
            })}
            {returned_cents > 0 && t(', {amount} returned', { amount: formatDollars(returned_cents) })}
            {use && `, ${PAYMENT_USE_LABELS[use]}`}
            {open && t(', still open')}.
          </p>
          <p class="quiet">
            <code>{session}</code> {intent && intent !== session && <code>{intent}</code>}
          </p>
        </li>
      ))}
    </ul>
    {order.notices.length > 0 && (
      <details>
        <summary>{t('Payment provider events')}</summary>
        <ul class="rows rows-tight refunds">
          {order.notices.map(({ id, type, occurred_at, received_at }) => (
            <li>
              {type} <code>{id}</code>{' '}
              <span class="quiet">
                {rich('occurred {occurred}, received {received}', {
                  occurred: <RelativeTime at={occurred_at} />,
                  received: <RelativeTime at={received_at} />,
                })}
              </span>
            </li>
          ))}
        </ul>
      </details>
    )}
  </section>
);

const ACCEPTED = texts<{ kind: string; name: string; version: 'terms_version' | 'refunds_version' }[]>([
  { kind: 'terms', name: msg('Terms'), version: 'terms_version' },
  { kind: 'refunds', name: msg('Refund policy'), version: 'refunds_version' },
]);

const AcceptedVersions = ({ order }: { order: TeamOrderDetails }) => {
  const accepted = ACCEPTED.flatMap(({ kind, name, version }) => (order[version] ? [{ kind, name, number: order[version] }] : []));
  return accepted.length === 0 ? null : (
    <li>
      {rich('Buyer accepted: {pages}', {
        pages: accepted.map(({ kind, name, number }, at) => (
          <>
            {at > 0 && ', '}
            <a href={legalPaths.version({ kind, version_id: number })}>{t('{name}, version {number}', { name, number })}</a>
          </>
        )),
      })}
    </li>
  );
};

const History = ({ order }: { order: TeamOrderDetails }) => {
  const nameOf = ({ line_id }: MoveRow) =>
    line_id === null ? t('The order') : (order.lines.find(({ id }) => id === line_id)?.name ?? t('Item {number}', { number: line_id }));
  const statusOf = ({ line_id, to_status }: MoveRow): string => {
    // The history keeps statuses as text, so one that no longer exists is possible.
    const name: string | undefined =
      line_id === null ? ORDER_STATE_LABELS[to_status as OrderState] : lineStatusLabel(to_status as LineStatus, order.status);
    return inSentence(name ?? humanize(to_status));
  };
  return (
    <section class="block" aria-labelledby="history">
      <h2 id="history">{t('History')}</h2>
      <ol class="rows rows-tight refunds">
        {order.moves.map((move) => (
          <li>
            {nameOf(move)}: {statusOf(move)} <RelativeTime at={move.moved_at} />
            <ByPerson name={move.by} />
            {move.reason && (
              <>
                : <q dir="auto">{move.reason}</q>
              </>
            )}
          </li>
        ))}
        <AcceptedVersions order={order} />
        <li>{rich('The order: created {time}', { time: <RelativeTime at={order.created_at} /> })}</li>
      </ol>
    </section>
  );
};

export const orderPage = adminPage({
  name: 'admin_order',
  path: adminPaths.order,
  menu: adminPaths.orders,
  load: async (ctx, { number }) => ({ order: await getTeamOrderDetails(ctx, { number }) }),
  title: ({ order }) => t('Order {number}', { number: order.number }),
  description: msg('Order details.'),
  canonical: ({ order }) => adminPaths.order({ number: order.number }),
  has_own_heading: true,
  view: ({ order, done }) => (
    <div class="order-page">
      <header class="page-head split">
        <h1>{t('Order {number}', { number: order.number })}</h1>
        <p class={`pill pill-${order.status}`}>{ORDER_STATE_LABELS[order.status]}</p>
      </header>
      <Confirmation text={done && DONE[done]} />
      <div class="with-aside">
        <div>
          <section class="block" aria-labelledby="lines">
            <h2 id="lines">{t('Items')}</h2>
            <p class="quiet" dir="auto">
              {rich('Ordered by {email}, {time}', {
                email: order.email ?? t('a deleted account'),
                time: <RelativeTime at={order.created_at} />,
              })}
            </p>
            <ol class="rows rows-roomy order-lines">
              {order.lines.map((line) => (
                <AdminOrderLine number={order.number} line={line} order_state={order.status} />
              ))}
            </ol>
          </section>
          <RefundForm order={order} />
          <RefundList order={order} />
          <Payments order={order} />
          <History order={order} />
        </div>
        <OrderAside order={order} />
      </div>
    </div>
  ),
});
