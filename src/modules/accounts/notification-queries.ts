import type { Caller, Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';

export interface NewNotification {
  site_id: number;
  /** What kind of thing it is about: `update`, `week`, `badge` … */
  kind: string;
  /** What exactly it is about: one account is told one thing once. */
  key: string;
  title: string;
  body: string | null;
  /** A path of the site. */
  url: string;
  created_at: Date;
}

/** Tells accounts something; gives those who had not been told before. */
export const insertNotifications = async (sql: Db, account_ids: number[], told: NewNotification): Promise<number[]> => {
  const rows = await sql<{ account_id: number }[]>`
    insert into notifications (account_id, site_id, kind, key, title, body, url, created_at)
    select a.id, ${told.site_id}, ${told.kind}, ${told.key}, ${told.title}, ${told.body}, ${told.url}, ${told.created_at}
    from accounts a where a.id = any(${account_ids}::bigint[]) order by a.id
    on conflict (account_id, key) do nothing returning account_id`;
  return rows.map(({ account_id }) => account_id);
};

export interface NotificationRow {
  id: number;
  kind: string;
  title: string;
  body: string | null;
  url: string;
  created_at: Date;
  read_at: Date | null;
}

export const selectNotifications = ({ sql, site, caller }: Ctx<Caller>, paging: Paging): Promise<NotificationRow[]> => sql<
  NotificationRow[]
>`
  select id, kind, title, body, url, created_at, read_at from notifications
  where account_id = ${caller.account_id} and site_id = ${site.id} order by id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countNotifications = async ({ sql, site, caller }: Ctx<Caller>): Promise<{ total: number; unread: number }> => {
  const [row] = await sql<{ total: number; unread: number }[]>`
    select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread from notifications
    where account_id = ${caller.account_id} and site_id = ${site.id}`;
  return row!;
};

/** Marks notifications as read, up to and with the newest that was seen. */
export const markRead = ({ sql, site, caller }: Ctx<Caller>, newest_id: number, now: Date) => sql`
  update notifications set read_at = ${now}
  where account_id = ${caller.account_id} and site_id = ${site.id} and id <= ${newest_id} and read_at is null`;
