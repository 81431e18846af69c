import type { Db } from '../../kernel/context.ts';

export type MailStatus = 'waiting' | 'sent' | 'kept' | 'failed';

export interface MailRow {
  id: number;
  site_id: number;
  to_email: string;
  subject: string;
  body_text: string;
  body_html: string;
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
  'status',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
] as const;

export const insertMail = async (
  sql: Db,
  mail: Pick<MailRow, 'site_id' | 'to_email' | 'subject' | 'body_text' | 'body_html' | 'created_at'>,
): Promise<number> => {
  const [row] = await sql<{ id: number }[]>`insert into mails ${sql(mail)} returning id`;
  return row!.id;
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

/** Moves a mail on from waiting. What was sent loses its text, for it may hold a link that signs in. */
export const moveMail = (sql: Db, id: number, to: Exclude<MailStatus, 'waiting'>, now: Date, last_error: string | null = null) => sql`
  update mails set status = ${to}, attempts = attempts + 1, last_error = ${last_error}, sent_at = ${to === 'sent' ? now : null},
    body_text = case when ${to} = 'kept' then body_text else '' end, body_html = case when ${to} = 'kept' then body_html else '' end
  where id = ${id} and status = 'waiting'`;

export const noteFailure = (sql: Db, id: number, last_error: string) =>
  sql`update mails set attempts = attempts + 1, last_error = ${last_error} where id = ${id} and status = 'waiting'`;

export const selectMails = (sql: Db, limit: number, offset: number): Promise<MailRow[]> =>
  sql<MailRow[]>`select ${sql(MAIL)} from mails order by created_at desc, id desc limit ${limit} offset ${offset}`;

export const selectMail = async (sql: Db, id: number): Promise<MailRow | undefined> => {
  const [row] = await sql<MailRow[]>`select ${sql(MAIL)} from mails where id = ${id}`;
  return row;
};

/** Forgets what is over: sessions, links, changes and old mail. */
export const sweepAccounts = async (sql: Db, now: Date, mail_before: Date): Promise<void> => {
  await sql`delete from sessions where expires_at < ${now}`;
  await sql`delete from emailed_links where expires_at < ${now}`;
  await sql`delete from address_changes where expires_at < ${now}`;
  await sql`delete from mails where created_at < ${mail_before} and status <> 'waiting'`;
};
