import { type Caller, type Ctx, inTransaction, type Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job.ts';
import type { Limit } from '../../kernel/limits.ts';
import { makeMove } from '../../kernel/moves.ts';
import { addDays, weekAt } from '../../kernel/week.ts';
import type { Reaching } from '../../outside/outside.ts';
import { LISTING_MOVES } from '../listings/states.ts';
import { embedFor } from './badge-embed.ts';
import { look_for_badge } from './jobs.ts';
import { lookForBadge } from './look.ts';
import { findOwnLaunch, type OwnLaunch, writePlan } from './owner-queries.ts';
import { findWeekWithRoom } from './place-queries.ts';
import { settingsOf, takeFirstPlace } from './places.ts';
import type { WeekSettings } from './rules.ts';
import type { FreePlan } from './schema.ts';
import { concludeLook } from './watch.ts';
import { insertWatch } from './watch-queries.ts';

/** One of the caller's listings on its way to launch. Somebody else's is not there. */
export const ownLaunch = async ({ sql, site, caller }: Ctx, listing_id: number): Promise<OwnLaunch> => {
  const { account_id } = caller as Caller;
  const launch = await findOwnLaunch(sql, { site_id: site.id, account_id }, listing_id);
  if (!launch) throw new Refusal('listing_not_found', { detail: 'You have no listing with this id. list_my_listings shows them all.' });
  return launch;
};

const nextSteps = (week: string): string[] => [
  'Put badge.embed_html on the product’s homepage, where it can be seen; any rel is fine.',
  'We look for it at once, then again and again by ourselves. Once it is found the listing is scheduled.',
  `It goes live when its week begins, on ${week}. Without the badge by then it moves to the next week with room.`,
];

const planOf = ({ site }: Ctx, launch: OwnLaunch): FreePlan => ({
  listing_id: launch.listing_id,
  status: launch.status,
  plan: 'free',
  launch_week_on: launch.launch_week_on!,
  badge: {
    embed_html: embedFor(site, launch),
    found: launch.found_at !== null,
    checked_at: launch.looked_at?.toISOString() ?? null,
  },
  next_steps: nextSteps(launch.launch_week_on!),
});

const firstFreeWeek = ({ time_zone }: Site, now: Date, { free_weeks_ahead }: WeekSettings): string =>
  addDays(weekAt(now, time_zone), Math.max(free_weeks_ahead, 1) * 7);

/** Queues a saved listing for the first week with room, and gives the badge whose finding makes it launch (SPEC 3.3). */
export const chooseFreePlan = (ctx: Ctx, { listing_id }: { listing_id: number }): Promise<FreePlan> =>
  inTransaction(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const launch = await ownLaunch(ctx, listing_id);
    const { owner_id: account_id, status, launch_week_on } = launch;
    const now = clock.now();
    const move = LISTING_MOVES.choose_free;
    if (!(await makeMove(sql, { record: 'listing', id: listing_id, name: 'choose_free', move, account_id, at: now })))
      throw new Refusal('launch_already_chosen', {
        detail: `This listing is ${status}${launch_week_on ? `, with the week of ${launch_week_on}` : ''}. get_my_listing shows it.`,
      });
    const settings = await settingsOf(sql, site.id);
    const place = { site_id: site.id, listing_id, kind: 'free' } as const;
    const week = await takeFirstPlace(sql, place, firstFreeWeek(site, now, settings), settings);
    await writePlan(sql, listing_id, 'free', week);
    await insertWatch(sql, { site_id: site.id, listing_id, at: now });
    await enqueue(sql, look_for_badge, { listing_id }, { key: `badge ${listing_id}` });
    return planOf(ctx, { ...launch, status: move.to, launch_week_on: week, found_at: null });
  });

/** Each look costs somebody else's server something. */
export const LOOKS: Limit = { name: 'badge_checks', limit: 30, window_seconds: 3600 };

/** Looks for the badge at once, because the owner asks. */
export const lookNow = async (ctx: Reaching<Caller>, { listing_id }: { listing_id: number }): Promise<OwnLaunch> => {
  const launch = await ownLaunch(ctx, listing_id);
  if (launch.status !== 'awaiting_badge') return launch;
  const limit = await ctx.limits.take(`account ${ctx.caller.account_id}`, LOOKS);
  if (!limit.granted) throw new Refusal('rate_limited', { limit });
  const sighting = await lookForBadge(ctx.outside.fetch, ctx.site, launch);
  await inTransaction(ctx, (ctx) => concludeLook(ctx, launch, sighting));
  return ownLaunch(ctx, listing_id);
};

/** The free plan as the owner of a listing sees it. */
export interface OwnFreePlan {
  launch: OwnLaunch;
  settings: WeekSettings;
  /** The week it would be promised if it were chosen now; null where no week has room. */
  offered_week: string | null;
  embed_html: string;
}

/** How an owner's launch stands, with the badge's code. */
export const getOwnLaunch = async (ctx: Ctx, { listing_id }: { listing_id: number }): Promise<OwnFreePlan> => {
  const { sql, site, clock } = ctx;
  const [launch, settings] = await Promise.all([ownLaunch(ctx, listing_id), settingsOf(sql, site.id)]);
  const offered_week = await findWeekWithRoom(sql, site.id, firstFreeWeek(site, clock.now(), settings), settings.week_room);
  return { launch, settings, offered_week, embed_html: embedFor(site, launch) };
};
