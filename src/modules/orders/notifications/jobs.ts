import type { Db, Site, SiteCtx } from '../../../kernel/context.ts';
import { job } from '../../../kernel/jobs.ts';
import { sendMail } from '../../accounts/mail/outbox.ts';
import { notify } from '../../accounts/notifications.ts';
import { findVerifiedEmail, selectTeam } from '../../accounts/queries.ts';
import { getSiteById } from '../../sites/sites.ts';
import {
  disputedNotification,
  givenUpNotification,
  handedOverNotification,
  lineDeliveredNotification,
  linesDeliveredMail,
  type OrderNotification,
  orderExpiredNotification,
  orderPaidNotification,
  paymentReturnedNotification,
  refundedNotification,
  refundFailedNotification,
  strayPaymentNotification,
  toDoNotification,
} from './mails.tsx';
import { type OrderEvent, TELL_OF_ORDER } from './notifications.ts';
import {
  type EventOrder,
  type EventTable,
  findEventOrder,
  findNotifiedLine,
  findNotifiedRefund,
  findStrayPayment,
  selectDeliveredLines,
  selectNotifiedLines,
} from './queries.ts';

/** The notifications of an event, by recipient. */
interface EventNotifications {
  buyer?: OrderNotification;
  team?: OrderNotification;
}

interface EventRow {
  /** Whether the billing email address gets a copy. */
  copies_billing_address?: true;
  /** The table that the event's id belongs to. */
  about: EventTable;
  buildNotifications(sql: Db, site: Site, order: EventOrder, id: number): Promise<EventNotifications>;
}

/** Adds a notification on the site; false if the account already had it. */
const notifyOnSite = async (
  { sql, site, clock }: SiteCtx,
  account_id: number,
  { mail: _, ...notification }: OrderNotification,
): Promise<boolean> =>
  (await notify(sql, [account_id], { ...notification, kind: 'order', site_id: site.id, created_at: clock.now() })).length > 0;

/** Notifies an account on the site and by mail, with an optional copy of the mail to another address. */
const notifyAccount = async (
  ctx: SiteCtx,
  account_id: number,
  notification: OrderNotification,
  copy_to: string | null = null,
): Promise<void> => {
  if (!(await notifyOnSite(ctx, account_id, notification))) return;
  const email = await findVerifiedEmail(ctx.sql, account_id);
  if (email) await sendMail(ctx, email, notification.mail);
  if (copy_to && copy_to.toLowerCase() !== email?.toLowerCase()) await sendMail(ctx, copy_to, notification.mail);
};

/** All events except deliveries, which are batched. */
const EVENTS: Record<Exclude<OrderEvent['kind'], 'delivered'>, EventRow> = {
  paid: {
    about: 'orders',
    copies_billing_address: true,
    buildNotifications: async (sql, site, order) => ({
      buyer: orderPaidNotification(site, order, await selectNotifiedLines(sql, order.id), order.invoice),
    }),
  },
  expired: {
    about: 'orders',
    buildNotifications: async (sql, site, order) => ({
      buyer: orderExpiredNotification(site, order, await selectNotifiedLines(sql, order.id)),
    }),
  },
  handed_over: {
    about: 'order_lines',
    buildNotifications: async (sql, site, order, id) => {
      const line = (await findNotifiedLine(sql, id))!;
      return { buyer: handedOverNotification(site, order, line), team: toDoNotification(site, order, line) };
    },
  },
  given_up: {
    about: 'order_lines',
    buildNotifications: async (sql, site, order, id) => ({ buyer: givenUpNotification(site, order, (await findNotifiedLine(sql, id))!) }),
  },
  refunded: {
    about: 'refunds',
    copies_billing_address: true,
    buildNotifications: async (sql, site, order, id) => {
      const refund = (await findNotifiedRefund(sql, id))!;
      return { buyer: refundedNotification(site, order, refund, refund.credit_note) };
    },
  },
  refund_failed: {
    about: 'refunds',
    buildNotifications: async (sql, site, order, id) => ({
      team: refundFailedNotification(site, order, (await findNotifiedRefund(sql, id))!),
    }),
  },
  disputed: {
    about: 'payments',
    buildNotifications: async (_sql, site, order, id) => ({ team: disputedNotification(site, order, id) }),
  },
  goes_back: {
    about: 'payments',
    buildNotifications: async (sql, site, order, id) => {
      const payment = await findStrayPayment(sql, id);
      return payment
        ? { buyer: paymentReturnedNotification(site, order, payment), team: strayPaymentNotification(site, order, payment) }
        : {};
    },
  },
};

/** Notifies about all newly delivered lines: one notification each on the site, one mail for all. */
const notifyDelivered = async (ctx: SiteCtx, order: EventOrder, account_id: number): Promise<void> => {
  const new_lines = [];
  for (const line of await selectDeliveredLines(ctx.sql, order.id))
    if (await notifyOnSite(ctx, account_id, lineDeliveredNotification(ctx.site, order, line))) new_lines.push(line);
  const email = new_lines.length ? await findVerifiedEmail(ctx.sql, account_id) : null;
  if (email) await sendMail(ctx, email, linesDeliveredMail(ctx.site, order, new_lines));
};

/** Sends the notifications of one event. An order outlives its account; then the buyer is not notified. */
export const sendOrderNotifications = async (
  ctx: Omit<SiteCtx, 'site'> & { site_root: string },
  { kind, id }: OrderEvent,
): Promise<void> => {
  const { sql, clock } = ctx;
  const row = kind === 'delivered' ? null : EVENTS[kind];
  const order = await findEventOrder(sql, row?.about ?? 'orders', id);
  if (!order) return;
  const site_ctx: SiteCtx = { sql, clock, site: await getSiteById(sql, order.site_id, ctx.site_root) };
  if (!row) return order.account_id === null ? undefined : notifyDelivered(site_ctx, order, order.account_id);
  const { buyer, team } = await row.buildNotifications(sql, site_ctx.site, order, id);
  if (buyer && order.account_id !== null)
    await notifyAccount(site_ctx, order.account_id, buyer, row.copies_billing_address ? order.billing_email : null);
  if (team) for (const { account_id } of await selectTeam(sql, order.site_id)) await notifyAccount(site_ctx, account_id, team);
};

/** Notifications and mails are written in one transaction, so that a retry notifies nobody twice. */
export const tell_of_order = job<OrderEvent>({
  ...TELL_OF_ORDER,
  async run({ sql, clock, site_root }, event) {
    await sql.begin((sql) => sendOrderNotifications({ sql, clock, site_root }, event));
  },
});
