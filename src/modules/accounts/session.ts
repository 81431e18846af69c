import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { hashOf, newToken } from '../../kernel/tokens.ts';
import { deviceOf, EXTEND_AFTER_MS, SESSION_LIVES_MS, USED_AGAIN_MS } from './rules.ts';
import { SCOPES } from './schema.ts';
import {
  deleteSession,
  deleteSessionsBut,
  findSession,
  insertSession,
  keepBrowser,
  markSessionUsed,
  type SessionRow,
  selectSessions,
} from './session-queries.ts';

/** From where somebody comes, as far as a request tells. */
export interface Visit {
  /** The network address. */
  address: string;
  user_agent: string | undefined;
  /** The secret of a browser somebody has been signed in with before. */
  known: string | null;
}

export interface NewSession {
  token: string;
  expires_at: Date;
  /** The secret by which this browser is known again. */
  known: string;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Signs an account in on a device, under a token that has never been used before. `proved` says that its mailbox was. */
export const beginSession = async (
  { sql, clock }: Pick<Ctx, 'sql' | 'clock'>,
  account_id: number,
  visit: Visit,
  proved: boolean,
): Promise<NewSession> => {
  const token = newToken();
  const now = clock.now();
  const expires_at = new Date(now.getTime() + SESSION_LIVES_MS);
  await insertSession(sql, {
    token_hash: hashOf(token),
    account_id,
    device: deviceOf(visit.user_agent),
    address: visit.address,
    proved_at: proved ? now : null,
    created_at: now,
    expires_at,
  });
  const known = visit.known && TOKEN.test(visit.known) ? visit.known : newToken();
  await keepBrowser(sql, hashOf(known), account_id, now);
  return { token, expires_at, known };
};

/** Whom a session's token speaks for, or nobody. Its use is written down once a minute, its end moved on once a day. */
export const callerOfSession = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, token: string): Promise<Caller | null> => {
  const now = clock.now();
  const row = TOKEN.test(token) ? await findSession(sql, hashOf(token), now) : undefined;
  if (!row) return null;
  const expires_at = extended(row, now);
  if (now.getTime() - row.last_used_at.getTime() >= USED_AGAIN_MS) await markSessionUsed(sql, row.id, now, expires_at);
  return { account_id: row.account_id, kind: 'session', scopes: SCOPES, client: null, expires_at, credential_id: row.id };
};

const extended = ({ expires_at }: SessionRow, now: Date): Date => {
  const later = new Date(now.getTime() + SESSION_LIVES_MS);
  return later.getTime() - expires_at.getTime() >= EXTEND_AFTER_MS ? later : expires_at;
};

/** The caller's sessions, the last used first; `current` is the one that asks. */
export const listSessions = async ({ sql, clock, caller }: Ctx<Caller>) =>
  (await selectSessions(sql, caller.account_id, clock.now())).map((row) => ({ ...row, current: row.id === caller.credential_id }));

/** Ends one session of the caller's. */
export const endSession = async ({ sql, caller }: Ctx<Caller>, { id }: { id: number }): Promise<void> => {
  if (!(await deleteSession(sql, caller.account_id, id))) throw new Refusal('session_not_found');
};

/** Signs out this device. */
export const signOut = async ({ sql, caller }: Ctx<Caller>): Promise<void> => {
  await deleteSession(sql, caller.account_id, caller.credential_id!);
};

/** Signs out everywhere, here included. */
export const signOutEverywhere = async ({ sql, caller }: Ctx<Caller>): Promise<void> => {
  await deleteSessionsBut(sql, caller.account_id, null);
};
