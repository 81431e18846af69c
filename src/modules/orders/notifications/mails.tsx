import type { Site } from '../../../kernel/context.ts';
import { perLanguage } from '../../../kernel/language/locale.ts';
import { msg, t, texts } from '../../../kernel/language/messages.ts';
import { formatLongWeek } from '../../../kernel/time/weeks.ts';
import { quoteName } from '../../accounts/mail/quoting.ts';
import { localUrl, type MailMessage, type MailSection, renderMail } from '../../accounts/mail/render-mail.tsx';
import { dashboardPath } from '../../sites/addresses.ts';
import { productName } from '../products.ts';
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

const dollars = perLanguage(({ numbers }) => new Intl.NumberFormat(numbers, { style: 'currency', currency: 'USD' }));
const formatOrderAmount = (cents: number): string => dollars().format(cents / 100);

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
    link: { name: link, href: localUrl(site, url) },
  }),
});

export const buildBuyerNotification = (site: Site, { number }: NotifiedOrder, text: NotificationText): OrderNotification =>
  buildOrderNotification(site, `/orders/${number}`, { link: t('View order'), ...text });
export const buildTeamNotification = (site: Site, { number }: NotifiedOrder, text: NotificationText): OrderNotification =>
  buildOrderNotification(site, `/admin/orders/${number}`, { link: t('View order'), ...text });

/** Receipts go to any address entered at checkout, and the team gets mail about every order, so the listing's name is untrusted text. */
const describeLine = (line: NotifiedLine): string => {
  const item = productName(line);
  return line.listing_name ? t('{item} for {listing}', { item, listing: quoteName(line.listing_name, t('a listing')) }) : item;
};
const describeLineWithWeek = (line: NotifiedLine): string =>
  line.week_on ? t('{item}, in the week of {week}', { item: describeLine(line), week: formatLongWeek(line.week_on) }) : describeLine(line);
const bulletLines = (lines: NotifiedLine[]): string[] => lines.map((line) => `• ${describeLineWithWeek(line)}`);

const describeDiscount = ({ promo_code, discount_cents }: NotifiedOrder): string[] =>
  promo_code === null
    ? []
    : [t('Your promo code {promo_code} saved you {amount}.', { promo_code, amount: formatOrderAmount(discount_cents) })];

/** What was bought and what happens with each item, as far as it is known. */
const purchasedLines = (lines: NotifiedLine[], is_reviewed: boolean): string[] =>
  lines.map((line) => {
    const waiting = is_reviewed
      ? t('We’ll email you when it’s done. The site’s team may look at your listing first.')
      : t('We’ll email you when it’s done.');
    const progress = line.status === 'waiting' ? waiting : line.note;
    return `• ${describeLineWithWeek(line)}${progress ? `. ${progress}` : ''}`;
  });

const launchLink = (site: Site, lines: NotifiedLine[]): MailSection['items'] => {
  const launch = lines.find(({ product, status, listing_id }) => product === 'launch' && status === 'fulfilled' && listing_id !== null);
  if (!launch) return [];
  const href = localUrl(site, `${dashboardPath(launch.listing_id!)}/free`);
  return [{ name: t('Your launch'), href, text: t('Share it, get the badge and see what happens next.') }];
};

/** A paid order, with the number of its invoice. */
type PaidOrder = NotifiedOrder & { invoice: string | null };

/** An order that a promo code made free. */
const freeOrderText = (site: Site, order: NotifiedOrder, lines: NotifiedLine[], is_reviewed: boolean): NotificationText => ({
  key: `order ${order.number} paid`,
  title: t('Your order {number} is confirmed', order),
  says: [
    t('Your order {number} is confirmed. Thank you.', order),
    ...purchasedLines(lines, is_reviewed),
    ...describeDiscount(order),
    t('There was nothing to pay, so there is no invoice. The order’s page shows the status of each item.'),
  ],
  more: launchLink(site, lines),
});

