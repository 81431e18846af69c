import type { Sql } from 'postgres';
import type { Clock } from './clock.ts';
import type { Db } from './context.ts';

/** Jobs of one lane never wait for those of another. */
export type Lane = 'general' | 'reading' | 'drafting';

/** Work that is done later, by whichever process works. A row of the table of jobs. */
export interface Job<P = never, O = never> {
  name: string;
  /** How often it is tried; each wait is longer than the one before, and the 10th try comes after about two hours. */
  attempts?: number;
  /** When it runs by itself, as in a crontab. */
  cron?: string;
  /** Whether it also runs when somebody begins to work, for what came due while nobody did. */
  at_start?: boolean;
  /** Who it waits behind: `reading` is for what waits for other people's servers, `drafting` for what computes. */
  lane?: Lane;
  /** May run twice for one cause (a process may die right after it), so it says what is to be so, not what to do. */
  run(ctx: JobCtx<O>, payload: P): Promise<void>;
}

/** All that a job is given. */
export interface JobCtx<O> {
  sql: Sql;
  clock: Clock;
  outside: O;
  /** Origin of the default site. */
  site_root: string;
  /** True where no other try follows this one. */
  last_attempt: boolean;
  /** Aborted when the process can wait no longer: what is not kept by then is left to the next who does it. */
  signal: AbortSignal;
}

export const job = <P, O>(row: Job<P, O>): Job<P, O> => row;

interface When {
  /** Not before so many seconds from now. */
  in_seconds?: number;
  /** Two with the same key are one: the later replaces the earlier that has not begun. */
  key?: string;
  /** The lower goes first; 0 unless told. */
  priority?: number;
}

/** Puts a job on the list in the caller's transaction: it is done if and only if that is kept. */
export const enqueue = async <P, O>(sql: Db, { name, attempts = 10 }: Job<P, O>, payload: P, when: When = {}): Promise<void> => {
  await sql`
    select from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::text::json,
      run_at => now() + make_interval(secs => ${when.in_seconds ?? 0}), max_attempts => ${attempts}, job_key => ${when.key ?? null},
      priority => ${when.priority ?? 0})`;
};

/** The same for many jobs of one kind, in one statement. */
export const enqueueAll = async <P, O>(
  sql: Db,
  { name, attempts = 10 }: Job<P, O>,
  payloads: P[],
  { priority = 0 }: Pick<When, 'priority'> = {},
): Promise<void> => {
  await sql`
    select from json_array_elements(${JSON.stringify(payloads)}::text::json) p,
      lateral graphile_worker.add_job(${name}, p.value, max_attempts => ${attempts}, priority => ${priority})`;
};
