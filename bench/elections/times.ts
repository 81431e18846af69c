import type { Chance } from '../support/random.ts';
import { drawWait, pickWeighted } from './draws.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** A Monday. Weeks are counted from here, in UTC. */
const FIRST_MONDAY = Date.UTC(2024, 0, 1);

export const weekStart = (week: number): number => FIRST_MONDAY + week * WEEK;

/**
 * How busy each hour of a day (UTC) and each day of a week is. Assumption: readers in Europe and America, so that the peak is in the
 * European afternoon; people vote most when launches are new, and less on weekends.
 */
const HOURS = [3, 2, 2, 2, 2, 3, 4, 6, 8, 9, 9, 9, 10, 12, 13, 13, 12, 11, 9, 8, 7, 6, 5, 4];
const DAYS = [13, 12, 11, 10, 9, 5, 5];

const weighHours = HOURS.map((weight, hour) => [hour, weight] as const);
const weighDays = DAYS.map((weight, day) => [day, weight] as const);

/** A time of the week, as busy as the site is then. */
export const drawUsualTime = (chance: Chance, start: number): number =>
  start + pickWeighted(chance, weighDays) * DAY + drawHour(chance) + chance.below(HOUR);

/** The beginning of an hour within a day. */
export const drawHour = (chance: Chance): number => pickWeighted(chance, weighHours) * HOUR;

/** Some time after a post or mail: half of the people come within `half_life`, the last much later, all within the week. */
export const drawResponse = (chance: Chance, posted_at: number, half_life: number, end: number): number =>
  Math.min(posted_at + drawWait(chance, half_life / Math.LN2), end - MINUTE - chance.below(HOUR));
