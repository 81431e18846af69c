import type { Ctx, Db } from '../../../kernel/context.ts';
import { firstRow, type SqlFragment, selectColumn } from '../../../kernel/database.ts';
import { offsetOf, type Paging, planningLimit } from '../../../kernel/responses.ts';
import { countLiveListings } from '../../catalog/queries.ts';
import { joinSummary } from '../../listings/profile/queries.ts';

/** A page of a board as JSON text, and the total number of ranks. */
export interface BoardPage {
  items: string[];
  total: number;
}

export interface BoardMetric {
  name: string;
  unit: string;
  /** The source, where the row has none of its own. */
  source: string;
  paid: boolean;
}

/** The rows of a page (listing_id, rank, value, unit, as_of, source, trend) in order, with their listings, as JSON text. Without a rank, the place counts. */
const selectBoardPlaces = (ctx: Ctx, page: SqlFragment, paging: Paging, metric: BoardMetric): Promise<string[]> =>
  selectColumn<string>(ctx.sql`
    with page as materialized (select p.*, row_number() over () as place from (${page}) p)
    select json_build_object('rank', coalesce(page.rank, ${offsetOf(paging)}::int + page.place), 'listing', row_to_json(t),
      'metric', json_build_object('name', ${metric.name}::text, 'value', page.value, 'unit', coalesce(page.unit, ${metric.unit}),
        'as_of', page.as_of, 'source', coalesce(page.source, ${metric.source}), 'trend', page.trend),
      'paid', ${metric.paid}::boolean)::text as json
    from page ${joinSummary(ctx)}
    order by page.place`);

/** Restricts ordered rows to one page. */
const pageFragment = (sql: Db, places: SqlFragment, paging: Paging) => sql`
  select * from (${places} limit ${sql.unsafe(planningLimit(paging.page * paging.per_page))}) p limit ${paging.per_page} offset ${offsetOf(paging)}`;

/** A week's launches by counted votes. A week has few launches, so it is cheap to check the status of each. */
export const selectWeekBoard = async (ctx: Ctx, week: string, as_of: string, paging: Paging, metric: BoardMetric): Promise<BoardPage> => {
  const { sql, site } = ctx;
  const ranking = sql`
    from week_standings s join live_listings l on l.id = s.listing_id
    where s.site_id = ${site.id} and s.week_on = ${week} and s.votes > 0`;
  const places = sql`
    select s.listing_id, s.rank, s.votes as value, null::text as unit, ${as_of}::text as as_of, null::text as source, null::numeric as trend
    ${ranking} order by s.votes desc, s.reached_seq, s.listing_id`;
  const [items, [count]] = await Promise.all([
    selectBoardPlaces(ctx, pageFragment(sql, places, paging), paging, metric),
    sql<{ total: number }[]>`select count(*)::int as total from (select ${ranking} limit 10001) t`,
  ]);
  return { items, total: count!.total };
};

export const selectAllTimeBoard = async (ctx: Ctx, as_of: string, paging: Paging, metric: BoardMetric): Promise<BoardPage> => {
  const { sql, site } = ctx;
  const places = sql`
    select s.listing_id, null::integer as rank, s.votes as value, null::text as unit, ${as_of}::text as as_of, null::text as source,
      null::numeric as trend
    from shelf_places s where s.site_id = ${site.id} and s.category_id = 0 order by s.votes desc, s.listing_id`;
  const [items, total] = await Promise.all([
    selectBoardPlaces(ctx, pageFragment(sql, places, paging), paging, metric),
    countLiveListings(ctx, 0),
  ]);
  return { items, total };
};

/** A stored board, which does not rank by votes. */
export const selectStoredBoard = async (ctx: Ctx, board: string, paging: Paging, metric: BoardMetric): Promise<BoardPage> => {
  const { sql, site } = ctx;
  const places = sql`
    select s.listing_id, null::integer as rank, s.value, s.unit, s.as_of_on::text as as_of, s.source, s.trend from board_places s
    where s.site_id = ${site.id} and s.board = ${board} order by s.value desc, s.listing_id`;
  const [items, [totals]] = await Promise.all([
    selectBoardPlaces(ctx, pageFragment(sql, places, paging), paging, metric),
    sql<{ places: number }[]>`select places from board_totals where site_id = ${site.id} and board = ${board}`,
  ]);
  return { items, total: totals?.places ?? 0 };
};

/** The first week of a site with a launch, a slot or a vote, and the last with a scheduled launch. */
export interface WeekRange {
  first_week: string | null;
  last_week: string | null;
}

export const findWeekRange = async ({ sql, site }: Ctx): Promise<WeekRange> =>
  firstRow(await sql<WeekRange[]>`select first_week, last_week from week_ranges where site_id = ${site.id}`);
