import { hash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import { type Db, jsonParameter } from '../../kernel/database.ts';

/** Bearer secrets are stored as their hashes. */
export const hashOauthToken = (token: string): string => hash('sha256', token, 'base64url');

interface RecordKey {
  site_id: number;
  kind: string;
  id: string;
}

export interface RecordRow {
  payload: AdapterPayload;
  consumed_at: Date | null;
}

/** Columns to look records up by; the payload is the library's. */
interface Handles {
  grant_id: string | null;
  account_id: number | null;
  client_id: string | null;
}

export const upsertRecord = (
  sql: Db,
  { site_id, kind, id }: RecordKey,
  payload: AdapterPayload,
  { grant_id, account_id, client_id }: Handles,
  now: Date,
  expires_at: Date | null,
) => sql`
  insert into oauth_records (site_id, kind, id, payload, grant_id, account_id, client_id, expires_at, created_at)
  values (${site_id}, ${kind}, ${id}, ${jsonParameter(sql, payload)}, ${grant_id}, ${account_id}, ${client_id}, ${expires_at}, ${now})
  on conflict (site_id, kind, id) do update
  set payload = excluded.payload, grant_id = excluded.grant_id, account_id = excluded.account_id,
    client_id = excluded.client_id, expires_at = excluded.expires_at`;

export const selectRecord = async (sql: Db, { site_id, kind, id }: RecordKey): Promise<RecordRow | undefined> => {
  const [row] = await sql<RecordRow[]>`
    select payload, consumed_at from oauth_records where site_id = ${site_id} and kind = ${kind} and id = ${id}`;
  return row;
};

/** Marks a record as used. Of two concurrent calls one returns false. */
export const consumeRecord = async (sql: Db, { site_id, kind, id }: RecordKey, now: Date): Promise<boolean> => {
  const { count } = await sql`
    update oauth_records set consumed_at = ${now}
    where site_id = ${site_id} and kind = ${kind} and id = ${id} and consumed_at is null`;
  return count === 1;
};

export const deleteRecord = (sql: Db, { site_id, kind, id }: RecordKey) =>
  sql`delete from oauth_records where site_id = ${site_id} and kind = ${kind} and id = ${id}`;

export const deleteRecordsOfGrant = (sql: Db, site_id: number, kind: string, grant_id: string) =>
  sql`delete from oauth_records where grant_id = ${grant_id} and site_id = ${site_id} and kind = ${kind}`;

export const deleteGrantOf = (sql: Db, { site_id, kind, id }: RecordKey) => sql`
  with gone as (select grant_id from oauth_records where site_id = ${site_id} and kind = ${kind} and id = ${id})
  delete from oauth_records using gone
  where site_id = ${site_id} and (oauth_records.grant_id = gone.grant_id or (oauth_records.kind = 'Grant' and oauth_records.id = gone.grant_id))`;

interface TokenRow {
  account_id: number;
  grant_id: string;
  scope: string | null;
  audience: string;
  expires_at: Date;
  client_id: string;
  client_name: string | null;
  last_used_at: Date | null;
}

/** A token is only valid with its grant: one written while its grant was being revoked is worthless. */
export const selectToken = async (sql: Db, site_id: number, hash: string, now: Date): Promise<TokenRow | undefined> => {
  const [row] = await sql<TokenRow[]>`
    select token.account_id, token.grant_id, token.payload->>'scope' as scope, token.payload->>'aud' as audience, token.expires_at,
      given.client_id, given.client_name, given.last_used_at
    from oauth_records token
    join oauth_records given on given.site_id = token.site_id and given.kind = 'Grant' and given.id = token.grant_id
    where token.site_id = ${site_id} and token.kind = 'AccessToken' and token.id = ${hash}
      and token.expires_at > ${now} and given.expires_at > ${now}`;
  return row;
};

export const touchGrant = (sql: Db, site_id: number, grant_id: string, now: Date, not_since: Date) => sql`
  update oauth_records set last_used_at = ${now}
  where site_id = ${site_id} and kind = 'Grant' and id = ${grant_id} and (last_used_at is null or last_used_at < ${not_since})`;

export interface ApplicationRow {
  client_id: string;
  client_name: string;
  client_host: string | null;
  scopes: string;
  connected_at: Date;
  last_used_at: Date | null;
}

/** The connected applications of an account, one row per application, only those with valid tokens. */
export const selectApplications = (sql: Db, site_id: number, account_id: number, now: Date): Promise<ApplicationRow[]> =>
  sql<ApplicationRow[]>`
    select given.client_id, (array_agg(given.client_name order by given.created_at desc))[1] as client_name,
      (array_agg(given.client_host order by given.created_at desc))[1] as client_host,
      string_agg(resource.value, ' ') as scopes, min(given.created_at) as connected_at, max(given.last_used_at) as last_used_at
    from oauth_records given, jsonb_each_text(given.payload->'resources') resource
    where given.account_id = ${account_id} and given.kind = 'Grant' and given.site_id = ${site_id} and given.expires_at > ${now}
      and exists (
        select from oauth_records token
        where token.grant_id = given.id and token.kind in ('AccessToken', 'RefreshToken') and token.expires_at > ${now})
    group by given.client_id
    order by max(coalesce(given.last_used_at, given.created_at)) desc, given.client_id`;

export const deleteApplication = (sql: Db, site_id: number, account_id: number, client_id: string) =>
  sql`delete from oauth_records where account_id = ${account_id} and site_id = ${site_id} and client_id = ${client_id}`;

export const deleteApplications = (sql: Db, account_id: number) => sql`delete from oauth_records where account_id = ${account_id}`;

/** The scopes an account has granted to an application on a site, over all valid grants. */
export const selectGrantedScopes = async (
  sql: Db,
  site_id: number,
  account_id: number,
  client_id: string,
  now: Date,
): Promise<string[]> => {
  const rows = await sql<{ scopes: string }[]>`
    select distinct resource.value as scopes
    from oauth_records given, jsonb_each_text(coalesce(given.payload->'resources', '{}')) resource
    where given.account_id = ${account_id} and given.kind = 'Grant' and given.site_id = ${site_id} and given.client_id = ${client_id}
      and given.expires_at > ${now}
      and exists (select from oauth_records token where token.grant_id = given.id and token.expires_at > ${now})`;
  return rows.map(({ scopes }) => scopes);
};

/** Stores the name the user saw when consenting: the client document may change. */
export const nameGrant = (sql: Db, site_id: number, grant_id: string, client_name: string, client_host: string | null) => sql`
  update oauth_records set client_name = ${client_name}, client_host = ${client_host}
  where site_id = ${site_id} and kind = 'Grant' and id = ${grant_id}`;
