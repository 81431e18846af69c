import type { Caller, Ctx } from '../../../kernel/context.ts';
import { csvText } from '../../../kernel/csv.ts';
import { addDays, dayAt } from '../../../kernel/time/weeks.ts';
import { requireTeam } from '../../accounts/team.ts';
import type { DayRange } from '../rules.ts';
import { type Funnel, type MissedWords, selectFunnel, selectMissedWords, selectSiteDays } from './queries.ts';
import { daysOfSitePeriod, fillDays, SITE_COUNT_NAMES, type SiteCounts, type SiteDay, type SitePeriod, sumSiteCounts } from './rules.ts';

export interface SiteNumbers extends DayRange {
  period: SitePeriod;
  days: SiteDay[];
  totals: SiteCounts;
  /** Of as many days before. */
  previous: SiteCounts;
  funnel: Funnel;
  missed: MissedWords[];
}

const MAX_MISSED_SHOWN = 50;

/** The numbers of a site over a period, for its team. */
export const getSiteNumbers = async (ctx: Ctx<Caller>, period: SitePeriod): Promise<SiteNumbers> => {
  await requireTeam(ctx);
  const range = daysOfSitePeriod(period, dayAt(ctx.clock.now(), ctx.site.time_zone));
  const before = { from: addDays(range.from, -Number(period)), to: addDays(range.from, -1) };
  const [days, previous, funnel, missed] = await Promise.all([
    selectSiteDays(ctx, range),
    selectSiteDays(ctx, before),
    selectFunnel(ctx, range),
    selectMissedWords(ctx, range, MAX_MISSED_SHOWN),
  ]);
  return { ...range, period, days: fillDays(days, range), totals: sumSiteCounts(days), previous: sumSiteCounts(previous), funnel, missed };
};

/** The same as a file for spreadsheets, one row per day. */
export const siteNumbersCsv = ({ days }: SiteNumbers): string =>
  csvText([['day', ...SITE_COUNT_NAMES], ...days.map((day) => [day.day, ...SITE_COUNT_NAMES.map((name) => day[name])])]);

export const missedWordsCsv = ({ missed }: SiteNumbers): string =>
  csvText([['words', 'searches'], ...missed.map(({ words, searches }) => [words, searches])]);
