import type { Brand, Ctx, Db, Site, SiteCtx } from '../../kernel/context.ts';
import { findValue } from '../../kernel/database.ts';
import { listingUrl } from './addresses.ts';

export interface SiteRow extends Omit<Site, 'root'> {
  root: string | null;
}

export type NewSite = Omit<
  SiteRow,
  'id' | 'limits' | 'language' | 'languages' | 'comments_closed' | 'product_links' | 'has_digest' | 'brand' | 'legal'
>;

export const selectSites = (sql: Db): Promise<SiteRow[]> =>
  sql<SiteRow[]>`
  select id, key, name, tagline, purpose, root, time_zone, coalesce(settings->'limits', '{}') as limits,
    coalesce(settings->>'discussion' = 'closed', false) as comments_closed,
    coalesce(settings->>'product_links', 'nofollow') as product_links,
    settings->'digest'->>'on' is distinct from 'false' as has_digest,
    coalesce(settings->>'language', 'en') as language, coalesce(settings->'languages', '[]') as languages,
    coalesce(settings->'brand', '{}') as brand,
    (select coalesce(json_agg(json_build_object('kind', v.kind, 'title', v.title, 'number', v.number)), '[]')
      from current_legal_versions v where v.site_id = sites.id) as legal
  from sites order by id`;

export const countSiteContents = async ({ sql, site }: Ctx): Promise<{ live_listings: number; categories: number }> => {
  const [row] = await sql<{ live_listings: number; categories: number }[]>`
    select live_listings, categories from site_totals where site_id = ${site.id}`;
  return row!;
};

export const insertSite = (sql: Db, site: NewSite): Promise<number | null> =>
  findValue<number>(sql`
    insert into sites (key, name, tagline, purpose, root, time_zone)
    values (${site.key}, ${site.name}, ${site.tagline}, ${site.purpose}, ${site.root}, ${site.time_zone})
    on conflict do nothing returning id`);

/** The contact for security reports from the site's settings. */
export const findSecurityContact = ({ sql, site }: Ctx): Promise<string | null> =>
  findValue<string>(sql`select settings->>'security_contact' as contact from sites where id = ${site.id}`);

/** The columns of a site that its team can change. */
export interface SiteColumns {
  name: string;
  tagline: string;
  purpose: string;
  time_zone: string;
  settings: Record<string, unknown>;
}

/** The stored site; `lock` it against concurrent changes. */
export const findSite = async ({ sql, site }: Pick<Ctx, 'sql'> & { site: { id: number } }, lock = false): Promise<SiteColumns> => {
  const [row] = await sql<SiteColumns[]>`
    select name, tagline, purpose, time_zone, settings from sites where id = ${site.id} ${lock ? sql`for update` : sql``}`;
  return row!;
};

export const writeSite = ({ sql, site }: Ctx, { name, tagline, purpose, time_zone, settings }: SiteColumns) => sql`
  update sites set name = ${name}, tagline = ${tagline}, purpose = ${purpose}, time_zone = ${time_zone},
    settings = ${JSON.stringify(settings)}::text::jsonb where id = ${site.id}`;

/** A site's settings, not validated and empty without a site; `lock` them to change them. */
export const selectSiteSettings = async (sql: Db, site_id: number, lock = false): Promise<Record<string, unknown>> => {
  const [row] = await sql<Pick<SiteColumns, 'settings'>[]>`
    select settings from sites where id = ${site_id} ${lock ? sql`for update` : sql``}`;
  return row?.settings ?? {};
};

/** Changes one setting and keeps the others. */
export const writeSiteSetting = async (sql: Db, site_id: number, name: string, value: object): Promise<void> => {
  await sql`
    update sites set settings = settings || jsonb_build_object(${name}::text, ${JSON.stringify(value)}::text::jsonb) where id = ${site_id}`;
};

/** Removes one setting. */
export const deleteSiteSetting = (sql: Db, site_id: number, name: string) =>
  sql`update sites set settings = settings - ${name}::text where id = ${site_id}`;

/** Changes the site's name and tagline, and its brand. */
export const writeSiteBrand = ({ sql, site }: SiteCtx, { name, tagline, brand }: Pick<Site, 'name' | 'tagline'> & { brand: Brand }) => sql`
  update sites set name = ${name}, tagline = ${tagline},
    settings = settings || jsonb_build_object('brand', ${JSON.stringify(brand)}::text::jsonb) where id = ${site.id}`;

/** The sites that have a setting, with its value. */
export const selectSitesWithSetting = (sql: Db, name: string) => sql<{ id: number; key: string; time_zone: string; value: unknown }[]>`
    select id, key, time_zone, settings->${name}::text as value from sites where settings ? ${name}::text order by id`;

/** An address in a column, which may be a path of the site itself. */
export const absoluteUrl = (sql: Db, root: string, column: string) => sql`
  case when ${sql(column)} like '/%' then ${root}::text || ${sql(column)} else ${sql(column)} end`;

/** The address of listing `l` below a root. */
export const urlOfListing = (sql: Db, root: string) => sql`${listingUrl({ root }, '')}::text || l.slug`;
