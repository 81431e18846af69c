import type { Caller, Ctx, Scope } from '../../kernel/context.ts';
import { type ApplicationRow, deleteApplication, selectApplications } from './applications-queries.ts';
import { scopesIn } from './scopes.ts';

export interface Application extends Omit<ApplicationRow, 'scopes'> {
  scopes: Scope[];
}

/** The applications a person has let in on this site. */
export const listApplications = async ({ sql, site, caller, clock }: Ctx<Caller>): Promise<Application[]> => {
  const rows = await selectApplications(sql, site.id, caller.account_id, clock.now());
  return rows.map((row) => ({ ...row, scopes: scopesIn(row.scopes) }));
};

/** Shuts an application out, with every token it holds. */
export const disconnectApplication = async ({ sql, site, caller }: Ctx<Caller>, { client_id }: { client_id: string }): Promise<void> => {
  await deleteApplication(sql, site.id, caller.account_id, client_id);
};
