import type { RefusalText } from '../../kernel/refusals.ts';

export const ORDER_REFUSALS = {
  order_not_possible: {
    status: 400,
    title: 'Order not possible',
    detail: 'Correct the items listed in errors and send the request again. list_products shows what is on offer.',
  },
  checkout_unavailable: {
    status: 400,
    title: 'Checkout unavailable',
    detail: 'This site cannot take orders at the moment: its team has not said who sells, or how one pays.',
  },
  invoice_not_found: {
    status: 404,
    title: 'Invoice not found',
    detail: 'This order has no such invoice: it is issued when the order is paid.',
  },
  too_many_held_places: {
    status: 400,
    title: 'Too many held places',
    detail: 'Your unpaid orders hold as many places in launch weeks as one account may. Pay or cancel one of them first.',
  },
  week_full: {
    status: 400,
    title: 'Week full',
    detail: 'A week of this order is full since it is no longer held for you. Choose another week on the checkout page, then pay.',
  },
  order_not_found: { status: 404, title: 'Order not found', detail: 'You have no order with this number. list_my_orders shows them all.' },
  order_not_pending: {
    status: 400,
    title: 'Order not pending',
    detail: 'Only an order that has not been paid, cancelled or expired can be changed or paid. get_order shows how it stands.',
  },
  order_line_not_found: { status: 404, title: 'Order line not found', detail: 'This site has no such line of an order.' },
  order_line_settled: {
    status: 400,
    title: 'Order line not with the team',
    detail: 'Only a line that was handed to the team can be changed by it. Look at the order again.',
  },
  order_line_obstacle: { status: 400, title: 'Not deliverable', detail: 'Something is still in the way of this delivery.' },
  team_task_not_found: { status: 404, title: 'Step not found', detail: 'This site has no such step.' },
  team_tasks_open: {
    status: 400,
    title: 'Steps open',
    detail: 'Say of each step first that it is done or cannot be done; then the line can be finished.',
  },
  notice_not_signed: {
    status: 400,
    title: 'Notice not signed',
    detail: 'Only the payment provider’s own notices are taken here, signed within the last five minutes.',
  },
  notice_not_readable: {
    status: 400,
    title: 'Notice not readable',
    detail: 'The signature is right, but the body is not an event in JSON.',
  },
  billing_needed: { status: 400, title: 'Billing details needed', detail: 'Say first whom the invoice is for.' },
  payment_unavailable: {
    status: 400,
    title: 'Payment unavailable',
    detail: 'The payment provider cannot be reached at the moment. Nothing was charged. Try again in a minute.',
  },
  payment_declined: { status: 400, title: 'Payment declined', detail: 'The payment was declined. Nothing was charged.' },
  nothing_to_refund: { status: 400, title: 'Nothing to refund', detail: 'All of this was given back already.' },
} as const satisfies Record<string, RefusalText>;

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof ORDER_REFUSALS, RefusalText> {}
}
