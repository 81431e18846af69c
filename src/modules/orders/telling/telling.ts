import type { Db } from '../../../kernel/context.ts';
import { enqueue } from '../../../kernel/job.ts';
import { DUE } from '../due.ts';

/** What can be told of an order, and what its number is the number of. */
export interface OrderNews {
  kind: /** An order was paid: receipt, invoice, what happens next. `id` is the order. */
    | 'paid'
    /** Lines were delivered; those not told yet are told together. `id` is the order. */
    | 'delivered'
    /** A line was handed to the team, who is told too. `id` is the line. */
    | 'handed_over'
    /** A line cannot be delivered and its money goes back. `id` is the line. */
    | 'given_up'
    /** Money of a paid order went back. `id` is the refund. */
    | 'refunded'
    /** Money that pays no order goes back: late, twice or a wrong amount; the team is told too. `id` is the payment. */
    | 'goes_back'
    /** The provider refused a refund: the team is told, not the buyer. `id` is the refund. */
    | 'refund_failed'
    /** A buyer asked their bank for the money of a payment: the team is told. `id` is the payment. */
    | 'disputed'
    /** Nobody paid in time. `id` is the order. */
    | 'expired';
  id: number;
}

/** Deliveries of one order come close together; they make one letter. */
const TOGETHER_SECONDS = 20;

/** What was paid for is delivered before anybody reads about it. */
const BEHIND = 1;

/** Has a buyer told something of an order, once, in the transaction of what is told. Say it as often as you like. */
export const tellOfOrder = (sql: Db, { kind, id }: OrderNews): Promise<void> =>
  enqueue(sql, DUE.tell_of_order as never, { kind, id } as never, {
    key: `tell ${kind} ${id}`,
    priority: BEHIND,
    ...(kind === 'delivered' && { in_seconds: TOGETHER_SECONDS }),
  });
