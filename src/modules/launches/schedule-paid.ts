import { makeMove } from '../../kernel/moves.ts';
import { beginningOf } from '../../kernel/week.ts';
import { indexListings } from '../listings/search-index.ts';
import { LISTING_MOVES } from '../listings/states.ts';
import { type BoughtWeek, type Delivering, keepPlace, leaveFormer, lockBought, thisWeek } from './bought.ts';
import { moveFeatured } from './featured-queries.ts';
import { goLiveNow, refuseLaunched } from './go-live.ts';
import { paidWeekNews } from './mails.tsx';
import { releasePlace, writePaidLaunch } from './paid-queries.ts';
import { tellOwner } from './telling.ts';
import { writeNextLook } from './watch-queries.ts';

/** Schedules a listing for the week that was chosen and paid for, without a badge. A week that has begun meanwhile is now. */
export const schedulePaid = async (ctx: Delivering, bought: BoughtWeek): Promise<'scheduled' | 'live'> => {
  const { sql, site, clock } = ctx;
  const { listing_id, week_on } = bought;
  const listing = await lockBought(ctx, listing_id);
  refuseLaunched(listing);
  if (week_on <= thisWeek(ctx)) {
    await releasePlace(sql, bought);
    await goLiveNow(ctx, { listing_id });
    return 'live';
  }
  await keepPlace(ctx, bought);
  await leaveFormer(ctx, listing, week_on);
  await writePaidLaunch(sql, listing_id, { week_on, launched_at: null });
  await writeNextLook(sql, listing_id, null);
  await moveFeatured(sql, listing_id, { from_at: beginningOf(week_on, site.time_zone), now: clock.now() });
  await indexListings(sql, [listing_id]);
  await tellOwner(ctx, listing.owner_id, paidWeekNews(site, listing, week_on));
  const move = LISTING_MOVES.schedule_paid;
  await makeMove(sql, { record: 'listing', id: listing_id, name: 'schedule_paid', move, account_id: null, at: clock.now() });
  return 'scheduled';
};
