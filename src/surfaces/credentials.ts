import type { Caller, Scope, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { callerOfKey, looksLikeKey } from '../modules/accounts/keys.ts';
import type { House } from './house.ts';
import { RESOURCES, type Resource } from './oauth/addresses.ts';
import { tokenCaller } from './oauth/tokens.ts';

const BEARER = /^Bearer ([A-Za-z0-9._~+/=-]{1,200})$/i;

/** Who calls: nobody without credentials; a refusal with bad ones, also where none were needed. */
export const callerOf = async (house: House, site: Site, authorization: string | undefined, door: Resource): Promise<Caller | null> => {
  if (authorization === undefined) return null;
  const token = BEARER.exec(authorization)?.[1];
  const check = () => (looksLikeKey(token!) ? callerOfKey(house, token!) : tokenCaller(house, site, token!, door));
  const caller = token === undefined ? null : await house.believed(`${site.id} ${door} ${token}`, check);
  if (!caller || (caller.expires_at && caller.expires_at <= house.clock.now())) throw new Refusal('invalid_credentials');
  return caller;
};

/** Tells a client where to get (further) credentials (RFC 6750, RFC 9728). Clients ask for just the scopes named, so those they hold are named too. */
export const challengeFor = (
  root: string,
  door: Resource,
  refusal: Refusal,
  access: 'public' | Scope,
  held: readonly Scope[] = [],
): string => {
  const scope = access === 'public' ? undefined : [...new Set([...held, access])].join(' ');
  const error = { invalid_credentials: 'invalid_token', insufficient_scope: 'insufficient_scope' }[refusal.code as string];
  const parts = [
    error && `error="${error}"`,
    scope && `scope="${scope}"`,
    `resource_metadata="${root}/.well-known/oauth-protected-resource${RESOURCES[door]}"`,
  ];
  return `Bearer ${parts.filter(Boolean).join(', ')}`;
};
