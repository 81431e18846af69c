import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Account } from './schema.ts';

type Found = Pick<Account, 'id' | 'email' | 'name' | 'roles' | 'created_at'>;

/** An account with its roles on this site. */
export const findAccount = async ({ sql, site }: Ctx, id: number): Promise<Found> => {
  const [row] = await sql<
    (Omit<Found, 'created_at' | 'roles'> & { created_at: Date; is_network_admin: boolean; is_site_admin: boolean })[]
  >`
    select a.id, a.email, a.name, a.created_at, a.is_network_admin,
      exists (select 1 from account_roles r where r.account_id = a.id and r.site_id = ${site.id} and r.role = 'site_admin') as is_site_admin
    from accounts a where a.id = ${id}`;
  if (!row) throw new Refusal('invalid_credentials');
  const { is_network_admin, is_site_admin, created_at, ...rest } = row;
  const roles: Found['roles'] = [
    'member',
    ...(is_site_admin ? (['site_admin'] as const) : []),
    ...(is_network_admin ? (['network_admin'] as const) : []),
  ];
  return { ...rest, roles, created_at: created_at.toISOString() };
};
