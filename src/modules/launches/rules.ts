import { addDays, isDay, mondayOf } from '../../kernel/time/weeks.ts';

export { AWARD_NAME_PREFIX, AWARDED_RANKS } from '../listings/badges/kinds.ts';

export interface WeekSettings {
  /** How many listings may launch in a week. */
  week_room: number;
  /** How many weeks ahead the free queue begins. */
  free_weeks_ahead: number;
  /** The promised maximum. A listing gets a later week only if the weeks before are full. */
  free_weeks_at_most: number;
}

export const WEEK_SETTINGS: WeekSettings = { week_room: 50, free_weeks_ahead: 6, free_weeks_at_most: 8 };

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A site's settings, with the default for numbers that are missing or invalid. */
export const readWeekSettings = (settings: Record<string, unknown>): WeekSettings => {
  const valid_names = Object.keys(WEEK_SETTINGS).filter((name) => isCount(settings[name]));
  return { ...WEEK_SETTINGS, ...Object.fromEntries(valid_names.map((name) => [name, settings[name]])) };
};

const WEEK_OFFSETS: Record<string, number> = { last: -1, this: 0, next: 1 };

/** The Monday of a named week, or null for a day that does not exist. */
export const parseWeekName = (name: string, this_week: string): string | null => {
  const offset = WEEK_OFFSETS[name];
  if (offset !== undefined) return addDays(this_week, offset * 7);
  const monday = isDay(name) ? mondayOf(name) : '';
  // The first days of the year 0 belong to a week that starts before it.
  return isDay(monday) ? monday : null;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface CheckInterval {
  /** Time since the badge watch began, and until the listing's week begins. */
  applies(since_ms: number, left_ms: number): boolean;
  every_ms: number;
}

/** How often a badge is checked on schedule; the first row that applies. */
const CHECK_INTERVALS: CheckInterval[] = [
  { applies: (since_ms) => since_ms < 30 * MINUTE, every_ms: 10 * MINUTE },
  { applies: (since_ms) => since_ms < DAY, every_ms: HOUR },
  { applies: (_, left_ms) => left_ms < 2 * DAY, every_ms: HOUR },
  { applies: () => true, every_ms: DAY },
];

/** A last check runs this long before the week begins. */
const LAST_CHECK_MS = 10 * MINUTE;

/** When to check again for a badge that was not found. */
export const nextBadgeCheck = ({ began_at, week_begins_at, now }: { began_at: Date; week_begins_at: Date; now: Date }): Date => {
  const left_ms = week_begins_at.getTime() - now.getTime();
  const { every_ms } = CHECK_INTERVALS.find(({ applies }) => applies(now.getTime() - began_at.getTime(), left_ms))!;
  return new Date(now.getTime() + (left_ms > LAST_CHECK_MS ? Math.min(every_ms, left_ms - LAST_CHECK_MS) : every_ms));
};

/** After this many weeks that began without the badge, the listing leaves the queue. */
export const MAX_MISSED_WEEKS = 3;
