import type { Db, Site, SiteCtx } from '../../../kernel/context.ts';
import { job } from '../../../kernel/jobs.ts';
import { sendMail } from '../../accounts/mail/outbox.ts';
import { inLanguageOf, notify } from '../../accounts/notifications.ts';
import { findVerifiedEmail, selectTeam } from '../../accounts/queries.ts';
import { approvesListings } from '../../launches/approval/approval.ts';
import { getSiteById } from '../../sites/sites.ts';
import {
  buildBuyerNotification,
  buildTeamNotification,
  disputedText,
  givenUpText,
  handedOverText,
  lineDeliveredText,
  linesDeliveredMail,
  type NotificationText,
  type NotifiedLine,
  type OrderNotification,
  orderExpiredText,
  orderPaidText,
  paymentReturnedText,
  progressText,
  refundedText,
  refundFailedText,
  strayPaymentText,
  toDoText,
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

/** Written in the language of each recipient. */
interface EventTexts {
  buyer?(): NotificationText;
  /** What the buyer's mail says too, so that it needs no mail of its own. */
  included?(): NotificationText[];
  team?(): NotificationText;
}

interface EventRow {
  /** Whether the billing email address gets a copy. */
  copies_billing_address?: true;
  about: EventTable;
  writeTexts(sql: Db, order: EventOrder, id: number, site: Site): Promise<EventTexts>;
}

/** Adds a notification on the site; false if the account already had it. */
const notifyOnSite = async (
  { sql, site, clock }: SiteCtx,
  account_id: number,
  { mail: _, ...notification }: OrderNotification,
): Promise<boolean> =>
  (await notify(sql, [account_id], { ...notification, kind: 'order', site_id: site.id, created_at: clock.now() })).length > 0;

/** Notifies an account on the site and by mail, with an optional copy of the mail to another address; false if it already was. */
const notifyAccount = async (
  ctx: SiteCtx,
  account_id: number,
  notification: OrderNotification,
  copy_to: string | null = null,
): Promise<boolean> => {
  if (!(await notifyOnSite(ctx, account_id, notification))) return false;
  const email = await findVerifiedEmail(ctx.sql, account_id);
  if (email) await sendMail(ctx, email, notification.mail);
  if (copy_to && copy_to.toLowerCase() !== email?.toLowerCase()) await sendMail(ctx, copy_to, notification.mail);
  return true;
};

/** All events except deliveries, which are batched. */
const EVENTS: Record<Exclude<OrderEvent['kind'], 'delivered'>, EventRow> = {
  paid: {
    about: 'orders',
    copies_billing_address: true,
    writeTexts: async (sql, order, _id, site) => {
      const lines = await selectNotifiedLines(sql, order.id);
      const is_reviewed = await approvesListings({ sql, site });
      return {
        buyer: () => orderPaidText(site, order, lines, is_reviewed),
        included: () => lines.flatMap((line) => progressText(site, line) ?? []),
      };
    },
  },
  expired: {
    about: 'orders',
    writeTexts: async (sql, order) => {
      const lines = await selectNotifiedLines(sql, order.id);
      return { buyer: () => orderExpiredText(order, lines) };
    },
  },
  handed_over: {
    about: 'order_lines',
    writeTexts: async (sql, order, id, site) => {
      const line = (await findNotifiedLine(sql, id))!;
      return { buyer: () => handedOverText(site, line), team: () => toDoText(order, line) };
    },
  },
  given_up: {
    about: 'order_lines',
    writeTexts: async (sql, order, id) => {
      const line = (await findNotifiedLine(sql, id))!;
      return { buyer: () => givenUpText(order, line) };
    },
  },
  refunded: {
    about: 'refunds',
    copies_billing_address: true,
    writeTexts: async (sql, order, id) => {
      const refund = (await findNotifiedRefund(sql, id))!;
      return { buyer: () => refundedText(order, refund) };
    },
  },
  refund_failed: {
    about: 'refunds',
    writeTexts: async (sql, order, id) => {
      const refund = (await findNotifiedRefund(sql, id))!;
      return { team: () => refundFailedText(order, refund) };
    },
  },
  disputed: {
    about: 'payments',
    writeTexts: async (_sql, order, id) => ({ team: () => disputedText(order, id) }),
  },
  goes_back: {
    about: 'payments',
    writeTexts: async (sql, order, id) => {
      const payment = await findStrayPayment(sql, id);
      return payment ? { buyer: () => paymentReturnedText(order, payment), team: () => strayPaymentText(order, payment) } : {};
    },
  },
};

/** Notifies about all newly delivered lines: one notification each on the site, one mail for all. */
const notifyDelivered = async (ctx: SiteCtx, order: EventOrder, account_id: number): Promise<void> => {
  const new_lines: NotifiedLine[] = [];
  for (const line of await selectDeliveredLines(ctx.sql, order.id))
    if (await notifyOnSite(ctx, account_id, buildBuyerNotification(ctx.site, order, lineDeliveredText(line)))) new_lines.push(line);
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
  const site = await getSiteById(sql, order.site_id, ctx.site_root);
  const site_ctx: SiteCtx = { sql, clock, site };
  const { account_id } = order;
  if (!row) return account_id === null ? undefined : inLanguageOf(site_ctx, account_id, () => notifyDelivered(site_ctx, order, account_id));
  const { buyer, included, team } = await row.writeTexts(sql, order, id, site);
  const copy_to = row.copies_billing_address ? order.billing_email : null;
  if (buyer && account_id !== null)
    await inLanguageOf(site_ctx, account_id, async () => {
      if (!(await notifyAccount(site_ctx, account_id, buildBuyerNotification(site, order, buyer()), copy_to))) return;
      for (const text of included?.() ?? []) await notifyOnSite(site_ctx, account_id, buildBuyerNotification(site, order, text));
    });
  for (const member of team ? await selectTeam(sql, order.site_id) : [])
    await inLanguageOf(site_ctx, member.account_id, async () => {
      await notifyAccount(site_ctx, member.account_id, buildTeamNotification(site, order, team!()));
    });
};

/** Notifications and mails are written in one transaction, so that a retry notifies nobody twice. */
export const tell_of_order = job<OrderEvent>({
  ...TELL_OF_ORDER,
  async run({ sql, clock, site_root }, event) {
    await sql.begin((sql) => sendOrderNotifications({ sql, clock, site_root }, event));
  },
});
