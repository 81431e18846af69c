import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, findValue, isoTime, type SqlFragment, selectColumn } from '../../../kernel/database.ts';
import { offsetOf } from '../../../kernel/responses.ts';
import { reusableQuery } from '../../../kernel/reusable-query.ts';
import { absoluteUrl, urlOfListing } from '../../sites/queries.ts';
import { attributeChoices, quotationsJson } from '../attributes/queries.ts';
import { removalColumn } from '../queries.ts';
import type { FindListingsForTeam } from '../schema.ts';
import type { ListingStatus } from '../states.ts';

/** The columns of a ListingSummary, from `listings l left join listing_counts n`. PostgreSQL writes the JSON that clients get. */
export const summaryColumns = (sql: Db, root: string) => sql`
  l.slug, l.name, l.tagline, l.short_description, l.status, l.website, l.domain, ${absoluteUrl(sql, root, 'l.logo_url')} as logo_url, l.stage, l.pricing_model, l.country,
  coalesce((select json_agg(json_build_object('slug', c.slug, 'name', c.name) order by lc.position)
    from listing_categories lc join categories c on c.id = lc.category_id where lc.listing_id = l.id), '[]'::json) as categories,
  l.tags, coalesce(n.votes, 0) as votes, coalesce(n.views, 0) as views, coalesce(n.followers, 0) as followers,
  coalesce(n.comments_count, 0) as comments_count, l.launch_week_on, ${isoTime(sql, 'l.launched_at')} as launched_at, ${urlOfListing(sql, root)} as url`;

/** The counts `n` of listing `l`. */
export const joinCounts = (sql: Db) => sql`left join listing_counts n on n.listing_id = l.id`;

/** The summary `t` of the listing in a row `page`. */
export const joinSummary = ({ sql, site }: Ctx) => sql`
  join listings l on l.id = page.listing_id ${joinCounts(sql)} cross join lateral (select ${summaryColumns(sql, site.root)}) t`;

/** Summaries of the listings that a query fragment selects by listing_id, in its order, as JSON text. */
export const selectSummaries = (ctx: Ctx, listings: SqlFragment): Promise<string[]> =>
  selectColumn<string>(ctx.sql`
    with page as materialized (select p.*, row_number() over () as place from (${listings}) p)
    select row_to_json(t)::text as json from page ${joinSummary(ctx)} order by page.place`);

/** All milestones of listing `l`, the latest first. */
export const milestonesJson = (sql: Db) => sql`coalesce((select json_agg(m) from (select id, date, title, description, url
    from listing_milestones where listing_id = l.id order by date desc, id desc) m), '[]'::json)`;

/** All pictures of listing `l`, in order. */
export const mediaJson = (
  sql: Db,
  root: string,
) => sql`coalesce((select json_agg(json_build_object('url', ${root}::text || '/media/' || p.hash || '.webp',
    'alt', p.alt, 'width', p.width, 'height', p.height) order by p.position, p.id) from listing_media p where p.listing_id = l.id), '[]'::json)`;

/** The parts `p` of listing `l` that a profile shows from other tables. Triggers store them with each change (`computed_listing_parts`). */
export const joinParts = (sql: Db) => sql`left join listing_parts p on p.listing_id = l.id`;

/**
 * The other columns of a profile, from `listings l left join listing_parts p`. A subquery costs what opening its tables costs, even if they
 * have no row for most listings. Evidence needs no sorting, since functions return rows in their order and a join with their contents keeps it.
 */
export const profileColumns = (sql: Db, root: string) => sql`
  l.headline, l.summary, l.description, l.features, l.usps, l.keywords, l.pricing_summary, l.city, l.founded_year,
  l.contact_email, l.demo_video_url, l.seo_title, l.seo_description, l.faqs, l.socials,
  coalesce(p.attributes, '[]'::json) as attributes,
  coalesce((select json_agg(json_build_object('slug', f->'slug', 'name', f->'name', 'title', f->'title', 'url', ${root}::text || '/founders/' || (f->>'slug')))
    from json_array_elements(p.founders) f), '[]'::json) as founders,
  coalesce(p.updates, '[]'::json) as updates, p.community_rating, p.domain_rating,
  case when 'story' = any(l.unlocked_sections) then l.story end as story,
  case when 'milestones' = any(l.unlocked_sections) then ${milestonesJson(sql)} end as milestones,
  case when 'media' = any(l.unlocked_sections) then ${mediaJson(sql, root)} end as media,
  coalesce((select json_agg(json_build_object('field', e.key, 'quote', q->>'quote', 'url', q->>'url', 'read_at', q->>'read_at', 'confirmed_at', q->>'confirmed_at',
    'missing_since', q->>'missing_since'))
    from json_each(l.evidence) e cross join json_array_elements(e.value) v (q)), '[]'::json) as evidence,
  l.not_found_on_website, l.owner_id is not null as claimed,
  json_build_object('self', ${urlOfListing(sql, `${root}/api/v1`)}, 'alternatives', ${urlOfListing(sql, `${root}/api/v1`)} || '/alternatives',
    'badges', ${urlOfListing(sql, `${root}/api/v1`)} || '/badges', 'page', ${urlOfListing(sql, root)}) as links,
  ${isoTime(sql, 'l.updated_at')} as updated_at`;

