import type { Caller, Ctx, Db } from '../../kernel/context.ts';
import { findRow, findValue } from '../../kernel/database.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Language } from '../../kernel/language/languages.ts';
import { requestedLanguage } from '../../kernel/language/locale.ts';
import { offsetOf, type Paging } from '../../kernel/responses.ts';
import type { Account } from './schema.ts';

export interface AccountRow {
  id: number;
  email: string;
  email_key: string;
  email_verified_at: Date | null;
  /** The issuer that vouches for the address, while no emailed link has proved it. */
  email_vouched_by: string | null;
  name: string | null;
  password_hash: string | null;
  is_network_admin: boolean;
  created_at: Date;
}

const accountColumns = (sql: Db) =>
  sql`id, email, email_key, email_verified_at, email_vouched_by, name, password_hash, is_network_admin, created_at`;

export const selectAccount = async (sql: Db, id: number): Promise<AccountRow | undefined> => {
  const [row] = await sql<AccountRow[]>`select ${accountColumns(sql)} from accounts where id = ${id}`;
  return row;
};

/** Locks an account, to serialize what it does. */
export const lockAccount = (sql: Db, id: number) => sql`select from accounts where id = ${id} for no key update`;

export const findAccountName = async (sql: Db, id: number): Promise<string | null> => {
  const [row] = await sql<{ name: string | null }[]>`select name from accounts where id = ${id}`;
  return row?.name ?? null;
};

export const findVerifiedEmail = async (sql: Db, id: number): Promise<string | null> => {
  const [row] = await sql<{ email: string }[]>`select email from accounts where id = ${id} and email_verified_at is not null`;
  return row?.email ?? null;
};

export const selectAccountByEmail = async (sql: Db, email_key: string): Promise<AccountRow | undefined> => {
  const [row] = await sql<AccountRow[]>`select ${accountColumns(sql)} from accounts where email_key = ${email_key}`;
  return row;
};

/** The account of an address, created if there is none. An existing name is kept. */
export const ensureAccount = async (sql: Db, email: string, email_key: string, name: string | null, now: Date): Promise<AccountRow> => {
  const [row] = await sql<AccountRow[]>`
    insert into accounts (email, email_key, name, language, created_at) values (${email}, ${email_key}, ${name}, ${requestedLanguage()}, ${now})
    on conflict (email_key) do update set name = coalesce(accounts.name, excluded.name) returning ${accountColumns(sql)}`;
  return row!;
};

/** After a link mailed to the address was opened. */
export const markEmailVerified = (sql: Db, id: number, now: Date) => sql`
  update accounts set email_verified_at = coalesce(email_verified_at, ${now}), email_vouched_by = null
  where id = ${id} and (email_verified_at is null or email_vouched_by is not null)`;

/** A new account whose address an issuer has verified; undefined if the address has an account. */
export const insertVouchedAccount = (
  sql: Db,
  email: string,
  email_key: string,
  issuer: string,
  now: Date,
): Promise<AccountRow | undefined> =>
  findRow(sql<AccountRow[]>`
    insert into accounts (email, email_key, email_verified_at, email_vouched_by, language, created_at)
    values (${email}, ${email_key}, ${now}, ${issuer}, ${requestedLanguage()}, ${now}) on conflict (email_key) do nothing returning ${accountColumns(sql)}`);

export const updatePassword = (sql: Db, id: number, password_hash: string) =>
  sql`update accounts set password_hash = ${password_hash} where id = ${id}`;

/** Replaces a hash, unless the password was changed meanwhile. */
export const upgradePasswordHash = (sql: Db, id: number, from: string, to: string) =>
  sql`update accounts set password_hash = ${to} where id = ${id} and password_hash = ${from}`;

export const updateName = (sql: Db, id: number, name: string | null) => sql`update accounts set name = ${name} where id = ${id}`;

export const updateLanguage = (sql: Db, id: number, language: Language) => sql`update accounts set language = ${language} where id = ${id}`;

export const findLanguage = (sql: Db, id: number): Promise<Language | null> =>
  findValue<Language>(sql`select language from accounts where id = ${id}`);

/** The languages that accounts chose, by the key of their address. */
export const selectLanguages = async (sql: Db, email_keys: string[]): Promise<Map<string, Language>> => {
  const rows = await sql<{ email_key: string; language: Language }[]>`
    select email_key, language from accounts where email_key = any(${email_keys}) and language is not null`;
  return new Map(rows.map(({ email_key, language }) => [email_key, language]));
};

