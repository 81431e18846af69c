import { runMigrations } from 'graphile-worker';
import { migrate } from './migrate.ts';
import type { Database, Sql } from './open.ts';

/** Brings a database to this version's shape: our tables, and those in which jobs wait. */
export const prepareDatabase = async ({ sql, connection }: Pick<Database, 'sql' | 'connection'>): Promise<void> => {
  await migrate(sql);
  await runMigrations({ ...connection, maxPoolSize: 1 });
  await indexJobs(sql);
};

/** Processes that start together take turns. */
const INDEXING = 7_305_004;

/** A lane with little to do finds it, or that there is nothing, without reading through the thousands that wait in another. */
const indexJobs = (sql: Sql): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${INDEXING})`;
    // Asked first, because even for an index that exists `create` would wait for everybody who writes.
    const [index] = await tx`select from pg_indexes where schemaname = 'graphile_worker' and indexname = 'jobs_by_task'`;
    if (!index) await tx`create index jobs_by_task on graphile_worker._private_jobs (task_id, priority, run_at) where is_available`;
  });
