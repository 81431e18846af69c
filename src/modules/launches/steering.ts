import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { beginningOf, isDay, mondayOf, weekAt } from '../../kernel/week.ts';
import { actAsTeam } from '../accounts/team.ts';
import { indexListings } from '../listings/search-index.ts';
import { moveFeatured } from './featured-queries.ts';
import { liveNews } from './mails.tsx';
import { clearPlan } from './owner-queries.ts';
import { leavePlace, takePlace } from './place-queries.ts';
import { settingsOf } from './places.ts';
import { backNews } from './removal-mails.tsx';
import type { StandingLaunch } from './removal-queries.ts';
import { leaveWeek, move, standing, takeWeek, waits } from './standing.ts';
import { newWeekNews, sentBackNews, waivedNews, wantedNews } from './steering-mails.tsx';
import { findPlace, writeTeamLaunch, writeWeek } from './steering-queries.ts';
import { tellOwner } from './telling.ts';
import { watchOn } from './watch.ts';
import { insertWatch, writeNextLook } from './watch-queries.ts';

interface Steered {
  listing_id: number;
}

const about = ({ listing_id, name }: StandingLaunch) => ({ record: 'listing', record_id: listing_id, title: name });

/** Makes a listing that is saved or waits live at once, in the running week; it takes no place of those who were promised one. For the site's team. */
export const launchListing = (ctx: Ctx<Caller>, { listing_id }: Steered): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const listing = await standing(ctx, listing_id);
    const { status, launch_week_on, owner_id } = listing;
    const at = clock.now();
    const week_on = weekAt(at, site.time_zone);
    if (launch_week_on && launch_week_on !== week_on) await leavePlace(sql, { site_id: site.id, week_on: launch_week_on, listing_id });
    await writeTeamLaunch(sql, listing_id, { week_on, at });
    await writeNextLook(sql, listing_id, null);
    await moveFeatured(sql, listing_id, { from_at: at, now: at });
    await tellOwner(ctx, owner_id, liveNews(site, listing, week_on));
    await move(ctx, listing, 'go_live_now', null);
    return {
      act: 'launch_listing',
      ...about(listing),
      before: { status, launch_week_on },
      after: { status: 'live', launch_week_on: week_on },
    };
  });

/** Schedules a listing without its badge, in the week it waits for. For the site's team. */
export const waiveBadge = (ctx: Ctx<Caller>, { listing_id }: Steered): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const listing = await standing(ctx, listing_id);
    await move(ctx, listing, 'waive_badge', null);
    await writeNextLook(ctx.sql, listing_id, null);
    await tellOwner(ctx, listing.owner_id, waivedNews(ctx.site, listing, listing.launch_week_on!, ctx.clock.now()));
    return { act: 'waive_badge', ...about(listing), before: { status: listing.status }, after: { status: 'scheduled' } };
  });

/** Wants the badge of a listing after all, while its week has not begun. For the site's team. */
export const wantBadge = (ctx: Ctx<Caller>, { listing_id }: Steered): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const listing = await standing(ctx, listing_id);
    if (listing.plan === 'paid') throw new Refusal('listing_moved_on', { detail: 'Its launch is paid for, so it needs no badge.' });
    await move(ctx, listing, 'want_badge', null);
    await insertWatch(sql, { site_id: site.id, listing_id, at: clock.now() });
    await tellOwner(ctx, listing.owner_id, wantedNews(site, listing, listing.launch_week_on!, clock.now()));
    return { act: 'want_badge', ...about(listing), before: { status: listing.status }, after: { status: 'awaiting_badge' } };
  });

const wrongWeek = (message: string, actual: string): Refusal =>
  new Refusal('invalid_input', { errors: [{ path: 'week', code: 'not_offered', message, actual }] });

/** Gives a listing that waits a place in another week to come, if that has room. For the site's team. */
export const moveWeek = (ctx: Ctx<Caller>, { listing_id, week }: Steered & { week: string }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const now = clock.now();
    const listing = await standing(ctx, listing_id);
    const { status, launch_week_on: from } = listing;
    if (!waits(status) || !from) throw new Refusal('listing_moved_on');
    if (!isDay(week) || mondayOf(week) !== week || week <= weekAt(now, site.time_zone))
      throw wrongWeek('must be the Monday of a week to come', week);
    if (week === from) return null;
    const { kind, order_id, until } = (await findPlace(ctx, listing_id, from)) ?? {
      kind: listing.plan ?? 'free',
      order_id: null,
      until: null,
    };
    const { week_room } = await settingsOf(sql, site.id);
    const place = { site_id: site.id, week_on: week, listing_id, kind, order_id, until };
    // Twice, because the first time somebody else may have made the week in this very moment.
    if (!(await takePlace(sql, place, week_room)) && !(await takePlace(sql, place, week_room))) throw wrongWeek('has no room left', week);
    await leavePlace(sql, { site_id: site.id, week_on: from, listing_id });
    await writeWeek(sql, listing_id, week);
    if (status === 'awaiting_badge') await watchOn(ctx, listing_id, week);
    await moveFeatured(sql, listing_id, { from_at: beginningOf(week, site.time_zone), now });
    await indexListings(sql, [listing_id]);
    await tellOwner(ctx, listing.owner_id, newWeekNews(site, listing, { from, to: week }, now));
    return { act: 'move_week', ...about(listing), before: { launch_week_on: from }, after: { launch_week_on: week } };
  });

/** Takes a listing out of the queue: it is saved again, for its owner alone to see, who is told why. For the site's team. */
export const sendBack = (ctx: Ctx<Caller>, { listing_id, reason }: Steered & { reason: string }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const listing = await standing(ctx, listing_id);
    const { status, launch_week_on, plan } = listing;
    if (plan === 'paid')
      throw new Refusal('listing_moved_on', { detail: 'Its launch is paid for. Give the money back in its order first, or remove it.' });
    await leaveWeek(ctx, listing);
    await clearPlan(ctx.sql, listing_id);
    await writeNextLook(ctx.sql, listing_id, null);
    await move(ctx, listing, 'send_back', reason);
    await tellOwner(ctx, listing.owner_id, sentBackNews(ctx.site, listing, reason, ctx.clock.now()));
    return {
      act: 'send_back_listing',
      ...about(listing),
      before: { status, launch_week_on },
      after: { status: 'draft', launch_week_on: null },
      reason,
    };
  });

export interface Queued extends Steered {
  status: 'awaiting_badge' | 'scheduled';
  launch_week_on: string | null;
}

/** Puts a listing that was sent back into the queue again, in its week if that still has room. For the site's team. */
export const queueAgain = (ctx: Ctx<Caller>, { listing_id, status, launch_week_on }: Queued): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const listing = await standing(ctx, listing_id);
    if (listing.status !== 'draft') throw new Refusal('listing_moved_on');
    const week = await takeWeek(ctx, { ...listing, launch_week_on, plan: null });
    await move(ctx, listing, `queue_again_${status}`, null);
    if (status === 'awaiting_badge') await insertWatch(sql, { site_id: site.id, listing_id, at: clock.now() });
    await tellOwner(ctx, listing.owner_id, backNews(site, listing, week, clock.now()));
    return {
      act: 'queue_listing_again',
      ...about(listing),
      before: { status: 'draft', launch_week_on: null },
      after: { status, launch_week_on: week },
    };
  });
