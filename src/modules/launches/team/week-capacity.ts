import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { addDays, isDay, mondayOf, weekAt } from '../../../kernel/time/weeks.ts';
import { asTeamMemberOnWeeks, requireTeam } from '../../accounts/team.ts';
import { loadWeekSettings } from '../slots.ts';
import { lockWeek, selectWeekCapacities, type WeekCapacity, writeWeekCapacity } from './queries.ts';

const SHOWN_WEEKS = 26;

/** The running week and the coming ones, with their capacity. For the site's team. */
export const listWeekCapacities = async (ctx: Ctx<Caller>): Promise<{ weeks: WeekCapacity[]; usual: number }> => {
  await requireTeam(ctx);
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const [weeks, { week_room }] = await Promise.all([
    selectWeekCapacities(ctx, this_week, addDays(this_week, 7 * (SHOWN_WEEKS - 1))),
    loadWeekSettings(ctx.sql, ctx.site.id),
  ]);
  return { weeks, usual: week_room };
};

/** Sets how many listings may launch in a week, at least as many as have a slot; null for the site's default. */
export const setWeekCapacity = (ctx: Ctx<Caller>, { week, room }: { week: string; room: number | null }): Promise<number | null> =>
  asTeamMemberOnWeeks(ctx, async (ctx) => {
    if (!isDay(week) || mondayOf(week) !== week || week < weekAt(ctx.clock.now(), ctx.site.time_zone))
      throw new Refusal('launch_week_not_found', { detail: 'You can only change this week and future weeks.' });
    const current = await lockWeek(ctx, week);
    const { week_room } = await loadWeekSettings(ctx.sql, ctx.site.id);
    if (current.room === room) return null;
    const { taken } = current;
    if ((room ?? week_room) < taken)
      throw new Refusal('invalid_input', {
        errors: [
          {
            path: 'room',
            code: 'too_small',
            message: `must be at least ${taken}: that many launches are already scheduled in this week`,
            limit: taken,
            actual: room ?? week_room,
          },
        ],
      });
    await writeWeekCapacity(ctx, week, room);
    return { act: 'set_room', record: 'week', record_id: week, title: week, before: { room: current.room }, after: { room } };
  });
