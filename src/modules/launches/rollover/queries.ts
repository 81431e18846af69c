import type { Db } from '../../../kernel/context.ts';
import { findRow, firstValue, hasRows, selectColumn } from '../../../kernel/database.ts';
import { ledgerHash } from '../../votes/ledger/queries.ts';

/** A site and its current week. A week has begun if its Monday is not later than this week's. */
interface SiteWeek {
  site_id: number;
  this_week: string;
}

/** Which steps of the rollover have something to do. */
export interface PendingSteps {
  begun: boolean;
  launches: boolean;
  results: boolean;
  relaunches: boolean;
  moves: boolean;
  approvals: boolean;
}

export const findPendingSteps = async (sql: Db, { site_id, this_week }: SiteWeek): Promise<PendingSteps> => {
  const [row] = await sql<PendingSteps[]>`
    select exists (select from launch_weeks where site_id = ${site_id} and week_on = ${this_week} and began_at is not null) as begun,
      exists (select from listing_heads where site_id = ${site_id} and status = 'scheduled' and launch_week_on <= ${this_week}) as launches,
      exists (select from launch_weeks
        where site_id = ${site_id} and week_on < ${this_week} and began_at is not null and finished_at is null) as results,
      exists (select from relaunches r join live_listings l on l.id = r.listing_id
        where r.site_id = ${site_id} and r.week_on <= ${this_week} and r.began_at is null) as relaunches,
      exists (select from listing_heads where site_id = ${site_id} and status = 'awaiting_badge' and launch_week_on <= ${this_week}) as moves,
      exists (select from approvals where site_id = ${site_id} and status in ('pending', 'returned') and week_on <= ${this_week}) as approvals`;
  return row!;
};

export const writeWeekBegun = (sql: Db, { site_id, this_week }: SiteWeek, at: Date) => sql`
  insert into launch_weeks as w (site_id, week_on, began_at) values (${site_id}, ${this_week}, ${at})
  on conflict (site_id, week_on) do update set began_at = excluded.began_at where w.began_at is null`;

export interface DueListing {
  listing_id: number;
  launch_week_on: string;
}

/** Listings in a status whose week has begun, the earliest week first. */
export const selectDueListings = (
  sql: Db,
  { site_id, this_week }: SiteWeek,
  status: 'scheduled' | 'awaiting_badge',
  limit: number,
): Promise<DueListing[]> =>
  sql<DueListing[]>`
    select id as listing_id, launch_week_on from listing_heads
    where site_id = ${site_id} and launch_week_on <= ${this_week}
      and ${status === 'scheduled' ? sql`status = 'scheduled'` : sql`status = 'awaiting_badge'`}
    order by launch_week_on, id limit ${limit}`;

/** Weeks that began here and are over, but not frozen. */
export const selectUnfrozenWeeks = (sql: Db, { site_id, this_week }: SiteWeek): Promise<string[]> =>
  selectColumn<string>(sql`
    select week_on from launch_weeks
    where site_id = ${site_id} and week_on < ${this_week} and began_at is not null and finished_at is null order by week_on`);

/** Weeks with votes that are over but not frozen, whether or not they began here. Finds each with one index lookup. */
export const selectUnfrozenVotedWeeks = (sql: Db, { site_id, this_week }: SiteWeek): Promise<string[]> =>
  selectColumn<string>(sql`
    with recursive voted as (
      (select week_on from week_counts where site_id = ${site_id} order by week_on limit 1)
      union all
      select (select c.week_on from week_counts c where c.site_id = ${site_id} and c.week_on > v.week_on order by c.week_on limit 1)
      from voted v where v.week_on is not null
    )
    select v.week_on from voted v
    where v.week_on < ${this_week} and not exists (select from frozen_weeks f where f.site_id = ${site_id} and f.week_on = v.week_on)
    order by v.week_on`);

export interface LaunchingListing extends DueListing {
  owner_id: number | null;
  slug: string;
  name: string;
}

/** Locks a listing that is still in this status, in this week. */
export const lockDueListing = (sql: Db, { listing_id, launch_week_on }: DueListing, status: 'scheduled' | 'awaiting_badge') =>
  findRow(sql<LaunchingListing[]>`
    select id as listing_id, owner_id, slug, name, launch_week_on from listing_heads
    where id = ${listing_id} and launch_week_on = ${launch_week_on} and status = ${status} for update`);

