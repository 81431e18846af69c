import { EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobHelpers, LogLevel, Runner, TaskList, WorkerPool } from 'graphile-worker';
import type { Logger } from 'pino';
import { parseCronItems, run, Logger as WorkerLogger } from '../db/driver/graphile-worker.ts';
import type { ClockCheck, ReadinessCheck } from '../db/health-checks.ts';
import type { Database } from '../db/open.ts';
import {
  endStalledSessions,
  recordHeartbeat,
  releaseAbandonedJobs,
  removeHeartbeat,
  resetFutureCrontabs,
} from '../db/pools/worker-heartbeat.ts';
import { openWorkerPool } from '../db/pools/worker-pool.ts';
import type { Integrations } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { countRun, enqueue, type JobCtx, type Lane, postpone, setLaneRunning } from '../kernel/jobs.ts';
import type { Clock } from '../kernel/time/clock.ts';
import { startDeliveryPoll } from './delivery-poll.ts';
import { JOBS } from './jobs.ts';

export interface WorkerDeps extends Pick<Database, 'sql' | 'connection'> {
  clock: Clock;
  clock_check?: ClockCheck;
  log: Logger;
  integrations: Integrations;
  site_root: string;
}

/** Concurrency by lane. Waiting for other servers costs little, and must not delay mail. */
const LANES: Record<Lane, { concurrency: number; connections: number }> = {
  general: { concurrency: 4, connections: 5 },
  reading: { concurrency: 48, connections: 4 },
  drafting: { concurrency: 8, connections: 3 },
  importing: { concurrency: 1, connections: 2 },
  delivering: { concurrency: 48, connections: 3 },
};
/**
 * Workers are notified of new jobs. Polling is for scheduled jobs and lost notifications: one idle worker of the lane looks for a job, and
 * each job that starts wakes the next worker. If all of them polled, a process without work would send 30 queries a second.
 */
const POLL_EVERY_MS = 2000;
/** How often a worker looks that nobody wakes. */
const WORKER_POLLS_EVERY_MS = 300_000;
const HEARTBEAT_EVERY_MS = 2000;
const RESTART_DELAY_MS = 1000;
const POSTPONE_SECONDS = 10;
/** How long running jobs may continue during shutdown. Unfinished ones are retried by another worker. */
const SHUTDOWN_TIMEOUT_MS = 4000;

/** Fewer connections than jobs is intended: jobs that wait for other servers need no connection. */
const EXPECTED_WARNING = /^WARNING: having maxPoolSize/;
const LEVELS: Record<LogLevel, 'error' | 'warn' | 'debug'> = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' };

const laneOf = ({ lane = 'general' }: { lane?: Lane }): Lane => lane;

/** The lane of a job; undefined if this version does not know the job. */
export const laneOfJob = (name: string): Lane | undefined => {
  const row = JOBS.find((job) => job.name === name);
  return row && laneOf(row);
};

/** Rejects when the signal is aborted, even if the work goes on. */
const untilAborted = (signal: AbortSignal, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(new Error('The process is stopping.'));
    // All jobs of the lane share one signal.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

const tasksOf = ({ sql, clock, integrations, site_root }: WorkerDeps, lane: Lane): TaskList =>
  Object.fromEntries(
    JOBS.filter((row) => laneOf(row) === lane).map(({ name, run }) => [
      name,
      (payload: unknown, { job, abortSignal: signal }: JobHelpers) => {
        const last_attempt = job.attempts >= job.max_attempts;
        const ctx: JobCtx = { sql, clock, integrations, site_root, last_attempt, signal: signal! };
        const work = countRun(name, last_attempt, run(ctx, payload as never /* as it was enqueued */)).catch((error) => {
          if (!(error instanceof Refusal) || error.code !== 'clock_differs') throw error;
          // The job is fine: another process runs it, or this one when its clock is right.
          return postpone(sql, job, POSTPONE_SECONDS);
        });
        // Always wait for mail: otherwise nobody could say whether it was sent.
        return lane === 'general' ? work : untilAborted(signal!, work);
      },
    ]),
  );

const CRON = parseCronItems(JOBS.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron }] : [])));

export interface JobRunner {
  check: ReadinessCheck;
  stop(): Promise<void>;
}

/** Without a heartbeat for this long, jobs are not processed: either we cannot, or others take them over. */
const SILENT_MS = 10_000;

