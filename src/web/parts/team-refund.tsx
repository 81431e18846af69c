import type { TeamOrder } from '../../modules/orders/whole-order.ts';
import { to } from '../addresses.ts';
import { dollars } from '../money.ts';
import type { Here } from '../page.ts';
import { SentChoice } from './choice-field.tsx';
import { Field, Form } from './form.tsx';
import { Moment } from './moment.tsx';
import { OfWhat } from './of-what.tsx';
import { REFUND_SAYS } from './order-words.ts';

/** Gives money back: all that is left, a line's, or a part. */
export const RefundForm = ({ order, here }: { order: TeamOrder; here: Here }) => {
  const left = order.total_cents - order.refunded_cents;
  if (!order.paid_at || left <= 0) return null;
  const action = to.adminOrderAct(order.number, 'refund');
  const lines = order.lines.flatMap(({ id, name, amount_cents, vat_cents, refunded_cents }) => {
    const of_line = amount_cents + vat_cents - refunded_cents;
    return of_line > 0 ? [{ value: String(id), name: `${name}, ${dollars(of_line)} left` }] : [];
  });
  return (
    <section class="block" aria-labelledby="refund">
      <h2 id="refund">Give money back</h2>
      <p>Up to {dollars(left)}, VAT included. The buyer is told, and gets a credit note. What was delivered is not taken away by it.</p>
      <Form action={action} here={here} hidden={{ went_back: String(order.refunded_cents) }}>
        <SentChoice action={action} here={here} name="line" label="Of what" none="The whole order" offered={lines} value={null} />
        <Field
          action={action}
          here={here}
          name="amount"
          label="Amount in dollars"
          type="amount"
          hint="Left empty: all that is left of it."
          maxlength={16}
        />
        <Field action={action} here={here} name="reason" label="Why, for the buyer" autocomplete="off" required maxlength={500} />
        <button class="button button-grave" type="submit">
          Give it back
        </button>
      </Form>
    </section>
  );
};

/** What went back or is on its way, and what the provider refused. */
export const TeamRefunds = ({ order, here }: { order: TeamOrder; here: Here }) => {
  const retry = to.adminOrderAct(order.number, 'retry');
  return order.refunds.length > 0 ? (
    <section class="block" aria-labelledby="refunds">
      <h2 id="refunds">Refunds</h2>
      <ul class="refunds">
        {order.refunds.map((refund) => (
          <li>
            <p>
              <strong class="cents">{dollars(refund.amount_cents)}</strong>
              {refund.line_id !== null && ` for ${order.lines.find(({ id }) => id === refund.line_id)?.name ?? 'a line'}`},{' '}
              {REFUND_SAYS[refund.status]}, <Moment at={refund.created_at} now={here.now} /> by <bdi>{refund.by ?? 'a rule'}</bdi>:{' '}
              <q dir="auto">{refund.reason}</q>
            </p>
            {refund.trouble && (
              <p class="form-trouble" dir="auto">
                {refund.trouble}
              </p>
            )}
            {refund.status === 'failed' && (
              <Form action={retry} here={here} hidden={{ refund_id: String(refund.id) }} class="decide">
                <button class="button" type="submit">
                  Try it again
                  <OfWhat name={dollars(refund.amount_cents)} />
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  ) : null;
};
