import { EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobHelpers, type LogLevel, parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { beat, freeAbandoned, leaveWork } from './db/at-work.ts';
import type { Database } from './db/open.ts';
import { JOBS } from './jobs.ts';
import type { Clock } from './kernel/clock.ts';
import { enqueue, type JobCtx, type Lane } from './kernel/job.ts';
import type { Outside } from './outside/outside.ts';

export interface Workshop extends Pick<Database, 'sql' | 'connection'> {
  clock: Clock;
  log: Logger;
  outside: Outside;
  site_root: string;
}

/** How much is done at once, by lane. Waiting for other people's servers costs little, and must not hold up the mail. */
const LANES: Record<Lane, { at_once: number; connections: number }> = {
  general: { at_once: 4, connections: 5 },
  reading: { at_once: 48, connections: 4 },
  drafting: { at_once: 8, connections: 3 },
};
/** Work is announced; looking by itself is for what is due later, and for announcements lost. */
const LOOK_EVERY_MS = 2000;
const BEAT_EVERY_MS = 2000;
const AGAIN_MS = 1000;
/** How long jobs under way may go on once we are told to stop; what is not done then is done by whoever works next. */
const PATIENCE_MS = 4000;

/** Those who wait for other people's servers need no connection meanwhile. */
const MEANT = /^WARNING: having maxPoolSize/;
const LEVELS: Record<LogLevel, 'error' | 'warn' | 'debug'> = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' };

const laneOf = ({ lane = 'general' }: { lane?: Lane }): Lane => lane;

/** Waits for work no longer than there is time to finish it. */
const whileThereIsTime = (signal: AbortSignal, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(new Error('The process is stopping.'));
    // One signal is for all jobs of the lane.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

const tasksOf = ({ sql, clock, outside, site_root }: Workshop, lane: Lane): TaskList =>
  Object.fromEntries(
    JOBS.filter((row) => laneOf(row) === lane).map(({ name, run }) => [
      name,
      (payload: unknown, { job, abortSignal: signal }: JobHelpers) => {
        const last_attempt = job.attempts >= job.max_attempts;
        const ctx: JobCtx<Outside> = { sql, clock, outside, site_root, last_attempt, signal: signal! };
        const work = run(ctx, payload as never);
        // A mail that is being sent is waited for: nobody could say whether it went out.
        return lane === 'general' ? work : whileThereIsTime(signal!, work);
      },
    ]),
  );

const CRON = parseCronItems(JOBS.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron }] : [])));

interface Working {
  stop(): Promise<void>;
}

/** Does the jobs of one lane until told to stop. */
const startLane = async (workshop: Workshop, lane: Lane, begun: (pool_id: string) => void): Promise<Working> => {
  const { connection, log } = workshop;
  const { at_once, connections } = LANES[lane];
  let stopping = false;
  const begin = (): Promise<Runner> => {
    const events = new EventEmitter();
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => begun(workerPool.id));
    return run({
      ...connection,
      events,
      taskList: tasksOf(workshop, lane),
      parsedCronItems: lane === 'general' ? CRON : [],
      concurrency: at_once,
      maxPoolSize: connections,
      pollInterval: LOOK_EVERY_MS,
      gracefulShutdownAbortTimeout: PATIENCE_MS,
      noHandleSignals: true,
      // Each look is planned for its own lane: one plan for all would read past whatever waits in the others.
      noPreparedStatements: true,
      logger: new WorkerLogger(() => (level, message) => log[MEANT.test(message) ? 'debug' : LEVELS[level]]({ jobs: lane }, message)),
    });
  };
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

/** Shows that our pools are alive, and takes over from those that are not. */
const startBeating = ({ sql, log }: Workshop, pools: Map<Lane, string>): Working => {
  const stopped = new AbortController();
  const keepOn = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await beat(sql, [...pools.values()])
        .then(() => freeAbandoned(sql))
        .catch((err) => log.warn({ err }, 'no sign of life given'));
      await sleep(BEAT_EVERY_MS, null, { signal: stopped.signal }).catch(() => {});
    }
    await leaveWork(sql, [...pools.values()]).catch(() => {});
  };
  const kept = keepOn();
  return {
    async stop() {
      stopped.abort();
      await kept;
    },
  };
};

/** Does the jobs as they come, beside any other process that does, until told to stop; what is under way is finished first. */
export const startWorking = async (workshop: Workshop): Promise<Working> => {
  // The pool each lane has now: one that was given up, with the database away, is no longer spoken for.
  const pools = new Map<Lane, string>();
  const lanes = await Promise.all((Object.keys(LANES) as Lane[]).map((lane) => startLane(workshop, lane, (id) => pools.set(lane, id))));
  for (const row of JOBS) if (row.at_start) await enqueue(workshop.sql, row, {} as never, { key: `${row.name} at start` });
  const beating = startBeating(workshop, pools);
  return {
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
      await beating.stop();
    },
  };
};
