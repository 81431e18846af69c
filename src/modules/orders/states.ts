import { defineMoves } from '../../kernel/moves.ts';
import type { LINE_STATUSES, ORDER_STATUSES, REFUND_STATUSES } from './schema.ts';

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type LineStatus = (typeof LINE_STATUSES)[number];

/** The states of an order. Nothing else writes its status. */
export const orderMoves = defineMoves<OrderStatus>('order')({
  pay: { from: ['pending'], to: 'paid' },
  expire: { from: ['pending'], to: 'expired' },
  cancel: { from: ['pending'], to: 'cancelled' },
  refund_part: { from: ['paid', 'partially_refunded'], to: 'partially_refunded' },
  refund: { from: ['paid', 'partially_refunded'], to: 'refunded' },
});

export const lineMoves = defineMoves<LineStatus>('order_line')({
  fulfil: { from: ['waiting', 'with_the_team'], to: 'fulfilled' },
  hand_over: { from: ['waiting'], to: 'with_the_team' },
  // A line that cannot be delivered is given up and refunded.
  give_up: { from: ['waiting', 'with_the_team'], to: 'failed' },
});

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** The states of a refund. A failed one is retried by the team, or turns out to have been made after all. */
export const refundMoves = defineMoves<RefundStatus>('refund')({
  make: { from: ['asked', 'failed'], to: 'made' },
  // Also after it was made: the buyer's bank may return the money.
  fail: { from: ['asked', 'made'], to: 'failed' },
  try_again: { from: ['failed'], to: 'asked' },
});
