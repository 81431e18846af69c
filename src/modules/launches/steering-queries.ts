import type { Ctx, Db } from '../../kernel/context.ts';

export interface TakenPlace {
  kind: 'free' | 'paid' | 'held';
  order_id: number | null;
  until: Date | null;
}

/** The place a listing has in a week. */
export const findPlace = async ({ sql, site }: Ctx, listing_id: number, week_on: string): Promise<TakenPlace | undefined> => {
  const [row] = await sql<TakenPlace[]>`
    select kind, order_id, until from week_places where site_id = ${site.id} and week_on = ${week_on} and listing_id = ${listing_id}`;
  return row;
};

/** Writes that a listing launches now, by whatever plan it had. The move itself follows in the same transaction. */
export const writeTeamLaunch = async (sql: Db, listing_id: number, { week_on, at }: { week_on: string; at: Date }): Promise<void> => {
  await sql`
    update listings set plan = coalesce(plan, 'free'), launch_week_on = ${week_on}, launched_at = ${at} where id = ${listing_id}`;
};

export const writeWeek = async (sql: Db, listing_id: number, week_on: string): Promise<void> => {
  await sql`update listings set launch_week_on = ${week_on} where id = ${listing_id}`;
};
