import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow } from '../../../kernel/database.ts';
import { removalColumn } from '../../listings/queries.ts';
import type { ListingStatus } from '../../listings/states.ts';
import { releaseExpiredHolds, takenSlots, type WeekSlot } from '../queries.ts';

export interface ManagedListing {
  listing_id: number;
  slug: string;
  name: string;
  status: ListingStatus;
  owner_id: number | null;
  plan: 'free' | 'paid' | null;
  launch_week_on: string | null;
  merged_into_id: number | null;
  /** For a removed listing: its status before. */
  removed_from: Exclude<ListingStatus, 'removed'> | null;
}

const managedColumns = (sql: Db) => sql`
  l.id as listing_id, l.slug, l.name, l.status, l.owner_id, l.plan, l.launch_week_on, l.merged_into_id,
  ${removalColumn(sql, 'from_status')} as removed_from`;

/** A listing of the site in any status, locked until the transaction ends. */
export const lockManagedListing = ({ sql, site }: Ctx, listing_id: number): Promise<ManagedListing | undefined> =>
  findRow(sql<ManagedListing[]>`
    select ${managedColumns(sql)} from listing_heads l where l.id = ${listing_id} and l.site_id = ${site.id} for update of l`);

/** A listing that others can be merged into, locked. */
export const lockMergeTarget = ({ sql, site }: Ctx, slug: string): Promise<ManagedListing | undefined> =>
  findRow(sql<ManagedListing[]>`
    select ${managedColumns(sql)} from listing_heads l where l.slug = ${slug} and l.site_id = ${site.id} and l.status <> 'removed' for update of l`);

/** Leaves a slot that nobody paid for. */
export const leaveFreeSlot = ({ sql, site }: Ctx, listing_id: number, week_on: string) => sql`
  delete from week_places where site_id = ${site.id} and week_on = ${week_on} and listing_id = ${listing_id} and order_id is null`;

export type TakenSlot = Required<Pick<WeekSlot, 'kind' | 'order_id' | 'until'>>;

export const findSlot = ({ sql, site }: Pick<Ctx, 'sql' | 'site'>, listing_id: number, week_on: string): Promise<TakenSlot | undefined> =>
  findRow(sql<TakenSlot[]>`
    select kind, order_id, until from week_places where site_id = ${site.id} and week_on = ${week_on} and listing_id = ${listing_id}`);

export interface WeekCapacity {
  week_on: string;
  /** The capacity set for this week; null for the site's default. */
  room: number | null;
  /** Slots that nobody else can take. */
  taken: number;
  /** How many of the taken slots are on the free plan, paid, or held by unpaid orders. */
  free: number;
  paid: number;
  held: number;
  /** Listings that launched in the week; those published at once took no slot. */
  launched: number;
  is_final: boolean;
}

/** The weeks in a range with their capacity, the nearest first. */
export const selectWeekCapacities = ({ sql, site, clock }: Ctx, from: string, to: string): Promise<WeekCapacity[]> => sql<WeekCapacity[]>`
  select s.week_on, w.room, ${takenSlots(sql, clock.now())} as taken, w.finished_at is not null as is_final, p.free, p.paid, p.held,
    (select count(*)::int from live_listings l where l.site_id = ${site.id} and l.launch_week_on = s.week_on) as launched
  from (select g::date as week_on from generate_series(${from}::date, ${to}::date, interval '7 days') g) s
  left join launch_weeks w on w.site_id = ${site.id} and w.week_on = s.week_on
  cross join lateral (
    select count(*) filter (where kind = 'free')::int as free, count(*) filter (where kind = 'paid')::int as paid,
      count(*) filter (where kind = 'held' and (until is null or until > ${clock.now()}))::int as held
    from week_places where site_id = ${site.id} and week_on = s.week_on) p
  order by s.week_on`;

/** A listing in a launch week, and the slot it takes there. */
export interface WeekListing {
  listing_id: number;
  name: string;
  status: ListingStatus;
  owner: string | null;
  /** Null for one that launched without a slot. */
  kind: 'free' | 'paid' | 'held' | null;
  /** For a held slot: when the hold expires. */
  until: Date | null;
  /** Whether the listing launched before, and launches again in this week. */
  is_relaunch: boolean;
}

/** What takes the slots of a week, and what launched in it without one. */
export const selectWeekListings = ({ sql, site, clock }: Ctx, week_on: string, limit: number): Promise<WeekListing[]> => sql<WeekListing[]>`
  select l.id as listing_id, l.name, l.status, coalesce(a.name, a.email) as owner, p.kind, p.until,
    l.launch_week_on is distinct from ${week_on}::date and l.status = 'live' as is_relaunch
  from (
    select listing_id from week_places where site_id = ${site.id} and week_on = ${week_on} and (until is null or until > ${clock.now()})
    union select id from live_listings where site_id = ${site.id} and launch_week_on = ${week_on}) t
  join listing_heads l on l.id = t.listing_id left join account_contacts a on a.id = l.owner_id
  left join week_places p on p.site_id = ${site.id} and p.week_on = ${week_on} and p.listing_id = l.id
  order by p.kind = 'held', l.name, l.id limit ${limit}`;

/** Locks a week, creating its row if needed, so that nobody takes a slot in the meantime. */
export const lockWeek = async (
  { sql, site, clock }: Ctx,
  week_on: string,
): Promise<{ room: number | null; taken: number; is_final: boolean }> => {
  await sql`insert into launch_weeks (site_id, week_on) values (${site.id}, ${week_on}) on conflict do nothing`;
  await releaseExpiredHolds(sql, { site_id: site.id, week_on }, clock.now());
  const [row] = await sql<{ room: number | null; taken: number; is_final: boolean }[]>`
    select room, taken, finished_at is not null as is_final from launch_weeks where site_id = ${site.id} and week_on = ${week_on} for update`;
  return row!;
};

export const writeWeekCapacity = ({ sql, site }: Ctx, week_on: string, capacity: number | null) =>
  sql`update launch_weeks set room = ${capacity} where site_id = ${site.id} and week_on = ${week_on}`;
