import { beginningOf } from '../../kernel/week.ts';
import { indexListings } from '../listings/search-index.ts';
import { type BoughtWeek, type Delivering, keepPlace, leaveFormer, lockBought, thisWeek } from './bought.ts';
import { moveFeatured } from './featured-queries.ts';
import { Obstacle } from './obstacle.ts';
import { writePlan } from './owner-queries.ts';
import type { Standing } from './paid-queries.ts';
import { watchOn } from './watch.ts';

/** Why a listing cannot have another week of the free plan; null where it can. */
const obstacle = ({ status, plan }: Standing, week_on: string, this_week: string): string | null => {
  if (status === 'live') return 'The listing is live already.';
  if (plan === 'paid') return 'The listing has a paid launch, which has a week of its own.';
  if (status === 'draft') return 'The listing is not in the free queue any more.';
  if (week_on < this_week) return `The week of ${week_on} is over.`;
  // The turn of the week gives who has no badge another one; who has it may still join.
  if (week_on === this_week && status === 'awaiting_badge') return `The week of ${week_on} began before our badge was found.`;
  return null;
};

/** Gives a listing on the free plan the week that was bought instead of the one the queue gave it. The badge is still needed. */
export const swapWeek = async (ctx: Delivering, bought: BoughtWeek): Promise<void> => {
  const { sql, site, clock } = ctx;
  const { listing_id, week_on } = bought;
  const listing = await lockBought(ctx, listing_id);
  const why = obstacle(listing, week_on, thisWeek(ctx));
  if (why) throw new Obstacle(why);
  await keepPlace(ctx, bought);
  await leaveFormer(ctx, listing, week_on);
  await writePlan(sql, listing_id, 'free', week_on);
  if (listing.status === 'awaiting_badge') await watchOn(ctx, listing_id, week_on);
  await moveFeatured(sql, listing_id, { from_at: beginningOf(week_on, site.time_zone), now: clock.now() });
  await indexListings(sql, [listing_id]);
};
