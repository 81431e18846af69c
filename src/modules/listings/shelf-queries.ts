import type { PendingQuery } from 'postgres';
import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import { slugOf } from './address.ts';
import { summaryColumns } from './queries.ts';
import type { SearchListings } from './schema.ts';

export type Sort = SearchListings['sort'];

/** A part of a statement. */
// biome-ignore lint/suspicious/noExplicitAny: postgres.js types it by the rows it would give, and it gives none.
export type Fragment = PendingQuery<any>;

/** Which listings are meant: those on a shelf, live or still to come, that agree with every other wish. */
export interface Shelf {
  status: SearchListings['status'];
  /** The category with all below it; the whole site is category 0. */
  category_id: number;
  category_ids: number[];
  wishes: Pick<SearchListings, 'stage' | 'country' | 'pricing_model'> & { domain?: string };
}

export const wholeSite: Shelf = { status: 'live', category_id: 0, category_ids: [], wishes: {} };

/** What each sort goes by. */
const ORDERS: Record<Shelf['status'], Record<Sort, [column: string, direction: 'asc' | 'desc']>> = {
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

/** What a sort goes by, of a place p. */
export const rankOf = (sql: Db, { status }: Pick<Shelf, 'status'>, sort: Sort) => sql`p.${sql(ORDERS[status][sort][0])}`;

/** The order of places by it: who comes first among equals is always the smaller id. */
export const orderOf = (sql: Db, { status }: Pick<Shelf, 'status'>, sort: Sort, rank = rankOf(sql, { status }, sort)) =>
  sql`${rank} ${ORDERS[status][sort][1] === 'asc' ? sql`asc` : sql`desc`}, p.listing_id`;

export const hasWishes = ({ wishes }: Shelf): boolean => Object.values(wishes).some((wish) => wish !== undefined);

const agreeing = (sql: Db, { stage, country, pricing_model, domain }: Shelf['wishes']) => sql`
  ${stage === undefined ? sql`` : sql`and slugified(l.stage) = ${slugOf(stage)}`}
  ${pricing_model === undefined ? sql`` : sql`and slugified(l.pricing_model) = ${slugOf(pricing_model)}`}
  ${country === undefined ? sql`` : sql`and l.country = ${country.toUpperCase()}`}
  ${domain === undefined ? sql`` : sql`and l.domain = ${domain}`}`;

/** Statuses that stand on a shelf. */
const STATUS = { live: 'live', upcoming: 'scheduled' };

/** Listings that agree with the wishes, no more than `most`: none where there are no wishes. */
export const wishedOf = ({ sql, site }: Ctx, shelf: Shelf, most: Fragment) =>
  hasWishes(shelf)
    ? sql`(select l.id as listing_id from listings l
        where l.site_id = ${site.id} and l.status = ${STATUS[shelf.status]} ${agreeing(sql, shelf.wishes)} limit ${most})`
    : sql`(select null::bigint as listing_id limit 0)`;

const PLACE_ID = { live: 's.listing_id', upcoming: 'l.id' };

/** A wish is checked listing by listing: the limit keeps PostgreSQL from starting at the wish, of which there may be a million. */
const places = ({ sql, site }: Ctx, shelf: Shelf, category: Fragment, only: Fragment) =>
  shelf.status === 'live'
    ? sql`(select s.* from shelf_places s
        ${hasWishes(shelf) ? sql`cross join lateral (select 1 from listings l where l.id = s.listing_id ${agreeing(sql, shelf.wishes)} limit 1) l` : sql``}
        where s.site_id = ${site.id} and s.category_id = ${category} ${only})`
    : sql`(select l.id as listing_id, l.launch_week_on, l.launched_at, coalesce(n.votes, 0) as votes, coalesce(n.views, 0) as views,
          coalesce(n.followers, 0) as followers, coalesce(n.trending, 0) as trending
        from listings l left join listing_counts n on n.listing_id = l.id
        where l.site_id = ${site.id} and l.status = 'scheduled' ${agreeing(sql, shelf.wishes)}
          ${shelf.category_id === 0 ? sql`` : sql`and exists (select 1 from listing_categories lc where lc.listing_id = l.id and lc.category_id = any(${shelf.category_ids}::integer[]))`} ${only})`;

/** The listings of a shelf with what they are ordered by. `category`: its id, where that stands elsewhere in the statement. */
export const placesOf = (ctx: Ctx, shelf: Shelf, category: Fragment = ctx.sql`${shelf.category_id}`) =>
  places(ctx, shelf, category, ctx.sql``);

/** The place of listing w.listing_id on a shelf. The limit keeps PostgreSQL from going through the whole shelf for it. */
export const placeOf = (ctx: Ctx, shelf: Shelf, category: Fragment = ctx.sql`${shelf.category_id}`) =>
  places(ctx, shelf, category, ctx.sql`and ${ctx.sql(PLACE_ID[shelf.status])} = w.listing_id limit 1`);

/** As many listings with a wish as are sorted for a page; with more, the shelf is gone through in order until the page is full. */
const MOST_SORTED = 2_000;

interface JsonRow {
  json: string;
}

/** A page of a shelf in order, as JSON text. `wished`: how many listings agree with the wishes, where there are any. */
export const selectShelf = async (ctx: Ctx, shelf: Shelf, sort: Sort, paging: Paging, wished = 0): Promise<string[]> => {
  const { sql, site } = ctx;
  const few = hasWishes(shelf) && wished <= MOST_SORTED;
  const places = few
    ? sql`(select p.* from ${wishedOf(ctx, shelf, sql`${MOST_SORTED}`)} w cross join lateral ${placeOf(ctx, shelf)} p)`
    : placesOf(ctx, shelf);
  const rows = await sql<JsonRow[]>`
    with page as materialized (
      select p.listing_id, row_number() over (order by ${orderOf(sql, shelf, sort)}) as place from ${places} p
      order by ${orderOf(sql, shelf, sort)} limit ${paging.per_page} offset ${offsetOf(paging)}
    )
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)} from page join listings l on l.id = page.listing_id left join listing_counts n on n.listing_id = l.id
      order by page.place) t`;
  return rows.map((row) => row.json);
};

/** How many listings agree with the wishes, on any shelf, counted no further than it matters. */
export const countWished = async (ctx: Ctx, shelf: Shelf): Promise<number> => {
  if (!hasWishes(shelf)) return 0;
  const [row] = await ctx.sql<
    { count: number }[]
  >`select count(*)::int as count from ${wishedOf(ctx, shelf, ctx.sql`${MOST_SORTED + 1}`)} w`;
  return row!.count;
};

/** How many a shelf has: kept where nothing else is wished; otherwise counted up to a limit, from whichever side is the smaller. */
export const countShelf = async (ctx: Ctx, shelf: Shelf, most: number, wished = 0): Promise<number> => {
  const { sql, site } = ctx;
  if (shelf.status === 'live' && !hasWishes(shelf)) {
    const [row] = await sql<{ live: number }[]>`select live from shelves where site_id = ${site.id} and category_id = ${shelf.category_id}`;
    return row?.live ?? 0;
  }
  const by_shelf = !hasWishes(shelf) || (wished > MOST_SORTED && shelf.category_id !== 0);
  const places = by_shelf
    ? sql`${placesOf(ctx, shelf)} p`
    : sql`${wishedOf(ctx, shelf, sql`all`)} w cross join lateral ${placeOf(ctx, shelf)} p`;
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from (select 1 from ${places} limit ${most + 1}) t`;
  return row!.count;
};

/** A category by slug, with all below it. */
export const findShelf = async ({ sql, site }: Ctx, slug: string): Promise<Pick<Shelf, 'category_id' | 'category_ids'> | undefined> => {
  const rows = await sql<{ id: number }[]>`
    with recursive tree as (
      select id, 0 as depth from categories where site_id = ${site.id} and slug = ${slug}
      union all select c.id, t.depth + 1 from tree t join categories c on c.parent_id = t.id and c.site_id = ${site.id}
    ) select id from tree order by depth`;
  const ids = rows.map((row) => row.id);
  return ids.length ? { category_id: ids[0]!, category_ids: ids } : undefined;
};
