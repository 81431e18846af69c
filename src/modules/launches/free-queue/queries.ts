import type { Db } from '../../../kernel/context.ts';
import { findRow, selectColumn } from '../../../kernel/database.ts';

/** Starts the badge checks of a listing; the first is due at once by default. */
export const insertBadgeWatch = (
  sql: Db,
  { site_id, listing_id, at, next_check_at = at }: { site_id: number; listing_id: number; at: Date; next_check_at?: Date },
) => sql`
  insert into badge_watches (listing_id, site_id, began_at, next_look_at) values (${listing_id}, ${site_id}, ${at}, ${next_check_at})
  on conflict (listing_id) do update set began_at = excluded.began_at, found_at = null, next_look_at = excluded.next_look_at`;

interface BadgeCheck {
  listing_id: number;
  checked_at: Date;
  found: boolean;
  seen: string;
  next_check_at: Date | null;
}

export const writeBadgeCheck = (sql: Db, { listing_id, checked_at, found, seen, next_check_at }: BadgeCheck) => sql`
  update badge_watches set looks = looks + 1, looked_at = ${checked_at}, seen = ${seen}, next_look_at = ${next_check_at},
    found_at = case when ${found} then coalesce(found_at, ${checked_at}) else found_at end
  where listing_id = ${listing_id}`;

export const writeNextBadgeCheck = async (sql: Db, listing_id: number, next_check_at: Date | null): Promise<void> => {
  await sql`update badge_watches set next_look_at = ${next_check_at} where listing_id = ${listing_id}`;
};

export const selectDueBadgeChecks = (sql: Db, now: Date, limit: number): Promise<number[]> =>
  selectColumn<number>(sql`
    select listing_id from badge_watches where next_look_at <= ${now} order by next_look_at limit ${limit}`);

/** Locks a listing until the transaction ends, and returns its status and week. */
export const lockLaunch = (sql: Db, listing_id: number) =>
  findRow(sql<{ status: string; launch_week_on: string | null }[]>`
    select status, launch_week_on from listing_heads where id = ${listing_id} for update`);
