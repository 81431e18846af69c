import type { Caller, Scope, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { callerOfKey, looksLikeKey } from '../modules/accounts/keys.ts';
import type { House } from './house.ts';
import { tokenCaller } from './oauth/tokens.ts';

/** Which of our doors a token is shown at; a token for one is not good for all. */
export type Door = 'api' | 'mcp';

const BEARER = /^Bearer ([A-Za-z0-9._~+/=-]{1,2000})$/i;

/** Who calls: nobody without credentials; a refusal with bad ones, also where none were needed. */
export const callerOf = async (house: House, site: Site, authorization: string | undefined, door: Door): Promise<Caller | null> => {
  if (authorization === undefined) return null;
  const token = BEARER.exec(authorization)?.[1];
  const check = () => (looksLikeKey(token!) ? callerOfKey(house, token!) : tokenCaller(house, site, token!, door));
  const caller = token === undefined ? null : await house.believed(`${site.id} ${door} ${token}`, check);
  if (!caller || (caller.expires_at && caller.expires_at <= house.clock.now())) throw new Refusal('invalid_credentials');
  return caller;
};

const METADATA: Record<Door, string> = { api: '/api/v1', mcp: '/mcp' };

/** Tells a client where to get (further) credentials (RFC 6750, RFC 9728). */
export const challengeFor = (root: string, door: Door, refusal: Refusal, access: 'public' | Scope): string => {
  const scope = access === 'public' ? undefined : access;
  const error = { invalid_credentials: 'invalid_token', insufficient_scope: 'insufficient_scope' }[refusal.code as string];
  const parts = [
    error && `error="${error}"`,
    scope && `scope="${scope}"`,
    `resource_metadata="${root}/.well-known/oauth-protected-resource${METADATA[door]}"`,
  ];
  return `Bearer ${parts.filter(Boolean).join(', ')}`;
};
