import { type Caller, type Ctx, inTransaction, type Scope } from '../../../kernel/context.ts';
import { unlessReadOnly } from '../../../kernel/database.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { hashToken, newToken } from '../../../kernel/secrets.ts';
import { API_SCOPES } from '../schema.ts';
import {
  countUsableKeys,
  findUsableKey,
  insertKey,
  type KeyRow,
  markKeyRevoked,
  markKeysRevoked,
  markKeyUsed,
  selectKeys,
} from './queries.ts';

/** Lets people and secret scanners recognize a key. */
const PREFIX = 'lw_';
const SHOWN_LENGTH = PREFIX.length + 6;
const MAX_KEYS = 50;

export const looksLikeKey = (token: string): boolean => token.startsWith(PREFIX);
const isWellFormed = (token: string): boolean => /^lw_[A-Za-z0-9_-]{43}$/.test(token);

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  expires_at: Date | null;
}

/** Creates a key for the caller's account. Only its hash is stored, so this is the only time the key itself is returned. */
export const createKey = (
  ctx: Pick<Ctx<Caller>, 'sql' | 'clock' | 'caller'>,
  { name, scopes, expires_at }: NewKey,
): Promise<KeyRow & { key: string }> =>
  inTransaction(ctx, async ({ sql, clock, caller }) => {
    const now = clock.now();
    const errors = [
      ...(name.trim() && name.length <= 100 ? [] : [{ path: 'name', code: 'required', message: 'needs 1 to 100 characters', limit: 100 }]),
      ...(scopes.length && scopes.every((scope) => API_SCOPES.includes(scope))
        ? []
        : [{ path: 'scopes', code: 'required', message: `needs one or more of ${API_SCOPES.join(', ')}` }]),
      ...(expires_at && expires_at <= now ? [{ path: 'expires_at', code: 'too_small', message: 'must be in the future' }] : []),
    ];
    if (errors.length) throw new Refusal('invalid_input', { errors });
    if ((await countUsableKeys(sql, caller.account_id)) >= MAX_KEYS) throw new Refusal('too_many_keys');
    const key = newToken(PREFIX);
    const row = await insertKey(sql, {
      account_id: caller.account_id,
      name: name.trim(),
      prefix: key.slice(0, SHOWN_LENGTH),
      key_hash: hashToken(key),
      scopes: [...scopes],
      created_at: now,
      expires_at,
    });
    return { ...row, key };
  });

export const listKeys = ({ sql, caller }: Ctx<Caller>): Promise<KeyRow[]> => selectKeys(sql, caller.account_id);

export const revokeKey = async ({ sql, caller, clock }: Ctx<Caller>, { id }: { id: number }): Promise<void> => {
  if (!(await markKeyRevoked(sql, caller.account_id, id, clock.now()))) throw new Refusal('key_not_found');
};

export const revokeAllKeys = async ({ sql, caller, clock }: Ctx<Caller>): Promise<void> => {
  await markKeysRevoked(sql, caller.account_id, clock.now());
};

export const authenticateKey = async ({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, token: string): Promise<Caller | null> => {
  const now = clock.now();
  const row = isWellFormed(token) ? await findUsableKey(sql, hashToken(token), now) : undefined;
  if (!row) return null;
  await unlessReadOnly(markKeyUsed(sql, row.id, now));
  const { id: credential_id, account_id, scopes, name: client, expires_at } = row;
  return { account_id, kind: 'api_key', scopes, client, expires_at, credential_id };
};