const receiptText = (site: Site, order: PaidOrder, lines: NotifiedLine[], is_reviewed: boolean): NotificationText => ({
  key: `order ${order.number} paid`,
  title: t('Your order {number} is paid', order),
  says: [
    t('Thank you. We received {amount} for your order {number}.', { amount: formatOrderAmount(order.total_cents), number: order.number }),
    ...purchasedLines(lines, is_reviewed),
    ...describeDiscount(order),
    t('The order page shows the status of each item and has your invoice as a PDF.'),
  ],
  more: [
    ...launchLink(site, lines),
    ...(order.invoice
      ? [
          {
            name: t('Invoice {invoice} (PDF)', { invoice: order.invoice }),
            href: `${site.root}/orders/${order.number}/invoice.pdf`,
            text: '',
          },
        ]
      : []),
  ],
  link: t('View order and invoice'),
});

/** The one mail about a purchase: receipt, what happens next, invoice. `is_reviewed` says that the team approves listings. */
export const orderPaidText = (site: Site, order: PaidOrder, lines: NotifiedLine[], is_reviewed: boolean): NotificationText =>
  order.total_cents === 0 ? freeOrderText(site, order, lines, is_reviewed) : receiptText(site, order, lines, is_reviewed);

export const lineDeliveredText = (line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} delivered`,
  title: t('Done: {item}', { item: describeLine(line) }),
  says: [line.note ?? t('{item} is complete.', { item: describeLineWithWeek(line) })],
});

/** One mail for lines that were delivered close together. */
export const linesDeliveredMail = (site: Site, order: NotifiedOrder, lines: NotifiedLine[]): MailMessage => {
  if (lines.length === 1) return buildBuyerNotification(site, order, lineDeliveredText(lines[0]!)).mail;
  return renderMail(site, {
    subject: t('{n, plural, one {# item} other {# items}} of your order {number} are complete', { n: lines.length, number: order.number }),
    says: [
      t('These items of your order {number} are complete:', order),
      ...lines.map((line) => `• ${describeLineWithWeek(line)}${line.note ? `: ${line.note}` : ''}`),
    ],
    link: { name: t('View order'), href: localUrl(site, `/orders/${order.number}`) },
  });
};

export const handedOverText = (site: Site, line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} handed_over`,
  title: t('In progress: {item}', { item: describeLine(line) }),
  says: [
    t('The {site} team is now working on {item}.', { site: site.name, item: describeLine(line) }),
    ...(line.note ? [line.note] : []),
    t('You don’t need to do anything. The order page shows each step as we complete it.'),
  ],
  link: t('Follow progress'),
});

/** What has happened with a line so far, if anything. */
export const progressText = (site: Site, line: NotifiedLine): NotificationText | null => {
  if (line.status === 'fulfilled') return lineDeliveredText(line);
  return line.status === 'with_the_team' ? handedOverText(site, line) : null;
};

