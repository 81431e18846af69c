import type { Caller, Ctx, Scope, Site } from '../../kernel/context.ts';
import type { AppDeps } from '../deps.ts';
import { ACCEPTED_RESOURCES, type OauthResource, RESOURCE_SCOPES, resourceIdentifier, scopesIn } from './metadata.ts';
import {
  type ApplicationRow,
  deleteApplication,
  deleteApplications,
  hashOauthToken,
  selectApplications,
  selectToken,
  touchGrant,
} from './queries.ts';

/** Resolution of "last used". */
const TOUCH_EVERY_MS = 60_000;

/** The library's tokens have 43 characters of base64url. Anything else needs no query. */
const LOOKS_LIKE_TOKEN = /^[\w-]{43}$/;

/** The caller of an access token for a resource, or null. Not cached here, so disconnecting an application takes effect at once. */
export const callerOfToken = async (deps: AppDeps, site: Site, token: string, resource: OauthResource): Promise<Caller | null> => {
  if (!LOOKS_LIKE_TOKEN.test(token)) return null;
  const now = deps.clock.now();
  const row = await selectToken(deps.sessions, site.id, hashOauthToken(token), now);
  if (!row || !ACCEPTED_RESOURCES[resource].some((accepted) => row.audience === resourceIdentifier(site.root, accepted))) return null;
  const not_since = new Date(now.getTime() - TOUCH_EVERY_MS);
  if (!row.last_used_at || row.last_used_at < not_since) await touchGrant(deps.sessions, site.id, row.grant_id, now, not_since);
  return {
    account_id: row.account_id,
    kind: 'oauth',
    scopes: scopesIn(row.scope ?? '').filter((scope) => RESOURCE_SCOPES[resource].includes(scope)),
    client: row.client_name ?? row.client_id,
    expires_at: row.expires_at,
    credential_id: null,
  };
};

export type ConnectedApplication = Omit<ApplicationRow, 'scopes'> & { scopes: Scope[] };

export const listApplications = async ({ sql, site, caller, clock }: Ctx<Caller>): Promise<ConnectedApplication[]> => {
  const rows = await selectApplications(sql, site.id, caller.account_id, clock.now());
  return rows.map((row) => ({ ...row, scopes: scopesIn(row.scopes) }));
};

export const disconnectApplication = async ({ sql, site, caller }: Ctx<Caller>, { client_id }: { client_id: string }): Promise<void> => {
  await deleteApplication(sql, site.id, caller.account_id, client_id);
};

/** Disconnects all applications on all sites, as when an account signs out everywhere. */
export const disconnectAllApplications = async ({ sql, caller }: Ctx<Caller>): Promise<void> => {
  await deleteApplications(sql, caller.account_id);
};
