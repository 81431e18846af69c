import type { Db, Scope, SiteCtx } from '../../../kernel/context.ts';
import { findRow, firstRow, firstValue } from '../../../kernel/database.ts';
import type { ProvidedIdentity } from '../rules.ts';

export interface SessionRow {
  id: number;
  account_id: number;
  device: string | null;
  address: string | null;
  proved_at: Date | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

const SESSION_COLUMNS = ['id', 'account_id', 'device', 'address', 'proved_at', 'created_at', 'last_used_at', 'expires_at'] as const;

export type NewSessionRow = Omit<SessionRow, 'id' | 'last_used_at'> & { token_hash: Buffer };

export const insertSession = async (sql: Db, session: NewSessionRow): Promise<SessionRow> => {
  const [row] = await sql<SessionRow[]>`
    insert into sessions ${sql({ ...session, last_used_at: session.created_at })} returning ${sql(SESSION_COLUMNS)}`;
  return row!;
};

export const findSession = async (sql: Db, token_hash: Buffer, now: Date): Promise<SessionRow | undefined> => {
  const [row] = await sql<SessionRow[]>`
    select ${sql(SESSION_COLUMNS)} from sessions where token_hash = ${token_hash} and expires_at > ${now}`;
  return row;
};

export const selectSession = async (sql: Db, account_id: number, id: number): Promise<SessionRow | undefined> => {
  const [row] = await sql<SessionRow[]>`select ${sql(SESSION_COLUMNS)} from sessions where account_id = ${account_id} and id = ${id}`;
  return row;
};

export const selectSessions = (sql: Db, account_id: number, now: Date): Promise<SessionRow[]> => sql<SessionRow[]>`
  select ${sql(SESSION_COLUMNS)} from sessions where account_id = ${account_id} and expires_at > ${now} order by last_used_at desc, id desc`;

export const markSessionUsed = (sql: Db, id: number, now: Date, expires_at: Date) => sql`
  update sessions set last_used_at = ${now}, expires_at = greatest(expires_at, ${expires_at}) where id = ${id}`;

export const deleteSession = async (sql: Db, account_id: number, id: number): Promise<boolean> =>
  (await sql`delete from sessions where account_id = ${account_id} and id = ${id} returning id`).length > 0;

export const deleteSessionsExcept = (sql: Db, account_id: number, session_id: number | null) =>
  sql`delete from sessions where account_id = ${account_id} and id is distinct from ${session_id}`;

export const upsertKnownBrowser = (sql: Db, token_hash: Buffer, account_id: number, now: Date) => sql`
  insert into known_browsers (token_hash, account_id, last_used_at) values (${token_hash}, ${account_id}, ${now})
  on conflict (token_hash, account_id) do update set last_used_at = excluded.last_used_at`;

export const isKnownBrowser = async (sql: Db, token_hash: Buffer, email_key: string): Promise<boolean> => {
  const rows = await sql`
    select from known_browsers b join accounts a on a.id = b.account_id where b.token_hash = ${token_hash} and a.email_key = ${email_key}`;
  return rows.length > 0;
};

export type LinkPurpose = 'sign_in' | 'confirm_old_address' | 'confirm_new_address';

export interface EmailedLinkRow {
  id: number;
  purpose: LinkPurpose;
  email: string;
  change_id: number | null;
  go_to: string | null;
  name: string | null;
  password_hash: string | null;
  browser_hash: Buffer | null;
  /** Who the requester is at a provider; connected if the link is opened in the same browser. */
  identity: ProvidedIdentity | null;
  /** A form that waits for the sign-in. */
  pending_id: string | null;
}

const LINK_COLUMNS = [
  'id',
  'purpose',
  'email',
  'change_id',
  'go_to',
  'name',
  'password_hash',
  'browser_hash',
  'identity',
  'pending_id',
] as const;

export type NewEmailedLink = Pick<EmailedLinkRow, 'purpose' | 'email'> &
  Partial<EmailedLinkRow> & { token_hash: Buffer; created_at: Date; expires_at: Date };

export const insertEmailedLink = (sql: Db, { identity = null, ...link }: NewEmailedLink) =>
  sql`insert into emailed_links ${sql({ ...link, identity: identity && sql.json({ ...identity }) })}`;

export const findEmailedLink = async (sql: Db, token_hash: Buffer, purposes: LinkPurpose[], now: Date) => {
  const [row] = await sql<EmailedLinkRow[]>`
    select ${sql(LINK_COLUMNS)} from emailed_links
    where token_hash = ${token_hash} and purpose = any(${purposes}) and used_at is null and expires_at > ${now}`;
  return row;
};

/** Consumes a link. Of two concurrent requests only one gets it. */
export const consumeEmailedLink = async (sql: Db, token_hash: Buffer, purposes: LinkPurpose[], now: Date) => {
  const [row] = await sql<EmailedLinkRow[]>`
    update emailed_links set used_at = ${now}, password_hash = null
    from (select id, password_hash from emailed_links where token_hash = ${token_hash} for update) as before
    where emailed_links.id = before.id and purpose = any(${purposes}) and used_at is null and expires_at > ${now}
    returning ${sql(LINK_COLUMNS.filter((name) => name !== 'password_hash' && name !== 'id'))}, before.id, before.password_hash`;
  return row;
};

/** After a sign-in, all other sign-in links of the mailbox become invalid. */
export const retireSignInLinks = (sql: Db, email_key: string, now: Date) => sql`
  update emailed_links set used_at = ${now}, password_hash = null
  where lower(email) = ${email_key} and purpose = 'sign_in' and used_at is null`;

export interface PendingActionRow {
  id: string;
  title: string;
  /** The pattern of the form's address. */
  action: string;
  fields: Record<string, string>;
}

type NewPendingAction = Omit<PendingActionRow, 'id'> & { site_id: number; browser_hash: Buffer; expires_at: Date };

export const insertPendingAction = (sql: Db, pending: NewPendingAction): Promise<string> =>
  firstValue<string>(sql`insert into pending_actions ${sql({ ...pending, fields: sql.json(pending.fields) })} returning id`);

const isPending = ({ sql, site, clock }: SiteCtx, id: string, browser_hash?: Buffer) => sql`
  id = ${id} and site_id = ${site.id} and expires_at > ${clock.now()} ${browser_hash ? sql`and browser_hash = ${browser_hash}` : sql``}`;

export const findPendingAction = (ctx: SiteCtx, id: string, browser_hash?: Buffer): Promise<PendingActionRow | undefined> =>
  findRow(ctx.sql<PendingActionRow[]>`select id, title, action, fields from pending_actions where ${isPending(ctx, id, browser_hash)}`);

export const deletePendingAction = (ctx: SiteCtx, id: string, browser_hash?: Buffer): Promise<PendingActionRow | undefined> =>
  findRow(ctx.sql<PendingActionRow[]>`
    delete from pending_actions where ${isPending(ctx, id, browser_hash)} returning id, title, action, fields`);

export interface EmailChangeRow {
  id: number;
  account_id: number;
  new_email: string;
  old_confirmed_at: Date | null;
  new_confirmed_at: Date | null;
  expires_at: Date;
}

const EMAIL_CHANGE_COLUMNS = ['id', 'account_id', 'new_email', 'old_confirmed_at', 'new_confirmed_at', 'expires_at'] as const;

/** Starts a change of address. It replaces a pending one, whose links become invalid. */
export const replaceEmailChange = async (sql: Db, account_id: number, new_email: string, now: Date, expires_at: Date): Promise<number> => {
  await sql`delete from address_changes where account_id = ${account_id}`;
  const rows = await sql<{ id: number }[]>`
    insert into address_changes (account_id, new_email, created_at, expires_at)
    values (${account_id}, ${new_email}, ${now}, ${expires_at}) returning id`;
  return firstRow(rows).id;
};

export const findEmailChange = async (sql: Db, account_id: number, now: Date): Promise<EmailChangeRow | undefined> => {
  const [row] = await sql<EmailChangeRow[]>`
    select ${sql(EMAIL_CHANGE_COLUMNS)} from address_changes where account_id = ${account_id} and expires_at > ${now}`;
  return row;
};

/** Records the confirmation of one address, and returns the change with both confirmations. */
export const confirmEmailChangeEnd = async (sql: Db, id: number, end: 'old_confirmed_at' | 'new_confirmed_at', now: Date) => {
  const [row] = await sql<EmailChangeRow[]>`
    update address_changes set ${sql(end)} = ${now} where id = ${id} and expires_at > ${now} returning ${sql(EMAIL_CHANGE_COLUMNS)}`;
  return row;
};

/** Moves an account to its new address, unless another account has it by now. */
export const applyEmailChange = async (sql: Db, change: EmailChangeRow, email_key: string, now: Date): Promise<boolean> => {
  const { id, account_id, new_email } = change;
  const rows = await sql`
    update accounts set email = ${new_email}, email_key = ${email_key}, email_verified_at = ${now}, email_vouched_by = null
    where id = ${account_id} and not exists (select 1 from accounts other where other.email_key = ${email_key} and other.id <> ${account_id})
    returning id`;
  await sql`delete from address_changes where id = ${id}`;
  return rows.length > 0;
};

export interface KeyRow {
  id: number;
  account_id: number;
  name: string;
  prefix: string;
  scopes: Scope[];
  /** For a key with `site:admin`: the site it is for. */
  admin_site_id: number | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

const KEY_COLUMNS = [
  'id',
  'account_id',
  'name',
  'prefix',
  'scopes',
  'admin_site_id',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const;

export type NewKeyRow = Omit<KeyRow, 'id' | 'last_used_at' | 'revoked_at'> & { key_hash: Buffer };

export const insertKey = async (sql: Db, key: NewKeyRow): Promise<KeyRow> => {
  const [row] = await sql<KeyRow[]>`insert into api_keys ${sql(key)} returning ${sql(KEY_COLUMNS)}`;
  return row!;
};

export const selectKeys = (sql: Db, account_id: number): Promise<KeyRow[]> => sql<KeyRow[]>`
  select ${sql(KEY_COLUMNS)} from api_keys where account_id = ${account_id} order by revoked_at is not null, created_at desc, id desc`;

export const countUsableKeys = async (sql: Db, account_id: number): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count from api_keys where account_id = ${account_id} and revoked_at is null`;
  return firstRow(rows).count;
};

export const markKeyRevoked = async (sql: Db, account_id: number, id: number, now: Date): Promise<boolean> => {
  const rows = await sql`
    update api_keys set revoked_at = ${now} where account_id = ${account_id} and id = ${id} and revoked_at is null returning id`;
  return rows.length > 0;
};

export const markKeysRevoked = (sql: Db, account_id: number, now: Date) =>
  sql`update api_keys set revoked_at = ${now} where account_id = ${account_id} and revoked_at is null`;

export const findUsableKey = async (sql: Db, key_hash: Buffer, now: Date): Promise<KeyRow | undefined> => {
  const [row] = await sql<KeyRow[]>`
    select ${sql(KEY_COLUMNS)} from api_keys where key_hash = ${key_hash} and revoked_at is null and (expires_at is null or expires_at > ${now})`;
  return row;
};

/** Written at most once a minute per key: the time is only shown to people. */
export const markKeyUsed = (sql: Db, id: number, now: Date) => sql`
  update api_keys set last_used_at = ${now} where id = ${id} and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 60_000)})`;
