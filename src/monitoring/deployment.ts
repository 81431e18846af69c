import { setTimeout as sleep } from 'node:timers/promises';
import { type Gauge, Registry } from 'prom-client';
import type { Sql } from '../db/open.ts';
import type { Lane } from '../kernel/jobs.ts';
import { gauge as registerGauge } from '../kernel/metrics.ts';
import { ttlValue } from '../kernel/ttl-cache.ts';
import { type ConnectionCount, type DatabaseFigures, type JobCount, selectConnections, selectFigures, selectJobCounts } from './queries.ts';

/** Runs a query that may hang, with a timeout. Concurrent calls share one query, so that scrapes do not pile up. */
export const sharedWithTimeout = <T>(query: () => Promise<T>, timeout_ms: number, fallback: T): (() => Promise<T>) => {
  let pending: Promise<T> | null = null;
  return async () => {
    pending ??= query()
      .catch(() => fallback)
      .finally(() => {
        pending = null;
      });
    return Promise.race([pending, sleep(timeout_ms, fallback, { ref: false })]);
  };
};

/** Concurrent and frequent scrapes share one snapshot for this time. */
const SNAPSHOT_TTL_MS = 5000;
/** A database that takes longer counts as down. */
const QUERY_TIMEOUT_MS = 2000;

const LANES = Object.keys({
  general: true,
  reading: true,
  drafting: true,
  importing: true,
  delivering: true,
  unknown: true,
} satisfies Record<Lane | 'unknown', true>) as (Lane | 'unknown')[];
const JOB_STATES = ['waiting', 'scheduled', 'running', 'failed'] as const;
const CONNECTION_STATES = ['active', 'idle', 'idle in transaction'];

interface Snapshot {
  up: boolean;
  offset_seconds: number;
  jobs: JobCount[];
  connections: ConnectionCount[];
  figures: DatabaseFigures | null;
}

const NO_SNAPSHOT: Snapshot = { up: false, offset_seconds: 0, jobs: [], connections: [], figures: null };

const takeSnapshot = async (sql: Sql): Promise<Snapshot> => {
  const started_at = Date.now();
  const figures = await selectFigures(sql);
  // The database read its clock between query and result.
  const offset_seconds = (figures.database_time.getTime() - (started_at + Date.now()) / 2) / 1000;
  const [jobs, connections] = await Promise.all([selectJobCounts(sql), selectConnections(sql)]);
  return { up: true, offset_seconds, jobs, connections, figures };
};

/** Metrics of the whole deployment, the same in every process: the database and the queue. */
export const deploymentMetrics = (
  sql: Sql,
  laneOf: (task: string) => Lane | undefined,
): { registry: Registry; refresh(): Promise<void> } => {
  const registry = new Registry();
  const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []): Gauge<L> =>
    registerGauge(name, help, labelNames, { registry });

  const up = gauge('db_up', 'Whether the database responded to the last check: 1 or 0.');
  const offset = gauge('db_clock_offset_seconds', 'How far the clock of the database is ahead of this process.');
  const connections = gauge('db_connections', 'Connections to the database, of all processes, by state.', ['state']);
  const jobs = gauge('jobs', 'Jobs in the queue, by lane and state.', ['lane', 'state']);
  const oldest = gauge('job_oldest_seconds', 'Age of the oldest job, by lane and state.', ['lane', 'state']);
  const mails = gauge('mails', 'Mail that waits to be sent, or failed for good.', ['status']);
  const drafts = gauge('drafts', 'Drafts under way, by status.', ['status']);
  const team = gauge('team_tasks_waiting', 'Tasks waiting for the team, by kind.', ['kind']);

  const FIGURES: Partial<Record<keyof DatabaseFigures, Gauge>> = {
    max_connections: gauge('db_connections_max', 'Connections the database server allows.'),
    waiting_for_locks: gauge('db_lock_waits', 'Connections that wait for a lock.'),
    longest_transaction: gauge('db_longest_transaction_seconds', 'Age of the oldest open transaction.'),
    database_bytes: gauge('db_size_bytes', 'Size of the database on disk.'),
    oldest_mail: gauge('mail_oldest_waiting_seconds', 'Age of the oldest mail that waits.'),
    workers: gauge('workers_alive', 'Worker pools with a heartbeat in the last 30 seconds; each worker process has five.'),
    weeks_not_begun: gauge('sites_week_not_begun', 'Sites whose current launch week hasn’t started yet.'),
  };
  const LABELLED: [Gauge<string>, string, Record<string, keyof DatabaseFigures>][] = [
    [mails, 'status', { waiting: 'mails_waiting', failed: 'mails_failed' }],
    [drafts, 'status', { crawling: 'drafts_crawling', drafting: 'drafts_drafting' }],
    [team, 'kind', { lines: 'lines', refunds: 'refunds', reviews: 'reviews', comments: 'comments', votes: 'votes' }],
  ];

  const showJobs = (counts: JobCount[]): void => {
    for (const lane of LANES)
      for (const state of JOB_STATES) {
        const matching = counts.filter((count) => (laneOf(count.task) ?? 'unknown') === lane && count.state === state);
        jobs.set(
          { lane, state },
          matching.reduce((sum, count) => sum + count.jobs, 0),
        );
        if (state !== 'scheduled') oldest.set({ lane, state }, Math.max(0, ...matching.map((count) => count.oldest)));
      }
  };

  const showSnapshot = ({ figures, offset_seconds, ...snapshot }: Snapshot): void => {
    // Unknown values are removed: an old number would look current.
    registry.resetMetrics();
    up.set(Number(snapshot.up));
    if (!figures) return void [offset, ...Object.values(FIGURES)].map((metric) => metric.remove());
    offset.set(offset_seconds);
    showJobs(snapshot.jobs);
    for (const state of CONNECTION_STATES) connections.set({ state }, 0);
    for (const { state, connections: n } of snapshot.connections) connections.set({ state }, n);
    for (const [name, metric] of Object.entries(FIGURES)) metric.set(Number(figures[name as keyof DatabaseFigures]));
    for (const [metric, label, values] of LABELLED)
      for (const [value, name] of Object.entries(values)) metric.set({ [label]: value }, Number(figures[name]));
  };

  const cachedSnapshot = ttlValue(
    SNAPSHOT_TTL_MS,
    sharedWithTimeout(() => takeSnapshot(sql), QUERY_TIMEOUT_MS, NO_SNAPSHOT),
  );
  return { registry, refresh: async () => showSnapshot(await cachedSnapshot()) };
};
