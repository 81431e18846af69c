import { addDays, mondayOf } from '../../../kernel/time/weeks.ts';
import { type DayRange, listDays } from '../rules.ts';

/** The periods that the team can choose, in days until today. */
export const SITE_PERIODS = ['7', '28', '90', '365'] as const;
export type SitePeriod = (typeof SITE_PERIODS)[number];

export const daysOfSitePeriod = (period: SitePeriod, today: string): DayRange => ({ from: addDays(today, 1 - Number(period)), to: today });

/** What happened on a site on a day, or in a period. Money is in cents, without VAT. */
export interface SiteCounts {
  visitors: number;
  page_views: number;
  /** Sign-ups and submissions of others than the team. */
  sign_ups: number;
  submissions: number;
  /** Listings that the team imported. */
  imported: number;
  votes: number;
  comments: number;
  orders: number;
  revenue_cents: number;
  refunded_cents: number;
}

const NOTHING: SiteCounts = {
  visitors: 0,
  page_views: 0,
  sign_ups: 0,
  submissions: 0,
  imported: 0,
  votes: 0,
  comments: 0,
  orders: 0,
  revenue_cents: 0,
  refunded_cents: 0,
};
export const SITE_COUNT_NAMES = Object.keys(NOTHING) as (keyof SiteCounts)[];

export type SiteDay = SiteCounts & { day: string };

/** Every day of a range, with zeros where nothing happened. */
export const fillDays = (counted: SiteDay[], range: DayRange): SiteDay[] => {
  const by_day = new Map(counted.map((count) => [count.day, count]));
  return listDays(range).map((day) => by_day.get(day) ?? { ...NOTHING, day });
};

export const sumSiteCounts = (days: SiteCounts[]): SiteCounts => {
  const sums = { ...NOTHING };
  for (const day of days) for (const name of SITE_COUNT_NAMES) sums[name] += day[name];
  return sums;
};

/** A year is drawn by week, under the Monday of each. */
export const groupByWeek = (days: SiteDay[]): SiteDay[] =>
  [...Map.groupBy(days, ({ day }) => mondayOf(day))].map(([day, counts]) => ({ ...sumSiteCounts(counts), day }));

const MAX_WORDS_LENGTH = 60;
/** Addresses, and numbers that could be a phone's or a card's. */
const PERSONAL = /@|\d[\d ./-]{5,}\d/;

/** What is stored of a search without a result; null if it is too long or could name a person. */
export const searchMissOf = (q: string): string | null => {
  const words = q.toLowerCase().replace(/\s+/g, ' ').trim();
  return words === '' || words.length > MAX_WORDS_LENGTH || PERSONAL.test(words) ? null : words;
};
