import type { Db } from '../../kernel/context.ts';
import { findRow, findValue, hasRows, type SqlFragment } from '../../kernel/database.ts';
import type { ListingHead } from '../listings/queries.ts';
import { AWARDED_RANKS } from './rules.ts';

/** Nobody plans further ahead than ten years. */
const MAX_WEEKS = 520;

/**
 * Number of taken slots in launch week `w` at a moment. `launch_weeks.taken` also counts expired holds: those are free, and their rows are
 * deleted when somebody takes the slot.
 */
export const takenSlots = (sql: Db, now: Date) => sql`(coalesce(w.taken, 0) - (select count(*)::int from week_places held
  where held.site_id = w.site_id and held.week_on = w.week_on and held.kind = 'held' and held.until <= ${now}))`;

/** The first week with room from `from` on, without locking; null if there is none within ten years. */
export const findFreeWeek = (sql: Db, site_id: number, from: string, capacity: number, now: Date): Promise<string | null> =>
  findValue<string>(sql`
    select s.week_on::date as week_on from generate_series(${from}::date, ${from}::date + ${7 * MAX_WEEKS}::integer, interval '7 days') s (week_on)
    left join launch_weeks w on w.site_id = ${site_id} and w.week_on = s.week_on
    where ${takenSlots(sql, now)} < coalesce(w.room, ${capacity}) order by s.week_on limit 1`);

interface SlotKey {
  site_id: number;
  week_on: string;
  listing_id: number;
}

export interface WeekSlot extends SlotKey {
  kind: 'free' | 'paid' | 'held';
  /** For a held slot: the order, and when the hold expires; null once the order is paid and awaits fulfilment. */
  order_id?: number | null;
  until?: Date | null;
}

/**
 * Releases expired holds of a week. A slot that another transaction is renewing or leaving is locked and skipped: waiting for it could
 * deadlock, and skipping it never overbooks the week.
 */
export const releaseExpiredHolds = (sql: Db, { site_id, week_on }: Pick<WeekSlot, 'site_id' | 'week_on'>, now: Date) => sql`
  delete from week_places where (site_id, week_on, listing_id) in (
    select site_id, week_on, listing_id from week_places
    where site_id = ${site_id} and week_on = ${week_on} and kind = 'held' and until <= ${now} for update skip locked)`;

/**
 * Takes a slot if there is room. The database decides, so concurrent requests cannot overbook a week. Also false if the listing already has
 * a slot in the week, or if another transaction has just created the row of the week.
 */
export const takeSlot = async (
  sql: Db,
  { site_id, week_on, listing_id, kind, order_id = null, until = null }: WeekSlot,
  capacity: number,
  now: Date,
): Promise<boolean> => {
  await releaseExpiredHolds(sql, { site_id, week_on }, now);
  return hasRows(sql`
    with made as (
      insert into launch_weeks (site_id, week_on, taken) select ${site_id}::integer, ${week_on}::date, 1 where ${capacity}::integer > 0
      on conflict do nothing returning week_on
    ), taken as (
      update launch_weeks w set taken = w.taken + 1
      where w.site_id = ${site_id} and w.week_on = ${week_on} and w.taken < coalesce(w.room, ${capacity})
        and not exists (select from week_places p where p.site_id = ${site_id} and p.week_on = ${week_on} and p.listing_id = ${listing_id})
      returning w.week_on
    )
    insert into week_places (site_id, week_on, listing_id, kind, order_id, until)
    select ${site_id}, week_on, ${listing_id}, ${kind}, ${order_id}, ${until}
    from (select week_on from made union all select week_on from taken) w returning week_on`);
};

export const leaveSlot = (sql: Db, { site_id, week_on, listing_id }: SlotKey) =>
  sql`delete from week_places where site_id = ${site_id} and week_on = ${week_on} and listing_id = ${listing_id}`;

/** Whether a listing has a slot in a week that is not merely held by an order. */
export const hasSlot = (sql: Db, { site_id, week_on, listing_id }: SlotKey): Promise<boolean> =>
  hasRows(sql`
    select from week_places where site_id = ${site_id} and week_on = ${week_on} and listing_id = ${listing_id} and kind <> 'held'`);

interface OrderSlot extends SlotKey {
  order_id: number;
}

/** Turns a slot that the order held, or that the listing had for free, into a paid one. False if there is none any more. */
export const confirmHeldSlot = (sql: Db, { site_id, week_on, listing_id, order_id }: OrderSlot): Promise<boolean> =>
  hasRows(sql`
    update week_places set kind = 'paid', order_id = ${order_id}, until = null
    where site_id = ${site_id} and week_on = ${week_on} and listing_id = ${listing_id}
      and (kind = 'free' or kind = 'held' and order_id = ${order_id}) returning week_on`);

