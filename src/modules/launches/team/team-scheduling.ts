import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { isDay, mondayOf, startOfDay, weekAt } from '../../../kernel/time/weeks.ts';
import { asTeamMemberOnWeeks } from '../../accounts/team.ts';
import { updateListing } from '../../listings/queries.ts';
import { indexListings } from '../../listings/search/search-index.ts';
import { updateApproval } from '../approval/queries.ts';
import { rescheduleBadgeCheck } from '../free-queue/badge-checks.ts';
import { insertBadgeWatch, writeNextBadgeCheck } from '../free-queue/queries.ts';
import { notifyOfLaunch, notifyOwner } from '../notifications.ts';
import { moveFeatured } from '../paid/queries.ts';
import { leaveSlot } from '../queries.ts';
import { loadWeekSettings, takeWeekSlot } from '../slots.ts';
import { auditSubject, isQueued, leaveQueuedSlot, moveListing, requireListing, takeQueuedSlot } from './listing-moves.ts';
import {
  badgeRequiredNotification,
  badgeWaivedNotification,
  listingRestoredNotification,
  removedFromQueueNotification,
  weekChangedNotification,
} from './mails.tsx';
import { findSlot } from './queries.ts';

interface ListingRef {
  listing_id: number;
}

/** Makes a draft or queued listing live at once, in the running week. It takes none of that week's slots. For the site's team. */
export const launchListing = (ctx: Ctx<Caller>, { listing_id }: ListingRef): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const listing = await requireListing(ctx, listing_id);
    const { status, launch_week_on } = listing;
    const at = clock.now();
    const week_on = weekAt(at, site.time_zone);
    if (launch_week_on && launch_week_on !== week_on) await leaveSlot(sql, { site_id: site.id, week_on: launch_week_on, listing_id });
    await updateListing(sql, listing_id, { plan: listing.plan ?? 'free', launch_week_on: week_on, launched_at: at });
    await writeNextBadgeCheck(sql, listing_id, null);
    await moveFeatured(sql, listing_id, { from_at: at, now: at });
    await updateApproval(ctx, listing_id, { status: 'approved' });
    await notifyOfLaunch(ctx, listing, week_on);
    await moveListing(ctx, listing, 'go_live_now', null);
    return {
      act: 'launch_listing',
      ...auditSubject(listing),
      before: { status, launch_week_on },
      after: { status: 'live', launch_week_on: week_on },
    };
  });

/** Schedules a listing without its badge, in the week it has. For the site's team. */
export const waiveBadge = (ctx: Ctx<Caller>, { listing_id }: ListingRef): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const listing = await requireListing(ctx, listing_id);
    await moveListing(ctx, listing, 'waive_badge', null);
    await writeNextBadgeCheck(ctx.sql, listing_id, null);
    await notifyOwner(ctx, listing.owner_id, () => badgeWaivedNotification(ctx.site, listing, listing.launch_week_on!, ctx.clock.now()));
    return { act: 'waive_badge', ...auditSubject(listing), before: { status: listing.status }, after: { status: 'scheduled' } };
  });

/** Requires the badge of a listing again, before its week begins. For the site's team. */
export const requireBadge = (ctx: Ctx<Caller>, { listing_id }: ListingRef): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const listing = await requireListing(ctx, listing_id);
    if (listing.plan === 'paid') throw new Refusal('listing_moved_on', { detail: t('This is a paid launch, so it needs no badge.') });
    await moveListing(ctx, listing, 'want_badge', null);
    await insertBadgeWatch(sql, { site_id: site.id, listing_id, at: clock.now() });
    await notifyOwner(ctx, listing.owner_id, () => badgeRequiredNotification(site, listing, listing.launch_week_on!, clock.now()));
    return { act: 'want_badge', ...auditSubject(listing), before: { status: listing.status }, after: { status: 'awaiting_badge' } };
  });

