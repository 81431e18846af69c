import { isDeepStrictEqual } from 'node:util';
import type { Sql } from 'postgres';
import { recordAuditEntry } from '../../../kernel/audit-log.ts';
import type { Caller, Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { withDatabaseClock } from '../../../kernel/time/database-clock.ts';
import { asTeamMember, requireTeam } from '../../accounts/team.ts';
import { UndeliverableError } from '../../launches/paid/paid-launch.ts';
import { releaseHeldSlot } from '../../launches/queries.ts';
import { notifyAboutOrder } from '../notifications/notifications.ts';
import { refundLine } from '../payment/refunds.ts';
import { writeLineNote } from '../queries.ts';
import { lineMoves } from '../states.ts';
import { fulfilLine } from './fulfil.ts';
import {
  countOpenTasks,
  type FulfilmentLine,
  findFulfilmentLine,
  findTask,
  lockFulfilmentLine,
  type TaskReport,
  type TaskStatus,
  writeFulfilled,
  writeTask,
} from './queries.ts';

const lockTeamLine = async ({ sql, site }: Ctx, line_id: number): Promise<FulfilmentLine> => {
  const line = await lockFulfilmentLine(sql, line_id);
  if (!line || line.site_id !== site.id) throw new Refusal('order_line_not_found');
  if (line.status !== 'with_the_team') throw new Refusal('order_line_settled');
  return line;
};

interface TaskInput {
  task_id: number;
  /** Note for the buyer. Omitted values stay as they are. */
  note?: string;
  url?: string;
}

/** Sets status, note and link of a task; also used to undo a report. For the site's team. */
export const setTask = (ctx: Ctx<Caller>, task_id: number, makeReport: (current: TaskReport) => TaskReport): Promise<number | null> =>
  asTeamMember(ctx, async (ctx) => {
    const { sql, site, clock } = ctx;
    const task = await findTask(sql, site.id, task_id);
    if (!task) throw new Refusal('team_task_not_found');
    const { number } = await lockTeamLine(ctx, task.line_id);
    // Read again after locking: another team member may have changed it.
    const { title, status, note, url } = (await findTask(sql, site.id, task_id))!;
    const before = { status, note, url };
    const after = makeReport(before);
    if (isDeepStrictEqual(before, after)) return null;
    await writeTask(sql, task_id, after, clock.now());
    return { act: 'report_step', record: 'team_task', record_id: task_id, title, before, after: { ...after, order: number } };
  });

/** Reports on a task. For the site's team. */
const reportTask = (ctx: Ctx<Caller>, status: TaskStatus, { task_id, note, url }: TaskInput): Promise<number | null> =>
  setTask(ctx, task_id, (current) => ({ status, note: note || current.note, url: url || current.url }));

export const startTask = (ctx: Ctx<Caller>, report: TaskInput) => reportTask(ctx, 'doing', report);
export const finishTask = (ctx: Ctx<Caller>, report: TaskInput) => reportTask(ctx, 'done', report);
export const skipTask = (ctx: Ctx<Caller>, report: TaskInput & { note: string }) => reportTask(ctx, 'not_possible', report);
export const reopenTask = (ctx: Ctx<Caller>, report: TaskInput) => reportTask(ctx, 'to_do', report);

/** Marks a line as delivered by hand, once all its tasks are settled. For the site's team. */
export const finishLine = async (ctx: Ctx<Caller>, { line_id, note }: { line_id: number; note: string }): Promise<void> => {
  await requireTeam(ctx);
  await withDatabaseClock(ctx, async (ctx) => {
    const { sql, caller, clock } = ctx;
    const line = await lockTeamLine(ctx, line_id);
    if (await countOpenTasks(sql, line_id)) throw new Refusal('team_tasks_open');
    const at = clock.now();
    await writeFulfilled(sql, line_id, { note, at });
    await lineMoves.make({ sql, at }, line_id, 'fulfil', { account_id: caller.account_id, reason: note });
    await notifyAboutOrder(sql, { kind: 'delivered', id: line.order_id });
    const after = { order: line.number };
    await recordAuditEntry(ctx, { act: 'finish_line', record: 'order_line', record_id: line_id, title: line.name, after, reason: note });
  });
};

/** Gives a line up: releases its slot and refunds it. For the site's team. */
export const giveUpLine = async (ctx: Ctx<Caller>, { line_id, reason }: { line_id: number; reason: string }): Promise<void> => {
  await requireTeam(ctx);
  await withDatabaseClock(ctx, async (ctx) => {
    const { sql, caller, clock } = ctx;
    const { account_id } = caller;
    const { order_id, listing_id, week_on, name, number } = await lockTeamLine(ctx, line_id);
    const at = clock.now();
    await writeLineNote(sql, line_id, reason);
    if (listing_id !== null && week_on !== null) await releaseHeldSlot(sql, { order_id, listing_id, week_on });
    await lineMoves.make({ sql, at }, line_id, 'give_up', { account_id, reason });
    await refundLine(sql, { line_id, reason, account_id, at });
    await notifyAboutOrder(sql, { kind: 'given_up', id: line_id });
    const after = { order: number };
    await recordAuditEntry(ctx, { act: 'give_up_line', record: 'order_line', record_id: line_id, title: name, after, reason });
  });
};

/** Retries the automatic fulfilment of a line that is with the team, and reports what still prevents it. For the site's team. */
export const deliverAgain = async (ctx: Ctx<Caller>, { line_id }: { line_id: number }): Promise<void> => {
  await requireTeam(ctx);
  const { site, clock, integrations, caller } = ctx;
  const sql = ctx.sql as Sql;
  const line = await findFulfilmentLine(sql, line_id);
  if (!line || line.site_id !== site.id) throw new Refusal('order_line_not_found');
  if (line.status !== 'with_the_team' || line.product === 'done_for_you') throw new Refusal('order_line_settled');
  const from = { from: 'with_the_team', account_id: caller.account_id } as const;
  try {
    await fulfilLine({ sql, site, clock, integrations, signal: AbortSignal.timeout(60_000) }, line_id, from);
  } catch (error) {
    if (error instanceof UndeliverableError) throw new Refusal('order_line_obstacle', { detail: error.message });
    throw error;
  }
};
