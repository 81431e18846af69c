import type { Caller, Scope, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { authenticateKey, looksLikeKey } from '../modules/accounts/credentials/api-keys.ts';
import type { AppDeps } from './deps.ts';
import { callerOfToken } from './oauth/applications.ts';
import { OAUTH_RESOURCES, type OauthResource, RESOURCE_SCOPES } from './oauth/metadata.ts';

const BEARER = /^Bearer ([A-Za-z0-9._~+/=-]{1,200})$/i;

const WITHOUT_BEARER = 'Write the word Bearer and a space before the key or token, as in "Authorization: Bearer lw_…".';

/** Returns the caller, or null without credentials. Bad credentials are refused even where none are needed. */
export const authenticate = async (
  deps: AppDeps,
  site: Site,
  authorization: string | undefined,
  resource: OauthResource,
): Promise<Caller | null> => {
  if (authorization === undefined) return null;
  const token = BEARER.exec(authorization)?.[1];
  const check = () =>
    looksLikeKey(token!)
      ? authenticateKey({ sql: deps.sessions, clock: deps.clock, site }, token!)
      : callerOfToken(deps, site, token!, resource);
  const caller = token === undefined ? null : await deps.cachedCaller(`${site.id} ${resource} ${token}`, check);
  if (token === undefined && !authorization.toLowerCase().startsWith('bearer'))
    throw new Refusal('invalid_credentials', { detail: WITHOUT_BEARER });
  if (!caller || (caller.expires_at && caller.expires_at <= deps.clock.now())) throw new Refusal('invalid_credentials');
  return caller;
};

/**
 * Tells a client where to get credentials (RFC 6750, RFC 9728). Clients request exactly these scopes: a 403 includes those they hold, and a
 * 401 of MCP names all that its tools need, so that an agent that reads, writes and orders asks for consent once.
 */
export const authenticateHeader = (
  root: string,
  resource: OauthResource,
  refusal: Refusal,
  access: 'public' | Scope,
  held: readonly Scope[] = [],
): string => {
  const required = access === 'public' ? [] : [...new Set([...held, access])];
  const is_mcp = resource === 'mcp' || resource === 'admin_mcp';
  const scope = (is_mcp && refusal.code !== 'insufficient_scope' ? RESOURCE_SCOPES[resource] : required).join(' ');
  const error = { invalid_credentials: 'invalid_token', insufficient_scope: 'insufficient_scope' }[refusal.code as string];
  const parts = [
    error && `error="${error}"`,
    scope && `scope="${scope}"`,
    `resource_metadata="${root}/.well-known/oauth-protected-resource${OAUTH_RESOURCES[resource]}"`,
  ];
  return `Bearer ${parts.filter(Boolean).join(', ')}`;
};
