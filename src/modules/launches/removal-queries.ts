import type { Ctx, Db } from '../../kernel/context.ts';
import type { ListingStatus } from '../listings/states.ts';

export interface StandingLaunch {
  listing_id: number;
  slug: string;
  name: string;
  status: ListingStatus;
  owner_id: number | null;
  plan: 'free' | 'paid' | null;
  launch_week_on: string | null;
  merged_into_id: number | null;
  /** Of a removed one: where it was before. */
  removed_from: Exclude<ListingStatus, 'removed'> | null;
}

const columns = (sql: Db) => sql`
  l.id as listing_id, l.slug, l.name, l.status, l.owner_id, l.plan, l.launch_week_on, l.merged_into_id,
  case when l.status = 'removed' then (select m.from_status from moves m where m.record = 'listing' and m.record_id = l.id::text
    and m.to_status = 'removed' order by m.id desc limit 1) end as removed_from`;

/** A listing of the site, whatever its status, locked until the transaction ends. */
export const lockStanding = async ({ sql, site }: Ctx, listing_id: number): Promise<StandingLaunch | undefined> => {
  const [row] = await sql<StandingLaunch[]>`
    select ${columns(sql)} from listings l where l.id = ${listing_id} and l.site_id = ${site.id} for update of l`;
  return row;
};

/** A listing that others can be merged into. */
export const lockTarget = async ({ sql, site }: Ctx, slug: string): Promise<StandingLaunch | undefined> => {
  const [row] = await sql<StandingLaunch[]>`
    select ${columns(sql)} from listings l where l.slug = ${slug} and l.site_id = ${site.id} and l.status <> 'removed' for update of l`;
  return row;
};

export const writeMerged = async (sql: Db, listing_id: number, merged_into_id: number | null): Promise<void> => {
  await sql`update listings set merged_into_id = ${merged_into_id} where id = ${listing_id}`;
};

/** Who follows one listing follows the other too. */
export const copyFollows = async (sql: Db, from: number, to: number): Promise<number> => {
  const rows = await sql`
    insert into follows (account_id, listing_id, site_id, wants_mail, created_at)
    select account_id, ${to}, site_id, wants_mail, created_at from follows where listing_id = ${from}
    on conflict (account_id, listing_id) do nothing returning account_id`;
  return rows.length;
};

/** Gives back a place nobody paid for. */
export const leaveFreePlace = async ({ sql, site }: Ctx, listing_id: number, week_on: string): Promise<void> => {
  await sql`
    delete from week_places where site_id = ${site.id} and week_on = ${week_on} and listing_id = ${listing_id} and order_id is null`;
};

export const hasPlace = async ({ sql, site }: Ctx, listing_id: number, week_on: string): Promise<boolean> =>
  (await sql`select from week_places where site_id = ${site.id} and week_on = ${week_on} and listing_id = ${listing_id}`).length > 0;
