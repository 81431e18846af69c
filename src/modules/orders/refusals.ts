import { msg } from '../../kernel/language/messages.ts';
import { refusals } from '../../kernel/refusals.ts';

export const ORDER_REFUSALS = {
  ...refusals(400, {
    order_not_possible: 'Correct the items listed in errors and send the request again. list_products shows what is on offer.',
    checkout_unavailable: msg('This site can’t take orders yet: the seller or the payment provider isn’t set up.'),
    too_many_held_places: msg('Your unpaid orders already reserve the maximum number of launch slots. Pay or cancel one first.'),
    week_full: msg('A launch week of this order is now full. Choose another week on the checkout page, then pay.'),
    order_not_pending: msg('This order is already paid, cancelled or expired. get_order shows its status.'),
    order_line_settled: ['Order item not with the team', msg('This item isn’t with the team. Reload the order.')],
    order_line_obstacle: ['Not deliverable', msg('This item can’t be delivered yet.')],
    team_tasks_open: ['Open steps', msg('Mark each step as done or not possible first, then finish the item.')],
    notice_not_signed: 'Only events signed by the payment provider within the last five minutes are accepted.',
    notice_not_readable: 'The signature is valid, but the body is not a JSON event.',
    billing_needed: ['Billing details needed', msg('Enter the billing details first.')],
    payment_unavailable: msg('The payment provider cannot be reached at the moment. Nothing was charged. Try again in a minute.'),
    payment_declined: msg('The payment was declined. Nothing was charged.'),
    nothing_to_refund: msg('This was already refunded in full.'),
  }),
  ...refusals(404, {
    invoice_not_found: msg('This order has no such invoice. Invoices are issued after payment.'),
    order_not_found: msg('You have no order with this number. list_my_orders shows them all.'),
    order_line_not_found: msg('This site has no such order item.'),
    team_task_not_found: ['Step not found', msg('This site has no such step.')],
  }),
};
