import type { LineStatus, OrderStatus } from '../../modules/orders/states.ts';
import type { LineTask, PaymentRow, RefundRow } from '../../modules/orders/whole-queries.ts';

/** How orders, lines, tasks and money stand, in words. */

export const ORDER_SAYS: Record<OrderStatus, string> = {
  pending: 'Not paid yet',
  paid: 'Paid',
  refunded: 'Refunded',
  partially_refunded: 'Partly refunded',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

/** A line that waits is said by whether its order is paid. */
export const sayLine = (status: LineStatus, paid: boolean): string => {
  if (status === 'waiting') return paid ? 'On its way' : 'Waits for the payment';
  return { with_the_team: 'With the team', fulfilled: 'Delivered', failed: 'Not possible' }[status];
};

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
