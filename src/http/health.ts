import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ReadinessCheck } from '../db/health-checks.ts';
import type { ReplicaStatus } from '../db/replicas/replicas.ts';
import type { AppDeps } from './deps.ts';

const CHECK_TIMEOUT_MS = 2000;

const OK = 'ok';

const runCheck = async (deps: AppDeps, { name, run, needs_primary }: ReadinessCheck): Promise<[string, string]> => {
  const timeout = sleep(CHECK_TIMEOUT_MS, `No response within ${CHECK_TIMEOUT_MS / 1000} seconds.`, { ref: false });
  const result = await Promise.race([run().then(() => OK), timeout]).catch((error: Error) => error.message);
  // Until its own check, this process refuses what it needs the primary for.
  if (result === OK && needs_primary && deps.reads.isPrimaryDown()) return [name, 'The database did not respond a moment ago.'];
  return [name, result];
};

interface Readiness {
  /** `reads_only`: the primary is away, and public pages are served from a replica. */
  status: 'ready' | 'reads_only' | 'not_ready' | 'leaving';
  reason?: string;
  checks?: Record<string, string>;
  replicas?: Record<string, string>;
}

const describeReplica = ({ reason, lag_ms }: ReplicaStatus): string => reason ?? `${OK}, ${((lag_ms ?? 0) / 1000).toFixed(1)} s behind`;

const checkReadiness = async (deps: AppDeps): Promise<Readiness> => {
  // Shutdown is intended, so this is not logged as an error.
  if (deps.is_stopping) return { status: 'leaving', reason: 'The process is shutting down.' };
  const results = await Promise.all(deps.checks.map((check) => runCheck(deps, check)));
  const checks = Object.fromEntries(results);
  const statuses = deps.reads.status();
  const replicas = statuses.length > 0 ? { replicas: Object.fromEntries(statuses.map((it) => [it.name, describeReplica(it)])) } : {};
  const failed = deps.checks.filter(({ name }) => checks[name] !== OK);
  const [first] = failed;
  if (!first) return { status: 'ready', checks, ...replicas };
  const can_read = failed.every(({ needs_primary }) => needs_primary) && statuses.some(({ reason }) => reason === null);
  return { status: can_read ? 'reads_only' : 'not_ready', reason: checks[first.name], checks, ...replicas };
};

export const healthRoutes = (deps: AppDeps) => async (app: FastifyInstance) => {
  // Concurrent requests share one run of the checks.
  let pending: Promise<Readiness> | null = null;
  const checkOnce = () => {
    pending ??= checkReadiness(deps).finally(() => {
      pending = null;
    });
    return pending;
  };
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', resident_bytes: process.memoryUsage.rss() }),
  );
  app.get('/readyz', async (_request, reply) => {
    const readiness = await checkOnce();
    return reply
      .code(['ready', 'reads_only'].includes(readiness.status) ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  });
};
