import { inTransaction, type SiteCtx } from '../../../kernel/context.ts';
import { weekAt } from '../../../kernel/time/weeks.ts';
import { isDue, type WeeklySchedule } from '../rules.ts';
import { sendMails, type UnwrittenMail } from './outbox.ts';
import { lockMailing, selectUnfinishedMailings, updateMailing } from './queries.ts';

/** Recipients of one transaction. */
const BATCH_SIZE = 100;

/** Mail that goes to many people once a week. */
interface Mailing<R extends { id: number }> {
  kind: string;
  week_on: string;
  /** The next recipients, in the order of their ids. */
  select(ctx: SiteCtx, after: number, limit: number): Promise<R[]>;
  /** Their mails; fewer than recipients if there is nothing to tell some of them. */
  write(ctx: SiteCtx, recipients: R[]): Promise<UnwrittenMail[]>;
  /** Stops between two batches. */
  signal: AbortSignal;
}

/** Sends the next batch. False if there was nobody left. */
const sendBatch = <R extends { id: number }>(ctx: SiteCtx, { kind, week_on, select, write }: Mailing<R>): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const key = { site_id: ctx.site.id, kind, week_on };
    const { last_id, finished_at } = await lockMailing(ctx.sql, key, ctx.clock.now());
    if (finished_at) return false;
    const recipients = await select(ctx, last_id, BATCH_SIZE);
    const is_last = recipients.length < BATCH_SIZE;
    const mails = await sendMails(ctx, await write(ctx, recipients));
    await updateMailing(ctx.sql, key, {
      last_id: recipients.at(-1)?.id ?? last_id,
      mails,
      finished_at: is_last ? ctx.clock.now() : null,
    });
    return !is_last;
  });

/**
 * Sends a mailing in batches. The mails of a batch and its last recipient are written in one transaction, so that a process that dies
 * continues with the next batch, and two processes do not write to anybody twice.
 */
export const sendMailing = async <R extends { id: number }>(ctx: SiteCtx, mailing: Mailing<R>): Promise<void> => {
  while (!mailing.signal.aborted && (await sendBatch(ctx, mailing)));
};

/** An interrupted mailing is continued for this long; after that it would be old news. */
const MAX_PAUSE_MS = 3 * 24 * 3_600_000;

/** The weeks whose mailing has to be sent on a site now: this week's if its hour has come, and those that were interrupted. */
export const findDueWeeks = async ({ sql, site, clock }: SiteCtx, kind: string, schedule: WeeklySchedule): Promise<Set<string>> => {
  const now = clock.now();
  const weeks = new Set(await selectUnfinishedMailings(sql, site.id, kind, new Date(now.getTime() - MAX_PAUSE_MS)));
  return isDue(now, site.time_zone, schedule) ? weeks.add(weekAt(now, site.time_zone)) : weeks;
};
