import type { Ctx } from '../../kernel/context.ts';

export interface TeamMember {
  account_id: number;
  name: string | null;
  email: string;
}

export const selectSiteAdmins = ({ sql, site }: Ctx): Promise<TeamMember[]> => sql<TeamMember[]>`
  select a.id as account_id, a.name, a.email from account_roles r join accounts a on a.id = r.account_id
  where r.site_id = ${site.id} and r.role = 'site_admin' order by a.email`;

export const selectNetworkAdmins = ({ sql }: Ctx): Promise<TeamMember[]> =>
  sql<TeamMember[]>`select id as account_id, name, email from accounts where is_network_admin order by email`;

/** The site's admins, locked: of two who remove each other one stays. */
export const lockSiteAdmins = async ({ sql, site }: Ctx): Promise<number[]> => {
  const rows = await sql<{ account_id: number }[]>`
    select account_id from account_roles where site_id = ${site.id} and role = 'site_admin' order by account_id for update`;
  return rows.map(({ account_id }) => account_id);
};

export const insertSiteAdmin = async ({ sql, site }: Ctx, account_id: number): Promise<boolean> => {
  const rows = await sql`
    insert into account_roles (account_id, site_id, role) values (${account_id}, ${site.id}, 'site_admin') on conflict do nothing returning role`;
  return rows.length > 0;
};

export const deleteSiteAdmin = ({ sql, site }: Ctx, account_id: number) =>
  sql`delete from account_roles where account_id = ${account_id} and site_id = ${site.id} and role = 'site_admin'`;
