import type { Caller, Ctx } from '../../kernel/context.ts';
import { csvText } from '../../kernel/csv.ts';
import { addDays, dayAt } from '../../kernel/time/weeks.ts';
import { setMailPreferences } from '../accounts/mail/preferences.ts';
import { findOutboundLinks, type SourceCount, selectDayCounts, selectDayRanks, selectSources, selectSourcesByDay } from './queries.ts';
import {
  type Counts,
  completeSources,
  conversionOf,
  type DayRange,
  daysOfPeriod,
  isOwnLink,
  listDays,
  type Period,
  sumCounts,
} from './rules.ts';

/** A listing whose owner was checked. */
interface StatsListing {
  id: number;
  launch_week_on: string | null;
}

export interface StatsDay extends Counts {
  day: string;
  /** Its rank in the launch week at the end of the day; null outside that week and without a vote. */
  rank: number | null;
}

export interface ListingStats extends DayRange {
  period: Period;
  days: StatsDay[];
  totals: Counts;
  /** Of as many days before; null for the launch week. */
  previous: Counts | null;
  conversion: number | null;
  /** They add up to the views of the period. */
  sources: SourceCount[];
}

const NOTHING: Counts = { views: 0, clicks: 0, badge_clicks: 0, votes: 0, follows: 0 };
const MAX_SOURCES_SHOWN = 12;

/** The numbers of a listing over a period. Days that are still to come are left out. */
export const getListingStats = async (ctx: Ctx<Caller>, listing: StatsListing, period: Period): Promise<ListingStats> => {
  const { sql, site, clock } = ctx;
  const today = dayAt(clock.now(), site.time_zone);
  const range = daysOfPeriod(period, today, listing.launch_week_on);
  const shown = listDays(range).filter((day) => day <= today);
  const before = { from: addDays(range.from, -shown.length), to: addDays(range.from, -1) };
  const [counts, ranks, sources] = await Promise.all([
    selectDayCounts(ctx, [listing.id], { from: before.from, to: range.to }),
    listing.launch_week_on ? selectDayRanks(ctx, listing.id, listing.launch_week_on) : [],
    selectSources(sql, listing.id, range, MAX_SOURCES_SHOWN),
  ]);
  const count_of = new Map(counts.map((count) => [count.day, count]));
  const rank_of = new Map(ranks.map(({ day, rank }) => [day, rank]));
  const days = shown.map((day) => ({ ...NOTHING, ...count_of.get(day), day, rank: rank_of.get(day) ?? null }));
  const totals = sumCounts(days);
  const previous = period === 'launch' ? null : sumCounts(listDays(before).map((day) => count_of.get(day) ?? NOTHING));
  return { ...range, period, days, totals, previous, conversion: conversionOf(totals), sources: completeSources(sources, totals.views) };
};

const HEADER = ['day', 'views', 'outbound_clicks', 'conversion', 'votes', 'new_followers', 'badge_clicks', 'rank'];

/** The same as a file for spreadsheets, one row per day. */
export const statsCsv = ({ days }: ListingStats): string =>
  csvText([
    HEADER,
    ...days.map((day) => [
      day.day,
      day.views,
      day.clicks,
      conversionOf(day)?.toFixed(4) ?? null,
      day.votes,
      day.follows,
      day.badge_clicks,
      day.rank,
    ]),
  ]);

/** Where the views of a listing came from, one row per day and source. */
export const sourcesCsv = async ({ sql }: Ctx<Caller>, { id }: StatsListing, range: DayRange): Promise<string> => {
  const rows = await selectSourcesByDay(sql, id, range);
  return csvText([['day', 'kind', 'source', 'views'], ...rows.map(({ day, kind, source, views }) => [day, kind, source, views])]);
};

/** Whether an address is one that the listing's page links to for its product. */
export const isListingLink = async (ctx: Pick<Ctx, 'sql' | 'site'>, slug: string, address: string): Promise<boolean> => {
  const links = await findOutboundLinks(ctx, slug);
  return links !== undefined && isOwnLink(links, address);
};

/** Turns the weekly mail with the caller's numbers on or off. */
export const setWeeklyStatsMail = (ctx: Ctx<Caller>, wanted: boolean): Promise<void> =>
  setMailPreferences(ctx, [{ kind: 'stats', wanted }]);
