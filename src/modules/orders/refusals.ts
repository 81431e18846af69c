import { type RefusalText, refusals } from '../../kernel/refusals.ts';

export const ORDER_REFUSALS = {
  ...refusals(400, {
    order_not_possible: 'Correct the items listed in errors and send the request again. list_products shows what is on offer.',
    checkout_unavailable: 'This site cannot take orders at the moment: its team has not said who sells, or how one pays.',
    too_many_held_places: 'Your unpaid orders hold as many places in launch weeks as one account may. Pay or cancel one of them first.',
    week_full: 'A week of this order is full since it is no longer held for you. Choose another week on the checkout page, then pay.',
    order_not_pending: 'Only an order that has not been paid, cancelled or expired can be changed or paid. get_order shows how it stands.',
    order_line_settled: [
      'Order line not with the team',
      'Only a line that was handed to the team can be changed by it. Look at the order again.',
    ],
    order_line_obstacle: ['Not deliverable', 'Something is still in the way of this delivery.'],
    team_tasks_open: ['Steps open', 'Mark each step as done or not possible first, then finish the item.'],
    notice_not_signed: 'Only the payment provider’s own notices are taken here, signed within the last five minutes.',
    notice_not_readable: 'The signature is right, but the body is not an event in JSON.',
    billing_needed: ['Billing details needed', 'Say first whom the invoice is for.'],
    payment_unavailable: 'The payment provider cannot be reached at the moment. Nothing was charged. Try again in a minute.',
    payment_declined: 'The payment was declined. Nothing was charged.',
    nothing_to_refund: 'All of this was given back already.',
  }),
  ...refusals(404, {
    invoice_not_found: 'This order has no such invoice: it is issued when the order is paid.',
    order_not_found: 'You have no order with this number. list_my_orders shows them all.',
    order_line_not_found: 'This site has no such line of an order.',
    team_task_not_found: ['Step not found', 'This site has no such step.'],
  }),
};

declare module '../../kernel/refusals.ts' {
  interface RefusalTexts extends Record<keyof typeof ORDER_REFUSALS, RefusalText> {}
}
