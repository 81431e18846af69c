import type { Db } from '../../kernel/context.ts';

export interface SiteInNetwork {
  id: number;
  key: string;
  name: string;
  root: string | null;
  time_zone: string;
  live: number;
  admins: number;
}

export const selectNetwork = (sql: Db): Promise<SiteInNetwork[]> => sql<SiteInNetwork[]>`
  select s.id, s.key, s.name, s.root, s.time_zone, coalesce(h.live, 0) as live,
    (select count(*)::int from account_roles r where r.site_id = s.id and r.role = 'site_admin') as admins
  from sites s left join shelves h on h.site_id = s.id and h.category_id = 0 order by s.id`;
