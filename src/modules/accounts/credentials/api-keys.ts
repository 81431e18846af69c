import { type Caller, type Ctx, inTransaction, type Scope, type Site, type SiteCtx } from '../../../kernel/context.ts';
import { unlessReadOnly } from '../../../kernel/database.ts';
import { type InputError, invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { hashToken, newToken } from '../../../kernel/secrets.ts';
import { isAdminOf } from '../queries.ts';
import { ADMIN_SCOPE, API_SCOPES } from '../schema.ts';
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

type KeyCtx = Pick<Ctx<Caller>, 'sql' | 'clock' | 'caller'> & { site?: Pick<Site, 'id'> };

export const KEY_SCOPES: readonly Scope[] = [...API_SCOPES, ADMIN_SCOPE];

/** `site:admin` is for one site, and only its admins can give it to a key. */
const scopeFaults = async ({ sql, caller, site }: KeyCtx, scopes: readonly Scope[]): Promise<InputError[]> => {
  if (!scopes.length || !scopes.every((scope) => KEY_SCOPES.includes(scope)))
    return [{ path: 'scopes', code: 'required', message: t('needs one or more of {scopes}', { scopes: API_SCOPES.join(', ') }) }];
  if (!scopes.includes(ADMIN_SCOPE) || (site && (await isAdminOf(sql, caller.account_id, site.id)))) return [];
  return [{ path: 'scopes', code: 'not_allowed', message: t('can contain {scope} only for admins of this site', { scope: ADMIN_SCOPE }) }];
};

/** Creates a key for the caller's account. Only its hash is stored, so this is the only time the key itself is returned. */
export const createKey = (ctx: KeyCtx, { name, scopes, expires_at }: NewKey): Promise<KeyRow & { key: string }> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, clock, caller, site } = ctx;
    const now = clock.now();
    const errors = [
      ...(name.trim() && name.length <= 100
        ? []
        : [{ path: 'name', code: 'required', message: t('needs 1 to 100 characters'), limit: 100 }]),
      ...(await scopeFaults(ctx, scopes)),
      ...(expires_at && expires_at <= now ? [{ path: 'expires_at', code: 'too_small', message: t('must be in the future') }] : []),
    ];
    if (errors.length) throw invalidInput(...errors);
    if ((await countUsableKeys(sql, caller.account_id)) >= MAX_KEYS) throw new Refusal('too_many_keys');
    const key = newToken(PREFIX);
    const row = await insertKey(sql, {
      account_id: caller.account_id,
      name: name.trim(),
      prefix: key.slice(0, SHOWN_LENGTH),
      key_hash: hashToken(key),
      scopes: [...scopes],
      admin_site_id: scopes.includes(ADMIN_SCOPE) ? site!.id : null,
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

/** The caller of a key on a site. On other sites than its own, `site:admin` is not among its scopes. */
export const authenticateKey = async ({ sql, clock, site }: SiteCtx, token: string): Promise<Caller | null> => {
  const now = clock.now();
  const row = isWellFormed(token) ? await findUsableKey(sql, hashToken(token), now) : undefined;
  if (!row) return null;
  await unlessReadOnly(markKeyUsed(sql, row.id, now));
  const { id: credential_id, account_id, name: client, expires_at } = row;
  const scopes = row.scopes.filter((scope) => scope !== ADMIN_SCOPE || row.admin_site_id === site.id);
  return { account_id, kind: 'api_key', scopes, client, expires_at, credential_id };
};
