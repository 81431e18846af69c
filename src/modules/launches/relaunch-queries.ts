import type { Db } from '../../kernel/context.ts';
import type { Launching } from './turn-queries.ts';

/** A relaunch whose week has begun, and the week its listing leaves for it. */
export interface DueRelaunch {
  line_id: number;
  listing_id: number;
  leaves_week_on: string | null;
}

/** Relaunches of live listings whose week has begun: of each listing the earliest. One that was taken down has its relaunch when it is back. */
export const selectDueRelaunches = (
  sql: Db,
  { site_id, this_week }: { site_id: number; this_week: string },
  most: number,
): Promise<DueRelaunch[]> => sql<DueRelaunch[]>`
  select distinct on (r.listing_id) r.line_id, r.listing_id, l.launch_week_on as leaves_week_on
  from relaunches r join listings l on l.id = r.listing_id and l.status = 'live'
  where r.site_id = ${site_id} and r.week_on <= ${this_week} and r.began_at is null order by r.listing_id, r.week_on, r.line_id limit ${most}`;

/** Locks a live listing as it was when its relaunch was found due. */
export const lockRelaunching = async (sql: Db, { listing_id, leaves_week_on }: DueRelaunch): Promise<Launching | undefined> => {
  const [row] = await sql<Launching[]>`
    select id as listing_id, owner_id, slug, name, launch_week_on from listings
    where id = ${listing_id} and status = 'live' and launch_week_on is not distinct from ${leaves_week_on}::date for update`;
  return row;
};

/** Says that a relaunch has begun; false where it had. */
export const writeRelaunchBegun = async (sql: Db, line_id: number, at: Date): Promise<boolean> => {
  const rows = await sql`update relaunches set began_at = ${at} where line_id = ${line_id} and began_at is null returning line_id`;
  return rows.length > 0;
};

/** Gives a relaunch that has not begun another week. */
export const writeRelaunchWeek = async (sql: Db, line_id: number, week_on: string): Promise<void> => {
  await sql`update relaunches set week_on = ${week_on} where line_id = ${line_id} and began_at is null`;
};

/** A live listing is of a new week from here on. */
export const writeRelaunch = async (sql: Db, listing_id: number, week_on: string, launched_at: Date): Promise<void> => {
  await sql`update listings set launch_week_on = ${week_on}, launched_at = ${launched_at} where id = ${listing_id}`;
};
