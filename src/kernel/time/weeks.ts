import { perLanguage } from '../language/locale.ts';
import { memoize } from '../memoize.ts';

/** Weeks run Monday to Sunday in the site's time zone and are identified by the date of their Monday. */

const DAY = 86_400_000;
const LOOKS_LIKE_DAY = /^\d{4}-\d{2}-\d{2}$/;

const dayOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10);
const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Whether this is a real date: 2026-02-31 is not. */
export const isDay = (text: string): boolean => LOOKS_LIKE_DAY.test(text) && !Number.isNaN(utcOf(text)) && dayOf(utcOf(text)) === text;

export const addDays = (day: string, days: number): string => dayOf(utcOf(day) + days * DAY);

/** 2026-11 of 2026-11-18. */
export const monthOf = (day: string): string => day.slice(0, 7);

export const addMonths = (month: string, months: number): string => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthOf(dayOf(Date.UTC(year, number - 1 + months, 1)));
};

export const mondayOf = (day: string): string => addDays(day, -((new Date(utcOf(day)).getUTCDay() + 6) % 7));

const long_days = perLanguage(
  ({ dates }) => new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** 10 November 2026: with the month spelled out, day and month cannot be confused. */
export const formatLongDay = (day: string): string => long_days().format(new Date(`${day}T12:00:00Z`));

/** 23 – 29 November 2026: a week by its Monday. With plain spaces, which mail programs and searches know. */
export const formatLongWeek = (monday: string): string =>
  long_days()
    .formatRange(new Date(`${monday}T12:00:00Z`), new Date(`${addDays(monday, 6)}T12:00:00Z`))
    .replaceAll('\u2009', ' ');

/** One format per time zone: creating one costs a thousand times as much as using it. */
const formatsOf = (locale: string, options: Intl.DateTimeFormatOptions) =>
  memoize((timeZone: string) => new Intl.DateTimeFormat(locale, { timeZone, ...options }));

const days = formatsOf('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
const moments = formatsOf('en-US', {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

export const dayAt = (moment: Date, timeZone: string): string => days(timeZone).format(moment);

export const weekAt = (moment: Date, timeZone: string): string => mondayOf(dayAt(moment, timeZone));

const offsetAt = (moment: number, timeZone: string): number => {
  const parts = moments(timeZone).formatToParts(moment);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - Math.floor(moment / 1000) * 1000
  );
};

/** When a day begins in a time zone. The offset is computed twice because it may change between the guess and the result. */
export const startOfDay = (day: string, timeZone: string): Date => {
  const guess = utcOf(day);
  const first = guess - offsetAt(guess, timeZone);
  return new Date(guess - offsetAt(first, timeZone));
};

/** How many whole days are left until the week ends: 0 on its Sunday. */
export const daysLeftInWeek = (moment: Date, timeZone: string): number =>
  Math.floor((startOfDay(addDays(weekAt(moment, timeZone), 7), timeZone).getTime() - moment.getTime()) / DAY);