const profileQuery = reusableQuery<{ json: string }, { slug: string }>(
  ['slug'],
  ({ sql, site }, { slug }) => sql`
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)}, ${profileColumns(sql, site.root)}
      from public_listings l ${joinCounts(sql)} ${joinParts(sql)} where l.site_id = ${site.id} and l.slug = ${slug}
    ) t`,
);

export const findProfile = async (ctx: Ctx, slug: string): Promise<string | null> => (await profileQuery(ctx, { slug }))[0]?.json ?? null;

/** Counts of a listing, which change all the time. */
const COUNTS = ['votes', 'views', 'followers', 'comments_count'];

/** Profiles of public listings by slug, without their counts, as JSON text. */
export const selectProfileRecords = async ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, slugs: string[]): Promise<Map<string, string>> => {
  const rows = await sql<{ slug: string; json: string }[]>`
    select t.slug, (row_to_json(t)::jsonb - ${COUNTS}::text[])::text as json from (
      select ${summaryColumns(sql, site.root)}, ${profileColumns(sql, site.root)}
      from public_listings l ${joinCounts(sql)} ${joinParts(sql)} where l.site_id = ${site.id} and l.slug = any(${slugs}::text[])
    ) t`;
  return new Map(rows.map(({ slug, json }) => [slug, json]));
};

/** The profile of a listing in any status. */
export const findProfileForTeam = ({ sql, site }: Ctx, listing_id: number): Promise<string | null> =>
  findValue<string>(sql`
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)}, ${profileColumns(sql, site.root)}
      from listings l ${joinCounts(sql)} ${joinParts(sql)} where l.site_id = ${site.id} and l.id = ${listing_id}) t`);

export interface ListingKey {
  id: number;
  name: string;
  primary_category_id: number | null;
}

export const findPublicListing = ({ sql, site }: Ctx, slug: string): Promise<ListingKey | undefined> =>
  findRow(sql<ListingKey[]>`
    select l.id, l.name, lc.category_id as primary_category_id from public_listings l
    left join listing_categories lc on lc.listing_id = l.id and lc.position = 0
    where l.site_id = ${site.id} and l.slug = ${slug}`);

/** What the page of a public listing needs besides its profile. */
export interface ListingPlan {
  listing_id: number;
  plan: 'free' | 'paid' | null;
  /** Whether the caller owns it. */
  is_own: boolean;
}

export const findListingPlan = ({ sql, site, caller }: Ctx, slug: string): Promise<ListingPlan | undefined> =>
  findRow(sql<ListingPlan[]>`
    select l.id as listing_id, l.plan, coalesce(l.owner_id = ${caller?.account_id ?? null}, false) as is_own
    from public_listings l where l.site_id = ${site.id} and l.slug = ${slug}`);

export const MAX_ALTERNATIVES_SHOWN = 20;

/** Alternatives the owner approved first, then the most voted of the same primary category. */
export const selectAlternatives = ({ sql, site }: Ctx, { id, primary_category_id }: ListingKey): Promise<string[]> =>
  selectColumn<string>(sql`
    with approved as (
      select a.alternative_id as id, a.position from listing_alternatives a join live_listings l on l.id = a.alternative_id
      where a.listing_id = ${id} order by a.position limit ${MAX_ALTERNATIVES_SHOWN}
    ), others as (
      select p.listing_id as id from shelf_places p join listing_categories lc on lc.listing_id = p.listing_id and lc.position = 0
      where p.site_id = ${site.id} and p.category_id = ${primary_category_id ?? -1} and lc.category_id = p.category_id
        and p.listing_id <> ${id} and p.listing_id not in (select a.id from approved a)
      order by p.votes desc, p.listing_id limit ${MAX_ALTERNATIVES_SHOWN}
    ), chosen as (
      select id, true as approved_by_owner, position::bigint as place from approved
      union all select id, false, 1000 + row_number() over () from others
    )
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)}, c.approved_by_owner
      from chosen c join listings l on l.id = c.id ${joinCounts(sql)}
      order by c.place limit ${MAX_ALTERNATIVES_SHOWN}
    ) t`);

/** Slugs in a subquery, where the planner does not see them: it would plan every comparison again, which costs more than reading it. */
const hidden = (sql: Db, slugs: string[]) => sql`(select ${slugs}::text[])::text[]`;

/** Summaries of public listings by slug, as JSON text. */
export const selectSummariesOf = async ({ sql, site }: Ctx, slugs: string[]): Promise<Map<string, string>> => {
  const rows = await sql<{ slug: string; json: string }[]>`
    select t.slug, row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)} from public_listings l ${joinCounts(sql)} where l.site_id = ${site.id} and l.slug = any(${hidden(sql, slugs)})) t`;
  return new Map(rows.map(({ slug, json }) => [slug, json]));
};

