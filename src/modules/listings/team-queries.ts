import type { Ctx } from '../../kernel/context.ts';
import { offsetOf } from '../../kernel/paging.ts';
import type { ListingStatus } from './states.ts';
import type { FindListings } from './team-schema.ts';

export interface TeamListingRow {
  id: number;
  slug: string;
  name: string;
  domain: string;
  status: ListingStatus;
  launch_week_on: string | null;
  owner: string | null;
  created_at: Date;
}

/** Listings of the site in any status, newest first; one more than asked for says that there are others. */
export const selectForTeam = (
  { sql, site }: Ctx,
  { q, status, ...paging }: FindListings,
  words: string | null,
): Promise<TeamListingRow[]> =>
  sql<TeamListingRow[]>`
    select l.id, l.slug, l.name, l.domain, l.status, l.launch_week_on, coalesce(a.name, a.email) as owner, l.created_at
    from listings l left join accounts a on a.id = l.owner_id
    where l.site_id = ${site.id} ${status ? sql`and l.status = ${status}` : sql``}
      ${q ? sql`and (l.slug = ${q.toLowerCase()} or l.domain = ${q.toLowerCase()} ${words ? sql`or exists (select from listing_words w where w.listing_id = l.id and w.name_words @@ ${words}::tsquery)` : sql``})` : sql``}
    order by l.id desc limit ${paging.per_page + 1} offset ${offsetOf(paging)}`;

export interface TeamListing extends TeamListingRow {
  website: string;
  tagline: string | null;
  plan: 'free' | 'paid' | null;
  launched_at: Date | null;
  owner_email: string | null;
  removal_reason: string | null;
  merged_into: { id: number; slug: string; name: string } | null;
  votes: number;
  followers: number;
  reviews: number;
}

export const findForTeam = async ({ sql, site }: Ctx, id: number): Promise<TeamListing | undefined> => {
  const [row] = await sql<TeamListing[]>`
    select l.id, l.slug, l.name, l.domain, l.status, l.launch_week_on, coalesce(a.name, a.email) as owner, a.email as owner_email, l.created_at,
      l.website, l.tagline, l.plan, l.launched_at,
      case when l.status = 'removed' then (select m.reason from moves m where m.record = 'listing' and m.record_id = l.id::text
        and m.to_status = 'removed' order by m.id desc limit 1) end as removal_reason,
      (select json_build_object('id', i.id, 'slug', i.slug, 'name', i.name) from listings i where i.id = l.merged_into_id) as merged_into,
      coalesce(n.votes, 0) as votes, coalesce(n.followers, 0) as followers, coalesce(r.reviews, 0) as reviews
    from listings l left join accounts a on a.id = l.owner_id left join listing_counts n on n.listing_id = l.id
    left join listing_ratings r on r.listing_id = l.id
    where l.id = ${id} and l.site_id = ${site.id}`;
  return row;
};

/** Where a listing that was merged stands now, however often that happened. */
export const findMergedInto = async ({ sql, site }: Ctx, slug: string): Promise<string | null> => {
  const [row] = await sql<{ slug: string }[]>`
    with recursive way as (
      select id, slug, merged_into_id, 0 as steps from listings where site_id = ${site.id} and slug = ${slug} and merged_into_id is not null
      union all
      select l.id, l.slug, l.merged_into_id, w.steps + 1 from way w join listings l on l.id = w.merged_into_id where w.steps < 10
    )
    select slug from way where merged_into_id is null`;
  return row?.slug ?? null;
};
