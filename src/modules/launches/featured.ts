import type { Ctx } from '../../kernel/context.ts';
import { beginningOf } from '../../kernel/week.ts';
import type { ListingSummary } from '../listings/schema.ts';
import { type Delivering, lockBought } from './bought.ts';
import { insertFeatured, selectFeatured } from './featured-queries.ts';
import { Obstacle } from './obstacle.ts';

/** So many fit a strip. */
const MOST = 6;

/** Live listings whose place in the paid strips is running; of a category, those in it. Always shown as paid, and it orders nothing else. */
export const featuredNow = async (ctx: Ctx, { category = null }: { category?: string | null } = {}): Promise<ListingSummary[]> => {
  const found = await selectFeatured(ctx, { at: ctx.clock.now(), category_slug: category, most: MOST });
  return found.map((json) => JSON.parse(json) as ListingSummary);
};

const DAYS = 7;
const DAY_MS = 86_400_000;

/** Puts a listing in the paid strips for seven days, from now or from the beginning of its launch; gives from when. */
export const feature = async (ctx: Delivering, { listing_id, line_id }: { listing_id: number; line_id: number }): Promise<Date> => {
  const { sql, site, clock } = ctx;
  const { status, launch_week_on } = await lockBought(ctx, listing_id);
  if (status !== 'live' && status !== 'scheduled')
    throw new Obstacle('The listing is neither live nor scheduled, so it cannot be featured.');
  const now = clock.now();
  const begins_at = status === 'scheduled' ? beginningOf(launch_week_on!, site.time_zone) : now;
  const from_at = begins_at > now ? begins_at : now;
  await insertFeatured(sql, { line_id, site_id: site.id, listing_id, from_at, until_at: new Date(from_at.getTime() + DAYS * DAY_MS) });
  return from_at;
};
