import type { Db } from '../../kernel/context.ts';

export type LinkPurpose = 'sign_in' | 'confirm_old_address' | 'confirm_new_address';

export interface LinkRow {
  id: number;
  purpose: LinkPurpose;
  email: string;
  change_id: number | null;
  go_to: string | null;
  name: string | null;
  password_hash: string | null;
  browser_hash: Buffer | null;
}

const LINK = ['id', 'purpose', 'email', 'change_id', 'go_to', 'name', 'password_hash', 'browser_hash'] as const;

export type NewLink = Pick<LinkRow, 'purpose' | 'email'> & Partial<LinkRow> & { token_hash: Buffer; created_at: Date; expires_at: Date };

export const insertLink = (sql: Db, link: NewLink) => sql`insert into emailed_links ${sql(link)}`;

/** A link that still works, left as it is. */
export const findLink = async (sql: Db, token_hash: Buffer, purposes: LinkPurpose[], now: Date): Promise<LinkRow | undefined> => {
  const [row] = await sql<LinkRow[]>`
    select ${sql(LINK)} from emailed_links
    where token_hash = ${token_hash} and purpose = any(${purposes}) and used_at is null and expires_at > ${now}`;
  return row;
};

/** Uses a link up. Of two who use it at once, one gets it. */
export const useLink = async (sql: Db, token_hash: Buffer, purposes: LinkPurpose[], now: Date): Promise<LinkRow | undefined> => {
  const [row] = await sql<LinkRow[]>`
    update emailed_links set used_at = ${now}, password_hash = null
    from (select id, password_hash from emailed_links where token_hash = ${token_hash} for update) as before
    where emailed_links.id = before.id and purpose = any(${purposes}) and used_at is null and expires_at > ${now}
    returning ${sql(LINK.filter((name) => name !== 'password_hash' && name !== 'id'))}, before.id, before.password_hash`;
  return row;
};

/** Once somebody is in, the other links on their way to that mailbox are of no more use. */
export const retireLinks = (sql: Db, email_key: string, now: Date) => sql`
  update emailed_links set used_at = ${now}, password_hash = null
  where lower(email) = ${email_key} and purpose = 'sign_in' and used_at is null`;

export interface ChangeRow {
  id: number;
  account_id: number;
  new_email: string;
  old_confirmed_at: Date | null;
  new_confirmed_at: Date | null;
  expires_at: Date;
}

const CHANGE = ['id', 'account_id', 'new_email', 'old_confirmed_at', 'new_confirmed_at', 'expires_at'] as const;

/** Begins a change of address in place of any other; the links of that one end with it. */
export const replaceChange = async (sql: Db, account_id: number, new_email: string, now: Date, expires_at: Date): Promise<number> => {
  await sql`delete from address_changes where account_id = ${account_id}`;
  const [row] = await sql<{ id: number }[]>`
    insert into address_changes (account_id, new_email, created_at, expires_at)
    values (${account_id}, ${new_email}, ${now}, ${expires_at}) returning id`;
  return row!.id;
};

export const selectChange = async (sql: Db, account_id: number, now: Date): Promise<ChangeRow | undefined> => {
  const [row] = await sql<ChangeRow[]>`
    select ${sql(CHANGE)} from address_changes where account_id = ${account_id} and expires_at > ${now}`;
  return row;
};

/** Writes down that one end has confirmed, and tells how both stand. */
export const markEnd = async (
  sql: Db,
  id: number,
  end: 'old_confirmed_at' | 'new_confirmed_at',
  now: Date,
): Promise<ChangeRow | undefined> => {
  const [row] = await sql<ChangeRow[]>`
    update address_changes set ${sql(end)} = ${now} where id = ${id} and expires_at > ${now} returning ${sql(CHANGE)}`;
  return row;
};

/** Moves an account to its new address, unless another account has come to have it. */
export const moveAddress = async (sql: Db, { id, account_id, new_email }: ChangeRow, email_key: string, now: Date): Promise<boolean> => {
  const moved = await sql`
    update accounts set email = ${new_email}, email_key = ${email_key}, email_verified_at = ${now}
    where id = ${account_id} and not exists (select 1 from accounts other where other.email_key = ${email_key} and other.id <> ${account_id})
    returning id`;
  await sql`delete from address_changes where id = ${id}`;
  return moved.length > 0;
};
