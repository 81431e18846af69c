import type { Db } from '../../../kernel/context.ts';
import { selectColumn } from '../../../kernel/database.ts';
import type { ImportedListing } from './lines.ts';

export interface TakenDomain {
  domain: string;
  name: string;
  slug: string;
}

export const selectListingsByDomain = (sql: Db, site_id: number, domains: string[]): Promise<TakenDomain[]> => sql<TakenDomain[]>`
  select domain, name, slug from listings where site_id = ${site_id} and domain = any(${domains}::text[])`;

export const selectTakenSlugs = (sql: Db, site_id: number, slugs: string[]): Promise<string[]> =>
  selectColumn<string>(sql`select slug from listings where site_id = ${site_id} and slug = any(${slugs}::text[])`);

export type NewListing = Omit<ImportedListing, 'line' | 'launched_on' | 'categories'> & {
  status: 'live' | 'scheduled';
  launched_at: Date | null;
  launch_week_on: string;
};

/** Writes listings with their companies; returns the new ids by domain. A listing whose domain or slug was taken meanwhile is skipped. */
export const insertListings = async (sql: Db, site_id: number, listings: NewListing[]): Promise<Map<string, number>> => {
  const json = JSON.stringify(listings.toSorted((a, b) => (a.domain < b.domain ? -1 : 1)));
  await sql`
    insert into companies (domain) select domain from json_to_recordset(${json}::text::json) as t (domain text) on conflict (domain) do nothing`;
  const rows = await sql<{ domain: string; id: number }[]>`
    insert into listings (site_id, company_id, slug, status, launched_at, launch_week_on, name, website, domain, tagline, short_description, description,
      country, city, pricing_model, founded_year, features, keywords, tags)
    select ${site_id}, (select c.id from companies c where c.domain = t.domain), t.slug, t.status, t.launched_at, t.launch_week_on, t.name, t.website, t.domain, t.tagline, t.short_description, t.description,
      t.country, t.city, t.pricing_model, t.founded_year, t.features, t.keywords, t.tags
    from json_to_recordset(${json}::text::json) as t (slug text, status text, launched_at timestamptz, launch_week_on date, name text, website text, domain text,
      tagline text, short_description text, description text, country text, city text, pricing_model text, founded_year integer,
      features text[], keywords text[], tags text[])
    on conflict do nothing
    returning domain, id`;
  return new Map(rows.map(({ domain, id }) => [domain, id]));
};

export const insertListingCategories = (
  sql: Db,
  site_id: number,
  rows: { listing_id: number; category_id: number; position: number }[],
) => sql`
  insert into listing_categories (site_id, listing_id, category_id, position)
  select ${site_id}, listing_id, category_id, position
  from json_to_recordset(${JSON.stringify(rows)}::text::json) as t (listing_id bigint, category_id integer, position integer)`;
