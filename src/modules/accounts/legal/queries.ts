import type { SiteCtx } from '../../../kernel/context.ts';

/** Records that an account accepted the versions in force of the site it signs in to. */
export const insertAcceptances = ({ sql, site, clock }: SiteCtx, account_id: number) => sql`
  insert into legal_acceptances (account_id, site_id, kind, number, accepted_at)
  select ${account_id}, v.site_id, v.kind, v.number, ${clock.now()}
  from current_legal_versions v where v.site_id = ${site.id} and v.kind in ('terms', 'privacy') on conflict do nothing`;
