import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { addDays, isDay, mondayOf, weekAt } from '../../kernel/week.ts';
import { actAsTeam, refuseStrangers } from '../accounts/team.ts';
import { settingsOf } from './places.ts';
import { lockWeek, selectRooms, type WeekRoom, writeRoom } from './room-queries.ts';

const SHOWN_WEEKS = 26;

/** This week and those to come, with their room. For the site's team. */
export const roomOfWeeks = async (ctx: Ctx<Caller>): Promise<{ weeks: WeekRoom[]; usual: number }> => {
  await refuseStrangers(ctx);
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const [weeks, { week_room }] = await Promise.all([
    selectRooms(ctx, this_week, addDays(this_week, 7 * (SHOWN_WEEKS - 1))),
    settingsOf(ctx.sql, ctx.site.id),
  ]);
  return { weeks, usual: week_room };
};

/** Says how many may launch in a week; null is as in every week. Never fewer than have their place already. For the site's team. */
export const setRoom = (ctx: Ctx<Caller>, { week, room }: { week: string; room: number | null }): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    if (!isDay(week) || mondayOf(week) !== week || week < weekAt(ctx.clock.now(), ctx.site.time_zone))
      throw new Refusal('launch_week_not_found', { detail: 'Only this week and those to come have room to set.' });
    const standing = await lockWeek(ctx, week);
    const { week_room } = await settingsOf(ctx.sql, ctx.site.id);
    if (standing.room === room) return null;
    const { taken } = standing;
    if ((room ?? week_room) < taken)
      throw new Refusal('invalid_input', {
        errors: [
          {
            path: 'room',
            code: 'too_small',
            message: `must be at least ${taken}: so many have their place in this week`,
            limit: taken,
            actual: room ?? week_room,
          },
        ],
      });
    await writeRoom(ctx, week, room);
    return { act: 'set_room', record: 'week', record_id: week, title: week, before: { room: standing.room }, after: { room } };
  });
