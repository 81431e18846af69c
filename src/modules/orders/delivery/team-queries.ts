import type { Db } from '../../../kernel/context.ts';

export type TaskStatus = 'to_do' | 'doing' | 'done' | 'not_possible';

export interface TaskReport {
  status: TaskStatus;
  /** What the buyer reads beside the step. */
  note: string | null;
  url: string | null;
}

export interface StandingTask extends TaskReport {
  line_id: number;
  title: string;
}

/** A step of a site, as it stands. */
export const findTask = async (sql: Db, site_id: number, task_id: number): Promise<StandingTask | undefined> => {
  const [row] = await sql<StandingTask[]>`
    select line_id, title, status, note, url from team_tasks where id = ${task_id} and site_id = ${site_id}`;
  return row;
};

/** Writes how a step stands. */
export const writeTask = async (sql: Db, task_id: number, { status, note, url }: TaskReport, at: Date): Promise<void> => {
  await sql`update team_tasks set status = ${status}, note = ${note}, url = ${url}, updated_at = ${at} where id = ${task_id}`;
};

/** How many steps of a line are still to be done. */
export const countOpenTasks = async (sql: Db, line_id: number): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from team_tasks where line_id = ${line_id} and status in ('to_do', 'doing')`;
  return row!.count;
};
