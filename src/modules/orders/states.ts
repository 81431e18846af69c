import { machine } from '../../kernel/states.ts';
import type { LINE_STATUSES, ORDER_STATUSES } from './schema.ts';

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type LineStatus = (typeof LINE_STATUSES)[number];

/** The way of an order (SPEC 3.4). Nothing else writes its status. */
export const ORDER_MOVES = machine<OrderStatus>()({
  pay: { from: ['pending'], to: 'paid' },
  expire: { from: ['pending'], to: 'expired' },
  cancel: { from: ['pending'], to: 'cancelled' },
  refund_part: { from: ['paid', 'partially_refunded'], to: 'partially_refunded' },
  refund: { from: ['paid', 'partially_refunded'], to: 'refunded' },
});

/** The way of a line once its order is paid. */
export const LINE_MOVES = machine<LineStatus>()({
  fulfil: { from: ['waiting', 'with_the_team'], to: 'fulfilled' },
  hand_over: { from: ['waiting'], to: 'with_the_team' },
  // What cannot be delivered is given up, and its money goes back.
  give_up: { from: ['waiting', 'with_the_team'], to: 'failed' },
});

export type RefundStatus = 'asked' | 'made' | 'failed';

/** The way of money that goes back. One that failed is tried again by the team, or found to have been made after all. */
export const REFUND_MOVES = machine<RefundStatus>()({
  make: { from: ['asked', 'failed'], to: 'made' },
  // Also after it was made: the buyer's bank may send it back.
  fail: { from: ['asked', 'made'], to: 'failed' },
  try_again: { from: ['failed'], to: 'asked' },
});
