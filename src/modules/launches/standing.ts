import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { makeMove } from '../../kernel/moves.ts';
import { addDays, weekAt } from '../../kernel/week.ts';
import { indexListings } from '../listings/search-index.ts';
import { LISTING_MOVES } from '../listings/states.ts';
import { writePlan } from './owner-queries.ts';
import { settingsOf, takeFirstPlace } from './places.ts';
import { hasPlace, leaveFreePlace, lockStanding, type StandingLaunch } from './removal-queries.ts';

/** A listing of the site as it stands, kept so until the transaction ends. */
export const standing = async (ctx: Ctx, listing_id: number): Promise<StandingLaunch> => {
  const listing = await lockStanding(ctx, listing_id);
  if (!listing) throw new Refusal('listing_not_found');
  return listing;
};

/** Makes a move of a listing in the name of who acts, or says that it has moved meanwhile. */
export const move = async (ctx: Ctx<Caller>, { listing_id }: StandingLaunch, name: keyof typeof LISTING_MOVES, reason: string | null) => {
  const { sql, caller, clock } = ctx;
  const moved = {
    record: 'listing',
    id: listing_id,
    name,
    move: LISTING_MOVES[name],
    account_id: caller.account_id,
    at: clock.now(),
  } as const;
  if (!(await makeMove(sql, { ...moved, reason }))) throw new Refusal('listing_moved_on');
  await indexListings(sql, [listing_id]);
};

/** Whether it has a week that has not come yet. */
export const waits = (status: StandingLaunch['status'] | null): boolean => status === 'awaiting_badge' || status === 'scheduled';

/** What it waited for is no longer waited for. What was paid for stays until it is refunded. */
export const leaveWeek = async (ctx: Ctx, { status, launch_week_on, listing_id }: StandingLaunch): Promise<void> => {
  if (launch_week_on && waits(status)) await leaveFreePlace(ctx, listing_id, launch_week_on);
};

/** A place in its week if that is still to come and has room, and in the next with room otherwise: never one before those who queue. */
export const takeWeek = async (ctx: Ctx, { listing_id, launch_week_on, plan }: StandingLaunch): Promise<string> => {
  const { sql, site, clock } = ctx;
  const next_week = addDays(weekAt(clock.now(), site.time_zone), 7);
  const from = launch_week_on && launch_week_on > next_week ? launch_week_on : next_week;
  if (launch_week_on === from && (await hasPlace(ctx, listing_id, from))) return from;
  const kind = plan ?? 'free';
  const week = await takeFirstPlace(sql, { site_id: site.id, listing_id, kind }, from, await settingsOf(sql, site.id));
  if (week !== launch_week_on || plan === null) await writePlan(sql, listing_id, kind, week);
  return week;
};
