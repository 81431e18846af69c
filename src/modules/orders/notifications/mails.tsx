import type { Site } from '../../../kernel/context.ts';
import { formatLongWeek } from '../../../kernel/time/weeks.ts';
import { quoteName } from '../../accounts/mail/quoting.ts';
import { type MailMessage, type MailSection, renderMail } from '../../accounts/mail/render-mail.tsx';
import { dashboardPath } from '../../sites/addresses.ts';
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

export interface NotifiedLine extends Pick<LineRow, 'id' | 'product' | 'name' | 'listing_id' | 'week_on' | 'status' | 'note'> {
  listing_name: string | null;
}

export interface NotificationText {
  key: string;
  title: string;
  says: [string, ...string[]];
  link?: string;
  /** Further links of the mail. */
  more?: MailSection['items'];
}

const buildOrderNotification = (
  site: Site,
  url: string,
  { key, title, says, link, more = [] }: NotificationText & { link: string },
): OrderNotification => ({
  key,
  title,
  body: says[0],
  url,
  mail: renderMail(site, {
    subject: title,
    says,
    sections: more.length > 0 ? [{ items: more }] : [],
    link: { name: link, href: site.root + url },
  }),
});

export const buildBuyerNotification = (site: Site, { number }: NotifiedOrder, text: NotificationText): OrderNotification =>
  buildOrderNotification(site, `/orders/${number}`, { link: 'View order', ...text });
export const buildTeamNotification = (site: Site, { number }: NotifiedOrder, text: NotificationText): OrderNotification =>
  buildOrderNotification(site, `/admin/orders/${number}`, { link: 'View order', ...text });

/** Receipts go to any address entered at checkout, and the team gets mail about every order, so the listing's name is untrusted text. */
const describeLine = ({ name, listing_name }: NotifiedLine): string =>
  listing_name ? `${name} for ${quoteName(listing_name, 'a listing')}` : name;
const describeLineWithWeek = (line: NotifiedLine): string =>
  line.week_on ? `${describeLine(line)}, in the week of ${formatLongWeek(line.week_on)}` : describeLine(line);
const bulletLines = (lines: NotifiedLine[]): string[] => lines.map((line) => `• ${describeLineWithWeek(line)}`);

const describeDiscount = ({ promo_code, discount_cents }: NotifiedOrder): string[] =>
  promo_code === null ? [] : [`Your promo code ${promo_code} saved you ${formatOrderAmount(discount_cents)}.`];

/** What was bought and what happens with each item, as far as it is known. */
const purchasedLines = (lines: NotifiedLine[], is_reviewed: boolean): string[] =>
  lines.map((line) => {
    const waiting = `We’ll email you when it’s done.${is_reviewed ? ' The site’s team may look at your listing first.' : ''}`;
    const progress = line.status === 'waiting' ? waiting : line.note;
    return `• ${describeLineWithWeek(line)}${progress ? `. ${progress}` : ''}`;
  });

const launchLink = (site: Site, lines: NotifiedLine[]): MailSection['items'] => {
  const launch = lines.find(({ product, status, listing_id }) => product === 'launch' && status === 'fulfilled' && listing_id !== null);
  if (!launch) return [];
  const href = `${site.root}${dashboardPath(launch.listing_id!)}/free`;
  return [{ name: 'Your launch', href, text: 'Share it, get the badge and see what happens next.' }];
};

/** A paid order, with the number of its invoice. */
type PaidOrder = NotifiedOrder & { invoice: string | null };

/** An order that a promo code made free. */
const freeOrderText = (site: Site, order: NotifiedOrder, lines: NotifiedLine[], is_reviewed: boolean): NotificationText => ({
  key: `order ${order.number} paid`,
  title: `Your order ${order.number} is confirmed`,
  says: [
    `Your order ${order.number} is confirmed. Thank you.`,
    ...purchasedLines(lines, is_reviewed),
    ...describeDiscount(order),
    'There was nothing to pay, so there is no invoice. The order’s page shows the status of each item.',
  ],
  more: launchLink(site, lines),
});

const receiptText = (site: Site, order: PaidOrder, lines: NotifiedLine[], is_reviewed: boolean): NotificationText => ({
  key: `order ${order.number} paid`,
  title: `Your order ${order.number} is paid`,
  says: [
    `Thank you. We received ${formatOrderAmount(order.total_cents)} for your order ${order.number}.`,
    ...purchasedLines(lines, is_reviewed),
    ...describeDiscount(order),
    'The order page shows the status of each item and has your invoice as a PDF.',
  ],
  more: [
    ...launchLink(site, lines),
    ...(order.invoice
      ? [{ name: `Invoice ${order.invoice} (PDF)`, href: `${site.root}/orders/${order.number}/invoice.pdf`, text: '' }]
      : []),
  ],
  link: 'View order and invoice',
});

/** The one mail about a purchase: receipt, what happens next, invoice. `is_reviewed` says that the team approves listings. */
export const orderPaidText = (site: Site, order: PaidOrder, lines: NotifiedLine[], is_reviewed: boolean): NotificationText =>
  order.total_cents === 0 ? freeOrderText(site, order, lines, is_reviewed) : receiptText(site, order, lines, is_reviewed);

