import type { Caller, Ctx } from '../../../kernel/context.ts';
import { invalidInput, Refusal } from '../../../kernel/errors.ts';
import { t } from '../../../kernel/language/messages.ts';
import { addDays, isDay, mondayOf, weekAt } from '../../../kernel/time/weeks.ts';
import { asTeamMemberOnWeeks, requireTeam } from '../../accounts/team.ts';
import { loadWeekSettings } from '../slots.ts';
import { lockWeek, selectWeekCapacities, selectWeekListings, type WeekCapacity, writeWeekCapacity } from './queries.ts';

const COMING_WEEKS = 26;
const PAST_WEEKS = 8;

export interface WeekCapacities {
  /** The running week and the coming ones. */
  weeks: WeekCapacity[];
  /** The newest first. */
  past: WeekCapacity[];
  /** The capacity of a week that has none of its own. */
  usual: number;
}

/** The launch weeks with what takes their slots. For the site's team. */
export const listWeekCapacities = async (ctx: Ctx<Caller>): Promise<WeekCapacities> => {
  await requireTeam(ctx);
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const [weeks, { week_room }] = await Promise.all([
    selectWeekCapacities(ctx, addDays(this_week, -7 * PAST_WEEKS), addDays(this_week, 7 * (COMING_WEEKS - 1))),
    loadWeekSettings(ctx.sql, ctx.site.id),
  ]);
  return { weeks: weeks.slice(PAST_WEEKS), past: weeks.slice(0, PAST_WEEKS).reverse(), usual: week_room };
};

/** More than launch in any week. */
const MAX_WEEK_LISTINGS = 500;

/** One week and the listings in it. For the site's team. */
export const getWeekForTeam = async (ctx: Ctx<Caller>, { week }: { week: string }) => {
  await requireTeam(ctx);
  if (!isDay(week) || mondayOf(week) !== week) throw new Refusal('launch_week_not_found');
  const [[capacity], listings, { week_room }] = await Promise.all([
    selectWeekCapacities(ctx, week, week),
    selectWeekListings(ctx, week, MAX_WEEK_LISTINGS),
    loadWeekSettings(ctx.sql, ctx.site.id),
  ]);
  return { week: capacity!, listings, usual: week_room, is_past: week < weekAt(ctx.clock.now(), ctx.site.time_zone) };
};

/** Sets how many listings may launch in a week, at least as many as have a slot; null for the site's default. */
export const setWeekCapacity = (ctx: Ctx<Caller>, { week, room }: { week: string; room: number | null }): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    if (!isDay(week) || mondayOf(week) !== week || week < weekAt(ctx.clock.now(), ctx.site.time_zone))
      throw new Refusal('launch_week_not_found', { detail: t('You can only change this week and future weeks.') });
    const current = await lockWeek(ctx, week);
    const { week_room } = await loadWeekSettings(ctx.sql, ctx.site.id);
    if (current.room === room) return null;
    const { taken } = current;
    if ((room ?? week_room) < taken)
      throw invalidInput({
        path: 'room',
        code: 'too_small',
        message: `must be at least ${taken}: that many launches are already scheduled in this week`,
        limit: taken,
        actual: room ?? week_room,
      });
    await writeWeekCapacity(ctx, week, room);
    return { act: 'set_room', record: 'week', record_id: week, title: week, before: { room: current.room }, after: { room } };
  });
