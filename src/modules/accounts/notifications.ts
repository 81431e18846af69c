import type { Caller, Ctx, Db, SiteCtx } from '../../kernel/context.ts';
import { requireFound } from '../../kernel/errors.ts';
import { offeredLocale, withLocale } from '../../kernel/language/locale.ts';
import type { ListResponse, Paging } from '../../kernel/responses.ts';
import {
  countNotifications,
  findLanguage,
  findNotificationUrl,
  insertNotifications,
  type NewNotification,
  type NotificationRow,
  selectAccountLanguages,
  selectNotifications,
  updateNotificationRead,
  updateNotificationsRead,
} from './queries.ts';

/** Notifies accounts on the site, in the current transaction. Returns the accounts that did not have this notification yet. */
export const notify = (sql: Db, account_ids: number[], notification: NewNotification): Promise<number[]> =>
  insertNotifications(sql, account_ids, notification);

/** Does work that notifies an account, on the site and by mail, in the language of that account; without an account in the site's. */
export const inLanguageOf = async <T>({ sql, site }: SiteCtx, account_id: number | null, work: () => Promise<T>): Promise<T> =>
  withLocale(offeredLocale(site, account_id === null ? null : await findLanguage(sql, account_id)), work);

/** Notifies many accounts on the site, each in their own language. `write` is called once in each. Returns the accounts like `notify`. */
export const notifyAll = async (
  { sql, site, clock }: SiteCtx,
  account_ids: number[],
  write: () => Omit<NewNotification, 'site_id' | 'created_at'> & { created_at?: Date },
): Promise<number[]> => {
  const languages = await selectAccountLanguages(sql, account_ids);
  const groups = Map.groupBy(account_ids, (id) => offeredLocale(site, languages.get(id) ?? null));
  const new_ids: number[] = [];
  for (const [locale, ids] of groups)
    new_ids.push(...(await notify(sql, ids, { site_id: site.id, created_at: clock.now(), ...withLocale(locale, write) })));
  return new_ids;
};

export interface Notifications extends ListResponse<NotificationRow> {
  unread: number;
}

export const listNotifications = async (ctx: Ctx<Caller>, paging: Paging): Promise<Notifications> => {
  const [items, { total, unread }] = await Promise.all([selectNotifications(ctx, paging), countNotifications(ctx)]);
  return { items, ...paging, total, total_is_exact: true, has_more: paging.page * paging.per_page < total, unread };
};

/** Where the caller's notification leads. Marks it as read, unless a browser only looks ahead. */
export const openNotification = async (ctx: Ctx<Caller>, { id, marks_read }: { id: number; marks_read: boolean }): Promise<string> => {
  const url = requireFound('not_found', await findNotificationUrl(ctx, id));
  if (marks_read) await updateNotificationRead(ctx, id, ctx.clock.now());
  return url;
};

/** Marks notifications up to `newest_id` as read; newer ones stay unread. */
export const markNotificationsRead = async (ctx: Ctx<Caller>, { newest_id }: { newest_id: number }): Promise<void> => {
  await updateNotificationsRead(ctx, newest_id, ctx.clock.now());
};
