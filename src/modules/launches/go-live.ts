import { makeMove } from '../../kernel/moves.ts';
import { indexListings } from '../listings/search-index.ts';
import { LISTING_MOVES } from '../listings/states.ts';
import { type Delivering, leaveFormer, lockBought, thisWeek } from './bought.ts';
import { moveFeatured } from './featured-queries.ts';
import { liveNews } from './mails.tsx';
import { Obstacle } from './obstacle.ts';
import { type Standing, writePaidLaunch } from './paid-queries.ts';
import { tellOwner } from './telling.ts';
import { writeNextLook } from './watch-queries.ts';

/** A launch is bought once: what is live, or has a paid week already, is not launched by another. */
export const refuseLaunched = ({ status, plan, launch_week_on }: Standing): void => {
  if (status === 'live') throw new Obstacle('The listing is live already.');
  if (plan === 'paid') throw new Obstacle(`The listing has a paid launch already, in the week of ${launch_week_on}.`);
};

/** Makes a listing that waits or is saved live at once, without a badge, in the running week. It takes no place of those who were promised one. */
export const goLiveNow = async (ctx: Delivering, { listing_id }: { listing_id: number }): Promise<void> => {
  const { sql, site, clock } = ctx;
  const listing = await lockBought(ctx, listing_id);
  refuseLaunched(listing);
  const week_on = thisWeek(ctx);
  const now = clock.now();
  await leaveFormer(ctx, listing, week_on);
  await writePaidLaunch(sql, listing_id, { week_on, launched_at: now });
  await writeNextLook(sql, listing_id, null);
  await moveFeatured(sql, listing_id, { from_at: now, now });
  await indexListings(sql, [listing_id]);
  await tellOwner(ctx, listing.owner_id, liveNews(site, listing, week_on));
  // Last, because all who go live wait for each other at the shelf.
  const move = LISTING_MOVES.go_live_now;
  await makeMove(sql, { record: 'listing', id: listing_id, name: 'go_live_now', move, account_id: null, at: now });
};