/** The languages that accounts chose, by account. */
export const selectAccountLanguages = async (sql: Db, ids: number[]): Promise<Map<number, Language>> => {
  const rows = await sql<{ id: number; language: Language }[]>`
    select id, language from accounts where id = any(${ids}::bigint[]) and language is not null`;
  return new Map(rows.map(({ id, language }) => [id, language]));
};

export const makeNetworkAdmin = (sql: Db, id: number) => sql`update accounts set is_network_admin = true where id = ${id}`;

export const isNetworkAdmin = async (sql: Db, id: number): Promise<boolean> =>
  (await sql`select 1 from accounts where id = ${id} and is_network_admin`).length > 0;

export const isAdminOf = async (sql: Db, id: number, site_id: number): Promise<boolean> => {
  const rows = await sql`
    select 1 from accounts a where a.id = ${id} and (a.is_network_admin
      or exists (select from account_roles r where r.account_id = a.id and r.site_id = ${site_id} and r.role = 'site_admin'))`;
  return rows.length > 0;
};

/** Deletes an account with everything that references it, its links, and mail to it. */
export const deleteAccountRow = async (sql: Db, id: number, email_key: string): Promise<void> => {
  await sql`delete from emailed_links where lower(email) = ${email_key}`;
  await sql`delete from mails where lower(to_email) = ${email_key}`;
  await sql`delete from accounts where id = ${id}`;
};

/** True for an account that exists and has no session. */
export const hasNeverSignedIn = async (sql: Db, email_key: string): Promise<boolean> => {
  const rows = await sql`
    select 1 from accounts a where a.email_key = ${email_key} and not exists (select from sessions s where s.account_id = a.id)`;
  return rows.length > 0;
};

type AccountSummary = Pick<Account, 'id' | 'email' | 'name' | 'roles' | 'created_at'>;

export const findAccountWithRoles = async ({ sql, site }: Ctx, id: number): Promise<AccountSummary> => {
  const [row] = await sql<(Pick<AccountRow, 'id' | 'email' | 'name' | 'created_at' | 'is_network_admin'> & { is_site_admin: boolean })[]>`
    select a.id, a.email, a.name, a.created_at, a.is_network_admin,
      exists (select 1 from account_roles r where r.account_id = a.id and r.site_id = ${site.id} and r.role = 'site_admin') as is_site_admin
    from accounts a where a.id = ${id}`;
  if (!row) throw new Refusal('invalid_credentials');
  const { is_network_admin, is_site_admin, created_at, ...rest } = row;
  const roles: AccountSummary['roles'] = [
    'member',
    ...(is_site_admin ? (['site_admin'] as const) : []),
    ...(is_network_admin ? (['network_admin'] as const) : []),
  ];
  return { ...rest, roles, created_at: created_at.toISOString() };
};

/** What the header shows of the signed-in account. */
export interface AccountHeader {
  name: string | null;
  email: string;
  /** Unread notifications of the site, at most 100. */
  unread: number;
  is_team: boolean;
}

export const findAccountHeader = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, id: number): Promise<AccountHeader | undefined> =>
  findRow(sql<AccountHeader[]>`
    select a.name, a.email,
      (select count(*)::int from (
        select from notifications n where n.account_id = a.id and n.site_id = ${site.id} and n.read_at is null limit 100) t) as unread,
      a.is_network_admin or exists (
        select from account_roles r where r.account_id = a.id and r.site_id = ${site.id} and r.role = 'site_admin') as is_team
    from accounts a where a.id = ${id}`);

interface AccountReference {
  table: string;
  column: string;
}

/** Every table with a foreign key to accounts. Read from the database catalog, so that new tables are not forgotten. */
export const selectAccountTables = (sql: Db): Promise<AccountReference[]> => sql<AccountReference[]>`
  select c.relname as table, a.attname as column
  from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and f.confrelid = 'accounts'::regclass and array_length(f.conkey, 1) = 1
  order by c.relname, a.attname`;

export const selectAccountRows = async (
  sql: Db,
  { table, column }: AccountReference,
  account_id: number,
  hidden: string[],
): Promise<object[]> => {
  const rows = await sql<{ row: object }[]>`
    select to_jsonb(t) - ${hidden}::text[] as row from ${sql(table)} t where ${sql(`t.${column}`)} = ${account_id} order by 1`;
  return rows.map(({ row }) => row);
};

export const selectMailsTo = (sql: Db, email_key: string): Promise<object[]> => sql<object[]>`
  select subject, status, created_at, sent_at from mails where lower(to_email) = ${email_key} order by created_at`;

export interface TeamMember {
  account_id: number;
  name: string | null;
  email: string;
}

