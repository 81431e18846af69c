import { type Caller, type Ctx, inTransaction } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { forgiveAttempts, limitAttempts, readAddress } from './attempts.ts';
import { createKey, type NewKey } from './keys.ts';
import { makeLink } from './links.ts';
import { sendMail } from './mail.ts';
import { deletedLetter, passwordChangedLetter } from './mails.tsx';
import { checkPassword, hashPassword, judgePassword } from './password.ts';
import {
  type AccountRow,
  deleteAccountRow,
  ensureAccount,
  hasNeverSignedIn,
  isAdminOf,
  isNetworkAdmin,
  makeNetworkAdmin,
  renewHash,
  selectAccount,
  selectAccountByEmail,
  updateName,
  updatePassword,
} from './queries.ts';
import { emailKey, mailAddress, PROOF_LIVES_MS } from './rules.ts';
import { beginSession, type NewSession, type Visit } from './session.ts';
import { deleteSessionsBut, selectSession } from './session-queries.ts';

/** Signs in by password. A wrong one, none, and an address nobody has are one refusal, and take as long. */
export const signInByPassword = async (
  ctx: Ctx,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<NewSession> => {
  const email_key = emailKey(readAddress(email));
  const attempt = { kind: 'password', email_key, visit } as const;
  await limitAttempts(ctx, attempt);
  const account = await selectAccountByEmail(ctx.sql, email_key);
  const { right, outdated } = await checkPassword(password, account?.password_hash ?? null);
  if (!account || !right) throw new Refusal('wrong_sign_in');
  await forgiveAttempts(ctx, attempt);
  if (outdated) await renewHash(ctx.sql, account.id, account.password_hash!, await hashPassword(password));
  return beginSession(ctx, account.id, visit, false);
};

/** The caller's account. One that was deleted a moment ago has nobody signed in. */
export const ownAccount = async ({ sql, caller }: Ctx<Caller>): Promise<AccountRow> => {
  const account = await selectAccount(sql, caller.account_id);
  if (!account) throw new Refusal('sign_in_needed');
  return account;
};

export const renameAccount = async ({ sql, caller }: Ctx<Caller>, { name }: { name?: string }): Promise<void> => {
  await updateName(sql, caller.account_id, name ?? null);
};

/** Whether this session has just proved the account's mailbox, which then stands in for the password. */
export const hasFreshProof = async ({ sql, clock, caller }: Ctx<Caller>): Promise<boolean> => {
  const session = await selectSession(sql, caller.account_id, caller.credential_id!);
  return !!session?.proved_at && clock.now().getTime() - session.proved_at.getTime() < PROOF_LIVES_MS;
};

/** Sets the password and signs out every other device. Takes the old one, or a link opened just before. */
export const changePassword = async (
  ctx: Ctx<Caller>,
  { current_password, password }: { current_password?: string; password: string },
  visit: Visit,
): Promise<void> => {
  const account = await ownAccount(ctx);
  if (!(await hasFreshProof(ctx))) await proveByPassword(ctx, account, current_password ?? '', visit);
  await judgePassword(password, account);
  const password_hash = await hashPassword(password);
  await inTransaction(ctx, async (ctx) => {
    await updatePassword(ctx.sql, account.id, password_hash);
    await deleteSessionsBut(ctx.sql, account.id, ctx.caller.credential_id);
    await sendMail(ctx, account.email, passwordChangedLetter(ctx.site));
  });
};

const proveByPassword = async (ctx: Ctx<Caller>, account: AccountRow, current_password: string, visit: Visit): Promise<void> => {
  const message = account.password_hash
    ? 'is not your password. Forgotten? Sign out and in again by link, then set a new one within 15 minutes'
    : 'is not set. Sign out and in again by link, then set one within 15 minutes';
  const refusal = new Refusal('invalid_input', { errors: [{ path: 'current_password', code: 'wrong', message }] });
  if (!account.password_hash) throw refusal;
  const attempt = { kind: 'password', email_key: account.email_key, visit } as const;
  await limitAttempts(ctx, attempt);
  if (!(await checkPassword(current_password, account.password_hash)).right) throw refusal;
  await forgiveAttempts(ctx, attempt);
};

/** Deletes the caller's account and what is held about it, once its address has been typed. */
export const deleteAccount = async (ctx: Ctx<Caller>, { email }: { email: string }): Promise<void> => {
  const account = await ownAccount(ctx);
  if (emailKey(mailAddress(email) ?? '') !== account.email_key)
    throw new Refusal('invalid_input', {
      errors: [{ path: 'email', code: 'wrong', message: `must be ${account.email}, the address of this account` }],
    });
  await inTransaction(ctx, async (ctx) => {
    await deleteAccountRow(ctx.sql, account.id, account.email_key);
    await sendMail(ctx, account.email, deletedLetter(ctx.site));
  });
};

/** Whether the caller runs the whole deployment. */
export const isAdmin = ({ sql, caller }: Ctx): Promise<boolean> =>
  caller ? isNetworkAdmin(sql, caller.account_id) : Promise.resolve(false);

/** Whether the caller looks after this site: as its admin, or as one of the whole deployment. */
export const isOnTeam = ({ sql, caller, site }: Ctx): Promise<boolean> =>
  caller ? isAdminOf(sql, caller.account_id, site.id) : Promise.resolve(false);

export interface NewUser {
  email: string;
  name: string | null;
  admin: boolean;
}

/** For who has the keyboard of the server: makes the account where there is none, and a link that signs it in once. */
export const createUser = async (
  ctx: Pick<Ctx, 'sql' | 'clock'>,
  { email, name, admin }: NewUser,
): Promise<{ account_id: number; token: string }> => {
  const address = readAddress(email);
  const account = await ensureAccount(ctx.sql, address, emailKey(address), name, ctx.clock.now());
  if (admin) await makeNetworkAdmin(ctx.sql, account.id);
  return { account_id: account.id, token: await makeLink(ctx, account.email) };
};

/** Whether an account was made for somebody who has not been in yet. */
export const isAwaited = async ({ sql }: Pick<Ctx, 'sql'>, email: string): Promise<boolean> => hasNeverSignedIn(sql, emailKey(email));

/** For who has the keyboard of the server: a key for an account that exists. */
export const createKeyFor = async (ctx: Pick<Ctx, 'sql' | 'clock'>, email: string, key: NewKey): Promise<{ key: string }> => {
  const account = await selectAccountByEmail(ctx.sql, emailKey(readAddress(email)));
  if (!account)
    throw new Refusal('invalid_input', {
      errors: [{ path: 'email', code: 'unknown', message: 'has no account; make it with user create' }],
    });
  const caller: Caller = { account_id: account.id, kind: 'session', scopes: [], client: null, expires_at: null, credential_id: null };
  return createKey({ ...ctx, caller } as Ctx<Caller>, key);
};
