import type { Db } from '../../../kernel/context.ts';
import { enqueue, type JobSpec } from '../../../kernel/jobs.ts';

export interface OrderEvent {
  kind: /** An order was paid: receipt, invoice, what was delivered at once, what happens next. `id` is the order. */
    | 'paid'
    /** Lines were delivered; all new ones are notified together, in the mail about the purchase if they can be. `id` is the order. */
    | 'delivered'
    /** A line was handed to the team, which is notified too. `id` is the line. */
    | 'handed_over'
    /** A line cannot be delivered and is refunded. `id` is the line. */
    | 'given_up'
    /** Money of a paid order was refunded. `id` is the refund. */
    | 'refunded'
    /** A payment is returned because it was late, double or of the wrong amount; the team is notified too. `id` is the payment. */
    | 'goes_back'
    /** The provider refused a refund; only the team is notified. `id` is the refund. */
    | 'refund_failed'
    /** The buyer disputed a payment at their bank; the team is notified. `id` is the payment. */
    | 'disputed'
    /** The order was not paid in time. `id` is the order. */
    | 'expired';
  id: number;
}

/** Deliveries come close together, right after the payment; waiting a little gets them all into one mail. */
const BATCH_SECONDS = 20;
const BATCHED: OrderEvent['kind'][] = ['paid', 'delivered', 'handed_over'];

/** Fulfilment goes before notifications. */
const LOW_PRIORITY = 1;

export const TELL_OF_ORDER: JobSpec<OrderEvent> = { name: 'tell_of_order', attempts: 10 };

/** Enqueues the notifications of an event, in the transaction of the event. Safe to call more than once. */
export const notifyAboutOrder = (
  sql: Db,
  { kind, id }: OrderEvent,
  in_seconds = BATCHED.includes(kind) ? BATCH_SECONDS : 0,
): Promise<void> => enqueue(sql, TELL_OF_ORDER, { kind, id }, { key: `tell ${kind} ${id}`, priority: LOW_PRIORITY, in_seconds });
