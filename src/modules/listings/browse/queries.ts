import type { Ctx, Db, SiteCtx } from '../../../kernel/context.ts';
import { findRow, firstRow, firstValue, type SqlFragment, selectColumn } from '../../../kernel/database.ts';
import { type JoinedItems, MAX_PER_PAGE, offsetOf, type Paging, planningLimit } from '../../../kernel/responses.ts';
import { reusableQuery } from '../../../kernel/reusable-query.ts';
import { categoryRecords, countLiveListings, liveListings } from '../../catalog/queries.ts';
import { urlOfListing } from '../../sites/queries.ts';
import { slugify } from '../addresses.ts';
import type { TermCondition } from '../attributes/filter.ts';
import { fulfilsAll } from '../attributes/queries.ts';
import { joinCounts, summaryColumns } from '../profile/queries.ts';
import type { SearchListings } from '../schema.ts';

export type ListingSort = SearchListings['sort'];

/** Which listings to show: live or upcoming, in a category, and with all given facets. */
export interface ListingFilter {
  status: SearchListings['status'];
  /** The category with all its subcategories; 0 is the whole site. */
  category_id: number;
  category_ids: number[];
  facets: Pick<SearchListings, 'stage' | 'country' | 'pricing_model'> & {
    website?: { domain: string; page: string | null };
    attributes?: TermCondition[];
  };
}

export const WHOLE_SITE: ListingFilter = { status: 'live', category_id: 0, category_ids: [], facets: {} };

const SORT_COLUMNS: Record<ListingFilter['status'], Record<ListingSort, [column: string, direction: 'asc' | 'desc']>> = {
  live: {
    relevance: ['votes', 'desc'],
    newest: ['launched_at', 'desc'],
    votes: ['votes', 'desc'],
    trending: ['trending', 'desc'],
    most_viewed: ['views', 'desc'],
    most_followed: ['followers', 'desc'],
  },
  upcoming: {
    relevance: ['launch_week_on', 'asc'],
    newest: ['launch_week_on', 'asc'],
    votes: ['votes', 'desc'],
    trending: ['trending', 'desc'],
    most_viewed: ['views', 'desc'],
    most_followed: ['followers', 'desc'],
  },
};

/** A listing's places on its shelves, in the table that has the column to sort by: those by views change far more often than the rest (decision 63). */
export const placesBy = (sql: Db, sort: ListingSort) => sql(sort === 'most_viewed' ? 'shelf_views' : 'shelf_places');

/** The column to sort by; `p` is the alias of the rows. */
export const rankColumn = (sql: Db, { status }: Pick<ListingFilter, 'status'>, sort: ListingSort) =>
  sql`p.${sql(SORT_COLUMNS[status][sort][0])}`;

/** Equal ranks are ordered by id. */
export const orderClause = (
  sql: Db,
  { status }: Pick<ListingFilter, 'status'>,
  sort: ListingSort,
  rank = rankColumn(sql, { status }, sort),
) => sql`${rank} ${SORT_COLUMNS[status][sort][1] === 'asc' ? sql`asc` : sql`desc`}, p.listing_id`;

export const hasFacets = ({ facets }: ListingFilter): boolean => Object.values(facets).some((facet) => facet !== undefined);

/** Facets that are columns of listings. */
const hasColumns = ({ attributes: _, ...columns }: ListingFilter['facets']): boolean =>
  Object.values(columns).some((facet) => facet !== undefined);

/** The listing of a page, or else the one of its website. */
const matchesWebsite = (sql: Db, { domain, page }: { domain: string; page: string | null }) => sql`
  and l.domain = any(${[domain, page]}::text[]) and (l.domain = ${page} or not exists (
    select from listings o where o.site_id = l.site_id and o.domain = ${page} and o.status <> 'removed'))`;

const matchesColumns = (sql: Db, { stage, country, pricing_model, website }: ListingFilter['facets']) => sql`
  ${stage === undefined ? sql`` : sql`and slugified(l.stage) = ${slugify(stage)}`}
  ${pricing_model === undefined ? sql`` : sql`and slugified(l.pricing_model) = ${slugify(pricing_model)}`}
  ${country === undefined ? sql`` : sql`and l.country = ${country.toUpperCase()}`}
  ${website === undefined ? sql`` : matchesWebsite(sql, website)}`;

