import { type Caller, type Ctx, inTransaction, type Scope } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { hashOf, newToken } from '../../kernel/tokens.ts';
import { countUsableKeys, findUsableKey, insertKey, type KeyRow, markKeyRevoked, markKeyUsed, selectKeys } from './key-queries.ts';
import { SCOPES } from './schema.ts';

/** By this anybody, also a scanner of leaked secrets, sees what it is. */
const PREFIX = 'lw_';
const SHOWN = PREFIX.length + 6;
const MOST_KEYS = 50;

export const looksLikeKey = (token: string): boolean => token.startsWith(PREFIX);
const isWellFormed = (token: string): boolean => /^lw_[A-Za-z0-9_-]{43}$/.test(token);

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  expires_at: Date | null;
}

/** Makes a key for the caller's account. The key itself is in this answer and nowhere else. */
export const createKey = (ctx: Ctx<Caller>, { name, scopes, expires_at }: NewKey): Promise<KeyRow & { key: string }> =>
  inTransaction(ctx, async ({ sql, clock, caller }) => {
    const now = clock.now();
    const errors = [
      ...(name.trim() && name.length <= 100 ? [] : [{ path: 'name', code: 'required', message: 'needs 1 to 100 characters', limit: 100 }]),
      ...(scopes.length && scopes.every((scope) => SCOPES.includes(scope))
        ? []
        : [{ path: 'scopes', code: 'required', message: `needs one or more of ${SCOPES.join(', ')}` }]),
      ...(expires_at && expires_at <= now ? [{ path: 'expires_at', code: 'too_small', message: 'must be in the future' }] : []),
    ];
    if (errors.length) throw new Refusal('invalid_input', { errors });
    if ((await countUsableKeys(sql, caller.account_id)) >= MOST_KEYS) throw new Refusal('too_many_keys');
    const key = newToken(PREFIX);
    const row = await insertKey(sql, {
      account_id: caller.account_id,
      name: name.trim(),
      prefix: key.slice(0, SHOWN),
      key_hash: hashOf(key),
      scopes,
      created_at: now,
      expires_at,
    });
    return { ...row, key };
  });

/** The caller's keys, those still usable first. */
export const listKeys = ({ sql, caller }: Ctx<Caller>): Promise<KeyRow[]> => selectKeys(sql, caller.account_id);

/** Ends a key of the caller's at once. */
export const revokeKey = async ({ sql, caller, clock }: Ctx<Caller>, { id }: { id: number }): Promise<void> => {
  if (!(await markKeyRevoked(sql, caller.account_id, id, clock.now()))) throw new Refusal('key_not_found');
};

/** Whom a key speaks for, or nobody. */
export const callerOfKey = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, token: string): Promise<Caller | null> => {
  const now = clock.now();
  const row = isWellFormed(token) ? await findUsableKey(sql, hashOf(token), now) : undefined;
  if (!row) return null;
  await markKeyUsed(sql, row.id, now);
  return {
    account_id: row.account_id,
    kind: 'api_key',
    scopes: row.scopes,
    client: row.name,
    expires_at: row.expires_at,
    credential_id: row.id,
  };
};
