import type { Db } from '../../kernel/context.ts';

/** Whom the team of a site is reached at: its admins, or those of the whole deployment where it has none. */
export const selectTeam = async (sql: Db, site_id: number): Promise<string[]> => {
  const rows = await sql<{ email: string }[]>`
    with admins as (select a.id, a.email from accounts a join account_roles r on r.account_id = a.id where r.site_id = ${site_id} and r.role = 'site_admin')
    select email from admins
    union select email from accounts where is_network_admin and not exists (select from admins) order by email`;
  return rows.map(({ email }) => email);
};
