import type { Ctx } from '../../kernel/context.ts';

export interface WeekRoom {
  week_on: string;
  /** What was said for this week alone; null is the usual room. */
  room: number | null;
  taken: number;
  /** Of those, places of orders that are being paid. */
  held: number;
  is_final: boolean;
}

/** The weeks from one to another with their room, the nearest first. */
export const selectRooms = ({ sql, site }: Ctx, from: string, to: string): Promise<WeekRoom[]> => sql<WeekRoom[]>`
  select s.week_on, w.room, coalesce(w.taken, 0) as taken, w.finished_at is not null as is_final,
    (select count(*)::int from week_places p where p.site_id = ${site.id} and p.week_on = s.week_on and p.kind = 'held') as held
  from (select g::date as week_on from generate_series(${from}::date, ${to}::date, interval '7 days') g) s
  left join launch_weeks w on w.site_id = ${site.id} and w.week_on = s.week_on order by s.week_on`;

/** A week, made where there was none, locked so that nobody takes a place meanwhile. */
export const lockWeek = async ({ sql, site }: Ctx, week_on: string): Promise<{ room: number | null; taken: number; is_final: boolean }> => {
  await sql`insert into launch_weeks (site_id, week_on) values (${site.id}, ${week_on}) on conflict do nothing`;
  const [row] = await sql<{ room: number | null; taken: number; is_final: boolean }[]>`
    select room, taken, finished_at is not null as is_final from launch_weeks where site_id = ${site.id} and week_on = ${week_on} for update`;
  return row!;
};

export const writeRoom = ({ sql, site }: Ctx, week_on: string, room: number | null) =>
  sql`update launch_weeks set room = ${room} where site_id = ${site.id} and week_on = ${week_on}`;