/** Whether the listing of this id states the attributes. */
const matchesAttributes = (sql: Db, { attributes }: ListingFilter['facets'], id: string) =>
  attributes ? sql`and exists (select from listing_facts f where f.listing_id = ${sql(id)} and ${fulfilsAll(sql, attributes)})` : sql``;

/** The listing status behind each status filter. */
const LISTING_STATUS = { live: 'live', upcoming: 'scheduled' };

/** Attributes have an index of their own, which the search begins with. */
const statedBy = (sql: Db, { attributes }: ListingFilter['facets']) => (attributes ? sql`listing_facts f cross join` : sql``);
const isStated = (sql: Db, { attributes }: ListingFilter['facets']) =>
  attributes ? sql`and f.listing_id = l.id and ${fulfilsAll(sql, attributes)}` : sql``;

/** Listings with the facets, up to `limit`; none if the filter has no facets. */
export const facetMatches = ({ sql, site }: Ctx, filter: ListingFilter, limit: SqlFragment) =>
  hasFacets(filter)
    ? sql`(select l.id as listing_id from ${statedBy(sql, filter.facets)} listings l
        where l.site_id = ${site.id} and l.status = ${LISTING_STATUS[filter.status]} ${isStated(sql, filter.facets)} ${matchesColumns(sql, filter.facets)} limit ${limit})`
    : sql`(select null::bigint as listing_id limit 0)`;

const LISTING_ID_COLUMN = { live: 's.listing_id', upcoming: 'l.id' };

/** Checks the facets of `s`, listing by listing: `limit 1` keeps PostgreSQL from starting with all listings that have a facet (maybe a million). */
export const checkFacets = (sql: Db, facets: ListingFilter['facets']) => sql`
  ${hasColumns(facets) ? sql`cross join lateral (select 1 from listings l where l.id = s.listing_id ${matchesColumns(sql, facets)} limit 1) l` : sql``}
  ${facets.attributes ? sql`cross join lateral (select 1 from listing_facts f where f.listing_id = s.listing_id and ${fulfilsAll(sql, facets.attributes)} limit 1) stated` : sql``}`;

const listingSource = ({ sql, site }: Ctx, filter: ListingFilter, sort: ListingSort, category: SqlFragment, only: SqlFragment) =>
  filter.status === 'live'
    ? sql`(select s.* from ${placesBy(sql, sort)} s
        ${checkFacets(sql, filter.facets)}
        where s.site_id = ${site.id} and s.category_id = ${category} ${only})`
    : sql`(select l.id as listing_id, l.launch_week_on, l.launched_at, coalesce(n.votes, 0) as votes, coalesce(n.views, 0) as views,
          coalesce(n.followers, 0) as followers, coalesce(n.trending, 0) as trending
        from listings l ${joinCounts(sql)}
        where l.site_id = ${site.id} and l.status = 'scheduled' ${matchesColumns(sql, filter.facets)} ${matchesAttributes(sql, filter.facets, 'l.id')}
          ${filter.category_id === 0 ? sql`` : sql`and exists (select 1 from listing_categories lc where lc.listing_id = l.id and lc.category_id = any(${filter.category_ids}::integer[]))`} ${only})`;

/** The listings of a filter with the column to sort by. `category`: an expression for the category id, if it is given elsewhere in the statement. */
export const rankedListings = (
  ctx: Ctx,
  filter: ListingFilter,
  sort: ListingSort,
  category: SqlFragment = ctx.sql`${filter.category_id}`,
) => listingSource(ctx, filter, sort, category, ctx.sql``);

/** The same for listing `w.listing_id` alone. `limit 1` keeps PostgreSQL from scanning the whole category for it. */
export const rankedListing = (ctx: Ctx, filter: ListingFilter, sort: ListingSort, category: SqlFragment = ctx.sql`${filter.category_id}`) =>
  listingSource(ctx, filter, sort, category, ctx.sql`and ${ctx.sql(LISTING_ID_COLUMN[filter.status])} = w.listing_id limit 1`);

/** Up to this many listings with the facets are sorted for a page; with more, the category is scanned in order until the page is full. */
const MAX_SORTED = 2_000;

