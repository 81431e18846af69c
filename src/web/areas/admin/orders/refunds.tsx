import type { TeamOrderDetails } from '../../../../modules/orders/details/order-details.ts';
import { adminPaths } from '../../../paths.ts';
import type { PageContext } from '../../../server/page.ts';
import { HiddenName } from '../../../ui/elements.tsx';
import { ActionChoiceField, Field, Form } from '../../../ui/form.tsx';
import { formatDollars, RelativeTime } from '../../../ui/format.tsx';
import { REFUND_LABELS } from '../../../ui/order/details.tsx';

/** Refunds the rest of the order, of one line, or a part of it. */
export const RefundForm = ({ order, context }: { order: TeamOrderDetails; context: PageContext }) => {
  const refundable_cents = order.total_cents - order.refunded_cents;
  if (!order.paid_at || refundable_cents <= 0) return null;
  const form = { action: adminPaths.refundOrder({ number: order.number }), context };
  const lines = order.lines.flatMap(({ id, name, amount_cents, vat_cents, refunded_cents }) => {
    const line_rest = amount_cents + vat_cents - refunded_cents;
    return line_rest > 0 ? [{ value: String(id), name: `${name}, ${formatDollars(line_rest)} left` }] : [];
  });
  return (
    <section class="block" aria-labelledby="refund">
      <h2 id="refund">Give money back</h2>
      <p>
        Up to {formatDollars(refundable_cents)}, VAT included. The buyer is told, and gets a credit note. What was delivered is not taken
        away by it.
      </p>
      <Form {...form} hidden={{ went_back: String(order.refunded_cents) }}>
        <ActionChoiceField {...form} name="line" label="Of what" none="The whole order" options={lines} value={null} />
        <Field {...form} name="amount" label="Amount in dollars" type="amount" hint="Left empty: all that is left of it." maxlength={16} />
        <Field {...form} name="reason" label="Why, for the buyer" required maxlength={500} />
        <button class="button button-grave" type="submit">
          Give it back
        </button>
      </Form>
    </section>
  );
};

/** Refunds of the order; failed ones have a retry button. */
export const RefundList = ({ order, context }: { order: TeamOrderDetails; context: PageContext }) => {
  const retry = adminPaths.retryRefund({ number: order.number });
  return order.refunds.length > 0 ? (
    <section class="block" aria-labelledby="refunds">
      <h2 id="refunds">Refunds</h2>
      <ul class="rows rows-tight refunds">
        {order.refunds.map((refund) => (
          <li>
            <p>
              <strong class="cents">{formatDollars(refund.amount_cents)}</strong>
              {refund.line_id !== null && ` for ${order.lines.find(({ id }) => id === refund.line_id)?.name ?? 'a line'}`},{' '}
              {REFUND_LABELS[refund.status]}, <RelativeTime at={refund.created_at} now={context.now} /> by{' '}
              <bdi>{refund.by ?? 'a rule'}</bdi>: <q dir="auto">{refund.reason}</q>
            </p>
            {refund.trouble && (
              <p class="form-trouble" dir="auto">
                {refund.trouble}
              </p>
            )}
            {refund.status === 'failed' && (
              <Form action={retry} context={context} hidden={{ refund_id: String(refund.id) }} class="decide">
                <button class="button" type="submit">
                  Try it again
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
