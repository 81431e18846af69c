import type { Ctx } from '../../kernel/context.ts';
import { summaryColumns } from '../listings/queries.ts';
import { standing } from './standing-queries.ts';

/** A week as far as it is known, and from when to when the site has any. */
export interface WeekFacts {
  is_final: boolean;
  counted_votes: number;
  uncounted_votes: number;
  first_week: string | null;
  last_week: string | null;
}

/** The site's first week with a launch or a place; null where there is none. */
export const firstWeek = ({ sql, site }: Ctx) => sql`
  least((select min(launch_week_on) from listings where site_id = ${site.id} and status = 'live'),
    (select min(week_on) from launch_weeks where site_id = ${site.id}))`;

export const findWeekFacts = async (ctx: Ctx, week: string): Promise<WeekFacts> => {
  const { sql, site } = ctx;
  const [row] = await sql<WeekFacts[]>`
    select w.finished_at is not null as is_final, coalesce(w.counted_votes, t.votes, 0)::int as counted_votes,
      coalesce(w.uncounted_votes, t.uncounted, 0)::int as uncounted_votes,
      ${firstWeek(ctx)} as first_week,
      (select max(launch_week_on) from listings where site_id = ${site.id} and status = 'scheduled') as last_week
    from (select 1) one
    left join launch_weeks w on w.site_id = ${site.id} and w.week_on = ${week}
    left join week_totals t on t.site_id = ${site.id} and t.week_on = ${week}`;
  return row!;
};

/** The launches of a week in order, each as JSON text with its rank and votes. */
export const selectLaunches = async (ctx: Ctx, week: string, is_final: boolean, most: number): Promise<string[]> => {
  const { sql, site } = ctx;
  const rows = await sql<{ json: string }[]>`
    with page as materialized (select s.*, row_number() over () as place from (${standing(ctx, week, is_final, most)}) s)
    select json_build_object('rank', page.rank, 'listing', row_to_json(t), 'votes', page.votes)::text as json
    from page join listings l on l.id = page.listing_id left join listing_counts n on n.listing_id = l.id
    cross join lateral (select ${summaryColumns(sql, site.root)}) t order by page.place`;
  return rows.map(({ json }) => json);
};

/** Listings that are scheduled for a week, and live ones that launch again in it. */
const scheduled = ({ sql, site }: Ctx, week: string) => sql`
  select id from listings where site_id = ${site.id} and launch_week_on = ${week} and status = 'scheduled'
  union select l.id from relaunches r join listings l on l.id = r.listing_id and l.status = 'live'
    where r.site_id = ${site.id} and r.week_on = ${week} and r.began_at is null`;

/** What is scheduled for a week, as JSON text. */
export const selectScheduled = async (ctx: Ctx, week: string, most: number): Promise<string[]> => {
  const { sql, site } = ctx;
  const rows = await sql<{ json: string }[]>`
    select row_to_json(t)::text as json from (
      select ${summaryColumns(sql, site.root)} from listings l left join listing_counts n on n.listing_id = l.id
      where l.id in (select id from (${scheduled(ctx, week)}) s order by id limit ${most}) order by l.id) t`;
  return rows.map(({ json }) => json);
};

export const countScheduled = async (ctx: Ctx, week: string, most: number): Promise<number> => {
  const [row] = await ctx.sql<{ count: number }[]>`
    select count(*)::int as count from (select from (${scheduled(ctx, week)}) s limit ${most}) t`;
  return row!.count;
};