/** A page of a filter in order, as JSON text. `facet_matches`: how many listings have the facets (see countFacetMatches). */
export const selectFilteredListings = async (
  ctx: Ctx,
  filter: ListingFilter,
  sort: ListingSort,
  paging: Paging,
  facet_matches = 0,
): Promise<string[]> => {
  const { sql } = ctx;
  const sorts_all_matches = hasFacets(filter) && facet_matches <= MAX_SORTED;
  const listingSource = sorts_all_matches
    ? sql`(select p.* from ${facetMatches(ctx, filter, sql`${MAX_SORTED}`)} w cross join lateral ${rankedListing(ctx, filter, sort)} p)`
    : rankedListings(ctx, filter, sort);
  return selectPage(ctx, listingSource, orderClause(sql, filter, sort), paging);
};

/** A page of listings `p` in order, as JSON text. */
const selectPage = ({ sql, site }: Ctx, listings: SqlFragment, order: SqlFragment, paging: Paging): Promise<string[]> =>
  selectColumn<string>(sql`
    with page as materialized (
      select p.listing_id, row_number() over (order by ${order}) as place from ${listings} p
      order by ${order} limit ${paging.per_page} offset ${offsetOf(paging)}
    )
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)} from page join listings l on l.id = page.listing_id ${joinCounts(sql)}
      order by page.place) t`);

interface ShelfPaging {
  sort: ListingSort;
  per_page: number;
  offset: number;
}

/**
 * A page of a category's live listings (0: of the whole site) in one row. The values are subqueries, where the planner does not see them,
 * and an outer limit tells it how few rows there are at most: otherwise it would plan each page again, which takes longer than reading it.
 */
const shelfPage = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, category: SqlFragment, { sort, per_page, offset }: ShelfPaging) => sql`
  select coalesce(string_agg(t.json, ','), '') as json, count(*)::int as length from (
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)} from (
        select * from (
          select p.listing_id, ${rankColumn(sql, WHOLE_SITE, sort)} as rank from ${placesBy(sql, sort)} p
          where p.site_id = (select ${site.id}::int) and p.category_id = (select ${category}::int)
          order by ${orderClause(sql, WHOLE_SITE, sort)} limit (select ${per_page}::int) offset (select ${offset}::int)
        ) p limit ${sql.unsafe(planningLimit(MAX_PER_PAGE))}
      ) p join listings l on l.id = p.listing_id ${joinCounts(sql)} order by ${orderClause(sql, WHOLE_SITE, sort, sql`p.rank`)}) t) t`;

type ShelfKey = Omit<ShelfPaging, 'sort'> & { category_id: number };

const shelfPageQuery = reusableQuery<JoinedItems & { live: number }, ShelfKey, ListingSort>(
  ['category_id', 'per_page', 'offset'],
  (ctx, { category_id, ...paging }, sort) => ctx.sql`
    select p.*, coalesce((${liveListings(ctx, category_id)}), 0) as live
    from (${shelfPage(ctx, ctx.sql`${category_id}`, { ...paging, sort })}) p`,
);

/** A page of all live listings of a category (0: of the whole site) in order, and how many it has. */
export const selectShelfPage = async (ctx: Ctx, category_id: number, sort: ListingSort, paging: Paging) =>
  firstRow(await shelfPageQuery(ctx, { category_id, per_page: paging.per_page, offset: offsetOf(paging) }, sort));

interface CategoryPage extends JoinedItems {
  /** The category without its listings, as JSON text. */
  category: string;
  live: number;
}

const categoryPageQuery = reusableQuery<CategoryPage, { slug: string; per_page: number; offset: number }>(
  ['slug', 'per_page', 'offset'],
  (ctx, { slug, ...paging }) => ctx.sql`
    select c.json as category, c.live, p.* from (${categoryRecords(ctx, ctx.sql`c.slug = ${slug}`)}) c
    cross join lateral (${shelfPage(ctx, ctx.sql`c.id`, { ...paging, sort: 'votes' })}) p`,
);

/** A category with a page of its live listings, most voted first. */
export const findCategoryPage = (ctx: Ctx, slug: string, paging: Paging): Promise<CategoryPage | undefined> =>
  findRow(categoryPageQuery(ctx, { slug, per_page: paging.per_page, offset: offsetOf(paging) }));

/** How many listings have the facets, in any category; counted no further than MAX_SORTED + 1. */
export const countFacetMatches = async (ctx: Ctx, filter: ListingFilter): Promise<number> => {
  if (!hasFacets(filter)) return 0;
  return firstValue<number>(ctx.sql`select count(*)::int as count from ${facetMatches(ctx, filter, ctx.sql`${MAX_SORTED + 1}`)} w`);
};

