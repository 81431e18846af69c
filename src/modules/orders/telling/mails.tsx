import type { Site } from '../../../kernel/context.ts';
import { type Letter, letter } from '../../accounts/mails.tsx';
import { sayDay } from '../invoice/content.ts';

/** Something a buyer or the team is told of an order once, by mail and on the site. */
export interface Told {
  /** What makes it this news and no other. */
  key: string;
  title: string;
  body: string;
  /** A path of the site. */
  url: string;
  letter: Letter;
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
export const sayMoney = (cents: number): string => dollars.format(cents / 100);

/** The one order all of these are about. */
export interface ToldOrder {
  number: string;
  total_cents: number;
}

export interface ToldLine {
  id: number;
  name: string;
  listing_name: string | null;
  week_on: string | null;
  note: string | null;
}

interface Telling {
  key: string;
  title: string;
  says: [string, ...string[]];
  link: string;
}

const told = (site: Site, url: string, { key, title, says, link }: Telling): Told => ({
  key,
  title,
  body: says[0],
  url,
  letter: letter(site, { subject: title, says, link: { name: link, href: site.root + url } }),
});

const buyer = (site: Site, { number }: ToldOrder, telling: Telling): Told => told(site, `/orders/${number}`, telling);
const team = (site: Site, { number }: ToldOrder, telling: Telling): Told => told(site, `/admin/orders/${number}`, telling);

const what = ({ name, listing_name }: ToldLine): string => (listing_name ? `${name} for ${listing_name}` : name);
const whatAndWhen = (line: ToldLine): string => (line.week_on ? `${what(line)}, in the week of ${sayDay(line.week_on)}` : what(line));
const listed = (lines: ToldLine[]): string[] => lines.map((line) => `• ${whatAndWhen(line)}`);

export const paidNews = (site: Site, order: ToldOrder, lines: ToldLine[], invoice: string | null): Told =>
  buyer(site, order, {
    key: `order ${order.number} paid`,
    title: `Your order ${order.number} is paid`,
    says: [
      `We have received ${sayMoney(order.total_cents)} for your order ${order.number}. Thank you.`,
      ...listed(lines),
      invoice
        ? `Its page shows how each part stands, and has your invoice ${invoice} as a PDF.`
        : 'Its page shows how each part stands, and has your invoice as a PDF.',
    ],
    link: 'Your order and invoice',
  });

/** One line as the site tells it. */
export const deliveredNews = (site: Site, order: ToldOrder, line: ToldLine): Told =>
  buyer(site, order, {
    key: `order_line ${line.id} delivered`,
    title: `Done: ${what(line)}`,
    says: [line.note ?? `${whatAndWhen(line)}: it is done.`],
    link: 'Your order',
  });

/** Lines that were delivered close together, as one letter tells them. */
export const deliveredLetter = (site: Site, order: ToldOrder, lines: ToldLine[]): Letter => {
  const [only] = lines;
  if (lines.length === 1) return deliveredNews(site, order, only!).letter;
  return letter(site, {
    subject: `${lines.length} parts of your order ${order.number} are done`,
    says: [
      `Of your order ${order.number} this is done:`,
      ...lines.map((line) => `• ${whatAndWhen(line)}${line.note ? `: ${line.note}` : ''}`),
    ],
    link: { name: 'Your order', href: `${site.root}/orders/${order.number}` },
  });
};

export const handedOverNews = (site: Site, order: ToldOrder, line: ToldLine): Told =>
  buyer(site, order, {
    key: `order_line ${line.id} handed_over`,
    title: `Our team is at it: ${what(line)}`,
    says: [
      `${what(line)} is now with the people of ${site.name}.`,
      ...(line.note ? [line.note] : []),
      'The order’s page shows each step as it is done; you need to do nothing.',
    ],
    link: 'See how it goes',
  });

export const toDoNews = (site: Site, order: ToldOrder, line: ToldLine): Told =>
  team(site, order, {
    key: `order_line ${line.id} to_do`,
    title: `To do: ${what(line)}`,
    says: [`${what(line)}, of order ${order.number}, waits for the team.`, ...(line.note ? [line.note] : [])],
    link: 'See the order',
  });

export const givenUpNews = (site: Site, order: ToldOrder, line: ToldLine): Told =>
  buyer(site, order, {
    key: `order_line ${line.id} given_up`,
    title: `We could not deliver ${what(line)}`,
    says: [
      `${what(line)}, of your order ${order.number}, could not be delivered. We are sorry. What you paid for it goes back the way it came.`,
      ...(line.note ? [line.note] : []),
    ],
    link: 'Your order',
  });

export interface ToldRefund {
  id: number;
  amount_cents: number;
  reason: string;
  trouble: string | null;
  line: ToldLine | null;
}

export const refundedNews = (site: Site, order: ToldOrder, refund: ToldRefund, credit_note: string | null): Told =>
  buyer(site, order, {
    key: `refund ${refund.id} made`,
    title: `${sayMoney(refund.amount_cents)} of order ${order.number} went back to you`,
    says: [
      `We have sent back ${sayMoney(refund.amount_cents)} of your order ${order.number}${refund.line ? `, for ${what(refund.line)}` : ''}. Depending on your bank it arrives within some days.`,
      `Reason: ${refund.reason}`,
      ...(credit_note ? [`The credit note ${credit_note} is on the order’s page as a PDF.`] : []),
    ],
    link: 'Your order',
  });

export const refundFailedNews = (site: Site, order: ToldOrder, refund: ToldRefund): Told =>
  team(site, order, {
    key: `refund ${refund.id} failed`,
    title: `A refund of ${sayMoney(refund.amount_cents)} failed: ${order.number}`,
    says: [
      `The payment provider did not make the refund of ${sayMoney(refund.amount_cents)} of order ${order.number}${refund.trouble ? `: ${refund.trouble}` : '.'}`,
      'The money is still here and has to go back in another way.',
    ],
    link: 'See the order',
  });

/** Money that pays no order. */
export interface ToldPayment {
  id: number;
  received_cents: number;
  use: 'late' | 'twice' | 'wrong_amount';
}

const WHY: Record<ToldPayment['use'], string> = {
  late: 'it came after the order had ended',
  twice: 'the order was paid already',
  wrong_amount: 'it is not the amount the order asks for',
};

const GOES_BACK: Record<ToldPayment['use'], string> = {
  late: 'Nothing was delivered for it. If you still want it, order again.',
  twice: 'Your order itself is paid and stays as it is.',
  wrong_amount: 'The order is not paid by it. You can pay it on its page while it is open.',
};

export const goesBackNews = (site: Site, order: ToldOrder, { id, received_cents, use }: ToldPayment): Told =>
  buyer(site, order, {
    key: `payment ${id} goes_back`,
    title: `${sayMoney(received_cents)} goes back to you`,
    says: [
      `We received ${sayMoney(received_cents)} for your order ${order.number}, but ${WHY[use]}. All of it goes back the way it came.`,
      GOES_BACK[use],
    ],
    link: 'Your order',
  });

export const strayMoneyNews = (site: Site, order: ToldOrder, { id, received_cents, use }: ToldPayment): Told =>
  team(site, order, {
    key: `payment ${id} stray`,
    title: `${sayMoney(received_cents)} for ${order.number} goes back`,
    says: [`${sayMoney(received_cents)} came in for order ${order.number}, but ${WHY[use]}. It goes back by itself; the buyer was told.`],
    link: 'See the order',
  });

export const disputedNews = (site: Site, order: ToldOrder, id: number): Told =>
  team(site, order, {
    key: `payment ${id} disputed`,
    title: `A payment of ${order.number} is disputed`,
    says: [
      `The buyer of order ${order.number} has asked their bank for the money back. Answer it at the payment provider before its deadline.`,
    ],
    link: 'See the order',
  });

export const expiredNews = (site: Site, order: ToldOrder, lines: ToldLine[]): Told =>
  buyer(site, order, {
    key: `order ${order.number} expired`,
    title: `Your order ${order.number} has expired`,
    says: [
      `Your order ${order.number} was not paid in time and has ended. You owe nothing, and weeks it held are free again.`,
      ...listed(lines),
      'If you still want it, order again: prices and weeks are then as they stand that day.',
    ],
    link: 'Your order',
  });
