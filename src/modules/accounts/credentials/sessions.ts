import type { Caller, Ctx, SiteCtx } from '../../../kernel/context.ts';
import { unlessReadOnly } from '../../../kernel/database.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { hashToken, newToken } from '../../../kernel/secrets.ts';
import { insertAcceptances } from '../legal/queries.ts';
import { describeDevice, SESSION_EXTEND_INTERVAL_MS, SESSION_TOUCH_INTERVAL_MS, SESSION_TTL_MS } from '../rules.ts';
import { API_SCOPES } from '../schema.ts';
import { insertSiteMember, type MemberCtx } from '../users/queries.ts';
import {
  deleteSession,
  deleteSessionsExcept,
  findSession,
  insertSession,
  markSessionUsed,
  type SessionRow,
  selectSessions,
  upsertKnownBrowser,
} from './queries.ts';

/** Where a request comes from. */
export interface Visit {
  address: string;
  user_agent: string | undefined;
  /** The token of a browser that signed in before. */
  known: string | null;
}

export interface NewSession {
  token: string;
  expires_at: Date;
  /** The token by which this browser is recognized later. */
  known: string;
}

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Signs an account in on a device of this site's visitor with a new token. `proved`: the user has just proved access to the mailbox. */
export const startSession = async (ctx: MemberCtx, account_id: number, visit: Visit, proved: boolean): Promise<NewSession> => {
  const { sql, clock } = ctx;
  const token = newToken();
  const now = clock.now();
  const expires_at = new Date(now.getTime() + SESSION_TTL_MS);
  await insertSession(sql, {
    token_hash: hashToken(token),
    account_id,
    device: describeDevice(visit.user_agent),
    address: visit.address,
    proved_at: proved ? now : null,
    created_at: now,
    expires_at,
  });
  const browser_token = visit.known && TOKEN_PATTERN.test(visit.known) ? visit.known : newToken();
  await upsertKnownBrowser(sql, hashToken(browser_token), account_id, now);
  await insertSiteMember(ctx, account_id);
  return { token, expires_at, known: browser_token };
};

/** The same on a site, whose terms the account accepts by signing in. */
export const signInOnSite = async (ctx: SiteCtx, account_id: number, visit: Visit, proved: boolean): Promise<NewSession> => {
  await insertAcceptances(ctx, account_id);
  return startSession(ctx, account_id, visit, proved);
};

/** The caller of a session's token, or null. Its last use is recorded once a minute; its expiry is extended once a day. */
export const authenticateSession = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, token: string): Promise<Caller | null> => {
  const now = clock.now();
  const row = TOKEN_PATTERN.test(token) ? await findSession(sql, hashToken(token), now) : undefined;
  if (!row) return null;
  const expires_at = extendExpiry(row, now);
  if (now.getTime() - row.last_used_at.getTime() >= SESSION_TOUCH_INTERVAL_MS)
    await unlessReadOnly(markSessionUsed(sql, row.id, now, expires_at));
  return { account_id: row.account_id, kind: 'session', scopes: API_SCOPES, client: null, expires_at, credential_id: row.id };
};

const extendExpiry = ({ expires_at }: SessionRow, now: Date): Date => {
  const later = new Date(now.getTime() + SESSION_TTL_MS);
  return later.getTime() - expires_at.getTime() >= SESSION_EXTEND_INTERVAL_MS ? later : expires_at;
};

/** The caller's sessions, the last used first; `current` is the one of this request. */
export const listSessions = async ({ sql, clock, caller }: Ctx<Caller>) =>
  (await selectSessions(sql, caller.account_id, clock.now())).map((row) => ({ ...row, current: row.id === caller.credential_id }));

export const endSession = async ({ sql, caller }: Ctx<Caller>, { id }: { id: number }): Promise<void> => {
  if (!(await deleteSession(sql, caller.account_id, id))) throw new Refusal('session_not_found');
};

export const signOut = async ({ sql, caller }: Ctx<Caller>): Promise<void> => {
  await deleteSession(sql, caller.account_id, caller.credential_id!);
};

export const signOutEverywhere = async ({ sql, caller }: Ctx<Caller>): Promise<void> => {
  await deleteSessionsExcept(sql, caller.account_id, null);
};
