import type { Caller, Ctx, Db } from '../../kernel/context.ts';
import type { ListAnswer, Paging } from '../../kernel/paging.ts';
import {
  countNotifications,
  insertNotifications,
  markRead,
  type NewNotification,
  type NotificationRow,
  selectNotifications,
} from './notification-queries.ts';

/** Tells people something on the site, in the transaction of what it is about. Who was told it before is not told again. */
export const notify = (sql: Db, account_ids: number[], told: NewNotification): Promise<number[]> =>
  insertNotifications(sql, account_ids, told);

export interface Notifications extends ListAnswer<NotificationRow> {
  unread: number;
}

/** What the caller was told on this site, newest first. */
export const listNotifications = async (ctx: Ctx<Caller>, paging: Paging): Promise<Notifications> => {
  const [items, { total, unread }] = await Promise.all([selectNotifications(ctx, paging), countNotifications(ctx)]);
  return { items, ...paging, total, total_is_exact: true, has_more: paging.page * paging.per_page < total, unread };
};

/** Marks what the caller has seen as read. What came since stays unread. */
export const readNotifications = async (ctx: Ctx<Caller>, { newest_id }: { newest_id: number }): Promise<void> => {
  await markRead(ctx, newest_id, ctx.clock.now());
};
