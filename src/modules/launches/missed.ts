import { type Ctx, inTransaction } from '../../kernel/context.ts';
import { makeMove } from '../../kernel/moves.ts';
import { addDays, weekAt } from '../../kernel/week.ts';
import { indexListings } from '../listings/search-index.ts';
import { LISTING_MOVES } from '../listings/states.ts';
import { leftNews, movedNews } from './mails.tsx';
import { clearPlan, writePlan } from './owner-queries.ts';
import { leavePlace } from './place-queries.ts';
import { settingsOf, takeFirstPlace } from './places.ts';
import { MOST_MISSED } from './rules.ts';
import { tellOwner } from './telling.ts';
import { countMissed, type Due, type Launching, lockWaiting } from './turn-queries.ts';
import { watchOn } from './watch.ts';
import { writeNextLook } from './watch-queries.ts';

type Turning = Pick<Ctx, 'sql' | 'site' | 'clock'>;

/** A place in the next week with room. */
const moveOn = async (ctx: Turning, listing: Launching): Promise<void> => {
  const { sql, site, clock } = ctx;
  const { listing_id, owner_id, launch_week_on: from } = listing;
  const next_week = addDays(weekAt(clock.now(), site.time_zone), 7);
  const to = await takeFirstPlace(sql, { site_id: site.id, listing_id, kind: 'free' }, next_week, await settingsOf(sql, site.id));
  await writePlan(sql, listing_id, 'free', to);
  const reason = `from the week of ${from} to that of ${to}`;
  const move = LISTING_MOVES.week_missed;
  await makeMove(sql, { record: 'listing', id: listing_id, name: 'week_missed', move, account_id: null, at: clock.now(), reason });
  await watchOn(ctx, listing_id, to);
  await tellOwner(ctx, owner_id, movedNews(site, listing, { from, to }));
};

/** Out of the queue: saved as it was before it was chosen, for its owner alone to see. */
const leaveQueue = async (ctx: Turning, listing: Launching): Promise<void> => {
  const { sql, site, clock } = ctx;
  const { listing_id, owner_id, launch_week_on } = listing;
  await clearPlan(sql, listing_id);
  const move = LISTING_MOVES.queue_left;
  await makeMove(sql, { record: 'listing', id: listing_id, name: 'queue_left', move, account_id: null, at: clock.now() });
  await writeNextLook(sql, listing_id, null);
  await indexListings(sql, [listing_id]);
  await tellOwner(ctx, owner_id, leftNews(site, listing, launch_week_on));
};

/** A week began without the badge of a listing in it: it has another, or after the third leaves the queue. Its owner is told. */
export const missWeek = (ctx: Turning, due: Due): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site } = ctx;
    const listing = await lockWaiting(sql, due);
    if (!listing) return;
    const { listing_id, launch_week_on: week_on } = listing;
    await leavePlace(sql, { site_id: site.id, week_on, listing_id });
    const missed = (await countMissed(sql, listing_id)) + 1;
    await (missed < MOST_MISSED ? moveOn : leaveQueue)(ctx, listing);
  });
