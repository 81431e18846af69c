import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { enqueue } from '../../kernel/job.ts';
import { send_mail } from '../accounts/jobs.ts';
import { readMail } from '../accounts/mail.ts';
import { waitAgain } from '../accounts/mail-queries.ts';
import { actAsAdmin, refuseSiteTeams } from '../accounts/team.ts';
import { type FailedJob, rescheduleJob, selectFailedJobs } from './retries-queries.ts';

const SHOWN = 100;

/** Jobs of the whole deployment that went wrong. For who runs it. */
export const failedJobs = async (ctx: Ctx<Caller>): Promise<FailedJob[]> => {
  await refuseSiteTeams(ctx);
  return selectFailedJobs(ctx.sql, SHOWN);
};

/** Tries a failed job again at once. For who runs the deployment. */
export const retryJob = (ctx: Ctx<Caller>, { id }: { id: string }): Promise<number | null> =>
  actAsAdmin(ctx, async (ctx) => {
    const job = await rescheduleJob(ctx, id);
    if (!job) throw new Refusal('job_not_found');
    // What went wrong may be another site's, and this site's team reads the log.
    return { act: 'retry_job', record: 'job', record_id: id, title: job.task };
  });

/** Sends a mail again that could not be sent. For who runs the deployment. */
export const retryMail = (ctx: Ctx<Caller>, { id }: { id: number }): Promise<number | null> =>
  actAsAdmin(ctx, async (ctx) => {
    await readMail(ctx, { id });
    if (!(await waitAgain(ctx.sql, id)))
      throw new Refusal('mail_not_found', { detail: 'Only mail that could not be sent can be sent again.' });
    await enqueue(ctx.sql, send_mail, { mail_id: id });
    return { act: 'retry_mail', record: 'mail', record_id: id };
  });
