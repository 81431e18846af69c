import type { Db } from '../../../kernel/context.ts';
import { hasRows, selectColumn } from '../../../kernel/database.ts';
import { IMPORTED_COLUMNS, type ImportedListing } from './lines.ts';

export interface TakenDomain {
  id: number;
  domain: string;
  name: string;
  slug: string;
  website: string;
  owner_id: number | null;
}

/** The listings that have these websites. A removed listing has none. */
export const selectListingsByDomain = (sql: Db, site_id: number, domains: string[]): Promise<TakenDomain[]> => sql<TakenDomain[]>`
  select id, domain, name, slug, website, owner_id from listings
  where site_id = ${site_id} and domain = any(${domains}::text[]) and status <> 'removed'`;

export const selectTakenSlugs = (sql: Db, site_id: number, slugs: string[]): Promise<string[]> =>
  selectColumn<string>(sql`select slug from listings where site_id = ${site_id} and slug = any(${slugs}::text[])`);

export type NewListing = Omit<ImportedListing, 'line' | 'launched_on' | 'categories'> & {
  status: 'live' | 'scheduled';
  launched_at: Date | null;
  launch_week_on: string | null;
};

/** Writes listings with their companies; returns the new ids by domain. A listing whose domain or slug was taken meanwhile is skipped. */
export const insertListings = async (sql: Db, site_id: number, listings: NewListing[]): Promise<Map<string, number>> => {
  const json = JSON.stringify(listings.toSorted((a, b) => (a.domain < b.domain ? -1 : 1)));
  await sql`
    insert into companies (domain) select domain from json_to_recordset(${json}::text::json) as t (domain text) on conflict (domain) do nothing`;
  const names = ['slug', 'status', 'launched_at', 'launch_week_on', 'name', 'website', 'domain', ...IMPORTED_COLUMNS];
  const rows = await sql<{ domain: string; id: number }[]>`
    insert into listings (site_id, company_id ${names.map((name) => sql`, ${sql(name)}`)})
    select ${site_id}, (select c.id from companies c where c.domain = t.domain) ${names.map((name) => sql`, ${sql(`t.${name}`)}`)}
    from json_populate_recordset(null::listings, ${json}::text::json) t
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

/** What people did with a listing. */
export interface ListingActivity {
  id: number;
  name: string;
  slug: string;
  owners: number;
  votes: number;
  followers: number;
  comments: number;
  reviews: number;
}

/** Those of the listings that somebody owns, voted for, follows, commented on or reviewed. */
export const selectListingActivity = (sql: Db, ids: number[]): Promise<ListingActivity[]> => sql<ListingActivity[]>`
  select * from (
    select l.id, l.name, l.slug, (l.owner_id is not null)::int as owners, coalesce(n.votes, 0) as votes, coalesce(n.followers, 0) as followers,
      coalesce(n.comments_count, 0) as comments, (select count(*)::int from reviews r where r.listing_id = l.id) as reviews
    from listings l left join listing_counts n on n.listing_id = l.id where l.id = any(${ids}::bigint[])) t
  where owners + votes + followers + comments + reviews > 0 order by id`;

/** Deletes listings with everything that belongs to them. Fails for a listing that the vote ledger or an order names. */
export const deleteListings = (sql: Db, ids: number[]) => sql`delete from listings where id = any(${ids}::bigint[])`;

export interface NewLogo {
  listing_id: number;
  /** The address of the logo so far, and the one on this site. */
  from: string;
  to: string;
  hash: string;
  /** Null: it is in a store. */
  bytes: Buffer | null;
  at: Date;
}

/** Stores the picture of a logo that was an address elsewhere. False if the listing has another logo by now. */
export const replaceLogo = (sql: Db, { listing_id, from, to, hash, bytes, at }: NewLogo): Promise<boolean> =>
  hasRows(sql`
    with l as (
      update listings set logo_url = ${to}, updated_at = ${at} where id = ${listing_id} and logo_url = ${from} and status <> 'removed' returning id, site_id
    )
    insert into listing_logos (site_id, listing_id, hash, bytes, created_at) select site_id, id, ${hash}, ${bytes}, ${at}::timestamptz from l
    on conflict (listing_id) do update set hash = excluded.hash, bytes = excluded.bytes, created_at = excluded.created_at returning listing_id`);
