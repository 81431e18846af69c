import type { Db } from '../../../kernel/context.ts';
import type { MailKind, UnsolicitedKind } from './kinds.ts';

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

const mailRows = (sql: Db) => sql`
  select id, site_id, to_email, subject, body_text, body_html, unsubscribe_url, status, attempts, last_error, created_at, sent_at from mails`;

type NewMails = Pick<MailRow, 'to_email' | 'subject' | 'body_text' | 'body_html' | 'unsubscribe_url'>[];

export const insertMails = async (sql: Db, site_id: number, mails: NewMails, created_at: Date): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`
    insert into mails (site_id, to_email, subject, body_text, body_html, unsubscribe_url, created_at)
    select ${site_id}, to_email, subject, body_text, body_html, unsubscribe_url, ${created_at}
    from json_to_recordset(${JSON.stringify(mails)}::text::json)
      as t (to_email text, subject text, body_text text, body_html text, unsubscribe_url text) returning id`;
  return rows.map(({ id }) => id);
};

export const findWaitingMail = async (sql: Db, id: number) => {
  const [row] = await sql<(MailRow & { site_name: string; site_root: string | null })[]>`
    select m.*, s.name as site_name, s.root as site_root from mails m join site_heads s on s.id = m.site_id
    where m.id = ${id} and m.status = 'waiting'`;
  return row;
};

/** Sets the final status of a waiting mail. The text of a sent mail is deleted because it may contain a sign-in link; a failed one keeps it for a retry. */
export const updateMailStatus = (
  sql: Db,
  id: number,
  to: Exclude<MailStatus, 'waiting'>,
  now: Date,
  last_error: string | null = null,
) => sql`
  update mails set status = ${to}, attempts = attempts + 1, last_error = ${last_error}, sent_at = ${to === 'sent' ? now : null},
    body_text = case when ${to} = 'sent' then '' else body_text end, body_html = case when ${to} = 'sent' then '' else body_html end,
    unsubscribe_url = case when ${to} <> 'sent' then unsubscribe_url end
  where id = ${id} and status = 'waiting'`;

export const recordMailFailure = (sql: Db, id: number, last_error: string) =>
  sql`update mails set attempts = attempts + 1, last_error = ${last_error} where id = ${id} and status = 'waiting'`;

/** Sets a failed mail back to waiting. Not possible for mails whose text an older release deleted. */
export const requeueMail = async (sql: Db, id: number): Promise<boolean> => {
  const rows = await sql`
    update mails set status = 'waiting', last_error = null where id = ${id} and status = 'failed' and body_text <> '' returning id`;
  return rows.length > 0;
};

export const selectMails = (sql: Db, limit: number, offset: number, status: MailStatus | null) => sql<MailRow[]>`
  ${mailRows(sql)} ${status ? sql`where status = ${status}` : sql``} order by created_at desc, id desc limit ${limit} offset ${offset}`;

export const selectMail = async (sql: Db, id: number): Promise<MailRow | undefined> => {
  const [row] = await sql<MailRow[]>`${mailRows(sql)} where id = ${id}`;
  return row;
};

export const selectDisabledMailKinds = async (sql: Db, account_id: number): Promise<string[]> => {
  const rows = await sql<{ kind: string }[]>`select kind from mail_switched_off where account_id = ${account_id}`;
  return rows.map(({ kind }) => kind);
};

/** Whether account `id` (an SQL expression) has turned off a kind of mail. */
export const hasDisabledMail = (sql: Db, id: ReturnType<Db>, kind: MailKind) => sql`
  exists (select from mail_switched_off o where o.account_id = ${id} and o.kind = ${kind})`;

/** Turns off kinds of mail for an account, if it still exists. */
export const insertDisabledMailKinds = async (sql: Db, account_id: number, kinds: MailKind[], at: Date): Promise<void> => {
  await sql`
    insert into mail_switched_off (account_id, kind, off_at)
    select a.id, k, ${at} from accounts a, unnest(${kinds}::text[]) k where a.id = ${account_id} on conflict do nothing`;
};

export const deleteDisabledMailKinds = async (sql: Db, account_id: number, kinds: MailKind[]): Promise<void> => {
  await sql`delete from mail_switched_off where account_id = ${account_id} and kind = any(${kinds}::text[])`;
};

/** Of optional mails, those whose recipient has an account and has not turned off the kind. */
export const selectWantedMails = (sql: Db, mails: { n: number; email_key: string; kind: MailKind }[]) => sql<
  { n: number; account_id: number }[]
>`
  select i.n, a.id as account_id
  from json_to_recordset(${JSON.stringify(mails)}::text::json) as i (n integer, email_key text, kind text)
  join accounts a on a.email_key = i.email_key
  where not exists (select from mail_switched_off o where o.account_id = a.id and o.kind = i.kind) order by i.n`;

/** Unsubscribes a mailbox from a kind of mail. Only a hash of the address is stored. */
export const insertClosedMailbox = async (sql: Db, mailbox: Buffer, kind: UnsolicitedKind, at: Date): Promise<void> => {
  await sql`insert into closed_mailboxes (mailbox, kind, closed_at) values (${mailbox}, ${kind}, ${at}) on conflict do nothing`;
};

export const isMailboxClosed = async (sql: Db, mailbox: Buffer, kind: UnsolicitedKind): Promise<boolean> =>
  (await sql`select from closed_mailboxes where mailbox = ${mailbox} and kind = ${kind}`).length > 0;
