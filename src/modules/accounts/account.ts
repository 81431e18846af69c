import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { invalidInput, Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { createKey, type NewKey } from './credentials/api-keys.ts';
import { forgetAttempt, limitAttempts, requireEmail } from './credentials/attempts.ts';
import { checkPassword, hashPassword, validatePassword } from './credentials/password.ts';
import { deleteSessionsExcept, selectSession } from './credentials/queries.ts';
import { type NewSession, signInOnSite, type Visit } from './credentials/sessions.ts';
import { createSignInLink } from './credentials/sign-in-links.ts';
import { getRemainingLimits } from './limits.ts';
import { accountDeletedMail, passwordChangedMail } from './mail/mails.tsx';
import { sendMail } from './mail/outbox.ts';
import {
  type AccountHeader,
  type AccountRow,
  deleteAccountRow,
  ensureAccount,
  findAccountHeader,
  findAccountWithRoles,
  hasNeverSignedIn,
  isAdminOf,
  isNetworkAdmin,
  makeNetworkAdmin,
  selectAccount,
  selectAccountByEmail,
  selectAccountRows,
  selectAccountTables,
  selectMailsTo,
  updateName,
  updatePassword,
  upgradePasswordHash,
} from './queries.ts';
import { EMAIL_PROOF_TTL_MS, emailKey, normalizeEmail } from './rules.ts';
import type { Account } from './schema.ts';
import { keepBans } from './users/banned-mailboxes.ts';

/** Signs in by password. A wrong password, an account without one and an unknown address get the same refusal after the same time. */
export const signInByPassword = async (
  ctx: Ctx,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<NewSession> => {
  const email_key = emailKey(requireEmail(email));
  const attempt = { kind: 'password', email_key, visit } as const;
  await limitAttempts(ctx, attempt);
  const account = await selectAccountByEmail(ctx.sql, email_key);
  const { is_correct, needs_rehash } = await checkPassword(password, account?.password_hash ?? null);
  if (!account || !is_correct) throw new Refusal('wrong_sign_in');
  await forgetAttempt(ctx, attempt);
  if (needs_rehash) await upgradePasswordHash(ctx.sql, account.id, account.password_hash!, await hashPassword(password));
  return signInOnSite(ctx, account.id, visit, false);
};

/** The caller's account. Refuses if it was deleted after the caller was authenticated. */
export const getOwnAccount = async ({ sql, caller }: Ctx<Caller>): Promise<AccountRow> => {
  const account = await selectAccount(sql, caller.account_id);
  if (!account) throw new Refusal('sign_in_needed');
  return account;
};

export const renameAccount = async ({ sql, caller }: Ctx<Caller>, { name }: { name?: string }): Promise<void> => {
  await updateName(sql, caller.account_id, name ?? null);
};

/** Whether this session was just started by an emailed link, which then replaces the password. */
export const hasRecentEmailProof = async ({ sql, clock, caller }: Ctx<Caller>): Promise<boolean> => {
  const session = await selectSession(sql, caller.account_id, caller.credential_id!);
  return !!session?.proved_at && clock.now().getTime() - session.proved_at.getTime() < EMAIL_PROOF_TTL_MS;
};

/** Sets the password and signs out all other devices. Requires the current password or a recent sign-in by link. */
export const changePassword = async (
  ctx: Ctx<Caller>,
  { current_password, password }: { current_password?: string; password: string },
  visit: Visit,
): Promise<void> => {
  const account = await getOwnAccount(ctx);
  if (!(await hasRecentEmailProof(ctx))) await requirePassword(ctx, account, current_password ?? '', visit);
  await validatePassword(password, account);
  const password_hash = await hashPassword(password);
  await inTransaction(ctx, async (ctx) => {
    await updatePassword(ctx.sql, account.id, password_hash);
    await deleteSessionsExcept(ctx.sql, account.id, ctx.caller.credential_id);
    await sendMail(ctx, account.email, () => passwordChangedMail(ctx.site));
  });
};

const requirePassword = async (ctx: Ctx<Caller>, account: AccountRow, current_password: string, visit: Visit): Promise<void> => {
  const message = account.password_hash
    ? t('is wrong. Forgot it? Sign out, sign in with a sign-in link, and set a new one within 15 minutes')
    : t('is not set. Sign out, sign in with a sign-in link, and set one within 15 minutes');
  const refusal = invalidInput({ path: 'current_password', code: 'wrong', message });
  if (!account.password_hash) throw refusal;
  const attempt = { kind: 'password', email_key: account.email_key, visit } as const;
  await limitAttempts(ctx, attempt);
  if (!(await checkPassword(current_password, account.password_hash)).is_correct) throw refusal;
  await forgetAttempt(ctx, attempt);
};

/** Deletes the caller's account and its data. The caller confirms by typing the account's address. */
export const deleteAccount = async (ctx: Ctx<Caller>, { email }: { email: string }): Promise<void> => {
  const account = await getOwnAccount(ctx);
  const message = t('must be {email}, the email address of this account', { email: account.email });
  if (emailKey(normalizeEmail(email) ?? '') !== account.email_key) throw invalidInput({ path: 'email', code: 'wrong', message });
  await inTransaction(ctx, async (ctx) => {
    await keepBans(ctx, account);
    await deleteAccountRow(ctx.sql, account.id, account.email_key);
    await sendMail(ctx, account.email, () => accountDeletedMail(ctx.site));
  });
};

/** The caller as the header of a page shows them. */
export const getAccountHeader = async (ctx: Ctx): Promise<AccountHeader | null> =>
  ctx.caller ? ((await findAccountHeader(ctx, ctx.caller.account_id)) ?? null) : null;

/** Whether the caller is an admin of the whole deployment. */
export const isNetworkAdminCaller = async ({ sql, caller }: Ctx): Promise<boolean> =>
  caller ? isNetworkAdmin(sql, caller.account_id) : false;

/** Whether the caller is an admin of this site or of the whole deployment. */
export const isOnTeam = async ({ sql, caller, site }: Ctx): Promise<boolean> =>
  caller ? isAdminOf(sql, caller.account_id, site.id) : false;

export interface NewUser {
  email: string;
  name: string | null;
  admin: boolean;
}

export const signInLinkPath = (token: string): string => `/sign-in/link?token=${token}`;

/** For the command line: creates the account unless it exists, and a one-time sign-in link. */
export const createUser = async (
  ctx: Pick<Ctx, 'sql' | 'clock'>,
  { email, name, admin }: NewUser,
): Promise<{ account_id: number; token: string }> => {
  const address = requireEmail(email);
  const account = await ensureAccount(ctx.sql, address, emailKey(address), name, ctx.clock.now());
  if (admin) await makeNetworkAdmin(ctx.sql, account.id);
  return { account_id: account.id, token: await createSignInLink(ctx, account.email) };
};

export const isUnusedAccount = async ({ sql }: Pick<Ctx, 'sql'>, email: string): Promise<boolean> => hasNeverSignedIn(sql, emailKey(email));

/** For the command line: creates a key for an existing account. */
export const createKeyForEmail = async (ctx: Pick<Ctx, 'sql' | 'clock'>, email: string, key: NewKey): Promise<{ key: string }> => {
  const account = await selectAccountByEmail(ctx.sql, emailKey(requireEmail(email)));
  const message = 'has no account; create it with user create';
  if (!account) throw invalidInput({ path: 'email', code: 'unknown', message });
  const caller: Caller = { account_id: account.id, kind: 'session', scopes: [], client: null, expires_at: null, credential_id: null };
  return createKey({ ...ctx, caller }, key);
};

const ONLY_ON_THE_SITE = ['vote for a launch', 'pay an order', 'manage API keys and connected applications'];

export const getAccount = async (ctx: Ctx<Caller>): Promise<Account> => {
  const { account_id, kind, client, scopes, expires_at } = ctx.caller;
  const [account, limits] = await Promise.all([findAccountWithRoles(ctx, account_id), getRemainingLimits(ctx, account_id)]);
  return {
    ...account,
    access: { kind, client, scopes: [...scopes], expires_at: expires_at?.toISOString() ?? null },
    limits: limits.map(({ name, limit, remaining, window_seconds }) => ({ name, limit, remaining, window_seconds })),
    only_on_the_site: ONLY_ON_THE_SITE,
  };
};

/** Credentials are left out of the export: whoever gets the file must not be able to sign in with it. */
const HIDDEN_COLUMNS: Record<string, string[]> = {
  sessions: ['token_hash'],
  known_browsers: ['token_hash'],
  provider_sign_ins: ['state_hash', 'browser_hash', 'nonce', 'code_verifier'],
  api_keys: ['key_hash'],
  draft_invites: ['token_hash'],
  claims: ['link_hash'],
  idempotency_keys: ['input_hash'],
  oauth_records: ['id', 'payload', 'grant_id', 'uid'],
};

export const exportAccount = async (ctx: Ctx<Caller>): Promise<Record<string, unknown>> => {
  const { id, email, email_verified_at, email_vouched_by, name, password_hash, is_network_admin, created_at, email_key } =
    await getOwnAccount(ctx);
  const data: Record<string, unknown> = {
    exported_at: ctx.clock.now(),
    account: { id, email, email_verified_at, email_vouched_by, name, has_password: password_hash !== null, is_network_admin, created_at },
    mails: await selectMailsTo(ctx.sql, email_key),
  };
  for (const reference of await selectAccountTables(ctx.sql)) {
    const name = reference.column === 'account_id' ? reference.table : `${reference.table}.${reference.column}`;
    data[name] = await selectAccountRows(ctx.sql, reference, id, HIDDEN_COLUMNS[reference.table] ?? []);
  }
  return data;
};
