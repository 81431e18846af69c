import type { Db } from '../../kernel/context.ts';

export interface ApplicationRow {
  client_id: string;
  client_name: string;
  client_host: string | null;
  scopes: string;
  connected_at: Date;
  last_used_at: Date | null;
}

/** The applications of an account, one row each however often it was connected; only those that still can do something. */
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

/** Every consent the account gave the application, and everything that came of them. */
export const deleteApplication = async (sql: Db, site_id: number, account_id: number, client_id: string): Promise<number> => {
  const { count } = await sql`
    delete from oauth_records
    where account_id = ${account_id} and site_id = ${site_id} and client_id = ${client_id}`;
  return count;
};