/** How many weeks a listing has missed since it was last queued. */
export const countMissedWeeks = (sql: Db, listing_id: number): Promise<number> =>
  firstValue<number>(sql`
    select count(*)::int as missed from moves m where m.record = 'listing' and m.record_id = ${String(listing_id)} and m.move = 'week_missed'
      and m.id > coalesce((select max(c.id) from moves c
        where c.record = 'listing' and c.record_id = ${String(listing_id)} and c.move = 'choose_free'), 0)`);

/** Locks a week that is not frozen yet; false if it is frozen. */
export const lockOpenWeek = async (sql: Db, site_id: number, week: string): Promise<boolean> => {
  await sql`insert into launch_weeks (site_id, week_on) values (${site_id}, ${week}) on conflict do nothing`;
  return hasRows(sql`
    select from launch_weeks where site_id = ${site_id} and week_on = ${week} and finished_at is null for update`);
};

/** Stores the ranking of a week: launches with votes in order, then those without. */
export const insertResults = async (sql: Db, site_id: number, week: string): Promise<void> => {
  await sql`
    insert into week_results (site_id, week_on, listing_id, rank, votes, reached_seq)
    select ${site_id}, ${week}, listing_id, row_number() over (order by votes desc, reached_seq, listing_id), votes, reached_seq
    from week_counts where site_id = ${site_id} and week_on = ${week} and votes > 0`;
  await sql`
    insert into week_results (site_id, week_on, listing_id, votes)
    select ${site_id}, ${week}, l.id, 0 from live_listings l where l.site_id = ${site_id} and l.launch_week_on = ${week}
    on conflict do nothing`;
};

export interface WeekClosing {
  site_id: number;
  week: string;
  finished_at: Date;
  last_seq: number;
}

/** Closes a week. From here on the database rejects changes to it. */
export const closeWeek = (sql: Db, { site_id, week, finished_at, last_seq }: WeekClosing) => sql`
  update launch_weeks w set finished_at = ${finished_at}, last_seq = ${last_seq},
    ledger_hash = ${ledgerHash(sql, site_id, last_seq)},
    counted_votes = coalesce((select votes from week_totals t where t.site_id = w.site_id and t.week_on = w.week_on), 0),
    uncounted_votes = coalesce((select uncounted from week_totals t where t.site_id = w.site_id and t.week_on = w.week_on), 0)
  where w.site_id = ${site_id} and w.week_on = ${week}`;

export interface Winner extends Omit<LaunchingListing, 'launch_week_on'> {
  rank: number;
  votes: number;
}

export const selectWinners = (sql: Db, site_id: number, week: string, ranks: number): Promise<Winner[]> => sql<Winner[]>`
  select r.rank, r.votes, r.listing_id, l.slug, l.name, l.owner_id
  from week_results r join live_listings l on l.id = r.listing_id
  where r.site_id = ${site_id} and r.week_on = ${week} and r.rank <= ${ranks} order by r.rank`;

/** A relaunch whose week has begun, and the week its listing had until now. */
export interface DueRelaunch {
  line_id: number;
  listing_id: number;
  leaves_week_on: string | null;
}

/** Relaunches of live listings whose week has begun, the earliest of each. That of a removed listing waits for its return. */
export const selectDueRelaunches = (sql: Db, { site_id, this_week }: SiteWeek, limit: number): Promise<DueRelaunch[]> => sql<DueRelaunch[]>`
  select distinct on (r.listing_id) r.line_id, r.listing_id, l.launch_week_on as leaves_week_on
  from relaunches r join live_listings l on l.id = r.listing_id
  where r.site_id = ${site_id} and r.week_on <= ${this_week} and r.began_at is null order by r.listing_id, r.week_on, r.line_id limit ${limit}`;

/** Locks a live listing whose relaunch is due, if its week has not changed since. */
export const lockRelaunchingListing = (sql: Db, { listing_id, leaves_week_on }: DueRelaunch): Promise<LaunchingListing | undefined> =>
  findRow(sql<LaunchingListing[]>`
    select id as listing_id, owner_id, slug, name, launch_week_on from listing_heads
    where id = ${listing_id} and status = 'live' and launch_week_on is not distinct from ${leaves_week_on}::date for update`);

/** Marks a relaunch as begun; false if it was already. */
export const writeRelaunchBegun = (sql: Db, line_id: number, at: Date): Promise<boolean> =>
  hasRows(sql`update relaunches set began_at = ${at} where line_id = ${line_id} and began_at is null returning line_id`);

/** Moves a relaunch that has not begun to another week. */
export const writeRelaunchWeek = async (sql: Db, line_id: number, week_on: string): Promise<void> => {
  await sql`update relaunches set week_on = ${week_on} where line_id = ${line_id} and began_at is null`;
};
