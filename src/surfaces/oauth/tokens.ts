import type { Caller, Site } from '../../kernel/context.ts';
import type { House } from '../house.ts';
import { identifierOf, type Resource, TAKES } from './addresses.ts';
import { hashOf } from './records.ts';
import { scopesIn } from './scopes.ts';
import { selectToken, touchGrant } from './tokens-queries.ts';

/** As exact as "last used" is told. */
const TOUCHED_EVERY_MS = 60_000;

/** The library's tokens have 43 characters of base64url; anything else need not be looked for. */
const LOOKS_LIKE_TOKEN = /^[\w-]{43}$/;

/** Whom an access token speaks for at a door of the site, or null. Asked of the database each time: disconnecting works at once. */
export const tokenCaller = async (house: House, site: Site, token: string, resource: Resource): Promise<Caller | null> => {
  if (!LOOKS_LIKE_TOKEN.test(token)) return null;
  const now = house.clock.now();
  const row = await selectToken(house.sql, site.id, hashOf(token), now);
  if (!row || !TAKES[resource].some((taken) => row.audience === identifierOf(site.root, taken))) return null;
  const not_since = new Date(now.getTime() - TOUCHED_EVERY_MS);
  if (!row.last_used_at || row.last_used_at < not_since) await touchGrant(house.sql, site.id, row.grant_id, now, not_since);
  return {
    account_id: row.account_id,
    kind: 'oauth',
    scopes: scopesIn(row.scope ?? ''),
    client: row.client_name ?? row.client_id,
    expires_at: row.expires_at,
    credential_id: null,
  };
};
