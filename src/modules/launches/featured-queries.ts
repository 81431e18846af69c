import type { Ctx, Db } from '../../kernel/context.ts';
import { summariesOf } from './standing-queries.ts';

/** Gives a listing its time in the paid strips; the same line does it once. */
export const insertFeatured = async (
  sql: Db,
  row: { line_id: number; site_id: number; listing_id: number; from_at: Date; until_at: Date },
): Promise<void> => {
  await sql`insert into featured_listings ${sql(row)} on conflict (line_id) do nothing`;
};

/** Whoever launches at another time is also featured then, for as long as was bought. What has begun stays. */
export const moveFeatured = async (sql: Db, listing_id: number, { from_at, now }: { from_at: Date; now: Date }): Promise<void> => {
  await sql`
    update featured_listings set from_at = ${from_at}, until_at = ${from_at}::timestamptz + (until_at - from_at)
    where listing_id = ${listing_id} and from_at > ${now}`;
};

/**
 * Live listings that are featured at a moment, as JSON text; of a category, those on its shelf. Whoever is first changes from
 * hour to hour, so that of many none is always at the end.
 */
export const selectFeatured = (
  ctx: Ctx,
  { at, category_slug, most }: { at: Date; category_slug: string | null; most: number },
): Promise<string[]> => {
  const { sql, site } = ctx;
  const hour = Math.floor(at.getTime() / 3_600_000);
  const shelf =
    category_slug === null ? sql`select 0 as id` : sql`select id from categories where site_id = ${site.id} and slug = ${category_slug}`;
  return summariesOf(
    ctx,
    sql`select f.listing_id from (select distinct listing_id from featured_listings
        where site_id = ${site.id} and from_at <= ${at} and until_at > ${at}) f
      join shelf_places p on p.listing_id = f.listing_id and p.category_id = (${shelf})
      order by md5(f.listing_id || ' ' || ${hour}::text), f.listing_id limit ${most}`,
  );
};
