import { addDays, isDay, mondayOf } from '../../kernel/week.ts';

/** What a site's settings may say about its weeks. */
export interface WeekSettings {
  /** How many may launch in a week. */
  week_room: number;
  /** How many weeks ahead the free queue begins. */
  free_weeks_ahead: number;
  /** Up to where that is as promised; later only because the weeks before are full. */
  free_weeks_at_most: number;
}

export const WEEK_SETTINGS: WeekSettings = { week_room: 50, free_weeks_ahead: 6, free_weeks_at_most: 8 };

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A site's settings, with the usual number for what they do not say or say in no number. */
export const weekSettings = (settings: Record<string, unknown>): WeekSettings => {
  const said = Object.keys(WEEK_SETTINGS).filter((name) => isCount(settings[name]));
  return { ...WEEK_SETTINGS, ...Object.fromEntries(said.map((name) => [name, settings[name]])) };
};

const NAMED: Record<string, number> = { last: -1, this: 0, next: 1 };

/** The Monday of the week that is meant, or null for a day that does not exist. */
export const weekNamed = (asked: string, this_week: string): string | null => {
  const offset = NAMED[asked];
  if (offset !== undefined) return addDays(this_week, offset * 7);
  const monday = isDay(asked) ? mondayOf(asked) : '';
  // The first days of the year 0 belong to a week that began before it.
  return isDay(monday) ? monday : null;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Interval {
  /** Since it is looked for, and until its week begins. */
  holds(since_ms: number, left_ms: number): boolean;
  every_ms: number;
}

/** How often a badge is looked for without anybody asking: the first row that holds. */
const INTERVALS: Interval[] = [
  { holds: (since) => since < 30 * MINUTE, every_ms: 10 * MINUTE },
  { holds: (since) => since < DAY, every_ms: HOUR },
  { holds: (_, left) => left < 2 * DAY, every_ms: HOUR },
  { holds: () => true, every_ms: DAY },
];

/** So shortly before its week begins a badge is looked for once more. */
const LAST_LOOK_MS = 10 * MINUTE;

/** When to look next for a badge that was not there just now. */
export const nextLook = ({ began_at, week_begins_at, now }: { began_at: Date; week_begins_at: Date; now: Date }): Date => {
  const left = week_begins_at.getTime() - now.getTime();
  const { every_ms } = INTERVALS.find(({ holds }) => holds(now.getTime() - began_at.getTime(), left))!;
  return new Date(now.getTime() + (left > LAST_LOOK_MS ? Math.min(every_ms, left - LAST_LOOK_MS) : every_ms));
};

/** So many weeks may begin without a listing's badge; with the last of them it leaves the queue. */
export const MOST_MISSED = 3;

/** Ranks that are an award. */
export const AWARDED_RANKS = 3;
export const AWARD = 'Launch of the Week #';
