import type { Ctx, Db } from '../../kernel/context.ts';
import { offsetOf, type Paging, reachOf } from '../../kernel/paging.ts';
import { summaryColumns } from '../listings/queries.ts';
import type { Fragment } from '../listings/shelf-queries.ts';

/** One board's page as JSON text, and how many places there are in all. */
export interface BoardPage {
  items: string[];
  total: number;
}

/** What a place on a board shows beside the listing: its metric. */
export interface Shown {
  name: string;
  unit: string;
  /** Who says so, where the place does not carry its own source. */
  source: string;
  paid: boolean;
}

/** Places of a page in their order (listing_id, value, unit, as_of, source, trend), with their listings, as lines of JSON. */
const selectPlaces = async ({ sql, site }: Ctx, page: Fragment, paging: Paging, shown: Shown): Promise<string[]> => {
  const rows = await sql<{ json: string }[]>`
    with page as materialized (select p.*, row_number() over () as place from (${page}) p)
    select json_build_object('rank', ${offsetOf(paging)}::int + page.place, 'listing', row_to_json(t),
      'metric', json_build_object('name', ${shown.name}::text, 'value', page.value, 'unit', coalesce(page.unit, ${shown.unit}),
        'as_of', page.as_of, 'source', coalesce(page.source, ${shown.source}), 'trend', page.trend),
      'paid', ${shown.paid}::boolean)::text as json
    from page join listings l on l.id = page.listing_id left join listing_counts n on n.listing_id = l.id
    cross join lateral (select ${summaryColumns(sql, site.root)}) t
    order by page.place`;
  return rows.map(({ json }) => json);
};

/** A page of places that are given in order. */
const pageOf = (sql: Db, places: Fragment, paging: Paging) => sql`
  select * from (${places} limit ${sql.unsafe(reachOf(paging.page * paging.per_page))}) p limit ${paging.per_page} offset ${offsetOf(paging)}`;

/** A week's launches by counted votes. A week has no more than its room, so what is left out is found by looking at each. */
export const selectWeekBoard = async (ctx: Ctx, week: string, as_of: string, paging: Paging, shown: Shown): Promise<BoardPage> => {
  const { sql, site } = ctx;
  const standing = sql`
    from week_standings s join listings l on l.id = s.listing_id and l.status = 'live'
    where s.site_id = ${site.id} and s.week_on = ${week} and s.votes > 0`;
  const places = sql`
    select s.listing_id, s.votes as value, null::text as unit, ${as_of}::text as as_of, null::text as source, null::numeric as trend
    ${standing} order by s.votes desc, s.reached_seq, s.listing_id`;
  const [items, [count]] = await Promise.all([
    selectPlaces(ctx, pageOf(sql, places, paging), paging, shown),
    sql<{ total: number }[]>`select count(*)::int as total from (select ${standing} limit 10001) t`,
  ]);
  return { items, total: count!.total };
};

/** All live listings by counted votes, off the shelf of the whole site. */
export const selectAllTimeBoard = async (ctx: Ctx, as_of: string, paging: Paging, shown: Shown): Promise<BoardPage> => {
  const { sql, site } = ctx;
  const places = sql`
    select s.listing_id, s.votes as value, null::text as unit, ${as_of}::text as as_of, null::text as source, null::numeric as trend
    from shelf_places s where s.site_id = ${site.id} and s.category_id = 0 order by s.votes desc, s.listing_id`;
  const [items, [shelf]] = await Promise.all([
    selectPlaces(ctx, pageOf(sql, places, paging), paging, shown),
    sql<{ live: number }[]>`select live from shelves where site_id = ${site.id} and category_id = 0`,
  ]);
  return { items, total: shelf?.live ?? 0 };
};

/** The places kept on a board that does not go by votes. */
export const selectKeptBoard = async (ctx: Ctx, board: string, paging: Paging, shown: Shown): Promise<BoardPage> => {
  const { sql, site } = ctx;
  const places = sql`
    select s.listing_id, s.value, s.unit, s.as_of_on::text as as_of, s.source, s.trend from board_places s
    where s.site_id = ${site.id} and s.board = ${board} order by s.value desc, s.listing_id`;
  const [items, [kept]] = await Promise.all([
    selectPlaces(ctx, pageOf(sql, places, paging), paging, shown),
    sql<{ places: number }[]>`select places from board_totals where site_id = ${site.id} and board = ${board}`,
  ]);
  return { items, total: kept?.places ?? 0 };
};
