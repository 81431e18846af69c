import type { Site } from '../../../kernel/context.ts';
import { formatLongDay } from '../../../kernel/time/weeks.ts';
import { type MailMessage, renderMail } from '../../accounts/mail/mails.tsx';
import { quoteName } from '../../accounts/mail/quoting.ts';
import type { LineRow, OrderRow } from '../queries.ts';

/** A one-time notification about an order, by mail and on the site. */
export interface OrderNotification {
  /** Deduplication key. */
  key: string;
  title: string;
  body: string;
  /** A path on the site. */
  url: string;
  mail: MailMessage;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const formatOrderAmount = (cents: number): string => dollars.format(cents / 100);

export type NotifiedOrder = Pick<OrderRow, 'number' | 'total_cents' | 'promo_code' | 'discount_cents'>;

export interface NotifiedLine extends Pick<LineRow, 'id' | 'name' | 'week_on' | 'note'> {
  listing_name: string | null;
}

export interface NotificationText {
  key: string;
  title: string;
  says: [string, ...string[]];
  link?: string;
}

const buildOrderNotification = (site: Site, url: string, { key, title, says, link }: Required<NotificationText>): OrderNotification => ({
  key,
  title,
  body: says[0],
  url,
  mail: renderMail(site, { subject: title, says, link: { name: link, href: site.root + url } }),
});

export const buildBuyerNotification = (site: Site, { number }: NotifiedOrder, text: NotificationText): OrderNotification =>
  buildOrderNotification(site, `/orders/${number}`, { link: 'Your order', ...text });
export const buildTeamNotification = (site: Site, { number }: NotifiedOrder, text: NotificationText): OrderNotification =>
  buildOrderNotification(site, `/admin/orders/${number}`, { link: 'See the order', ...text });

/** Receipts go to any address entered at checkout, and the team gets mail about every order, so the listing's name is untrusted text. */
const describeLine = ({ name, listing_name }: NotifiedLine): string =>
  listing_name ? `${name} for ${quoteName(listing_name, 'a listing')}` : name;
const describeLineWithWeek = (line: NotifiedLine): string =>
  line.week_on ? `${describeLine(line)}, in the week of ${formatLongDay(line.week_on)}` : describeLine(line);
const bulletLines = (lines: NotifiedLine[]): string[] => lines.map((line) => `• ${describeLineWithWeek(line)}`);

const describeDiscount = ({ promo_code, discount_cents }: NotifiedOrder): string[] =>
  promo_code === null ? [] : [`Your promo code ${promo_code} saved you ${formatOrderAmount(discount_cents)}.`];

/** An order that a promo code made free. */
const freeOrderText = (order: NotifiedOrder, lines: NotifiedLine[]): NotificationText => ({
  key: `order ${order.number} paid`,
  title: `Your order ${order.number} is confirmed`,
  says: [
    `Your order ${order.number} is confirmed. Thank you.`,
    ...bulletLines(lines),
    ...describeDiscount(order),
    'There was nothing to pay, so there is no invoice. The order’s page shows the status of each item.',
  ],
});

export const orderPaidText = (order: NotifiedOrder, lines: NotifiedLine[], invoice: string | null): NotificationText =>
  order.total_cents === 0 ? freeOrderText(order, lines) : receiptText(order, lines, invoice);

const receiptText = (order: NotifiedOrder, lines: NotifiedLine[], invoice: string | null): NotificationText => ({
  key: `order ${order.number} paid`,
  title: `Your order ${order.number} is paid`,
  says: [
    `We have received ${formatOrderAmount(order.total_cents)} for your order ${order.number}. Thank you.`,
    ...bulletLines(lines),
    ...describeDiscount(order),
    `Its page shows how each part stands, and has your invoice ${invoice ? `${invoice} ` : ''}as a PDF.`,
  ],
  link: 'Your order and invoice',
});

export const lineDeliveredText = (line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} delivered`,
  title: `Done: ${describeLine(line)}`,
  says: [line.note ?? `${describeLineWithWeek(line)}: it is done.`],
});

/** One mail for lines that were delivered close together. */
export const linesDeliveredMail = (site: Site, order: NotifiedOrder, lines: NotifiedLine[]): MailMessage => {
  if (lines.length === 1) return buildBuyerNotification(site, order, lineDeliveredText(lines[0]!)).mail;
  return renderMail(site, {
    subject: `${lines.length} parts of your order ${order.number} are done`,
    says: [
      `Of your order ${order.number} this is done:`,
      ...lines.map((line) => `• ${describeLineWithWeek(line)}${line.note ? `: ${line.note}` : ''}`),
    ],
    link: { name: 'Your order', href: `${site.root}/orders/${order.number}` },
  });
};

export const handedOverText = (site: Site, line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} handed_over`,
  title: `Our team is at it: ${describeLine(line)}`,
  says: [
    `${describeLine(line)} is now with the people of ${site.name}.`,
    ...(line.note ? [line.note] : []),
    'The order’s page shows each step as it is done; you need to do nothing.',
  ],
  link: 'See how it goes',
});

