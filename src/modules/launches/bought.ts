import type { Ctx } from '../../kernel/context.ts';
import { weekAt } from '../../kernel/week.ts';
import { Obstacle } from './obstacle.ts';
import { lockStanding, type Standing } from './paid-queries.ts';
import { keepHeld, leavePlace, takePlace } from './place-queries.ts';
import { settingsOf } from './places.ts';

/** What a delivery is given: the transaction it is made in, the site and the clock. */
export type Delivering = Pick<Ctx, 'sql' | 'site' | 'clock'>;

/** A place in a week that an order has for a listing. */
export interface BoughtWeek {
  listing_id: number;
  order_id: number;
  week_on: string;
}

export const thisWeek = ({ clock, site }: Delivering): string => weekAt(clock.now(), site.time_zone);

/** Keeps the listing something was bought for as it is until the end; one that was taken down gets nothing. */
export const lockBought = async ({ sql, site }: Delivering, listing_id: number): Promise<Standing> => {
  const listing = await lockStanding(sql, site.id, listing_id);
  if (!listing || listing.status === 'removed') throw new Obstacle('The listing was taken down from the site.');
  return listing;
};

/** Makes the place that an order holds the listing's own; where the hold is gone, there may still be room. */
export const keepPlace = async ({ sql, site }: Delivering, { listing_id, order_id, week_on }: BoughtWeek): Promise<void> => {
  if (await keepHeld(sql, { site_id: site.id, listing_id, order_id, week_on })) return;
  const { week_room } = await settingsOf(sql, site.id);
  const place = { site_id: site.id, listing_id, week_on, kind: 'paid', order_id } as const;
  // Twice, because the first time somebody else may have made the week in this very moment.
  if ((await takePlace(sql, place, week_room)) || (await takePlace(sql, place, week_room))) return;
  throw new Obstacle(`The week of ${week_on} is full.`);
};

/** Leaves the week a listing was promised before it got another one. */
export const leaveFormer = async ({ sql, site }: Delivering, { listing_id, launch_week_on }: Standing, now_in: string): Promise<void> => {
  if (launch_week_on !== null && launch_week_on !== now_in)
    await leavePlace(sql, { site_id: site.id, week_on: launch_week_on, listing_id });
};
