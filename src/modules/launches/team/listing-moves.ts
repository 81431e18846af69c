import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal, requireFound } from '../../../kernel/errors.ts';
import { addDays, weekAt } from '../../../kernel/time/weeks.ts';
import { updateListing } from '../../listings/queries.ts';
import { indexListings } from '../../listings/search/search-index.ts';
import { listingMoves } from '../../listings/states.ts';
import { hasSlot } from '../queries.ts';
import { loadWeekSettings, takeFirstFreeSlot } from '../slots.ts';
import { leaveFreeSlot, lockManagedListing, type ManagedListing } from './queries.ts';

/** A listing of the site, locked until the transaction ends. */
export const requireListing = async (ctx: Ctx, listing_id: number): Promise<ManagedListing> =>
  requireFound('listing_not_found', await lockManagedListing(ctx, listing_id));

/** Makes a move of a listing as the caller, or refuses if the listing has moved in the meantime. */
export const moveListing = async (
  ctx: Ctx<Caller>,
  { listing_id }: ManagedListing,
  name: keyof typeof listingMoves.table,
  reason: string | null,
) => {
  const { account_id } = ctx.caller;
  if (!(await listingMoves.try(ctx, listing_id, name, { account_id, reason }))) throw new Refusal('listing_moved_on');
  await indexListings(ctx.sql, [listing_id]);
};

export const auditSubject = ({ listing_id, name }: ManagedListing) => ({ record: 'listing', record_id: listing_id, title: name });

/** Whether a listing in this status has a future week. */
export const isQueued = (status: ManagedListing['status'] | null): boolean => status === 'awaiting_badge' || status === 'scheduled';

/** Leaves the listing's free slot. A paid slot stays until it is refunded. */
export const leaveQueuedSlot = async (ctx: Ctx, { status, launch_week_on, listing_id }: ManagedListing): Promise<void> => {
  if (launch_week_on && isQueued(status)) await leaveFreeSlot(ctx, listing_id, launch_week_on);
};

/** Takes a slot in the listing's week if that is in the future and has room, otherwise in the next week with room. */
export const takeQueuedSlot = async (ctx: Ctx, { listing_id, launch_week_on, plan }: ManagedListing): Promise<string> => {
  const { sql, site, clock } = ctx;
  const next_week = addDays(weekAt(clock.now(), site.time_zone), 7);
  const from = launch_week_on && launch_week_on > next_week ? launch_week_on : next_week;
  if (launch_week_on === from && (await hasSlot(sql, { site_id: site.id, week_on: from, listing_id }))) return from;
  const kind = plan ?? 'free';
  const slot = { site_id: site.id, listing_id, kind };
  const week = await takeFirstFreeSlot(sql, slot, from, await loadWeekSettings(sql, site.id), clock.now());
  if (week !== launch_week_on || plan === null) await updateListing(sql, listing_id, { plan: kind, launch_week_on: week });
  return week;
};
