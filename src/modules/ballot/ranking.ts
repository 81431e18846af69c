import type { Ctx } from '../../kernel/context.ts';
import { addDays, weekAt } from '../../kernel/week.ts';
import { selectWeekTotals, type WeekTotals } from './ledger-queries.ts';
import { RULE_CODES, sayToAnyone } from './rules.ts';

const WEEKS_TOLD = 12;

export interface Ranking {
  /** Why a vote may not count, in words for everybody. */
  rules: string[];
  /** The newest weeks first, the running one among them. */
  weeks: (WeekTotals & { is_over: boolean })[];
}

/** How ranking works: what does not count, and how much of the last weeks' votes did and did not. */
export const describeRanking = async ({ sql, site, clock }: Ctx): Promise<Ranking> => {
  const now = weekAt(clock.now(), site.time_zone);
  const weeks = await selectWeekTotals(sql, site.id, addDays(now, -7 * WEEKS_TOLD), now);
  return { rules: RULE_CODES.map(sayToAnyone), weeks: weeks.map((week) => ({ ...week, is_over: week.week_on < now })) };
};
