import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { translateStored } from '../../../kernel/language/stored.ts';
import type { OrderDetails } from '../../../modules/orders/details/order-details.ts';
import type { LineTask, OrderDetailsLine, PaymentRow, RefundRow } from '../../../modules/orders/details/queries.ts';
import { findProduct, productName } from '../../../modules/orders/products.ts';
import { formatTotals } from '../../../modules/orders/quote/quote.ts';
import type { LineStatus, OrderStatus } from '../../../modules/orders/states.ts';
import { dashboardPaths, orderPaths } from '../../paths.ts';
import { ExternalLink } from '../elements.tsx';
import { countryLabel, DayText, formatDollars, shortUrl, WeekDates } from '../format.tsx';
import { webUrl } from '../urls.ts';
import { optionName } from './options.ts';
import { NetRow, OrderTotals } from './sum.tsx';

/** `confirming` is shown to a buyer who returns from payment before it is confirmed. */
export type OrderState = OrderStatus | 'confirming';

export const ORDER_STATE_LABELS: Record<OrderState, string> = texts({
  pending: msg('Not paid yet'),
  confirming: msg('Being confirmed'),
  paid: msg('Paid'),
  refunded: msg('Refunded'),
  partially_refunded: msg('Partly refunded'),
  expired: msg('Expired'),
  cancelled: msg('Cancelled'),
});

/** A waiting line depends on the state of its order. */
const WAITING_LINE_LABELS: Partial<Record<OrderState, string>> = texts({
  pending: msg('Waiting for payment'),
  paid: msg('Being delivered'),
  partially_refunded: msg('Being delivered'),
});

export const lineStatusLabel = (status: LineStatus, order: OrderState): string =>
  ({
    waiting: WAITING_LINE_LABELS[order] ?? ORDER_STATE_LABELS[order],
    with_the_team: t('In progress'),
    fulfilled: t('Delivered'),
    failed: t('Not delivered'),
  })[status];

export const TASK_LABELS: Record<LineTask['status'], string> = texts({
  to_do: msg('To do'),
  doing: msg('In progress'),
  done: msg('Done'),
  not_possible: msg('Not possible'),
});

export const REFUND_LABELS: Record<RefundRow['status'], string> = texts({
  asked: msg('pending'),
  made: msg('completed'),
  failed: msg('failed'),
});

export const PAYMENT_USE_LABELS: Record<NonNullable<PaymentRow['use']>, string> = texts({
  pays: msg('pays the order'),
  late: msg('arrived late, refunded'),
  twice: msg('paid twice, refunded'),
  wrong_amount: msg('wrong amount, refunded'),
});

const TaskItem = ({ task: { title, status, note, url } }: { task: LineTask }) => (
  <li class={`task task-${status}`}>
    <p>
      <span dir="auto">{translateStored(title)}</span> <span class="task-status">{TASK_LABELS[status]}</span>
    </p>
    {note && (
      <p class="quiet" dir="auto">
        {note}
      </p>
    )}
    {url && webUrl(url) && (
      <p class="quiet">
        <ExternalLink href={url}>{shortUrl(url)}</ExternalLink>
      </p>
    )}
  </li>
);

export const TaskList = ({ tasks }: { tasks: LineTask[] }) => {
  if (tasks.length === 0) return null;
  const finished = tasks.filter(({ status }) => status === 'done' || status === 'not_possible').length;
  return (
    <div class="tasks">
      <p class="quiet">{t('{finished} of {length} steps', { finished, length: tasks.length })}</p>
      <ol>
        {tasks.map((task) => (
          <TaskItem task={task} />
        ))}
      </ol>
    </div>
  );
};

const describeOptions = (options: Record<string, unknown>): string =>
  Object.entries(options)
    .map(([name, value]) => `${optionName(name)}: ${name === 'style' ? optionName(String(value)) : String(value)}`)
    .join(', ');

export const LineFacts = ({ line, href }: { line: OrderDetailsLine; href: string | null }) => (
  <p class="quiet">
    {line.listing_name &&
      rich('for {value}', {
        value: (
          <a href={href ?? undefined}>
            <bdi>{line.listing_name}</bdi>
          </a>
        ),
      })}
    {line.week_on && <>{rich(', week of {weekDates}', { weekDates: <WeekDates monday={line.week_on} /> })}</>}
    {line.product === 'launch' && line.week_on === null && line.status === 'waiting' && t(', goes live right after payment')}
    {line.bundle && t(', part of {value}', { value: findProduct(line.bundle)?.name ?? line.bundle })}
    {line.categories.length > 0 && <>{rich(', in {join}', { join: <bdi>{line.categories.join(', ')}</bdi> })}</>}
    {Object.keys(line.options).length > 0 && (
      <>
        , <bdi>{describeOptions(line.options)}</bdi>
      </>
    )}
  </p>
);

