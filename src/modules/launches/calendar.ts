import type { Ctx } from '../../kernel/context.ts';
import type { ListAnswer, Paging } from '../../kernel/paging.ts';
import { addDays, weekAt } from '../../kernel/week.ts';
import { type CalendarWeek, findFirstWeek, selectWeeks } from './calendar-queries.ts';
import { settingsOf } from './places.ts';

const WEEK_MS = 7 * 86_400_000;
const weeksBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / WEEK_MS);

/** How far ahead the calendar goes beyond the weeks the free queue promises. */
const AHEAD = 4;

/** The weeks to come with their room, the nearest first. */
export const comingWeeks = async (ctx: Ctx): Promise<CalendarWeek[]> => {
  const settings = await settingsOf(ctx.sql, ctx.site.id);
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const last = addDays(this_week, (settings.free_weeks_at_most + AHEAD) * 7);
  return (await selectWeeks(ctx, addDays(this_week, 7), last, settings.week_room)).toReversed();
};

/** The running week and those before it back to the site's first, the latest first, a page at a time. */
export const pastWeeks = async (ctx: Ctx, { page, per_page }: Paging): Promise<ListAnswer<CalendarWeek>> => {
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const first = (await findFirstWeek(ctx)) ?? this_week;
  const total = Math.max(weeksBetween(first, this_week), 0) + 1;
  const [newest, oldest] = [(page - 1) * per_page, Math.min(page * per_page, total) - 1];
  const { week_room } = await settingsOf(ctx.sql, ctx.site.id);
  const back = (weeks: number): string => addDays(this_week, -weeks * 7);
  const items = newest < total ? await selectWeeks(ctx, back(oldest), back(newest), week_room) : [];
  return { items, page, per_page, total, total_is_exact: true, has_more: page * per_page < total };
};
