import type { Ctx } from '../../kernel/context.ts';
import { type InputError, Refusal } from '../../kernel/errors.ts';
import { JsonText } from '../../kernel/json.ts';
import { listAnswer } from '../../kernel/paging.ts';
import { addDays, isDay, mondayOf, weekAt } from '../../kernel/week.ts';
import { BOARDS, isBoard } from './boards.ts';
import { findFrozenWeek } from './ledger-queries.ts';
import type { GetLeaderboard, Leaderboard } from './schema.ts';

const refuseWeek = (error: Omit<InputError, 'path'>): never => {
  throw new Refusal('invalid_input', { errors: [{ path: 'week', ...error }] });
};

/** The Monday of the week that is meant. */
const weekMeant = ({ clock, site }: Ctx, week = 'this'): string => {
  const now = weekAt(clock.now(), site.time_zone);
  if (week === 'this') return now;
  if (week === 'last') return addDays(now, -7);
  const monday = isDay(week) ? mondayOf(week) : '';
  // A date whose Monday is none is in the year 0.
  if (!isDay(monday)) refuseWeek({ code: 'wrong_form', message: 'must be this, last or a date such as 2026-01-05', actual: week });
  return monday;
};

/** One of the five boards (SPEC 4.2): items with rank, listing and metric. Money is on the billboard alone, and it says so. */
export const getLeaderboard = async (ctx: Ctx, { board, week, ...paging }: GetLeaderboard): Promise<JsonText<Leaderboard>> => {
  if (!isBoard(board)) throw new Refusal('board_not_found');
  const { metric, paid, weekly, select } = BOARDS[board];
  if (week !== undefined && !weekly) refuseWeek({ code: 'not_for_this_board', message: `is for community-weekly only, not for ${board}` });
  const monday = weekMeant(ctx, week);
  const source = paid ? `${ctx.site.name} orders` : `${ctx.site.name} ledger of votes`;
  const [{ items, total }, frozen] = await Promise.all([
    select(ctx, { ...paging, week: monday }, { ...metric, source, paid }),
    weekly ? findFrozenWeek(ctx.sql, ctx.site.id, monday) : undefined,
  ]);
  const about = { board, paid, week: weekly ? monday : null, is_final: weekly ? frozen !== undefined : null };
  return new JsonText(`${JSON.stringify(about).slice(0, -1)},${listAnswer(paging, items, total).text.slice(1)}`);
};
