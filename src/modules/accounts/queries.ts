import type { Db } from '../../kernel/context.ts';
import type { Limit, LimitLeft } from '../../kernel/limits.ts';

export interface AccountRow {
  id: number;
  email: string;
  email_key: string;
  email_verified_at: Date | null;
  name: string | null;
  password_hash: string | null;
  is_network_admin: boolean;
  created_at: Date;
}

const ACCOUNT = ['id', 'email', 'email_key', 'email_verified_at', 'name', 'password_hash', 'is_network_admin', 'created_at'] as const;

export const selectAccount = async (sql: Db, id: number): Promise<AccountRow | undefined> => {
  const [row] = await sql<AccountRow[]>`select ${sql(ACCOUNT)} from accounts where id = ${id}`;
  return row;
};

export const selectAccountByEmail = async (sql: Db, email_key: string): Promise<AccountRow | undefined> => {
  const [row] = await sql<AccountRow[]>`select ${sql(ACCOUNT)} from accounts where email_key = ${email_key}`;
  return row;
};

/** The account of an address, made where there is none. What is already known of one stays. */
export const ensureAccount = async (sql: Db, email: string, email_key: string, name: string | null, now: Date): Promise<AccountRow> => {
  const [row] = await sql<AccountRow[]>`
    insert into accounts (email, email_key, name, created_at) values (${email}, ${email_key}, ${name}, ${now})
    on conflict (email_key) do update set name = coalesce(accounts.name, excluded.name) returning ${sql(ACCOUNT)}`;
  return row!;
};

export const markVerified = (sql: Db, id: number, now: Date) =>
  sql`update accounts set email_verified_at = ${now} where id = ${id} and email_verified_at is null`;

export const updatePassword = (sql: Db, id: number, password_hash: string) =>
  sql`update accounts set password_hash = ${password_hash} where id = ${id}`;

/** Renews a hash at today's cost, unless the password was changed meanwhile. */
export const renewHash = (sql: Db, id: number, from: string, to: string) =>
  sql`update accounts set password_hash = ${to} where id = ${id} and password_hash = ${from}`;

export const updateName = (sql: Db, id: number, name: string | null) => sql`update accounts set name = ${name} where id = ${id}`;

export const makeNetworkAdmin = (sql: Db, id: number) => sql`update accounts set is_network_admin = true where id = ${id}`;

export const isNetworkAdmin = async (sql: Db, id: number): Promise<boolean> =>
  (await sql`select 1 from accounts where id = ${id} and is_network_admin`).length > 0;

export const isAdminOf = async (sql: Db, id: number, site_id: number): Promise<boolean> =>
  (
    await sql`
      select 1 from accounts a where a.id = ${id} and (a.is_network_admin
        or exists (select from account_roles r where r.account_id = a.id and r.site_id = ${site_id} and r.role = 'site_admin'))`
  ).length > 0;

/** Removes an account with all that hangs on it, its links, and the mail written to it. */
export const deleteAccountRow = async (sql: Db, id: number, email_key: string): Promise<void> => {
  await sql`delete from emailed_links where lower(email) = ${email_key}`;
  await sql`delete from mails where lower(to_email) = ${email_key}`;
  await sql`delete from accounts where id = ${id}`;
};

/** Counts an attempt where the window has room for it. The database decides, so no two processes can both take the last one. */
export const takeAttempt = async (sql: Db, who: string, limit: Limit, now: Date): Promise<LimitLeft & { granted: boolean }> => {
  const window = Math.floor(now.getTime() / 1000 / limit.window_seconds) * limit.window_seconds;
  const [row] = await sql<{ taken: number }[]>`
    insert into limits_taken as t (who, window_begins, taken) values (${`${limit.name}:${who}`}, to_timestamp(${window}), 1)
    on conflict (who, window_begins) do update set taken = t.taken + 1 where t.taken < ${limit.limit} returning taken`;
  const resets_in = Math.max(1, Math.ceil(window + limit.window_seconds - now.getTime() / 1000));
  return { ...limit, granted: row !== undefined, remaining: row ? limit.limit - row.taken : 0, resets_in };
};

/** Gives an attempt back that turned out to be right. */
export const returnAttempt = (sql: Db, who: string, limit: Limit, now: Date) => sql`
  update limits_taken set taken = taken - 1 where who = ${`${limit.name}:${who}`} and taken > 0
    and window_begins = to_timestamp(${Math.floor(now.getTime() / 1000 / limit.window_seconds) * limit.window_seconds})`;

/** True for an account that exists and has no session, of now or of before. */
export const hasNeverSignedIn = async (sql: Db, email_key: string): Promise<boolean> => {
  const [row] = await sql<{ never: boolean }[]>`
    select exists (select from accounts a where a.email_key = ${email_key} and not exists (select from sessions s where s.account_id = a.id)) as never`;
  return row!.never;
};
