import type { Ctx } from '../../../kernel/context.ts';
import { type InputError, Refusal } from '../../../kernel/errors.ts';
import { msg, texts } from '../../../kernel/language/messages.ts';
import { JsonText, listResponse, type Paging } from '../../../kernel/responses.ts';
import { addDays, dayAt, isDay, mondayOf, weekAt } from '../../../kernel/time/weeks.ts';
import { findFrozenWeek, selectWeekTotals, type WeekTotals } from '../ledger/queries.ts';
import { explainToPublic, REASON_CODES } from '../rules.ts';
import { type BoardMetric, type BoardPage, findWeekRange, selectAllTimeBoard, selectStoredBoard, selectWeekBoard } from './queries.ts';
import type { BoardName, GetLeaderboard, Leaderboard } from './schema.ts';

export { findWeekRange };

export interface Board {
  title: string;
  question: string;
  rule: string;
  paid: boolean;
  /** Whether it is a board of one week. */
  weekly: boolean;
  metric: { name: string; unit: string };
  select(ctx: Ctx, query: Paging & { week: string }, metric: BoardMetric): Promise<BoardPage>;
}

const today = ({ clock, site }: Ctx): string => dayAt(clock.now(), site.time_zone);
const earlierDay = (a: string, b: string): string => (a < b ? a : b);

/** The five boards. They answer different questions and are never mixed. */
export const BOARDS: Record<BoardName, Board> = texts({
  'community-weekly': {
    title: msg('This week, by votes'),
    question: msg('Which launches did people like most this week?'),
    rule: msg('Ranked by counted votes cast during the week. In a tie, the product that reached the number first ranks higher.'),
    paid: false,
    weekly: true,
    metric: { name: 'votes', unit: 'votes' },
    select: (ctx, { week, ...paging }, metric) => selectWeekBoard(ctx, week, earlierDay(today(ctx), addDays(week, 6)), paging, metric),
  },
  'community-all-time': {
    title: msg('All time, by votes'),
    question: msg('Which products have people liked most?'),
    rule: msg('Ranked by all counted votes.'),
    paid: false,
    weekly: false,
    metric: { name: 'votes', unit: 'votes' },
    select: (ctx, { week: _, ...paging }, metric) => selectAllTimeBoard(ctx, today(ctx), paging, metric),
  },
  billboard: {
    title: msg('Billboard'),
    question: msg('Who paid to be listed here?'),
    rule: msg('Ranked by amount paid. Every position here is paid for and has no effect on other rankings.'),
    paid: true,
    weekly: false,
    metric: { name: 'contributed', unit: 'USD cents' },
    select: (ctx, { week: _, ...paging }, metric) => selectStoredBoard(ctx, 'billboard', paging, metric),
  },
  'domain-rating': {
    title: msg('By Domain Rating'),
    question: msg('How strong are the website’s backlinks?'),
    rule: msg('The latest value from an external source, with its date. Products without a source aren’t ranked.'),
    paid: false,
    weekly: false,
    metric: { name: 'domain_rating', unit: 'points' },
    select: (ctx, { week: _, ...paging }, metric) => selectStoredBoard(ctx, 'domain-rating', paging, metric),
  },
  revenue: {
    title: msg('By revenue'),
    question: msg('How much does it earn?'),
    rule: msg('The latest figure, with its source and date. Products without a source aren’t ranked.'),
    paid: false,
    weekly: false,
    metric: { name: 'revenue', unit: 'USD cents per month' },
    select: (ctx, { week: _, ...paging }, metric) => selectStoredBoard(ctx, 'revenue', paging, metric),
  },
});

export const isBoardName = (name: string): name is BoardName => Object.hasOwn(BOARDS, name);

const throwWeekError = (error: Omit<InputError, 'path'>): never => {
  throw new Refusal('invalid_input', { errors: [{ path: 'week', ...error }] });
};

const resolveWeek = ({ clock, site }: Ctx, week = 'this'): string => {
  const now = weekAt(clock.now(), site.time_zone);
  if (week === 'this') return now;
  if (week === 'last') return addDays(now, -7);
  const monday = isDay(week) ? mondayOf(week) : '';
  // A date in the first days of the year 0 has no Monday.
  if (!isDay(monday)) throwWeekError({ code: 'wrong_form', message: 'must be this, last or a date such as 2026-01-05', actual: week });
  return monday;
};

const WEEKS_AHEAD = 52;

/** The weeks that the site has: from its first launch, or last week, to its last scheduled launch, or a year ahead. */
const findKnownWeeks = async (ctx: Ctx): Promise<{ first: string; last: string }> => {
  const this_week = weekAt(ctx.clock.now(), ctx.site.time_zone);
  const { first_week, last_week } = await findWeekRange(ctx);
  return {
    first: earlierDay(first_week ?? this_week, addDays(this_week, -7)),
    last: [last_week ?? this_week, addDays(this_week, WEEKS_AHEAD * 7)].sort().at(-1)!,
  };
};

/** Whether the site has a week before this one, for links to it. */
export const hasEarlierWeek = async (ctx: Ctx, week: string): Promise<boolean> => week > (await findKnownWeeks(ctx)).first;

/** Refuses weeks before the site's first launch, and weeks too far ahead. */
export const requireKnownWeek = async (ctx: Ctx, week: string): Promise<void> => {
  const { first, last } = await findKnownWeeks(ctx);
  if (week < first || week > last) throw new Refusal('launch_week_not_found', { detail: `This site has weeks from ${first} to ${last}.` });
};

/** One of the five boards, with rank, listing and metric of each item. Only the billboard ranks by money, and it is marked as paid. */
export const getLeaderboard = async (ctx: Ctx, { board, week, ...paging }: GetLeaderboard): Promise<JsonText<Leaderboard>> => {
  if (!isBoardName(board)) throw new Refusal('board_not_found');
  const { metric, paid, weekly, select } = BOARDS[board];
  if (week !== undefined && !weekly)
    throwWeekError({ code: 'not_for_this_board', message: `is for community-weekly only, not for ${board}` });
  const monday = resolveWeek(ctx, week);
  if (weekly) await requireKnownWeek(ctx, monday);
  const source = paid ? `${ctx.site.name} orders` : `${ctx.site.name} vote ledger`;
  const [{ items, total }, frozen] = await Promise.all([
    select(ctx, { ...paging, week: monday }, { ...metric, source, paid }),
    weekly ? findFrozenWeek(ctx.sql, ctx.site.id, monday) : undefined,
  ]);
  const header = { board, paid, launch_week_on: weekly ? monday : null, is_final: weekly ? frozen !== undefined : null };
  return new JsonText(`${JSON.stringify(header).slice(0, -1)},${listResponse(paging, items, total).text.slice(1)}`);
};

const WEEKS_SHOWN = 12;

export interface RankingInfo {
  /** Why a vote may not count, for everybody to read. */
  rules: string[];
  /** The newest week first, including the running one. */
  weeks: (WeekTotals & { is_over: boolean })[];
}

/** How ranking works: which votes do not count, and how many did and did not in the last weeks. */
export const describeRanking = async ({ sql, site, clock }: Ctx): Promise<RankingInfo> => {
  const now = weekAt(clock.now(), site.time_zone);
  const weeks = await selectWeekTotals(sql, site.id, addDays(now, -7 * WEEKS_SHOWN), now);
  return { rules: REASON_CODES.map(explainToPublic), weeks: weeks.map((week) => ({ ...week, is_over: week.week_on < now })) };
};