export const toDoText = (order: NotifiedOrder, line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} to_do`,
  title: t('To do: {item}', { item: describeLine(line) }),
  says: [
    t('{item} (order {number}) is waiting for the team.', { item: describeLine(line), number: order.number }),
    ...(line.note ? [line.note] : []),
  ],
});

export const givenUpText = (order: NotifiedOrder, line: NotifiedLine): NotificationText => ({
  key: `order_line ${line.id} given_up`,
  title: t('We could not deliver {item}', { item: describeLine(line) }),
  says: [
    t('We’re sorry: we couldn’t deliver {item} of your order {number}. We’re refunding it to your original payment method.', {
      item: describeLine(line),
      number: order.number,
    }),
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

const describeRefund = ({ number }: NotifiedOrder, { amount_cents, line }: NotifiedRefund): string => {
  const amount = formatOrderAmount(amount_cents);
  return line
    ? t('We refunded {amount} of your order {number} for {item}. It can take a few days to arrive, depending on your bank.', {
        amount,
        number,
        item: describeLine(line),
      })
    : t('We refunded {amount} of your order {number}. It can take a few days to arrive, depending on your bank.', { amount, number });
};

export const refundedText = (order: NotifiedOrder, refund: NotifiedRefund): NotificationText => ({
  key: `refund ${refund.id} made`,
  title: t('Refund of {amount} for order {number}', { amount: formatOrderAmount(refund.amount_cents), number: order.number }),
  says: [
    describeRefund(order, refund),
    t('Reason: {reason}', refund),
    ...(refund.credit_note ? [t('You can download the credit note {credit_note} on the order page.', refund)] : []),
  ],
});

export const refundFailedText = ({ number }: NotifiedOrder, { id, amount_cents, trouble }: NotifiedRefund): NotificationText => {
  const amount = formatOrderAmount(amount_cents);
  return {
    key: `refund ${id} failed`,
    title: t('Refund of {amount} failed: {number}', { amount, number }),
    says: [
      trouble
        ? t('The payment provider rejected the refund of {amount} for order {number}: {trouble}', { amount, number, trouble })
        : t('The payment provider rejected the refund of {amount} for order {number}.', { amount, number }),
      t('Try again, or refund the buyer another way.'),
    ],
  };
};

export interface NotifiedPayment {
  id: number;
  received_cents: number;
  use: 'late' | 'twice' | 'wrong_amount';
}

const STRAY_REASONS: Record<NotifiedPayment['use'], string> = texts({
  late: msg('it arrived after the order had closed'),
  twice: msg('the order was already paid'),
  wrong_amount: msg('the amount doesn’t match the order'),
});

const STRAY_ADVICE: Record<NotifiedPayment['use'], string> = texts({
  late: msg('Nothing was delivered. If you still want it, please place a new order.'),
  twice: msg('Your order is paid, and nothing changes for it.'),
  wrong_amount: msg('Your order is still unpaid. You can pay it on the order page while it’s open.'),
});

export const paymentReturnedText = (order: NotifiedOrder, { id, received_cents, use }: NotifiedPayment): NotificationText => ({
  key: `payment ${id} goes_back`,
  title: t('We’re refunding {amount}', { amount: formatOrderAmount(received_cents) }),
  says: [
    t('We received {amount} for your order {number}, but {reason}. We’re refunding the full amount to your original payment method.', {
      amount: formatOrderAmount(received_cents),
      number: order.number,
      reason: STRAY_REASONS[use],
    }),
    STRAY_ADVICE[use],
  ],
});

export const strayPaymentText = (order: NotifiedOrder, { id, received_cents, use }: NotifiedPayment): NotificationText => ({
  key: `payment ${id} stray`,
  title: t('Refunding {amount} for {number}', { amount: formatOrderAmount(received_cents), number: order.number }),
  says: [
    t('We received {amount} for order {number}, but {reason}. It is refunded automatically, and the buyer was notified.', {
      amount: formatOrderAmount(received_cents),
      number: order.number,
      reason: STRAY_REASONS[use],
    }),
  ],
});

export const disputedText = (order: NotifiedOrder, payment_id: number): NotificationText => ({
  key: `payment ${payment_id} disputed`,
  title: t('Payment dispute for {number}', order),
  says: [
    t('The buyer of order {number} disputed the payment with their bank. Respond at the payment provider before its deadline.', order),
  ],
});

export const orderExpiredText = (order: NotifiedOrder, lines: NotifiedLine[]): NotificationText => ({
  key: `order ${order.number} expired`,
  title: t('Your order {number} has expired', order),
  says: [
    t('Your order {number} wasn’t paid in time and has expired. You owe nothing, and its launch weeks are open to others again.', order),
    ...bulletLines(lines),
    t('If you still want it, place a new order with the current prices and weeks.'),
  ],
});