export const selectSiteAdmins = ({ sql, site }: Ctx): Promise<TeamMember[]> => sql<TeamMember[]>`
  select a.id as account_id, a.name, a.email from account_roles r join accounts a on a.id = r.account_id
  where r.site_id = ${site.id} and r.role = 'site_admin' order by a.email`;

export const selectNetworkAdmins = ({ sql }: Ctx): Promise<TeamMember[]> =>
  sql<TeamMember[]>`select id as account_id, name, email from accounts where is_network_admin order by email`;

/** Whom the site's notifications go to: its admins, or the network admins if it has none. */
export const selectTeam = (sql: Db, site_id: number) => sql<Pick<TeamMember, 'account_id' | 'email'>[]>`
  with admins as (select a.id, a.email from account_roles r join accounts a on a.id = r.account_id where r.site_id = ${site_id} and r.role = 'site_admin')
  select id as account_id, email from admins
  union select id, email from accounts where is_network_admin and not exists (select from admins) order by email`;

/** How many admins site `s` has. */
export const countSiteAdmins = (sql: Db) => sql`
  (select count(*)::int from account_roles r where r.site_id = s.id and r.role = 'site_admin')`;

/** Locks the site's admins, so that two cannot remove each other and leave none. */
export const lockSiteAdmins = async ({ sql, site }: Ctx): Promise<number[]> => {
  const rows = await sql<{ account_id: number }[]>`
    select account_id from account_roles where site_id = ${site.id} and role = 'site_admin' order by account_id for update`;
  return rows.map(({ account_id }) => account_id);
};

export const insertSiteAdmin = async ({ sql, site }: Ctx, account_id: number): Promise<boolean> => {
  const rows = await sql`
    insert into account_roles (account_id, site_id, role) values (${account_id}, ${site.id}, 'site_admin') on conflict do nothing returning role`;
  return rows.length > 0;
};

export const deleteSiteAdmin = ({ sql, site }: Ctx, account_id: number) =>
  sql`delete from account_roles where account_id = ${account_id} and site_id = ${site.id} and role = 'site_admin'`;

export interface NewNotification {
  site_id: number;
  /** For example `update`, `week` or `badge`. */
  kind: string;
  /** Identifies the event: an account is notified once per key. */
  key: string;
  title: string;
  body: string | null;
  /** A path of the site. */
  url: string;
  created_at: Date;
}

export const insertNotifications = async (sql: Db, account_ids: number[], notification: NewNotification): Promise<number[]> => {
  const { site_id, kind, key, title, body, url, created_at } = notification;
  const rows = await sql<{ account_id: number }[]>`
    insert into notifications (account_id, site_id, kind, key, title, body, url, created_at)
    select a.id, ${site_id}, ${kind}, ${key}, ${title}, ${body}, ${url}, ${created_at}
    from accounts a where a.id = any(${account_ids}::bigint[]) order by a.id
    on conflict (account_id, key) do nothing returning account_id`;
  return rows.map(({ account_id }) => account_id);
};

export interface NotificationRow extends Omit<NewNotification, 'site_id' | 'key'> {
  id: number;
  read_at: Date | null;
}

export const selectNotifications = ({ sql, site, caller }: Ctx<Caller>, paging: Paging) => sql<NotificationRow[]>`
  select id, kind, title, body, url, created_at, read_at from notifications
  where account_id = ${caller.account_id} and site_id = ${site.id} order by id desc limit ${paging.per_page} offset ${offsetOf(paging)}`;

export const countNotifications = async ({ sql, site, caller }: Ctx<Caller>): Promise<{ total: number; unread: number }> => {
  const [row] = await sql<{ total: number; unread: number }[]>`
    select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread from notifications
    where account_id = ${caller.account_id} and site_id = ${site.id}`;
  return row!;
};

/** The address that a notification leads to. */
export const findNotificationUrl = ({ sql, site, caller }: Ctx<Caller>, id: number): Promise<string | null> =>
  findValue<string>(sql`
    select url from notifications where id = ${id} and account_id = ${caller.account_id} and site_id = ${site.id}`);

export const updateNotificationRead = ({ sql, site, caller }: Ctx<Caller>, id: number, now: Date) => sql`
  update notifications set read_at = ${now}
  where id = ${id} and account_id = ${caller.account_id} and site_id = ${site.id} and read_at is null`;

export const updateNotificationsRead = ({ sql, site, caller }: Ctx<Caller>, newest_id: number, now: Date) => sql`
  update notifications set read_at = ${now}
  where account_id = ${caller.account_id} and site_id = ${site.id} and id <= ${newest_id} and read_at is null`;
