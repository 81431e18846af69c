import { setTimeout as sleep } from 'node:timers/promises';
import { type JobHelpers, type LogLevel, parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Database } from './db/open.ts';
import { JOBS } from './jobs.ts';
import type { Clock } from './kernel/clock.ts';
import type { JobCtx } from './kernel/job.ts';
import type { Outside } from './outside/outside.ts';

export interface Workshop extends Pick<Database, 'sql' | 'connection'> {
  clock: Clock;
  log: Logger;
  outside: Outside;
  site_root: string;
}

const AT_ONCE = 4;
/** Work is announced; looking by itself is for what is due later, and for announcements lost. */
const LOOK_EVERY_MS = 2000;
const AGAIN_MS = 1000;

const LEVELS: Record<LogLevel, 'error' | 'warn' | 'debug'> = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' };

const tasksOf = ({ sql, clock, outside, site_root }: Workshop): TaskList =>
  Object.fromEntries(
    JOBS.map(({ name, run }) => [
      name,
      (payload: unknown, { job }: JobHelpers) => {
        const ctx: JobCtx<Outside> = { sql, clock, outside, site_root, last_attempt: job.attempts >= job.max_attempts };
        return run(ctx, payload as never);
      },
    ]),
  );

/** Does the jobs as they come, beside any other process that does, until told to stop; what is under way is finished first. */
export const startWorking = async (workshop: Workshop): Promise<{ stop(): Promise<void> }> => {
  const { connection, log } = workshop;
  let stopping = false;
  const begin = (): Promise<Runner> =>
    run({
      ...connection,
      taskList: tasksOf(workshop),
      parsedCronItems: parseCronItems(JOBS.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron }] : []))),
      concurrency: AT_ONCE,
      maxPoolSize: AT_ONCE + 1,
      pollInterval: LOOK_EVERY_MS,
      noHandleSignals: true,
      logger: new WorkerLogger(() => (level, message) => log[LEVELS[level]]({ jobs: true }, message)),
    });
  let runner = await begin();

  /** When the database goes away the runner gives up; it is begun again until the database is back. */
  const keepOn = async (): Promise<void> => {
    while (!stopping) {
      try {
        await runner.promise;
      } catch (error) {
        log.error({ err: error }, 'jobs stopped');
      }
      if (stopping) return;
      await sleep(AGAIN_MS);
      if (stopping) return;
      runner = await begin().catch(() => runner);
    }
  };
  const kept = keepOn();
  return {
    async stop() {
      stopping = true;
      await runner.stop().catch(() => {});
      await kept;
    },
  };
};
