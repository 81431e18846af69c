import type { Ctx, Db, Site } from '../../kernel/context.ts';

export interface SiteRow extends Omit<Site, 'root'> {
  root: string | null;
}

export type NewSite = Omit<SiteRow, 'id' | 'limits'>;

export const selectSites = (sql: Db): Promise<SiteRow[]> =>
  sql<SiteRow[]>`
  select id, key, name, tagline, purpose, root, time_zone, coalesce(settings->'limits', '{}') as limits from sites order by id`;

export const countSiteContents = async ({ sql, site }: Ctx): Promise<{ live_listings: number; categories: number }> => {
  const [row] = await sql<{ live_listings: number; categories: number }[]>`
    select coalesce((select live from shelves where site_id = ${site.id} and category_id = 0), 0) as live_listings,
      (select count(*)::int from categories where site_id = ${site.id}) as categories`;
  return row!;
};

export const insertSite = async (sql: Db, site: NewSite): Promise<number | null> => {
  const [row] = await sql<{ id: number }[]>`
    insert into sites (key, name, tagline, purpose, root, time_zone)
    values (${site.key}, ${site.name}, ${site.tagline}, ${site.purpose}, ${site.root}, ${site.time_zone})
    on conflict do nothing returning id`;
  return row?.id ?? null;
};

/** The contact for security reports from the site's settings. */
export const findSecurityContact = async ({ sql, site }: Ctx): Promise<string | null> => {
  const [row] = await sql<{ contact: string | null }[]>`select settings->>'security_contact' as contact from sites where id = ${site.id}`;
  return row?.contact ?? null;
};
