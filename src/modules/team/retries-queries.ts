import type { Ctx, Db } from '../../kernel/context.ts';

export interface FailedJob {
  id: string;
  task: string;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  run_at: Date;
  updated_at: Date;
  /** Whether nobody tries it again by itself. */
  given_up: boolean;
}

/** Jobs that went wrong, the latest first. Mail has a page of its own. */
export const selectFailedJobs = (sql: Db, most: number): Promise<FailedJob[]> => sql<FailedJob[]>`
  select id::text, task_identifier as task, attempts, max_attempts, last_error, run_at, updated_at, attempts >= max_attempts as given_up
  from graphile_worker.jobs where last_error is not null and locked_at is null and task_identifier <> 'send_mail'
  order by (attempts >= max_attempts) desc, updated_at desc limit ${most}`;

/** Tries a job again at once, as if it had never been tried. Undefined where it is not there or under way. */
export const rescheduleJob = async ({ sql }: Ctx, id: string): Promise<{ task: string } | undefined> => {
  const [row] = await sql<{ task: string }[]>`
    select j.task_identifier as task from graphile_worker.jobs j
    where j.id = ${id} and j.last_error is not null and j.locked_at is null and j.task_identifier <> 'send_mail'`;
  if (row) await sql`select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`;
  return row;
};
