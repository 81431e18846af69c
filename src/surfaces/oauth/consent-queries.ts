import type { Db } from '../../kernel/context.ts';

/** The scopes an account has allowed an application on a site, over all its consents that still last. */
export const selectAllowed = async (sql: Db, site_id: number, account_id: number, client_id: string, now: Date): Promise<string[]> => {
  const rows = await sql<{ scopes: string }[]>`
    select distinct resource.value as scopes
    from oauth_records given, jsonb_each_text(coalesce(given.payload->'resources', '{}')) resource
    where given.account_id = ${account_id} and given.kind = 'Grant' and given.site_id = ${site_id} and given.client_id = ${client_id}
      and given.expires_at > ${now}
      and exists (select from oauth_records token where token.grant_id = given.id and token.expires_at > ${now})`;
  return rows.map(({ scopes }) => scopes);
};

/** Remembers how the application was called when it was allowed: a document may say something else tomorrow. */
export const nameGrant = (sql: Db, site_id: number, grant_id: string, client_name: string, client_host: string | null) => sql`
  update oauth_records set client_name = ${client_name}, client_host = ${client_host}
  where site_id = ${site_id} and kind = 'Grant' and id = ${grant_id}`;