const startLane = async (deps: WorkerDeps, lane: Lane, onPoolCreated: (pool_id: string) => void) => {
  const { connection, log, clock_check } = deps;
  const { concurrency, connections } = LANES[lane];
  let stopping = false;
  // One pool for all runners of the lane: it outlives failed runners, and its error handler stays until it is closed.
  const { pool: pgPool, close } = openWorkerPool(connection.connectionString, {
    max: connections,
    onError: (err) => log.warn({ err, jobs: lane }, 'connection lost'),
  });
  let is_running = true;
  let workers: WorkerPool | undefined;
  const wakeWorker = (): void => {
    if (workers && !workers._shuttingDown) workers.nudge(1);
  };
  const startRunner = (): Promise<Runner> => {
    const events = new EventEmitter();
    events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => {
      workers = workerPool;
      onPoolCreated(workerPool.id);
      setLaneRunning(lane, true);
    });
    events.on('job:start', wakeWorker);
    return run({
      pgPool,
      events,
      taskList: tasksOf(deps, lane),
      // The crontab uses this machine's clock: with a wrong clock, jobs would run at the wrong time or not at all.
      parsedCronItems: lane === 'general' && !clock_check?.trouble() ? CRON : [],
      concurrency,
      pollInterval: WORKER_POLLS_EVERY_MS,
      gracefulShutdownAbortTimeout: SHUTDOWN_TIMEOUT_MS,
      noHandleSignals: true,
      // Without prepared statements each poll is planned for its lane; a generic plan would scan the jobs of other lanes.
      noPreparedStatements: true,
      logger: new WorkerLogger(
        () => (level, message) => log[EXPECTED_WARNING.test(message) ? 'debug' : LEVELS[level]]({ jobs: lane }, message),
      ),
    });
  };
  let runner = await startRunner().catch(async (error) => {
    await close();
    throw error;
  });
  const polling = setInterval(wakeWorker, POLL_EVERY_MS);
  // Restart with or without the crontab; `keepRunning` starts the runner again.
  if (lane === 'general') clock_check?.onChange(() => void (stopping || runner.stop().catch(() => {})));

  /** The runner gives up when the database goes away. Restart it until the database is back. */
  const keepRunning = async (): Promise<void> => {
    while (!stopping) {
      try {
        await runner.promise;
      } catch (error) {
        log.error({ err: error }, 'jobs stopped');
      }
      is_running = false;
      setLaneRunning(lane, false);
      if (stopping) return;
      await sleep(RESTART_DELAY_MS);
      if (stopping) return;
      const next = await startRunner().catch(() => null);
      is_running = next !== null;
      runner = next ?? runner;
      // Stopped meanwhile: nobody else knows of this runner.
      if (stopping) await runner.stop().catch(() => {});
    }
  };
  const finished = keepRunning();
  return {
    isRunning: () => is_running,
    async stop() {
      stopping = true;
      clearInterval(polling);
      await runner.stop().catch(() => {});
      await finished;
      await close();
    },
  };
};

/** Records heartbeats for our pools, and takes over jobs of pools without one. */
const startHeartbeat = ({ sql, log }: WorkerDeps, pools: Map<Lane, string>) => {
  const stopped = new AbortController();
  let last_beat = performance.now();
  const keepRunning = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await recordHeartbeat(sql, [...pools.values()])
        .then(() => {
          last_beat = performance.now();
          return Promise.all([releaseAbandonedJobs(sql), endStalledSessions(sql)]);
        })
        .then(() => resetFutureCrontabs(sql))
        .catch((err) => log.warn({ err }, 'no sign of life given'));
      await sleep(HEARTBEAT_EVERY_MS, null, { signal: stopped.signal }).catch(() => {});
    }
    await removeHeartbeat(sql, [...pools.values()]).catch(() => {});
  };
  const finished = keepRunning();
  return {
    silentFor: () => performance.now() - last_beat,
    async stop() {
      stopped.abort();
      await finished;
    },
  };
};

/** Processes jobs, alongside other processes, until stopped. Running jobs are finished first. */
export const startJobRunner = async (deps: WorkerDeps): Promise<JobRunner> => {
  // Current pool id by lane. A pool lost with the database gets no more heartbeats.
  const pools = new Map<Lane, string>();
  const starting = (Object.keys(LANES) as Lane[]).map((lane) => startLane(deps, lane, (id) => pools.set(lane, id)));
  try {
    await Promise.all(starting);
    for (const row of JOBS) if (row.at_start) await enqueue(deps.sql, row, {} as never, { key: `${row.name} at start` });
  } catch (error) {
    // All lanes or none: stop those that did start.
    await Promise.all(starting.map((lane) => lane.then(({ stop }) => stop()).catch(() => {})));
    throw error;
  }
  const lanes = await Promise.all(starting);
  const heartbeat = startHeartbeat(deps, pools);
  const delivery_poll = startDeliveryPoll(deps);
  const stopAll = async () => {
    await delivery_poll.stop();
    await Promise.all(lanes.map((lane) => lane.stop()));
    await heartbeat.stop();
  };
  let stopped: Promise<void> | undefined;
  return {
    check: {
      name: 'jobs',
      needs_primary: true,
      async run() {
        const silent_ms = heartbeat.silentFor();
        if (silent_ms > SILENT_MS) throw new Error(`No job could be looked for in the last ${Math.floor(silent_ms / 1000)} seconds.`);
        if (lanes.some((lane) => !lane.isRunning())) throw new Error('Jobs stopped, and are being started again.');
      },
    },
    stop() {
      stopped ??= stopAll();
      return stopped;
    },
  };
};
