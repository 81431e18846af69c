import type { Db } from '../../kernel/context.ts';

/** Where an account gets its mail. */
export const findAddress = async (sql: Db, account_id: number): Promise<string | null> => {
  const [row] = await sql<{ email: string }[]>`select email from accounts where id = ${account_id} and email_verified_at is not null`;
  return row?.email ?? null;
};

/** A listing as its owner sees its way to launch. */
export interface OwnLaunch {
  listing_id: number;
  site_id: number;
  owner_id: number | null;
  slug: string;
  name: string;
  website: string;
  status: string;
  plan: 'free' | 'paid' | null;
  launch_week_on: string | null;
  launched_at: Date | null;
  looks: number;
  looked_at: Date | null;
  found_at: Date | null;
  seen: string | null;
  next_look_at: Date | null;
  watched_since: Date | null;
}

const columns = (sql: Db) => sql`
  l.id as listing_id, l.site_id, l.owner_id, l.slug, l.name, l.website, l.status, l.plan, l.launch_week_on, l.launched_at,
  coalesce(b.looks, 0) as looks, b.looked_at, b.found_at, b.seen, b.next_look_at, b.began_at as watched_since`;

/** A listing of somebody's own on a site. */
export const findOwnLaunch = async (
  sql: Db,
  { site_id, account_id }: { site_id: number; account_id: number },
  listing_id: number,
): Promise<OwnLaunch | undefined> => {
  const [row] = await sql<OwnLaunch[]>`
    select ${columns(sql)} from listings l left join badge_watches b on b.listing_id = l.id
    where l.id = ${listing_id} and l.site_id = ${site_id} and l.owner_id = ${account_id}`;
  return row;
};

/** Any listing by its number, for jobs. */
export const findLaunch = async (sql: Db, listing_id: number): Promise<OwnLaunch | undefined> => {
  const [row] = await sql<OwnLaunch[]>`
    select ${columns(sql)} from listings l left join badge_watches b on b.listing_id = l.id where l.id = ${listing_id}`;
  return row;
};

/** What was promised is no longer. */
export const clearPlan = async (sql: Db, listing_id: number): Promise<void> => {
  await sql`update listings set plan = null, launch_week_on = null where id = ${listing_id}`;
};

/** Which week a listing is promised, and by which plan. */
export const writePlan = async (sql: Db, listing_id: number, plan: 'free' | 'paid', week: string): Promise<void> => {
  await sql`update listings set plan = ${plan}, launch_week_on = ${week} where id = ${listing_id}`;
};
