import type { Ctx } from '../../../kernel/context.ts';
import { invalidInput } from '../../../kernel/errors.ts';
import { COUNT_LIMIT, exactPage, JsonText, type ListResponse, listResponse, type Paging } from '../../../kernel/responses.ts';
import { addDays, addMonths, dayAt, mondayOf, monthOf, weekAt } from '../../../kernel/time/weeks.ts';
import { findWeekRange, hasEarlierWeek, requireKnownWeek } from '../../votes/boards/boards.ts';
import { parseWeekName } from '../rules.ts';
import type { Award, LaunchWeek, ListAwards } from '../schema.ts';
import { loadWeekSettings } from '../slots.ts';
import {
  type CalendarWeek,
  countAwards,
  countLaunches,
  countScheduled,
  findWeekFacts,
  selectAwards,
  selectCalendarWeeks,
  selectLaunches,
  selectScheduled,
} from './queries.ts';

export { hasEarlierWeek };

/** More than any week has room for. Imported weeks may have more launches; the total says how many. */
export const MAX_SHOWN = 200;

const resolveWeek = (name: string, this_week: string): string => {
  const week = parseWeekName(name, this_week);
  if (week) return week;
  const message = 'must be this, next, last or a date such as 2026-01-05';
  throw invalidInput({ path: 'week', code: 'wrong_form', message, actual: name });
};

const stateOf = (week: string, this_week: string): LaunchWeek['state'] =>
  week === this_week ? 'running' : week < this_week ? 'finished' : 'future';

/** A launch week: its launches, ranked by the votes cast in it (frozen once the week is over), and the listings scheduled for it. */
export const getLaunchWeek = async (ctx: Ctx, { week: name }: { week: string }): Promise<JsonText<LaunchWeek>> => {
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const week = resolveWeek(name, this_week);
  await requireKnownWeek(ctx, week);
  const { is_final, counted_votes, uncounted_votes } = await findWeekFacts(ctx, week);
  const [launches, scheduled] = await Promise.all([
    selectLaunches(ctx, week, is_final, MAX_SHOWN),
    week < this_week ? [] : selectScheduled(ctx, week, MAX_SHOWN),
  ]);
  const [launches_total, scheduled_total] = await Promise.all([
    launches.length < MAX_SHOWN ? launches.length : countLaunches(ctx, week),
    scheduled.length < MAX_SHOWN ? scheduled.length : countScheduled(ctx, week, COUNT_LIMIT),
  ]);
  const header = {
    launch_week_on: week,
    ends_on: addDays(week, 6),
    state: stateOf(week, this_week),
    is_final,
    counted_votes,
    uncounted_votes,
    launches_total,
    scheduled_total,
  };
  return new JsonText(`${JSON.stringify(header).slice(0, -1)},"launches":[${launches.join(',')}],"scheduled":[${scheduled.join(',')}]}`);
};

const WEEK_MS = 7 * 86_400_000;
const weeksBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / WEEK_MS);

/** How many weeks the calendar shows beyond those that the free queue promises. */
const EXTRA_WEEKS = 4;

const lastCalendarWeek = (this_week: string, { free_weeks_at_most }: { free_weeks_at_most: number }): string =>
  addDays(this_week, (free_weeks_at_most + EXTRA_WEEKS) * 7);

export interface CalendarMonth {
  /** For example 2026-11. */
  month: string;
  /** The weeks that touch it, the first first. */
  weeks: CalendarWeek[];
  /** The months before and after, if the calendar has weeks there. */
  previous: string | null;
  next: string | null;
}

/** The weeks of a month, by default of the running one. Weeks before the site's first and beyond the calendar's last are left out. */
export const getCalendarMonth = async (ctx: Ctx, named: string | undefined): Promise<CalendarMonth> => {
  const { sql, site, clock } = ctx;
  const this_week = weekAt(clock.now(), site.time_zone);
  const [{ first_week }, settings] = await Promise.all([findWeekRange(ctx), loadWeekSettings(sql, site.id)]);
  const [first, last] = [first_week && first_week < this_week ? first_week : this_week, lastCalendarWeek(this_week, settings)];
  const month = named ?? monthOf(dayAt(clock.now(), site.time_zone));
  const [from, to] = [mondayOf(`${month}-01`), mondayOf(addDays(`${addMonths(month, 1)}-01`, -1))];
  const weeks = await selectCalendarWeeks(ctx, from, to, settings.week_room);
  return {
    month,
    weeks: weeks.filter(({ week_on }) => week_on >= first && week_on <= last).toReversed(),
    previous: from > first ? addMonths(month, -1) : null,
    next: to < last ? addMonths(month, 1) : null,
  };
};

/** The coming weeks with their capacity, the nearest first. */
export const listComingWeeks = async (ctx: Ctx): Promise<CalendarWeek[]> => {
  const settings = await loadWeekSettings(ctx.sql, ctx.site.id);
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const last = lastCalendarWeek(this_week, settings);
  return (await selectCalendarWeeks(ctx, addDays(this_week, 7), last, settings.week_room)).toReversed();
};

/** A page of weeks, from the running one back to the site's first. */
export const listPastWeeks = async (ctx: Ctx, { page, per_page }: Paging): Promise<ListResponse<CalendarWeek>> => {
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const first = (await findWeekRange(ctx)).first_week ?? this_week;
  const total = Math.max(weeksBetween(first, this_week), 0) + 1;
  const [newest, oldest] = [(page - 1) * per_page, Math.min(page * per_page, total) - 1];
  const { week_room } = await loadWeekSettings(ctx.sql, ctx.site.id);
  const weeksAgo = (weeks: number): string => addDays(this_week, -weeks * 7);
  const items = newest < total ? await selectCalendarWeeks(ctx, weeksAgo(oldest), weeksAgo(newest), week_room) : [];
  return exactPage({ page, per_page }, items, total);
};

/** Launch of the Week #1, #2 and #3 of every finished week, or of one listing only, the newest first. */
export const listAwards = async (ctx: Ctx, { listing, ...paging }: ListAwards): Promise<JsonText<ListResponse<Award>>> => {
  const [items, count] = await Promise.all([selectAwards(ctx, listing, paging), countAwards(ctx, listing, COUNT_LIMIT + 1)]);
  return listResponse(paging, items, count);
};
