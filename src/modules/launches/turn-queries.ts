import type { Db } from '../../kernel/context.ts';

/** A week of a site, and today's: what has begun has a Monday up to this week's. */
interface Turning {
  site_id: number;
  this_week: string;
}

/** What is left to do for a site's week, as far as one look tells. */
export interface Left {
  begun: boolean;
  launches: boolean;
  results: boolean;
  relaunches: boolean;
  moves: boolean;
}

export const findLeft = async (sql: Db, { site_id, this_week }: Turning): Promise<Left> => {
  const [row] = await sql<Left[]>`
    select exists (select from launch_weeks where site_id = ${site_id} and week_on = ${this_week} and began_at is not null) as begun,
      exists (select from listings where site_id = ${site_id} and status = 'scheduled' and launch_week_on <= ${this_week}) as launches,
      exists (select from launch_weeks
        where site_id = ${site_id} and week_on < ${this_week} and began_at is not null and finished_at is null) as results,
      exists (select from relaunches r join listings l on l.id = r.listing_id and l.status = 'live'
        where r.site_id = ${site_id} and r.week_on <= ${this_week} and r.began_at is null) as relaunches,
      exists (select from listings where site_id = ${site_id} and status = 'awaiting_badge' and launch_week_on <= ${this_week}) as moves`;
  return row!;
};

export const writeBeginning = async (sql: Db, { site_id, this_week }: Turning, at: Date): Promise<void> => {
  await sql`
    insert into launch_weeks as w (site_id, week_on, began_at) values (${site_id}, ${this_week}, ${at})
    on conflict (site_id, week_on) do update set began_at = excluded.began_at where w.began_at is null`;
};

export interface Due {
  listing_id: number;
  launch_week_on: string;
}

/** Listings in a status whose week has begun, the earliest first. */
export const selectDue = (sql: Db, { site_id, this_week }: Turning, status: 'scheduled' | 'awaiting_badge', most: number): Promise<Due[]> =>
  sql<Due[]>`
    select id as listing_id, launch_week_on from listings
    where site_id = ${site_id} and launch_week_on <= ${this_week}
      and ${status === 'scheduled' ? sql`status = 'scheduled'` : sql`status = 'awaiting_badge'`}
    order by launch_week_on, id limit ${most}`;

/** Weeks that are over and not frozen, of those that began here. */
export const selectUnfrozen = async (sql: Db, { site_id, this_week }: Turning): Promise<string[]> => {
  const rows = await sql<{ week_on: string }[]>`
    select week_on from launch_weeks
    where site_id = ${site_id} and week_on < ${this_week} and began_at is not null and finished_at is null order by week_on`;
  return rows.map(({ week_on }) => week_on);
};

/** Weeks that are over and not frozen in which somebody voted, whether or not they began here. Each is found by one step in the index. */
export const selectUnfrozenVoted = async (sql: Db, { site_id, this_week }: Turning): Promise<string[]> => {
  const rows = await sql<{ week_on: string }[]>`
    with recursive voted as (
      (select week_on from week_counts where site_id = ${site_id} order by week_on limit 1)
      union all
      select (select c.week_on from week_counts c where c.site_id = ${site_id} and c.week_on > v.week_on order by c.week_on limit 1)
      from voted v where v.week_on is not null
    )
    select v.week_on from voted v
    where v.week_on < ${this_week} and not exists (select from frozen_weeks f where f.site_id = ${site_id} and f.week_on = v.week_on)
    order by v.week_on`;
  return rows.map(({ week_on }) => week_on);
};

export interface Launching {
  listing_id: number;
  owner_id: number | null;
  slug: string;
  name: string;
  launch_week_on: string;
}

/** Writes when a scheduled listing launches, if it still is one. The move itself follows in the same transaction. */
export const writeLaunch = async (sql: Db, { listing_id, launch_week_on }: Due, launched_at: Date): Promise<Launching | undefined> => {
  const [row] = await sql<Launching[]>`
    update listings set launched_at = ${launched_at}
    where id = ${listing_id} and launch_week_on = ${launch_week_on} and status = 'scheduled'
    returning id as listing_id, owner_id, slug, name, launch_week_on`;
  return row;
};

/** Locks a listing that still waits for its badge in a week. */
export const lockWaiting = async (sql: Db, { listing_id, launch_week_on }: Due): Promise<Launching | undefined> => {
  const [row] = await sql<Launching[]>`
    select id as listing_id, owner_id, slug, name, launch_week_on from listings
    where id = ${listing_id} and launch_week_on = ${launch_week_on} and status = 'awaiting_badge' for update`;
  return row;
};

/** How many weeks a listing has missed since it was last queued. */
export const countMissed = async (sql: Db, listing_id: number): Promise<number> => {
  const [row] = await sql<{ missed: number }[]>`
    select count(*)::int as missed from moves m where m.record = 'listing' and m.record_id = ${String(listing_id)} and m.move = 'week_missed'
      and m.id > coalesce((select max(c.id) from moves c
        where c.record = 'listing' and c.record_id = ${String(listing_id)} and c.move = 'choose_free'), 0)`;
  return row!.missed;
};
