import type { Ctx } from '../../kernel/context.ts';
import { firstWeek } from './week-queries.ts';

/** A week in the calendar. */
export interface CalendarWeek {
  week_on: string;
  is_final: boolean;
  launches: number;
  scheduled: number;
  taken: number;
  /** How many may launch in it. */
  room: number;
  counted_votes: number;
  /** Who came first, of a week that is frozen. */
  winner_slug: string | null;
  winner_name: string | null;
  winner_votes: number | null;
}

/** Nobody counts further by eye. */
const MOST_COUNTED = 1000;

/** The weeks from one to another, the latest first. */
export const selectWeeks = ({ sql, site }: Ctx, from: string, to: string, week_room: number): Promise<CalendarWeek[]> => sql<
  CalendarWeek[]
>`
  select s.week_on, w.finished_at is not null as is_final,
    coalesce(t.launches, 0) as launches,
    (select count(*)::int from (select from listings l where l.site_id = ${site.id} and l.launch_week_on = s.week_on
      and l.status = 'scheduled' order by l.id limit ${MOST_COUNTED}) t) as scheduled,
    coalesce(w.taken, 0) as taken, coalesce(w.room, ${week_room}) as room, coalesce(w.counted_votes, t.votes, 0)::int as counted_votes,
    first.slug as winner_slug, first.name as winner_name, first.votes as winner_votes
  from (select g::date as week_on from generate_series(${from}::date, ${to}::date, interval '7 days') g) s
  left join launch_weeks w on w.site_id = ${site.id} and w.week_on = s.week_on
  left join week_totals t on t.site_id = ${site.id} and t.week_on = s.week_on
  left join lateral (
    select l.slug, l.name, r.votes from week_results r join listings l on l.id = r.listing_id and l.status = 'live'
    where r.site_id = ${site.id} and r.week_on = s.week_on and r.rank = 1
  ) first on true
  order by s.week_on desc`;

export const findFirstWeek = async (ctx: Ctx): Promise<string | null> => {
  const [row] = await ctx.sql<{ week_on: string | null }[]>`select ${firstWeek(ctx)} as week_on`;
  return row!.week_on;
};
