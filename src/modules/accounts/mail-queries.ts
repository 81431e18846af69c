import type { Db } from '../../kernel/context.ts';

export type MailStatus = 'waiting' | 'sent' | 'kept' | 'failed';

export interface MailRow {
  id: number;
  site_id: number;
  to_email: string;
  subject: string;
  body_text: string;
  body_html: string;
  unsubscribe_url: string | null;
  status: MailStatus;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
}

const MAIL = [
  'id',
  'site_id',
  'to_email',
  'subject',
  'body_text',
  'body_html',
  'unsubscribe_url',
  'status',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
] as const;

type ManyMails = Pick<MailRow, 'to_email' | 'subject' | 'body_text' | 'body_html' | 'unsubscribe_url'>[];

export const insertMails = async (sql: Db, site_id: number, mails: ManyMails, created_at: Date): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    insert into mails (site_id, to_email, subject, body_text, body_html, unsubscribe_url, created_at)
    select ${site_id}, to_email, subject, body_text, body_html, unsubscribe_url, ${created_at}
    from json_to_recordset(${JSON.stringify(mails)}::text::json)
      as t (to_email text, subject text, body_text text, body_html text, unsubscribe_url text) returning id`;
  return rows.map(({ id }) => id);
};

/** A mail that is still to be sent, with the site it is from. */
export const findWaitingMail = async (
  sql: Db,
  id: number,
): Promise<(MailRow & { site_name: string; site_root: string | null }) | undefined> => {
  const [row] = await sql<(MailRow & { site_name: string; site_root: string | null })[]>`
    select m.*, s.name as site_name, s.root as site_root from mails m join sites s on s.id = m.site_id
    where m.id = ${id} and m.status = 'waiting'`;
  return row;
};

/** Moves a mail on from waiting. What was sent loses its text, for it may hold a link that signs in; what failed may be sent again. */
export const moveMail = (sql: Db, id: number, to: Exclude<MailStatus, 'waiting'>, now: Date, last_error: string | null = null) => sql`
  update mails set status = ${to}, attempts = attempts + 1, last_error = ${last_error}, sent_at = ${to === 'sent' ? now : null},
    body_text = case when ${to} = 'sent' then '' else body_text end, body_html = case when ${to} = 'sent' then '' else body_html end,
    unsubscribe_url = case when ${to} <> 'sent' then unsubscribe_url end
  where id = ${id} and status = 'waiting'`;

export const noteFailure = (sql: Db, id: number, last_error: string) =>
  sql`update mails set attempts = attempts + 1, last_error = ${last_error} where id = ${id} and status = 'waiting'`;

/** Puts a mail that failed among those that wait again; what an older release had forgotten cannot be. */
export const waitAgain = async (sql: Db, id: number): Promise<boolean> => {
  const rows = await sql`
    update mails set status = 'waiting', last_error = null where id = ${id} and status = 'failed' and body_text <> '' returning id`;
  return rows.length > 0;
};

export const selectMails = (sql: Db, limit: number, offset: number, status: MailStatus | null): Promise<MailRow[]> =>
  sql<
    MailRow[]
  >`select ${sql(MAIL)} from mails ${status ? sql`where status = ${status}` : sql``} order by created_at desc, id desc limit ${limit} offset ${offset}`;

export const selectMail = async (sql: Db, id: number): Promise<MailRow | undefined> => {
  const [row] = await sql<MailRow[]>`select ${sql(MAIL)} from mails where id = ${id}`;
  return row;
};

/** Forgets what is over: sessions, links, changes, old mail and what was told long ago. */
export const sweepAccounts = async (sql: Db, now: Date, mail_before: Date, browsers_before: Date, told_before: Date): Promise<void> => {
  await sql`delete from sessions where expires_at < ${now}`;
  await sql`delete from emailed_links where expires_at < ${now}`;
  await sql`delete from known_browsers where last_used_at < ${browsers_before}`;
  await sql`delete from address_changes where expires_at < ${now}`;
  await sql`delete from notifications where created_at < ${told_before}`;
  await sql`delete from mails where created_at < ${mail_before} and status <> 'waiting'`;
};
