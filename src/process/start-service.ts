import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type ClockCheck, startClockCheck } from '../db/health-checks.ts';
import type { Sql } from '../db/open.ts';
import { openIntegrations } from '../integrations/integrations.ts';
import type { Integrations } from '../kernel/context.ts';
import type { Clock } from '../kernel/time/clock.ts';
import { type MetricsOptions, type MetricsSettings, serveMetrics } from '../monitoring/metrics.ts';
import { type JobRunner, laneOfJob, startJobRunner, type WorkerDeps } from './job-runner.ts';
import { type Lifecycle, runProcess } from './lifecycle.ts';
import { openLog } from './log.ts';
import { purgeDelays, startPurges } from './purges.ts';

// What `serve` and `work` start alike, and commands do not need.

/** How long pending responses may take during shutdown. */
export const DRAIN_TIMEOUT_MS = 10_000;

/** Runs until it is stopped. Shutdown takes the leave time, plus pending requests and jobs, plus closing the database. */
export const runService = ({ start_ms, leave_ms }: Config, start: (lifecycle: Lifecycle) => Promise<void>): Promise<void> =>
  runProcess(
    { start_ms, stop_ms: leave_ms + DRAIN_TIMEOUT_MS + 5000 },
    async (lifecycle) => {
      await start(lifecycle);
      lifecycle.started();
      await lifecycle.interrupted;
    },
    { stopped_code: 0 },
  );

export const startLog = (lifecycle: Lifecycle, { log_level }: Config): Logger => {
  const { log, close } = openLog(log_level);
  lifecycle.onEnd({ end: async () => close() });
  return log;
};

export const startIntegrations = (lifecycle: Lifecycle, config: Config): Integrations => {
  const integrations = openIntegrations(config);
  lifecycle.onEnd({ end: async () => integrations.mail.close() });
  return integrations;
};

export const startClockComparison = (lifecycle: Lifecycle, sql: Sql, { clock, log }: { clock: Clock; log: Logger }): Promise<ClockCheck> =>
  lifecycle.acquire(
    'comparing the clock with the database’s',
    () => startClockCheck({ sql, clock, log }),
    ({ stop }) => ({ end: stop }),
  );

export const startJobs = (lifecycle: Lifecycle, deps: WorkerDeps): Promise<JobRunner> =>
  lifecycle.acquire(
    'starting the jobs',
    () => startJobRunner(deps),
    ({ stop }) => ({ end: stop }),
  );

/** Serves metrics if configured. Opened before requests are served: a port in use fails the start. */
export const startMetrics = async (
  lifecycle: Lifecycle,
  settings: MetricsSettings | null,
  options: Omit<MetricsOptions, 'settings' | 'laneOf'>,
) =>
  settings &&
  (await lifecycle.acquire(
    `listening for scrapes of metrics on port ${settings.port}`,
    () => serveMetrics({ ...options, settings, laneOf: laneOfJob }),
    ({ close }) => ({ end: close }),
  ));

/** Purges changes from the CDN, if there is one that takes purges, in the processes that run jobs. */
export const startCdnPurges = async (
  lifecycle: Lifecycle,
  { database_read_urls, database_read_lag_ms }: Config,
  { sql, log, integrations: { cdn } }: Pick<WorkerDeps, 'sql' | 'log' | 'integrations'>,
) => {
  if (!cdn?.stores.length) return;
  const delays = purgeDelays(database_read_urls.length > 0 ? database_read_lag_ms : null);
  await lifecycle.acquire(
    'starting purges of the CDN',
    async () => startPurges({ sql, cdn, log, delays }),
    ({ stop }) => ({ end: stop }),
  );
};