export const lineDeliveredText = (line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} delivered`,
  title: `Done: ${describeLine(line)}`,
  says: [line.note ?? `${describeLineWithWeek(line)} is complete.`],
});

/** One mail for lines that were delivered close together. */
export const linesDeliveredMail = (site: Site, order: NotifiedOrder, lines: NotifiedLine[]): MailMessage => {
  if (lines.length === 1) return buildBuyerNotification(site, order, lineDeliveredText(lines[0]!)).mail;
  return renderMail(site, {
    subject: `${lines.length} items of your order ${order.number} are complete`,
    says: [
      `These items of your order ${order.number} are complete:`,
      ...lines.map((line) => `• ${describeLineWithWeek(line)}${line.note ? `: ${line.note}` : ''}`),
    ],
    link: { name: 'View order', href: `${site.root}/orders/${order.number}` },
  });
};

export const handedOverText = (site: Site, line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} handed_over`,
  title: `In progress: ${describeLine(line)}`,
  says: [
    `The ${site.name} team is now working on ${describeLine(line)}.`,
    ...(line.note ? [line.note] : []),
    'You don’t need to do anything. The order page shows each step as we complete it.',
  ],
  link: 'Follow progress',
});

/** What has happened with a line so far, if anything. */
export const progressText = (site: Site, line: NotifiedLine): NotificationText | null => {
  if (line.status === 'fulfilled') return lineDeliveredText(line);
  return line.status === 'with_the_team' ? handedOverText(site, line) : null;
};

export const toDoText = (order: NotifiedOrder, line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} to_do`,
  title: `To do: ${describeLine(line)}`,
  says: [`${describeLine(line)} (order ${order.number}) is waiting for the team.`, ...(line.note ? [line.note] : [])],
});

export const givenUpText = (order: NotifiedOrder, line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} given_up`,
  title: `We could not deliver ${describeLine(line)}`,
  says: [
    `We’re sorry: we couldn’t deliver ${describeLine(line)} of your order ${order.number}. We’re refunding it to your original payment method.`,
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
  title: `Refund of ${formatOrderAmount(refund.amount_cents)} for order ${order.number}`,
  says: [
    `We refunded ${formatOrderAmount(refund.amount_cents)} of your order ${order.number}${refund.line ? ` for ${describeLine(refund.line)}` : ''}. It can take a few days to arrive, depending on your bank.`,
    `Reason: ${refund.reason}`,
    ...(refund.credit_note ? [`You can download the credit note ${refund.credit_note} on the order page.`] : []),
  ],
});

export const refundFailedText = (order: NotifiedOrder, refund: NotifiedRefund): NotificationText => ({
  key: `refund ${refund.id} failed`,
  title: `Refund of ${formatOrderAmount(refund.amount_cents)} failed: ${order.number}`,
  says: [
    `The payment provider rejected the refund of ${formatOrderAmount(refund.amount_cents)} for order ${order.number}${refund.trouble ? `: ${refund.trouble}` : '.'}`,
    'Try again, or refund the buyer another way.',
  ],
});

export interface NotifiedPayment {
  id: number;
  received_cents: number;
  use: 'late' | 'twice' | 'wrong_amount';
}

const STRAY_REASONS: Record<NotifiedPayment['use'], string> = {
  late: 'it arrived after the order had closed',
  twice: 'the order was already paid',
  wrong_amount: 'the amount doesn’t match the order',
};

const STRAY_ADVICE: Record<NotifiedPayment['use'], string> = {
  late: 'Nothing was delivered. If you still want it, please place a new order.',
  twice: 'Your order is paid, and nothing changes for it.',
  wrong_amount: 'Your order is still unpaid. You can pay it on the order page while it’s open.',
};

export const paymentReturnedText = (order: NotifiedOrder, { id, received_cents, use }: NotifiedPayment): NotificationText => ({
  key: `payment ${id} goes_back`,
  title: `We’re refunding ${formatOrderAmount(received_cents)}`,
  says: [
    `We received ${formatOrderAmount(received_cents)} for your order ${order.number}, but ${STRAY_REASONS[use]}. We’re refunding the full amount to your original payment method.`,
    STRAY_ADVICE[use],
  ],
});

export const strayPaymentText = (order: NotifiedOrder, { id, received_cents, use }: NotifiedPayment): NotificationText => ({
  key: `payment ${id} stray`,
  title: `Refunding ${formatOrderAmount(received_cents)} for ${order.number}`,
  says: [
    `We received ${formatOrderAmount(received_cents)} for order ${order.number}, but ${STRAY_REASONS[use]}. It is refunded automatically, and the buyer was notified.`,
  ],
});

export const disputedText = (order: NotifiedOrder, payment_id: number): NotificationText => ({
  key: `payment ${payment_id} disputed`,
  title: `Payment dispute for ${order.number}`,
  says: [`The buyer of order ${order.number} disputed the payment with their bank. Respond at the payment provider before its deadline.`],
});

export const orderExpiredText = (order: NotifiedOrder, lines: NotifiedLine[]): NotificationText => ({
  key: `order ${order.number} expired`,
  title: `Your order ${order.number} has expired`,
  says: [
    `Your order ${order.number} wasn’t paid in time and has expired. You owe nothing, and its launch weeks are open to others again.`,
    ...bulletLines(lines),
    'If you still want it, place a new order with the current prices and weeks.',
  ],
});
