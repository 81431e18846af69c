import type { Db } from '../../kernel/context.ts';

/** Begins to look for a listing's badge, at once. */
export const insertWatch = async (
  sql: Db,
  { site_id, listing_id, at }: { site_id: number; listing_id: number; at: Date },
): Promise<void> => {
  await sql`
    insert into badge_watches (listing_id, site_id, began_at, next_look_at) values (${listing_id}, ${site_id}, ${at}, ${at})
    on conflict (listing_id) do update set began_at = excluded.began_at, found_at = null, next_look_at = excluded.next_look_at`;
};

interface Look {
  listing_id: number;
  looked_at: Date;
  found: boolean;
  seen: string;
  next_look_at: Date | null;
}

/** Writes down what was seen. */
export const writeLook = async (sql: Db, { listing_id, looked_at, found, seen, next_look_at }: Look): Promise<void> => {
  await sql`
    update badge_watches set looks = looks + 1, looked_at = ${looked_at}, seen = ${seen}, next_look_at = ${next_look_at},
      found_at = case when ${found} then coalesce(found_at, ${looked_at}) else found_at end
    where listing_id = ${listing_id}`;
};

export const writeNextLook = async (sql: Db, listing_id: number, next_look_at: Date | null): Promise<void> => {
  await sql`update badge_watches set next_look_at = ${next_look_at} where listing_id = ${listing_id}`;
};

/** Listings whose badge is due to be looked for. */
export const selectLooks = async (sql: Db, now: Date, most: number): Promise<number[]> => {
  const rows = await sql<{ listing_id: number }[]>`
    select listing_id from badge_watches where next_look_at <= ${now} order by next_look_at limit ${most}`;
  return rows.map(({ listing_id }) => listing_id);
};

/** Keeps a listing as it is until the transaction's end, and says which status and week that is. */
export const lockLaunch = async (sql: Db, listing_id: number): Promise<{ status: string; launch_week_on: string | null } | undefined> => {
  const [row] = await sql<{ status: string; launch_week_on: string | null }[]>`
    select status, launch_week_on from listings where id = ${listing_id} for update`;
  return row;
};
