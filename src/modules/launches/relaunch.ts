import { type BoughtWeek, type Delivering, keepPlace, lockBought, thisWeek } from './bought.ts';
import { Obstacle } from './obstacle.ts';
import { insertRelaunch, type Standing } from './paid-queries.ts';

/** Why a listing cannot launch again in a week; null where it can. */
const obstacle = ({ status, launch_week_on }: Standing, week_on: string, this_week: string): string | null => {
  if (status !== 'live') return 'The listing is not live, so it cannot launch again.';
  if (week_on < this_week) return `The week of ${week_on} is over.`;
  if (launch_week_on !== null && launch_week_on >= week_on) return `The listing launched in the week of ${launch_week_on}.`;
  return null;
};

/** Has a live listing launch again in the week that was bought. It stays live; the turn of the week begins it. */
export const relaunch = async (ctx: Delivering, bought: BoughtWeek & { line_id: number }): Promise<void> => {
  const { listing_id, week_on, line_id } = bought;
  const why = obstacle(await lockBought(ctx, listing_id), week_on, thisWeek(ctx));
  if (why) throw new Obstacle(why);
  await keepPlace(ctx, bought);
  await insertRelaunch(ctx.sql, { line_id, site_id: ctx.site.id, listing_id, week_on });
};
