import type { Db } from '../../../kernel/context.ts';
import { firstRow, hasRows, selectColumn } from '../../../kernel/database.ts';
import { isOptIn, type MailKind, type UnsolicitedKind } from './kinds.ts';

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

/** The kinds that an account has turned on or off. Those without a choice are as their kind says. */
export const selectMailChoices = (sql: Db, account_id: number) => sql<{ kind: string; wanted: boolean }[]>`
  select kind, false as wanted from mail_switched_off where account_id = ${account_id}
  union all select kind, true from mail_switched_on where account_id = ${account_id}`;

/** Whether account `id` (an SQL expression) has turned off a kind of mail. */
export const hasDisabledMail = (sql: Db, id: ReturnType<Db>, kind: MailKind) => sql`
  exists (select from mail_switched_off o where o.account_id = ${id} and o.kind = ${kind})`;

/** Turns kinds of mail on or off for an account, if it still exists. Only a choice other than the default is stored. */
export const writeMailChoices = async (
  sql: Db,
  account_id: number,
  choices: { kind: MailKind; wanted: boolean }[],
  at: Date,
): Promise<void> => {
  const kindsWith = (opt_in: boolean, wanted: boolean): string[] =>
    choices.filter((choice) => isOptIn(choice.kind) === opt_in && choice.wanted === wanted).map(({ kind }) => kind);
  await sql`delete from mail_switched_off where account_id = ${account_id} and kind = any(${kindsWith(false, true)}::text[])`;
  await sql`delete from mail_switched_on where account_id = ${account_id} and kind = any(${kindsWith(true, false)}::text[])`;
  await sql`
    insert into mail_switched_off (account_id, kind, off_at)
    select a.id, k, ${at} from accounts a, unnest(${kindsWith(false, false)}::text[]) k where a.id = ${account_id} on conflict do nothing`;
  await sql`
    insert into mail_switched_on (account_id, kind, on_at)
    select a.id, k, ${at} from accounts a, unnest(${kindsWith(true, true)}::text[]) k where a.id = ${account_id} on conflict do nothing`;
};

/** Of optional mails, those whose recipient has an account and wants the kind. */
export const selectWantedMails = (sql: Db, mails: { n: number; email_key: string; kind: MailKind }[]) => sql<
  { n: number; account_id: number }[]
>`
  select i.n, a.id as account_id
  from json_to_recordset(${JSON.stringify(mails.map((mail) => ({ ...mail, opt_in: isOptIn(mail.kind) })))}::text::json)
    as i (n integer, email_key text, kind text, opt_in boolean)
  join accounts a on a.email_key = i.email_key
  where case when i.opt_in then exists (select from mail_switched_on o where o.account_id = a.id and o.kind = i.kind)
    else not exists (select from mail_switched_off o where o.account_id = a.id and o.kind = i.kind) end order by i.n`;

/** The next accounts that turned on an opt-in kind, in the order of their ids. */
export const selectOptedIn = (sql: Db, kind: MailKind, after: number, limit: number) => sql<{ id: number }[]>`
  select account_id as id from mail_switched_on where kind = ${kind} and account_id > ${after} order by account_id limit ${limit}`;

export interface MailingRow {
  site_id: number;
  week_on: string;
  mails: number;
  started_at: Date;
  finished_at: Date | null;
}

/** Locks a mailing, after creating it if there is none. Another process that sends the same waits here. */
export const lockMailing = async (
  sql: Db,
  { site_id, kind, week_on }: { site_id: number; kind: string; week_on: string },
  now: Date,
): Promise<MailingRow & { last_id: number }> => {
  await sql`insert into mailings (site_id, kind, week_on, started_at) values (${site_id}, ${kind}, ${week_on}, ${now}) on conflict do nothing`;
  return firstRow(
    await sql<(MailingRow & { last_id: number })[]>`
      select site_id, week_on, mails, started_at, finished_at, last_id from mailings
      where site_id = ${site_id} and kind = ${kind} and week_on = ${week_on} for update`,
  );
};

export const updateMailing = (
  sql: Db,
  { site_id, kind, week_on }: { site_id: number; kind: string; week_on: string },
  { last_id, mails, finished_at }: { last_id: number; mails: number; finished_at: Date | null },
) => sql`
  update mailings set last_id = ${last_id}, mails = mails + ${mails}, finished_at = ${finished_at}
  where site_id = ${site_id} and kind = ${kind} and week_on = ${week_on}`;

/** Weeks whose mailing was begun since a moment and not finished, for example because the process died. */
export const selectUnfinishedMailings = (sql: Db, site_id: number, kind: string, since: Date): Promise<string[]> =>
  selectColumn<string>(sql`
    select week_on from mailings where site_id = ${site_id} and kind = ${kind} and finished_at is null and started_at >= ${since}
    order by week_on`);

/** The latest mailings of a site. */
export const selectMailings = (sql: Db, site_id: number, kind: string, limit: number) => sql<MailingRow[]>`
  select site_id, week_on, mails, started_at, finished_at from mailings
  where site_id = ${site_id} and kind = ${kind} order by week_on desc limit ${limit}`;

/** Unsubscribes a mailbox from a kind of mail. Only a hash of the address is stored. */
export const insertClosedMailbox = async (sql: Db, mailbox: Buffer, kind: UnsolicitedKind, at: Date): Promise<void> => {
  await sql`
    insert into closed_mailboxes (mailbox, kind, closed_at) values (${mailbox}, ${kind}, ${at})
    on conflict (mailbox, kind) do update set closed_at = excluded.closed_at`;
};

export const isMailboxClosed = (sql: Db, mailbox: Buffer, kind: UnsolicitedKind): Promise<boolean> =>
  hasRows(sql`select from closed_mailboxes where mailbox = ${mailbox} and kind = ${kind}`);

/** Begins the pause of a closed mailbox anew, if it was closed before `since`. Of two concurrent requests one gets true. */
export const renewClosedMailbox = async (sql: Db, mailbox: Buffer, kind: UnsolicitedKind, since: Date, at: Date): Promise<boolean> => {
  const { count } = await sql`
    update closed_mailboxes set closed_at = ${at} where mailbox = ${mailbox} and kind = ${kind} and closed_at <= ${since}`;
  return count > 0;
};

export const deleteClosedMailbox = async (sql: Db, mailbox: Buffer, kind: UnsolicitedKind): Promise<void> => {
  await sql`delete from closed_mailboxes where mailbox = ${mailbox} and kind = ${kind}`;
};
