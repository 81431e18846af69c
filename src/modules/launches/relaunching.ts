import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { makeMove } from '../../kernel/moves.ts';
import { addDays, beginningOf, weekAt } from '../../kernel/week.ts';
import { LISTING_MOVES } from '../listings/states.ts';
import { freezeWeek } from './freeze.ts';
import { relaunchedNews } from './mails.tsx';
import { settingsOf, takeFirstPlace } from './places.ts';
import { type DueRelaunch, lockRelaunching, writeRelaunch, writeRelaunchBegun, writeRelaunchWeek } from './relaunch-queries.ts';
import { tellOwner } from './telling.ts';

type Turning = Pick<Ctx, 'sql' | 'site' | 'clock'>;

/**
 * Lets a live listing launch again in the running week. The week it leaves is frozen before, so that it stays there as it was. A
 * relaunch whose own week went by while nobody worked begins now too: what was bought are the votes of a whole week. Two of one
 * listing cannot share a week, so the second gets the next with room.
 */
export const beginRelaunch = async (ctx: Turning, due: DueRelaunch): Promise<void> => {
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const { line_id, leaves_week_on } = due;
  if (leaves_week_on !== null && leaves_week_on < this_week) await freezeWeek(ctx, leaves_week_on);
  await inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const listing = await lockRelaunching(sql, due);
    if (!listing) return;
    const { listing_id } = listing;
    if (leaves_week_on !== null && leaves_week_on >= this_week) {
      const place = { site_id: site.id, listing_id, kind: 'paid' } as const;
      return writeRelaunchWeek(sql, line_id, await takeFirstPlace(sql, place, addDays(this_week, 7), await settingsOf(sql, site.id)));
    }
    if (!(await writeRelaunchBegun(sql, line_id, clock.now()))) return;
    await writeRelaunch(sql, listing_id, this_week, beginningOf(this_week, site.time_zone));
    await tellOwner(ctx, listing.owner_id, relaunchedNews(site, listing, this_week));
    await makeMove(sql, {
      record: 'listing',
      id: listing_id,
      name: 'relaunch',
      move: LISTING_MOVES.relaunch,
      account_id: null,
      at: clock.now(),
      reason: `from the week of ${leaves_week_on} to that of ${this_week}`,
    });
  });
};
