import type { Db } from '../../kernel/context.ts';

export const selectSettings = async (sql: Db, site_id: number): Promise<Record<string, unknown>> => {
  const [row] = await sql<{ settings: Record<string, unknown> }[]>`select settings from sites where id = ${site_id}`;
  return row!.settings;
};

/** Nobody plans further ahead. */
const MOST_WEEKS = 520;

/** The first week with room from one on, as it looks now; null where there is none in ten years. */
export const findWeekWithRoom = async (sql: Db, site_id: number, from: string, room: number): Promise<string | null> => {
  const [row] = await sql<{ week_on: string }[]>`
    select s.week_on::date as week_on from generate_series(${from}::date, ${from}::date + ${7 * MOST_WEEKS}::integer, interval '7 days') s (week_on)
    left join launch_weeks w on w.site_id = ${site_id} and w.week_on = s.week_on
    where coalesce(w.taken, 0) < coalesce(w.room, ${room}) order by s.week_on limit 1`;
  return row?.week_on ?? null;
};

export interface Place {
  site_id: number;
  week_on: string;
  listing_id: number;
  kind: 'free' | 'paid' | 'held';
  /** Of a held place: by which order, and until when at the latest. */
  order_id?: number | null;
  until?: Date | null;
}

/**
 * Takes a place if there is room; the database decides, so that no week is overbooked whoever asks at once. False also where
 * the week was made by somebody else in this very moment.
 */
export const takePlace = async (
  sql: Db,
  { site_id, week_on, listing_id, kind, order_id = null, until = null }: Place,
  room: number,
): Promise<boolean> => {
  const rows = await sql`
    with made as (
      insert into launch_weeks (site_id, week_on, taken) select ${site_id}::integer, ${week_on}::date, 1 where ${room}::integer > 0
      on conflict do nothing returning week_on
    ), taken as (
      update launch_weeks w set taken = w.taken + 1
      where w.site_id = ${site_id} and w.week_on = ${week_on} and w.taken < coalesce(w.room, ${room}) returning w.week_on
    )
    insert into week_places (site_id, week_on, listing_id, kind, order_id, until)
    select ${site_id}, week_on, ${listing_id}, ${kind}, ${order_id}, ${until}
    from (select week_on from made union all select week_on from taken) w returning week_on`;
  return rows.length > 0;
};

/** Leaves a place; the room it had is there again. */
export const leavePlace = async (
  sql: Db,
  { site_id, week_on, listing_id }: Pick<Place, 'site_id' | 'week_on' | 'listing_id'>,
): Promise<void> => {
  await sql`delete from week_places where site_id = ${site_id} and week_on = ${week_on} and listing_id = ${listing_id}`;
};

export const hasPlace = async (
  sql: Db,
  { site_id, week_on, listing_id }: Pick<Place, 'site_id' | 'week_on' | 'listing_id'>,
): Promise<boolean> => {
  const rows = await sql`
    select from week_places where site_id = ${site_id} and week_on = ${week_on} and listing_id = ${listing_id}`;
  return rows.length > 0;
};

interface Kept extends Pick<Place, 'site_id' | 'week_on' | 'listing_id'> {
  order_id: number;
}

/** Makes a place that an order held, or that the listing had for free, a paid one. False where there is none any more. */
export const keepHeld = async (sql: Db, { site_id, week_on, listing_id, order_id }: Kept): Promise<boolean> => {
  const rows = await sql`
    update week_places set kind = 'paid', order_id = ${order_id}, until = null
    where site_id = ${site_id} and week_on = ${week_on} and listing_id = ${listing_id}
      and (kind = 'free' or kind = 'held' and order_id = ${order_id}) returning week_on`;
  return rows.length > 0;
};

/** Lets go of every place an order holds. */
export const releaseHeld = async (sql: Db, order_id: number): Promise<void> => {
  await sql`delete from week_places where order_id = ${order_id} and kind = 'held'`;
};

/** How the weeks from one to another are taken; a room of null is what the site's settings say. */
export const selectTaken = (
  sql: Db,
  { site_id, from, to }: { site_id: number; from: string; to: string },
): Promise<{ week_on: string; taken: number; room: number | null }[]> => sql<{ week_on: string; taken: number; room: number | null }[]>`
  select s.week_on::date as week_on, coalesce(w.taken, 0) as taken, w.room
  from generate_series(${from}::date, ${to}::date, interval '7 days') s (week_on)
  left join launch_weeks w on w.site_id = ${site_id} and w.week_on = s.week_on order by s.week_on`;
