import type { Db } from '../../kernel/context.ts';

export interface TokenRow {
  account_id: number;
  grant_id: string;
  scope: string | null;
  audience: string;
  expires_at: Date;
  client_id: string;
  client_name: string | null;
  last_used_at: Date | null;
}

/** A token is as good as the grant behind it: a token written while its grant was being taken back is worth nothing. */
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