/**
 * Every attribute of the listings' categories (a category inherits its parents' and the site's), with a null cell where a listing does not
 * say, and the listings whose own categories do not have it. Attributes of several categories with one key are one row; cells have their
 * own unit, which may differ.
 */
export const selectComparisonRows = ({ sql, site }: Ctx, slugs: string[]): Promise<string[]> =>
  selectColumn<string>(sql`
    with compared as materialized (
      select l.slug, array_position(${hidden(sql, slugs)}, l.slug) as n, a.* from public_listings l cross join lateral ${attributeChoices(sql)} a
      where l.site_id = ${site.id} and l.slug = any(${hidden(sql, slugs)})
    ), attributes as (
      select distinct on (c.key) c.key, c.name, c.kind, c.unit, c.place, c.position, c.id from compared c order by c.key, c.place, c.id
    )
    select row_to_json(t)::text as json from (
      select x.key, x.name, x.kind, x.unit,
        json_object_agg(s.slug, case when c.value is not null then json_build_object('value', c.value, 'unit', c.unit,
          'evidence', ${quotationsJson(sql, sql`c.evidence`)}, 'stated_by', c.stated_by) end order by s.n) as values,
        coalesce(json_agg(s.slug order by s.slug) filter (where c.key is null), '[]') as not_applicable
      from attributes x cross join unnest(${hidden(sql, slugs)}) with ordinality s (slug, n) left join compared c on c.slug = s.slug and c.key = x.key
      group by x.key, x.name, x.kind, x.unit, x.place, x.position, x.id order by x.place, x.position, x.id
    ) t`);

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

/** Listings of the site in any status, newest first; one row more than the page to know whether there are others. */
export const selectTeamListings = (
  { sql, site }: Ctx,
  { q, status, ...paging }: FindListingsForTeam,
  words: string | null,
): Promise<TeamListingRow[]> =>
  sql<TeamListingRow[]>`
    select l.id, l.slug, l.name, l.domain, l.status, l.launch_week_on, coalesce(a.name, a.email) as owner, l.created_at
    from listings l left join account_contacts a on a.id = l.owner_id
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

export const findTeamListing = ({ sql, site }: Ctx, id: number): Promise<TeamListing | undefined> =>
  findRow(sql<TeamListing[]>`
    select l.id, l.slug, l.name, l.domain, l.status, l.launch_week_on, coalesce(a.name, a.email) as owner, a.email as owner_email, l.created_at,
      l.website, l.tagline, l.plan, l.launched_at,
      ${removalColumn(sql, 'reason')} as removal_reason,
      (select json_build_object('id', i.id, 'slug', i.slug, 'name', i.name) from listings i where i.id = l.merged_into_id) as merged_into,
      coalesce(n.votes, 0) as votes, coalesce(n.followers, 0) as followers, coalesce(r.reviews, 0) as reviews
    from listings l left join account_contacts a on a.id = l.owner_id ${joinCounts(sql)}
    left join listing_ratings r on r.listing_id = l.id
    where l.id = ${id} and l.site_id = ${site.id}`);

/** The slug of the listing that a merged one leads to, following several merges. */
export const findMergedInto = ({ sql, site }: Ctx, slug: string): Promise<string | null> =>
  findValue<string>(sql`
    with recursive way as (
      select id, slug, merged_into_id, 0 as steps from listings where site_id = ${site.id} and slug = ${slug} and merged_into_id is not null
      union all
      select l.id, l.slug, l.merged_into_id, w.steps + 1 from way w join listings l on l.id = w.merged_into_id where w.steps < 10
    )
    select slug from way where merged_into_id is null`);

export const findViews = async (sql: Db, listing_id: number): Promise<number> =>
  (await findValue<number>(sql`select views from listing_counts where listing_id = ${listing_id}`)) ?? 0;

export interface ViewCount {
  listing_id: number;
  site_id: number;
  views: number;
}

/**
 * Adds views to listings. Missing rows are created in a statement of their own: locking the existing rows before creating the others
 * would lock rows out of order, and deadlock.
 */
export const addViews = async (sql: Db, counts: ViewCount[]): Promise<void> => {
  const seen = sql`
    select t.listing_id as id, t.site_id, sum(t.views)::int as views
    from json_to_recordset(${JSON.stringify(counts)}::text::json) as t (site_id integer, listing_id bigint, views integer)
    join public_listings l on l.id = t.listing_id where t.views > 0 group by 1, 2`;
  await sql`
    insert into listing_counts (listing_id, site_id)
    select s.id, s.site_id from (${seen}) s where not exists (select from listing_counts n where n.listing_id = s.id) order by s.id
    on conflict do nothing`;
  await sql`
    with seen as materialized (${seen}), locked as materialized (
      select n.listing_id from listing_counts n where n.listing_id in (select id from seen) order by n.listing_id for no key update
    )
    update listing_counts n set views = n.views + s.views from seen s
    where n.listing_id = s.id and (select count(*) from locked) >= 0`;
};
