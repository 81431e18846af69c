import type { Ctx, Db } from '../../../kernel/context.ts';
import { findRow, findValue } from '../../../kernel/database.ts';
import { selectSummaries } from '../../listings/profile/queries.ts';
import type { ListingHead } from '../../listings/queries.ts';

/** A listing's state when something bought for it is fulfilled. */
export interface LaunchableListing extends Omit<ListingHead, 'id' | 'website'> {
  listing_id: number;
  plan: 'free' | 'paid' | null;
  launch_week_on: string | null;
}

/** Locks a listing of a site until the transaction ends. */
export const lockLaunchableListing = (sql: Db, site_id: number, listing_id: number): Promise<LaunchableListing | undefined> =>
  findRow(sql<LaunchableListing[]>`
    select id as listing_id, site_id, owner_id, slug, name, status, plan, launch_week_on
    from listing_heads where id = ${listing_id} and site_id = ${site_id} for update`);

/** Records a relaunch that was bought; idempotent per order line. */
export const insertRelaunch = (sql: Db, row: { line_id: number; site_id: number; listing_id: number; week_on: string }) =>
  sql`insert into relaunches ${sql(row)} on conflict (line_id) do nothing`;

/** Records when a listing is featured; idempotent per order line. */
export const insertFeatured = (sql: Db, row: { line_id: number; site_id: number; listing_id: number; from_at: Date; until_at: Date }) =>
  sql`insert into featured_listings ${sql(row)} on conflict (line_id) do nothing`;

/** When the launch moves, the featured time that has not begun yet moves with it and keeps its length. */
export const moveFeatured = (sql: Db, listing_id: number, { from_at, now }: { from_at: Date; now: Date }) => sql`
  update featured_listings set from_at = ${from_at}, until_at = ${from_at}::timestamptz + (until_at - from_at)
  where listing_id = ${listing_id} and from_at > ${now}`;

/** Until when the team features a listing; null if it does not, or no longer. */
export const findTeamPick = ({ sql, site, clock }: Ctx, listing_id: number): Promise<Date | null> =>
  findValue<Date>(sql`
    select until_at from featured_listings
    where listing_id = ${listing_id} and site_id = ${site.id} and line_id is null and until_at > ${clock.now()}`);

export const writeTeamPick = ({ sql, site, clock }: Ctx, listing_id: number, until_at: Date) => sql`
  insert into featured_listings (site_id, listing_id, from_at, until_at) values (${site.id}, ${listing_id}, ${clock.now()}, ${until_at})
  on conflict (listing_id) where line_id is null do update set from_at = excluded.from_at, until_at = excluded.until_at`;

export const deleteTeamPick = (sql: Db, listing_id: number) =>
  sql`delete from featured_listings where listing_id = ${listing_id} and line_id is null`;

/** Who features a listing: somebody who paid for it, or the team. */
export type FeaturedBy = 'order' | 'team';

/** Featured listings as JSON text. The order is shuffled every hour, so that no listing is always last. */
export const selectFeatured = (
  ctx: Ctx,
  { at, by, category_slug, limit }: { at: Date; by: FeaturedBy; category_slug: string | null; limit: number },
): Promise<string[]> => {
  const { sql, site } = ctx;
  const hour = Math.floor(at.getTime() / 3_600_000);
  const category =
    category_slug === null ? sql`select 0 as id` : sql`select id from categories where site_id = ${site.id} and slug = ${category_slug}`;
  return selectSummaries(
    ctx,
    sql`select f.listing_id from (select distinct listing_id from featured_listings
        where site_id = ${site.id} and from_at <= ${at} and until_at > ${at}
          and line_id is ${by === 'team' ? sql`null` : sql`not null`}) f
      join shelf_places p on p.listing_id = f.listing_id and p.category_id = (${category})
      order by md5(f.listing_id || ' ' || ${hour}::text), f.listing_id limit ${limit}`,
  );
};
