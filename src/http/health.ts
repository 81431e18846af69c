import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ReadinessCheck } from '../db/health-checks.ts';
import type { AppDeps } from './deps.ts';

const CHECK_TIMEOUT_MS = 2000;

const OK = 'ok';

const runCheck = async ({ name, run }: ReadinessCheck): Promise<[string, string]> => {
  const timeout = sleep(CHECK_TIMEOUT_MS, `No response within ${CHECK_TIMEOUT_MS / 1000} seconds.`, { ref: false });
  const result = await Promise.race([run().then(() => OK), timeout]).catch((error: Error) => error.message);
  return [name, result];
};

interface Readiness {
  status: 'ready' | 'not_ready' | 'leaving';
  reason?: string;
  checks?: Record<string, string>;
}

const checkReadiness = async (deps: AppDeps): Promise<Readiness> => {
  // Shutdown is intended, so this is not logged as an error.
  if (deps.is_stopping) return { status: 'leaving', reason: 'The process is shutting down.' };
  const results = await Promise.all(deps.checks.map(runCheck));
  const checks = Object.fromEntries(results);
  const failed = results.find(([, result]) => result !== OK);
  return failed ? { status: 'not_ready', reason: failed[1], checks } : { status: 'ready', checks };
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
      .code(readiness.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(readiness);
  });
};