const weekRefusal = (message: string, actual: string): Refusal => invalidInput({ path: 'week', code: 'not_offered', message, actual });

/** Moves a queued listing to another future week, if that has room. For the site's team. */
export const moveWeek = (ctx: Ctx<Caller>, { listing_id, week }: ListingRef & { week: string }): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const now = clock.now();
    const listing = await requireListing(ctx, listing_id);
    const { status, launch_week_on: from } = listing;
    if (!isQueued(status) || !from) throw new Refusal('listing_moved_on');
    if (!isDay(week) || mondayOf(week) !== week || week <= weekAt(now, site.time_zone))
      throw weekRefusal('must be the Monday of a future week', week);
    if (week === from) return null;
    const { kind, order_id, until } = (await findSlot(ctx, listing_id, from)) ?? {
      kind: listing.plan ?? 'free',
      order_id: null,
      until: null,
    };
    const slot = { site_id: site.id, week_on: week, listing_id, kind, order_id, until };
    if (!(await takeWeekSlot(sql, slot, await loadWeekSettings(sql, site.id), now))) throw weekRefusal('has no room left', week);
    await leaveSlot(sql, { site_id: site.id, week_on: from, listing_id });
    await updateListing(sql, listing_id, { launch_week_on: week });
    if (status === 'awaiting_badge') await rescheduleBadgeCheck(ctx, listing_id, week);
    await moveFeatured(sql, listing_id, { from_at: startOfDay(week, site.time_zone), now });
    await indexListings(sql, [listing_id]);
    await notifyOwner(ctx, listing.owner_id, () => weekChangedNotification(site, listing, { from, to: week }, now));
    return { act: 'move_week', ...auditSubject(listing), before: { launch_week_on: from }, after: { launch_week_on: week } };
  });

/** Takes a listing out of the queue: it becomes a draft again, and its owner gets the reason. For the site's team. */
export const removeFromQueue = (ctx: Ctx<Caller>, { listing_id, reason }: ListingRef & { reason: string }): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const listing = await requireListing(ctx, listing_id);
    const { status, launch_week_on, plan } = listing;
    if (plan === 'paid')
      throw new Refusal('listing_moved_on', { detail: t('This is a paid launch. Refund the order first, or remove the listing.') });
    await leaveQueuedSlot(ctx, listing);
    await updateListing(ctx.sql, listing_id, { plan: null, launch_week_on: null });
    await writeNextBadgeCheck(ctx.sql, listing_id, null);
    await moveListing(ctx, listing, 'send_back', reason);
    await notifyOwner(ctx, listing.owner_id, () => removedFromQueueNotification(ctx.site, listing, reason, ctx.clock.now()));
    return {
      act: 'send_back_listing',
      ...auditSubject(listing),
      before: { status, launch_week_on },
      after: { status: 'draft', launch_week_on: null },
      reason,
    };
  });

export interface QueuedListing extends ListingRef {
  status: 'awaiting_badge' | 'scheduled';
  launch_week_on: string | null;
}

/** Puts a listing back into the queue that the team had taken out, in its former week if that still has room. For the site's team. */
export const requeueListing = (ctx: Ctx<Caller>, { listing_id, status, launch_week_on }: QueuedListing): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const listing = await requireListing(ctx, listing_id);
    if (listing.status !== 'draft') throw new Refusal('listing_moved_on');
    const week = await takeQueuedSlot(ctx, { ...listing, launch_week_on, plan: null });
    await moveListing(ctx, listing, `queue_again_${status}`, null);
    if (status === 'awaiting_badge') await insertBadgeWatch(sql, { site_id: site.id, listing_id, at: clock.now() });
    await notifyOwner(ctx, listing.owner_id, () => listingRestoredNotification(site, listing, week, clock.now()));
    return {
      act: 'queue_listing_again',
      ...auditSubject(listing),
      before: { status: 'draft', launch_week_on: null },
      after: { status, launch_week_on: week },
    };
  });
