import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging } from '../../kernel/paging.ts';
import { slugOf } from './address.ts';
import { summaryColumns } from './queries.ts';
import type { SearchListings } from './schema.ts';

export type Sort = SearchListings['sort'];

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

/** The listings of a shelf with what they are ordered by. */
export const placesOf = ({ sql, site }: Ctx, shelf: Shelf) =>
  shelf.status === 'live'
    ? sql`(select s.* from shelf_places s ${hasWishes(shelf) ? sql`join listings l on l.id = s.listing_id ${agreeing(sql, shelf.wishes)}` : sql``}
        where s.site_id = ${site.id} and s.category_id = ${shelf.category_id})`
    : sql`(select l.id as listing_id, l.launch_week_on, l.launched_at, coalesce(n.votes, 0) as votes, coalesce(n.views, 0) as views,
          coalesce(n.followers, 0) as followers, coalesce(n.trending, 0) as trending
        from listings l left join listing_counts n on n.listing_id = l.id
        where l.site_id = ${site.id} and l.status = 'scheduled' ${agreeing(sql, shelf.wishes)}
          ${shelf.category_id === 0 ? sql`` : sql`and exists (select 1 from listing_categories lc where lc.listing_id = l.id and lc.category_id = any(${shelf.category_ids}::integer[]))`})`;

interface JsonRow {
  json: string;
}

/** A page of a shelf in order, as JSON text. */
export const selectShelf = async (ctx: Ctx, shelf: Shelf, sort: Sort, paging: Paging): Promise<string[]> => {
  const { sql, site } = ctx;
  const rows = await sql<JsonRow[]>`
    with page as materialized (
      select p.listing_id, row_number() over (order by ${orderOf(sql, shelf, sort)}) as place from ${placesOf(ctx, shelf)} p
      order by ${orderOf(sql, shelf, sort)} limit ${paging.per_page} offset ${offsetOf(paging)}
    )
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)} from page join listings l on l.id = page.listing_id left join listing_counts n on n.listing_id = l.id
      order by page.place) t`;
  return rows.map((row) => row.json);
};

/** How many a shelf has: kept where nothing else is wished, counted up to a limit otherwise. */
export const countShelf = async (ctx: Ctx, shelf: Shelf, most: number): Promise<number> => {
  const { sql, site } = ctx;
  const kept = shelf.status === 'live' && !hasWishes(shelf);
  const [row] = await (kept
    ? sql<{ count: number }[]>`select live as count from shelves where site_id = ${site.id} and category_id = ${shelf.category_id}`
    : sql<{ count: number }[]>`select count(*)::int as count from (select 1 from ${placesOf(ctx, shelf)} p limit ${most + 1}) t`);
  return row?.count ?? 0;
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