export const toDoText = (order: NotifiedOrder, line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} to_do`,
  title: `To do: ${describeLine(line)}`,
  says: [`${describeLine(line)}, of order ${order.number}, waits for the team.`, ...(line.note ? [line.note] : [])],
});

export const givenUpText = (order: NotifiedOrder, line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} given_up`,
  title: `We could not deliver ${describeLine(line)}`,
  says: [
    `${describeLine(line)}, of your order ${order.number}, could not be delivered. We are sorry. What you paid for it goes back the way it came.`,
    ...(line.note ? [line.note] : []),
  ],
});

export interface NotifiedRefund {
  id: number;
  amount_cents: number;
  reason: string;
  trouble: string | null;
  line: NotifiedLine | null;
  credit_note: string | null;
}

export const refundedText = (order: NotifiedOrder, refund: NotifiedRefund): NotificationText => ({
  key: `refund ${refund.id} made`,
  title: `${formatOrderAmount(refund.amount_cents)} of order ${order.number} went back to you`,
  says: [
    `We have sent back ${formatOrderAmount(refund.amount_cents)} of your order ${order.number}${refund.line ? `, for ${describeLine(refund.line)}` : ''}. Depending on your bank it arrives within some days.`,
    `Reason: ${refund.reason}`,
    ...(refund.credit_note ? [`The credit note ${refund.credit_note} is on the order’s page as a PDF.`] : []),
  ],
});

export const refundFailedText = (order: NotifiedOrder, refund: NotifiedRefund): NotificationText => ({
  key: `refund ${refund.id} failed`,
  title: `A refund of ${formatOrderAmount(refund.amount_cents)} failed: ${order.number}`,
  says: [
    `The payment provider did not make the refund of ${formatOrderAmount(refund.amount_cents)} of order ${order.number}${refund.trouble ? `: ${refund.trouble}` : '.'}`,
    'The money is still here and has to go back in another way.',
  ],
});

export interface NotifiedPayment {
  id: number;
  received_cents: number;
  use: 'late' | 'twice' | 'wrong_amount';
}

const STRAY_REASONS: Record<NotifiedPayment['use'], string> = {
  late: 'it came after the order had ended',
  twice: 'the order was paid already',
  wrong_amount: 'it is not the amount the order asks for',
};

const STRAY_ADVICE: Record<NotifiedPayment['use'], string> = {
  late: 'Nothing was delivered for it. If you still want it, order again.',
  twice: 'Your order itself is paid and stays as it is.',
  wrong_amount: 'The order is not paid by it. You can pay it on its page while it is open.',
};

export const paymentReturnedText = (order: NotifiedOrder, { id, received_cents, use }: NotifiedPayment): NotificationText => ({
  key: `payment ${id} goes_back`,
  title: `${formatOrderAmount(received_cents)} goes back to you`,
  says: [
    `We received ${formatOrderAmount(received_cents)} for your order ${order.number}, but ${STRAY_REASONS[use]}. All of it goes back the way it came.`,
    STRAY_ADVICE[use],
  ],
});

export const strayPaymentText = (order: NotifiedOrder, { id, received_cents, use }: NotifiedPayment): NotificationText => ({
  key: `payment ${id} stray`,
  title: `${formatOrderAmount(received_cents)} for ${order.number} goes back`,
  says: [
    `${formatOrderAmount(received_cents)} came in for order ${order.number}, but ${STRAY_REASONS[use]}. It goes back by itself; the buyer was told.`,
  ],
});

export const disputedText = (order: NotifiedOrder, payment_id: number): NotificationText => ({
  key: `payment ${payment_id} disputed`,
  title: `A payment of ${order.number} is disputed`,
  says: [
    `The buyer of order ${order.number} has asked their bank for the money back. Answer it at the payment provider before its deadline.`,
  ],
});

export const orderExpiredText = (order: NotifiedOrder, lines: NotifiedLine[]): NotificationText => ({
  key: `order ${order.number} expired`,
  title: `Your order ${order.number} has expired`,
  says: [
    `Your order ${order.number} was not paid in time and has ended. You owe nothing, and weeks it held are free again.`,
    ...bulletLines(lines),
    'If you still want it, order again: prices and weeks are then as they stand that day.',
  ],
});