export const OrderLines = ({ lines, state }: { lines: OrderDetailsLine[]; state: OrderState }) => (
  <ol class="rows rows-roomy order-lines">
    {lines.map((line) => (
      <li>
        <div class="split order-line-head">
          <div>
            <h3>{productName(line)}</h3>
            <LineFacts line={line} href={line.listing_id === null ? null : dashboardPaths.overview({ listing_id: line.listing_id })} />
          </div>
          <p class="cents">{formatDollars(line.amount_cents + line.discount_cents)}</p>
        </div>
        <p>
          <span class={`pill pill-${line.status}`}>{lineStatusLabel(line.status, state)}</span>{' '}
          {line.note && <span dir="auto">{line.note}</span>}
        </p>
        {line.refunded_cents > 0 && (
          <p class="quiet">{t('{refunded_cents} refunded, including VAT.', { refunded_cents: formatDollars(line.refunded_cents) })}</p>
        )}
        {line.product === 'ai_review' && line.status === 'fulfilled' && line.listing_id && (
          <p>
            <a href={dashboardPaths.review({ listing_id: line.listing_id })}>{t('Read your review')}</a>
          </p>
        )}
        <TaskList tasks={line.tasks} />
      </li>
    ))}
  </ol>
);

const OrderDocuments = ({ order }: { order: Pick<OrderDetails, 'number' | 'documents'> }) =>
  order.documents.length > 0 ? (
    <section class="aside-block papers" aria-labelledby="papers">
      <h2 id="papers">{t('Invoice')}</h2>
      <ul class="plain-list-tight">
        {order.documents.map(({ number, kind, issued_on, total_cents }) => (
          <li>
            <a
              href={
                kind === 'invoice'
                  ? orderPaths.invoice({ number: order.number })
                  : orderPaths.creditNote({ number: order.number, file: `${number}.pdf` })
              }
              type="application/pdf"
            >
              {kind === 'invoice' ? t('Invoice') : t('Credit note')} {t('{number} (PDF)', { number })}
            </a>{' '}
            <span class="quiet">
              <DayText on={issued_on} />, {formatDollars(total_cents)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ) : null;

const BillingAddress = ({ order: { billing, vat_number } }: { order: Pick<OrderDetails, 'billing' | 'vat_number'> }) => {
  if (!billing) return null;
  const { company, name, address, postal_code, country, email } = billing;
  const city = [postal_code, billing.city].filter(Boolean).join(' ');
  const lines = [company, name, address, city, country && countryLabel(country), vat_number, email];
  return (
    <section class="aside-block" aria-labelledby="billed">
      <h2 id="billed">{t('Billed to')}</h2>
      <address class="billed">
        {lines.filter(Boolean).map((line) => (
          <p dir="auto">{line}</p>
        ))}
      </address>
    </section>
  );
};

export const Refunds = ({ order }: { order: Pick<OrderDetails, 'refunds' | 'lines'> }) =>
  order.refunds.length > 0 ? (
    <section class="block" aria-labelledby="refunds">
      <h2 id="refunds">{t('Refunds')}</h2>
      <ul class="rows rows-tight refunds">
        {order.refunds.map(({ line_id, amount_cents, reason, status, created_at }) => (
          <li>
            <strong class="cents">{formatDollars(amount_cents)}</strong>
            {line_id !== null && t(' for {value}', { value: order.lines.find(({ id }) => id === line_id)?.name ?? t('an item') })},{' '}
            {REFUND_LABELS[status]}, <DayText on={created_at.toISOString()} />: <q dir="auto">{reason}</q>
          </li>
        ))}
      </ul>
    </section>
  ) : null;

/** An order that ended before its billing country was known has no VAT. */
const hasNoVat = ({ status, vat_treatment }: OrderDetails): boolean =>
  (status === 'expired' || status === 'cancelled') && vat_treatment === 'unknown';

export const OrderAside = ({ order }: { order: OrderDetails }) => (
  <aside aria-label={t('Order summary')}>
    <section class="aside-block" aria-labelledby="total">
      <h2 id="total">{t('Total')}</h2>
      {hasNoVat(order) ? (
        <dl class="totals-list">
          <NetRow sum={order} />
        </dl>
      ) : (
        <OrderTotals sum={formatTotals(order)} country={order.billing_country} />
      )}
      {order.refunded_cents > 0 && <p>{t('{refunded_cents} refunded.', { refunded_cents: formatDollars(order.refunded_cents) })}</p>}
    </section>
    <OrderDocuments order={order} />
    <BillingAddress order={order} />
  </aside>
);
