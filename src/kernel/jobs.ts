import type { Sql } from 'postgres';
import type { Db, Integrations } from './context.ts';
import { counter, gauge, histogram } from './metrics.ts';
import type { Clock } from './time/clock.ts';

/** Each lane has its own workers: jobs of one lane never wait for another. Lanes for special work are declared where that work is. */
export interface Lanes {
  general: true;
}
export type Lane = keyof Lanes;

/** What it takes to enqueue a job. */
export interface JobSpec<P> {
  name: string;
  /** Maximum attempts, with exponential backoff; the 10th comes after about two hours. */
  attempts?: number;
  run?(ctx: JobCtx, payload: P): Promise<void>;
}

export interface Job<P = never> extends JobSpec<P> {
  cron?: string;
  /** Whether it also runs when a worker starts, to catch up on missed runs. */
  at_start?: boolean;
  lane?: Lane;
  /** Must be idempotent: a worker may die right after running it, and then it runs again. */
  run(ctx: JobCtx, payload: P): Promise<void>;
}

export interface JobCtx {
  sql: Sql;
  clock: Clock;
  integrations: Integrations;
  /** Origin of the default site. */
  site_root: string;
  last_attempt: boolean;
  /** Aborted when the process must stop. Work that is not saved by then is left to the next attempt. */
  signal: AbortSignal;
}

export const job = <P>(row: Job<P>): Job<P> => row;

interface JobOptions {
  in_seconds?: number;
  /** A job with the same key replaces one that has not started. */
  key?: string | null;
  /** Lower runs first. Default 0. */
  priority?: number;
}

/** Adds a job in the caller's transaction: it runs only if the transaction commits. */
export const enqueue = async <P>(sql: Db, { name, attempts = 10 }: JobSpec<P>, payload: P, options: JobOptions = {}): Promise<void> => {
  await sql`
    select from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::text::json,
      run_at => now() + make_interval(secs => ${options.in_seconds ?? 0}), max_attempts => ${attempts}, job_key => ${options.key ?? null},
      priority => ${options.priority ?? 0})`;
};

interface StartedJob {
  task_identifier: string;
  payload: unknown;
  key: string | null;
  max_attempts: number;
  priority: number;
}

/** Reschedules a started job without counting the attempt. Cron jobs come again by themselves. */
export const postpone = async (sql: Db, job: StartedJob, in_seconds: number): Promise<void> => {
  const { task_identifier: name, payload, key, max_attempts: attempts, priority } = job;
  if (payload && typeof payload === 'object' && '_cron' in payload) return;
  await enqueue(sql, { name, attempts }, payload, { in_seconds, key, priority });
};

export const enqueueAll = async <P>(
  sql: Db,
  { name, attempts = 10 }: JobSpec<P>,
  payloads: P[],
  { priority = 0 }: Pick<JobOptions, 'priority'> = {},
): Promise<void> => {
  await sql`
    select from json_array_elements(${JSON.stringify(payloads)}::text::json) p,
      lateral graphile_worker.add_job(${name}, p.value, max_attempts => ${attempts}, priority => ${priority})`;
};

const runs = counter('job_runs_total', 'Runs of jobs, by job and outcome: done, retry, or failed for good.', ['job', 'outcome']);
const durations = histogram('job_duration_seconds', 'Time a run of a job took.', ['job'], [0.01, 0.05, 0.25, 1, 5, 30, 120]);
const lanes = gauge('job_lane_running', 'Whether this process takes jobs of a lane: 1 or 0.', ['lane']);

export const countRun = async (job: string, last_attempt: boolean, work: Promise<void>): Promise<void> => {
  const started_at = performance.now();
  let outcome = last_attempt ? 'failed' : 'retry';
  try {
    await work;
    outcome = 'done';
  } finally {
    runs.inc({ job, outcome });
    durations.observe({ job }, (performance.now() - started_at) / 1000);
  }
};

export const setLaneRunning = (lane: Lane, running: boolean): void => lanes.set({ lane }, Number(running));
