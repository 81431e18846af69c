import { isDeepStrictEqual } from 'node:util';
import type { Sql } from 'postgres';
import { recordAct } from '../../../kernel/acts.ts';
import { type Caller, type Ctx, inTransaction } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { makeMove } from '../../../kernel/moves.ts';
import type { Reaching } from '../../../outside/outside.ts';
import { actAsTeam, refuseStrangers } from '../../accounts/team.ts';
import { Obstacle } from '../../launches/obstacle.ts';
import { releasePlace } from '../../launches/paid-queries.ts';
import { giveBack } from '../payment/refund.ts';
import { LINE_MOVES } from '../states.ts';
import { tellOfOrder } from '../telling/telling.ts';
import { fulfilLine } from './fulfil.ts';
import { type BoughtLine, findLine, lockLine, writeFulfilled, writeNote } from './line-queries.ts';
import { countOpenTasks, findTask, type TaskReport, type TaskStatus, writeTask } from './team-queries.ts';

/** Locks a line of the site that the team has, or says how it stands. */
const lockHanded = async ({ sql, site }: Ctx, line_id: number): Promise<BoughtLine> => {
  const line = await lockLine(sql, line_id);
  if (!line || line.site_id !== site.id) throw new Refusal('order_line_not_found');
  if (line.status !== 'with_the_team') throw new Refusal('order_line_settled');
  return line;
};

interface Reported {
  task_id: number;
  /** What the buyer reads beside the step; what is not given stays. */
  note?: string;
  url?: string;
}

/** Writes how a step stands, exactly; for undoing too. For the site's team. */
export const setTask = (ctx: Ctx<Caller>, task_id: number, reportOf: (standing: TaskReport) => TaskReport): Promise<number | null> =>
  actAsTeam(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const found = await findTask(sql, site.id, task_id);
    if (!found) throw new Refusal('team_task_not_found');
    const { number } = await lockHanded(ctx, found.line_id);
    // Read again behind the lock: somebody may have been at it.
    const { title, status, note, url } = (await findTask(sql, site.id, task_id))!;
    const before = { status, note, url };
    const after = reportOf(before);
    if (isDeepStrictEqual(before, after)) return null;
    await writeTask(sql, task_id, after, clock.now());
    return {
      act: 'report_step',
      record: 'team_task',
      record_id: task_id,
      title,
      before: { ...before },
      after: { ...after, order: number },
    };
  });

const reportTask = (ctx: Ctx<Caller>, status: TaskStatus, { task_id, note, url }: Reported): Promise<number | null> =>
  setTask(ctx, task_id, (standing) => ({ status, note: note || standing.note, url: url || standing.url }));

/** Says that the team is at a step. For the site's team. */
export const startTask = (ctx: Ctx<Caller>, report: Reported): Promise<number | null> => reportTask(ctx, 'doing', report);

/** Says that a step is done, with a word and a link for the buyer. For the site's team. */
export const finishTask = (ctx: Ctx<Caller>, report: Reported): Promise<number | null> => reportTask(ctx, 'done', report);

/** Says that a step cannot be done, and why. For the site's team. */
export const skipTask = (ctx: Ctx<Caller>, report: Reported & { note: string }): Promise<number | null> =>
  reportTask(ctx, 'not_possible', report);

/** Puts a step back to where it is to be done. For the site's team. */
export const reopenTask = (ctx: Ctx<Caller>, report: Reported): Promise<number | null> => reportTask(ctx, 'to_do', report);

/** Marks a line as delivered by hand; all its steps are settled by then. For the site's team. */
export const finishLine = async (ctx: Ctx<Caller>, { line_id, note }: { line_id: number; note: string }): Promise<void> => {
  await refuseStrangers(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { sql, caller, clock } = ctx;
    const line = await lockHanded(ctx, line_id);
    if (await countOpenTasks(sql, line_id)) throw new Refusal('team_tasks_open');
    const at = clock.now();
    await writeFulfilled(sql, line_id, { note, at });
    const move = LINE_MOVES.fulfil;
    await makeMove(sql, { record: 'order_line', id: line_id, name: 'fulfil', move, account_id: caller.account_id, at, reason: note });
    await tellOfOrder(sql, { kind: 'delivered', id: line.order_id });
    const after = { order: line.number };
    await recordAct(ctx, { act: 'finish_line', record: 'order_line', record_id: line_id, title: line.name, after, reason: note });
  });
};

/** Gives a line up: what it held is let go, and its money goes back. For the site's team. */
export const giveUpLine = async (ctx: Ctx<Caller>, { line_id, reason }: { line_id: number; reason: string }): Promise<void> => {
  await refuseStrangers(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { sql, caller, clock } = ctx;
    const { account_id } = caller;
    const { order_id, listing_id, week_on, name, number } = await lockHanded(ctx, line_id);
    const at = clock.now();
    await writeNote(sql, line_id, reason);
    if (listing_id !== null && week_on !== null) await releasePlace(sql, { order_id, listing_id, week_on });
    await makeMove(sql, { record: 'order_line', id: line_id, name: 'give_up', move: LINE_MOVES.give_up, account_id, at, reason });
    await giveBack(sql, { line_id, reason, account_id, at });
    await tellOfOrder(sql, { kind: 'given_up', id: line_id });
    await recordAct(ctx, { act: 'give_up_line', record: 'order_line', record_id: line_id, title: name, after: { order: number }, reason });
  });
};

/** Tries the delivery of a line the team has once more, as if it came by itself; what is still in the way is told. For the site's team. */
export const deliverAgain = async (ctx: Reaching<Caller>, { line_id }: { line_id: number }): Promise<void> => {
  await refuseStrangers(ctx);
  const { site, clock, outside, caller } = ctx;
  const sql = ctx.sql as Sql;
  const line = await findLine(sql, line_id);
  if (!line || line.site_id !== site.id) throw new Refusal('order_line_not_found');
  if (line.status !== 'with_the_team' || line.product === 'done_for_you') throw new Refusal('order_line_settled');
  const from = { from: 'with_the_team', account_id: caller.account_id } as const;
  try {
    await fulfilLine({ sql, site, clock, outside, signal: AbortSignal.timeout(60_000) }, line_id, from);
  } catch (error) {
    if (error instanceof Obstacle) throw new Refusal('order_line_obstacle', { detail: error.message });
    throw error;
  }
};