/** How many listings a filter has. Without facets the count of live listings is stored; otherwise they are counted up to a limit, starting from the smaller side. */
export const countFilteredListings = async (ctx: Ctx, filter: ListingFilter, limit: number, facet_matches = 0): Promise<number> => {
  if (filter.status === 'live' && !hasFacets(filter)) return countLiveListings(ctx, filter.category_id);
  return firstValue<number>(
    ctx.sql`select count(*)::int as count from (select 1 from ${filteredListings(ctx, filter, facet_matches)} limit ${limit + 1}) t`,
  );
};

/** The listings of a filter in any order, as `p`. */
const filteredListings = (ctx: Ctx, filter: ListingFilter, facet_matches: number) => {
  const { sql } = ctx;
  const by_category = !hasFacets(filter) || (facet_matches > MAX_SORTED && filter.category_id !== 0);
  return by_category
    ? sql`${rankedListings(ctx, filter, 'relevance')} p`
    : sql`${facetMatches(ctx, filter, sql`all`)} w cross join lateral ${rankedListing(ctx, filter, 'relevance')} p`;
};

/** How many listings are looked at to count facets. */
export const MAX_COUNTED = 2_000;

export const selectFilteredIds = async (ctx: Ctx, filter: ListingFilter, limit: number): Promise<number[]> =>
  selectColumn<number>(
    ctx.sql`select p.listing_id from ${filteredListings(ctx, filter, await countFacetMatches(ctx, filter))} limit ${limit}`,
  );

/** How many listings have each value of a facet, by slug. */
export interface FacetCounts extends Record<'category' | 'stage' | 'pricing_model', Record<string, number>> {
  /** By term (listings/attributes/filter.ts); items of lists as they are written. */
  attributes: Record<string, { count: number; label: string | null }>;
  /** Not all results were counted: the true numbers may be higher. */
  is_cut: boolean;
}

/** Counts the given listings by category (in it or in a subcategory), stage and pricing model. */
export const selectFacetCounts = ({ sql }: Ctx, listing_ids: number[]) => sql<
  { facet: 'category' | 'stage' | 'pricing_model'; value: string; count: number }[]
>`
  with recursive ids as (select unnest(${listing_ids}::bigint[]) as id), belongs as (
    select lc.listing_id, c.id, c.slug, c.parent_id from ids join listing_categories lc on lc.listing_id = ids.id join categories c on c.id = lc.category_id
    union select b.listing_id, c.id, c.slug, c.parent_id from belongs b join categories c on c.id = b.parent_id
  )
  select 'category' as facet, slug as value, count(*)::int as count from belongs group by slug
  union all select 'stage', slugified(l.stage), count(*)::int from ids join listings l using (id) where l.stage is not null group by 2
  union all select 'pricing_model', slugified(l.pricing_model), count(*)::int from ids join listings l using (id) where l.pricing_model is not null group by 2`;

/** A category by slug, with all its subcategories. */
export const findCategorySubtree = async (
  { sql, site }: Ctx,
  slug: string,
): Promise<Pick<ListingFilter, 'category_id' | 'category_ids'> | undefined> => {
  const rows = await sql<{ id: number }[]>`
    with recursive tree as (
      select id, 0 as depth from categories where site_id = ${site.id} and slug = ${slug}
      union all select c.id, t.depth + 1 from tree t join categories c on c.parent_id = t.id and c.site_id = ${site.id}
    ) select id from tree order by depth`;
  const ids = rows.map((row) => row.id);
  return ids.length ? { category_id: ids[0]!, category_ids: ids } : undefined;
};

/** The pages of listings for the sitemap: id, path, and when the content last changed. */
export const listingPages = ({ sql, site }: SiteCtx) => sql`
  select l.id, ${urlOfListing(sql, '')} as path, greatest(l.updated_at, l.launched_at,
    (select max(u.created_at) from listing_updates u where u.listing_id = l.id)) as changed_at
  from live_listings l
  where l.site_id = ${site.id}`;

/** The same for categories: they change with their newest listing. */
export const categoryPages = ({ sql, site }: SiteCtx) => sql`
  select c.id::bigint as id, '/categories/' || c.slug as path, greatest(c.created_at, (
    select launched_at from shelf_places s where s.site_id = c.site_id and s.category_id = c.id order by launched_at desc limit 1)) as changed_at
  from categories c where c.site_id = ${site.id}`;
