import { openIntegrations } from '../../src/integrations/integrations.ts';
import type { Integrations } from '../../src/kernel/context.ts';
import type { Job } from '../../src/kernel/jobs.ts';
import type { TestServer } from './server.ts';

/** Runs a job once, without a worker. `enqueued` gives the payloads of the jobs that wait under a name, each once. */
export const runJob = async <P>(
  { sql, root: site_root }: Pick<TestServer, 'sql' | 'root'>,
  job: Job<P>,
  payload: P,
  now: Date,
  {
    signal,
    integrations = openIntegrations({ smtp_url: null, mail_from: null }),
  }: { signal: AbortSignal; integrations?: Integrations } = new AbortController(),
): Promise<{ enqueued(name: string): unknown[] }> => {
  await job.run({ sql, clock: { now: () => now }, integrations, site_root, last_attempt: true, signal }, payload);
  const waiting = await sql<{ name: string; payload: unknown }[]>`
    select t.identifier as name, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`;
  return { enqueued: (name) => waiting.filter((each) => each.name === name).map(({ payload }) => payload) };
};