/** Extends an order's hold. False if it has none: an expired hold may have been taken by somebody else. */
export const renewHold = (sql: Db, { site_id, week_on, listing_id, order_id, until }: OrderSlot & { until: Date }): Promise<boolean> =>
  hasRows(sql`
    update week_places set until = greatest(until, ${until})
    where site_id = ${site_id} and week_on = ${week_on} and listing_id = ${listing_id} and kind = 'held' and order_id = ${order_id}
    returning week_on`);

/** Makes the holds of a paid order permanent. */
export const holdIndefinitely = (sql: Db, order_id: number) =>
  sql`update week_places set until = null where order_id = ${order_id} and kind = 'held'`;

/** Makes an order's holds expire at a moment, if they would last longer. */
export const shortenHolds = (sql: Db, order_id: number, until: Date) =>
  sql`update week_places set until = ${until} where order_id = ${order_id} and kind = 'held' and until > ${until}`;

/** Releases held slots `p` that meet a condition. */
export const releaseHeldSlots = async (sql: Db, condition: SqlFragment): Promise<void> => {
  await sql`delete from week_places p where p.kind = 'held' and ${condition}`;
};

/** Releases the slot that an order holds for a listing in a week. */
export const releaseHeldSlot = (sql: Db, { order_id, listing_id, week_on }: Omit<OrderSlot, 'site_id'>): Promise<void> =>
  releaseHeldSlots(sql, sql`p.order_id = ${order_id} and p.listing_id = ${listing_id} and p.week_on = ${week_on}`);

export const releaseHolds = (sql: Db, order_id: number): Promise<void> => releaseHeldSlots(sql, sql`p.order_id = ${order_id}`);

/** Taken slots of the weeks in a range; a room of null means the site's default. */
export const selectWeekOccupancy = (sql: Db, { site_id, from, to, now }: { site_id: number; from: string; to: string; now: Date }) => sql<
  { week_on: string; taken: number; room: number | null }[]
>`
  select s.week_on::date as week_on, ${takenSlots(sql, now)} as taken, w.room
  from generate_series(${from}::date, ${to}::date, interval '7 days') s (week_on)
  left join launch_weeks w on w.site_id = ${site_id} and w.week_on = s.week_on order by s.week_on`;

/** The week in which listing `l` launches again next, if any. */
export const relaunchWeek = (sql: Db) => sql`
  (select min(r.week_on) from relaunches r where r.listing_id = l.id and r.began_at is null)`;

/** The awards of listing `l`, newest week first. */
export const awardsJson = (sql: Db) => sql`
  coalesce((select json_agg(json_build_object('rank', r.rank, 'week_on', r.week_on, 'votes', r.votes) order by r.week_on desc)
    from week_results r where r.listing_id = l.id and r.rank <= ${AWARDED_RANKS}), '[]'::json)`;

/** A listing with its launch data, as its owner sees it. */
export interface OwnLaunch extends Omit<ListingHead, 'id' | 'status'> {
  listing_id: number;
  status: string;
  plan: 'free' | 'paid' | null;
  launch_week_on: string | null;
  launched_at: Date | null;
  checks: number;
  checked_at: Date | null;
  found_at: Date | null;
  seen: string | null;
  next_check_at: Date | null;
  watched_since: Date | null;
}

const launchColumns = (sql: Db) => sql`
  l.id as listing_id, l.site_id, l.owner_id, l.slug, l.name, l.website, l.status, l.plan, l.launch_week_on, l.launched_at,
  coalesce(b.looks, 0) as checks, b.looked_at as checked_at, b.found_at, b.seen, b.next_look_at as next_check_at, b.began_at as watched_since`;

export const findOwnLaunch = (sql: Db, { site_id, account_id }: { site_id: number; account_id: number }, listing_id: number) =>
  findRow(sql<OwnLaunch[]>`
    select ${launchColumns(sql)} from listing_heads l left join badge_watches b on b.listing_id = l.id
    where l.id = ${listing_id} and l.site_id = ${site_id} and l.owner_id = ${account_id}`);

/** Any listing by its id, for jobs. */
export const findLaunch = (sql: Db, listing_id: number): Promise<OwnLaunch | undefined> =>
  findRow(sql<OwnLaunch[]>`
    select ${launchColumns(sql)} from listing_heads l left join badge_watches b on b.listing_id = l.id where l.id = ${listing_id}`);
