import type { ReservedSql } from 'postgres';
import { firstRow } from '../../kernel/database.ts';
import { sessionSql } from '../connection/connect.ts';
import { runMigrations } from '../driver/graphile-worker.ts';
import type { Database, Sql } from '../open.ts';
import { openWorkerPool } from '../pools/worker-pool.ts';
import { type Migration, readMigrations } from './files.ts';
import {
  acquireMigrationLock,
  inSessionTransaction,
  isConnectionLost,
  LOCK_RETRY_POLICY,
  type LockRetryPolicy,
  LockTimeoutError,
  MIGRATION_LOCK,
  type MigrationLog,
  type MigrationSession,
  withLockRetry,
} from './locks.ts';
import { applySteps } from './steps.ts';

const SILENT: MigrationLog = { info: () => {}, warn: () => {} };

/** Applies missing migrations and returns their names. */
export const migrate = async (
  sql: Sql,
  folder?: string,
  { log = SILENT, patience = LOCK_RETRY_POLICY }: { log?: MigrationLog; patience?: LockRetryPolicy } = {},
): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  const session = await sql.reserve();
  const migration_session: MigrationSession = { sql, session, log, patience };
  let lost = false;
  try {
    // Waiting for another process or rewriting a large table may take long.
    await session`set statement_timeout = 0`;
    await acquireMigrationLock(migration_session);
    await session`create table if not exists migrations (name text primary key, applied_at timestamptz not null default now(), checksum text not null)`;
    const applied = await session<Pick<Migration, 'name' | 'checksum'>[]>`select name, checksum from migrations order by name`;
    rejectUnknownMigrations(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.some((row) => row.name === name));
    for (const migration of missing) await (migration.steps ? applySteps : apply)(migration_session, migration);
    return missing.map(({ name }) => name);
  } catch (error) {
    if (isConnectionLost(error)) lost = true;
    throw error;
  } finally {
    // A lost connection has released its locks and would never respond.
    if (!lost) await releaseSession(session);
  }
};

/** The names of migrations that a database lacks. It may be any database; nothing is changed. */
export const listMissingMigrations = async (sql: Sql): Promise<string[]> => {
  const [{ is_there }] = await sql<[{ is_there: boolean }]>`select to_regclass('migrations') is not null as is_there`;
  const applied = is_there ? await sql<{ name: string }[]>`select name from migrations` : [];
  return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.some((row) => row.name === name));
};

/** Resets the session and returns it to the pool. */
const releaseSession = async (session: ReservedSql): Promise<void> => {
  await session`select pg_advisory_unlock_all()`.catch(() => {});
  await session`set lock_timeout = 0`.catch(() => {});
  await session.unsafe(sessionSql()).catch(() => {});
  session.release();
};

/** Whether any process is currently migrating the database, and not waiting for a lock. */
export const isMigrating = async (sql: Sql): Promise<boolean> => {
  const rows = await sql<{ is: boolean }[]>`
    select exists (
      select from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${MIGRATION_LOCK} and l.granted
        and l.database = (select oid from pg_database where datname = current_database())
        and a.state = 'active' and a.wait_event_type is distinct from 'Lock') as is`;
  return firstRow(rows).is;
};

const apply = async (migration_session: MigrationSession, { name, text, checksum }: Migration): Promise<void> => {
  const { session } = migration_session;
  try {
    await withLockRetry(migration_session, `Migration ${name}`, () =>
      inSessionTransaction(session, async () => {
        await session.unsafe(text);
        await session`insert into migrations (name, checksum) values (${name}, ${checksum})`;
      }),
    );
  } catch (cause) {
    if (cause instanceof LockTimeoutError || isConnectionLost(cause)) throw cause;
    throw new Error(`Migration ${name} failed and was undone: ${(cause as Error).message}`, { cause });
  }
};

/** Rejects a database with migrations that are unknown or different in this version. */
const rejectUnknownMigrations = (migrations: Migration[], applied: Pick<Migration, 'name' | 'checksum'>[]): void => {
  for (const { name, checksum } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known)
      throw new Error(
        `The database has migration ${name}, which this version does not know: a newer Launchweek wrote it. Run that version.`,
      );
    if (known.checksum !== checksum)
      throw new Error(`Migration ${name} was changed after it was applied. Put it back, and write the change as a new migration.`);
  }
};

/** Migrates our tables and graphile-worker's. */
export const prepareDatabase = async ({ sql, connection }: Pick<Database, 'sql' | 'connection'>, log?: MigrationLog): Promise<void> => {
  await migrate(sql, undefined, { log });
  await migrateJobs(connection.connectionString);
  await indexJobs(sql);
};

/** Migrates graphile-worker's tables, without a statement timeout. */
export const migrateJobs = async (database_url: string): Promise<void> => {
  const { pool, close } = openWorkerPool(database_url, { max: 1, settings: { statement_timeout: 0 }, onError: () => {} });
  await runMigrations({ pgPool: pool }).finally(close);
};

/** Serializes processes that start together. */
const INDEX_LOCK = 7_305_004;

const JOB_INDEXES: Record<string, string> = {
  // Lets a lane find its jobs without scanning thousands of jobs of another lane.
  jobs_by_task: '(task_id, priority, run_at) where is_available',
  // For retention: jobs that have failed permanently.
  jobs_by_run_at: '(run_at)',
};

const indexJobs = (sql: Sql): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${INDEX_LOCK})`;
    // Check first: `create index` would wait for all writers even if the index exists.
    const known = await tx<{ name: string }[]>`select indexname as name from pg_indexes where schemaname = 'graphile_worker'`;
    for (const [name, columns] of Object.entries(JOB_INDEXES))
      if (!known.some((index) => index.name === name)) await tx.unsafe(`create index ${name} on graphile_worker._private_jobs ${columns}`);
  });
