import type { LineStatus, OrderStatus } from '../../modules/orders/states.ts';
import type { LineTask, PaymentRow, RefundRow } from '../../modules/orders/whole-queries.ts';

/** How orders, lines, tasks and money stand, in words. */

/** Back from paying, the buyer is not told again that it is not paid. */
export type Standing = OrderStatus | 'confirming';

export const ORDER_SAYS: Record<Standing, string> = {
  pending: 'Not paid yet',
  confirming: 'Being confirmed',
  paid: 'Paid',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

/** A line that waits, waits for what its order does. */
const WAITING_SAYS: Record<Standing, string> = {
  ...ORDER_SAYS,
  pending: 'Waits for the payment',
  paid: 'On its way',
  partially_refunded: 'On its way',
};

export const sayLine = (status: LineStatus, order: Standing): string =>
  ({ waiting: WAITING_SAYS[order], with_the_team: 'With the team', fulfilled: 'Delivered', failed: 'Not possible' })[status];

export const TASK_SAYS: Record<LineTask['status'], string> = {
  to_do: 'To do',
  doing: 'Under way',
  done: 'Done',
  not_possible: 'Not possible',
};

export const REFUND_SAYS: Record<RefundRow['status'], string> = {
  asked: 'on its way',
  made: 'made',
  failed: 'failed',
};

export const USE_SAYS: Record<NonNullable<PaymentRow['use']>, string> = {
  pays: 'pays the order',
  late: 'came late, so it goes back',
  twice: 'came twice, so it goes back',
  wrong_amount: 'was another amount, so it goes back',
};
