import type { Db } from '../../kernel/context.ts';
import type { ListingStatus } from '../listings/states.ts';

/** A listing as it stands when something bought for it is delivered. */
export interface Standing {
  listing_id: number;
  site_id: number;
  owner_id: number | null;
  slug: string;
  name: string;
  status: ListingStatus;
  plan: 'free' | 'paid' | null;
  launch_week_on: string | null;
}

/** Keeps a listing of a site as it is until the transaction's end. */
export const lockStanding = async (sql: Db, site_id: number, listing_id: number): Promise<Standing | undefined> => {
  const [row] = await sql<Standing[]>`
    select id as listing_id, site_id, owner_id, slug, name, status, plan, launch_week_on
    from listings where id = ${listing_id} and site_id = ${site_id} for update`;
  return row;
};

/** Sections that are shown on listings with a paid launch. */
const UNLOCKED = ['story', 'milestones', 'media'];

/** Writes that a listing launches by payment, and when. The move itself follows in the same transaction. */
export const writePaidLaunch = async (
  sql: Db,
  listing_id: number,
  { week_on, launched_at }: { week_on: string; launched_at: Date | null },
): Promise<void> => {
  await sql`
    update listings set plan = 'paid', launch_week_on = ${week_on}, launched_at = coalesce(${launched_at}, launched_at),
      unlocked_sections = array(select distinct section from unnest(unlocked_sections || ${UNLOCKED}::text[]) s (section) order by section)
    where id = ${listing_id}`;
};

/** Lets go of the place an order holds for a listing in a week. */
export const releasePlace = async (
  sql: Db,
  { order_id, listing_id, week_on }: { order_id: number; listing_id: number; week_on: string },
): Promise<void> => {
  await sql`delete from week_places where order_id = ${order_id} and listing_id = ${listing_id} and week_on = ${week_on} and kind = 'held'`;
};

/** A relaunch that is bought keeps its week; the same line makes it once. */
export const insertRelaunch = async (
  sql: Db,
  row: { line_id: number; site_id: number; listing_id: number; week_on: string },
): Promise<void> => {
  await sql`insert into relaunches ${sql(row)} on conflict (line_id) do nothing`;
};
