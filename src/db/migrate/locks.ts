import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservedSql } from 'postgres';
import { PlainError } from '../../kernel/errors.ts';
import type { Sql } from '../open.ts';

export interface MigrationLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/** How long a migration waits for a lock, and how often it retries. */
export interface LockRetryPolicy {
  lock_timeout_ms: number;
  attempts: number;
  /** Pause after the first attempt; grows up to thirty times. */
  pause_ms: number;
  /** Without a response to a trivial query for this long, the connection is lost. */
  answer_ms: number;
}

/** About ten minutes in total. Each wait is short, because every other query on the table waits behind it. */
export const LOCK_RETRY_POLICY: LockRetryPolicy = { lock_timeout_ms: 3000, attempts: 40, pause_ms: 500, answer_ms: 10_000 };

export interface MigrationSession {
  sql: Sql;
  session: ReservedSql;
  log: MigrationLog;
  patience: LockRetryPolicy;
}

interface Blocker {
  pid: number;
  application: string;
  state: string | null;
  since: string | null;
  query: string | null;
}

/** Serializes migrations of processes that start together, and restores. */
export const MIGRATION_LOCK = 7_305_003;

const describeBlocker = ({ pid, application, state, since, query }: Blocker): string => {
  const facts = [application || 'no name', state, since && `since ${since}`].filter(Boolean);
  return `process ${pid} (${facts.join(', ')})${query ? `: "${query}"` : ''}`;
};

const describeBlockers = (blockers: Blocker[]): string => blockers.map(describeBlocker).join('; ') || 'somebody';

const blockersOf = (sql: Sql, pid: number): Promise<Blocker[]> => sql<Blocker[]>`
  select a.pid, a.application_name as application, a.state, to_char(coalesce(a.xact_start, a.query_start), 'YYYY-MM-DD"T"HH24:MI:SSOF') as since,
    left(regexp_replace(a.query, '\\s+', ' ', 'g'), 120) as query
  from unnest(pg_blocking_pids(${pid})) b join pg_stat_activity a on a.pid = b`;

const POLL_EVERY_MS = 100;

/** Polls for blocking sessions while work runs. Needs a second connection. */
const watchBlockers = async <T>(
  { sql, session }: MigrationSession,
  work: () => Promise<T>,
  onBlocked: (blockers: Blocker[]) => void,
): Promise<T> => {
  if (sql.options.max < 2) return work();
  const [backend] = await session<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const finished = new AbortController();
  const watch = async (): Promise<void> => {
    while (!finished.signal.aborted) {
      await sleep(POLL_EVERY_MS, null, { signal: finished.signal }).catch(() => {});
      if (finished.signal.aborted) return;
      const blockers = await blockersOf(sql, backend!.pid).catch(() => []);
      if (blockers.length) onBlocked(blockers);
    }
  };
  const watch_result = watch();
  try {
    return await work();
  } finally {
    finished.abort();
    await watch_result;
  }
};

/** Whether the connection is lost; the database has rolled back what was not committed. */
export const isConnectionLost = (error: unknown): boolean =>
  /^(CONNECTION_\w+|CONNECT_TIMEOUT|57P0\d|08\d{3}|ECONN\w+|EPIPE)$/.test(String((error as { code?: string }).code));

export const inSessionTransaction = async <T>(session: ReservedSql, work: () => Promise<T>): Promise<T> => {
  await session`begin`;
  try {
    const result = await work();
    await session`commit`;
    return result;
  } catch (error) {
    if (!isConnectionLost(error)) await session`rollback`.catch(() => {});
    throw error;
  }
};

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const LONGEST_PAUSE = 30;

/** Exponential backoff with jitter. */
const pauseAfter = (attempt: number, { pause_ms }: LockRetryPolicy): number =>
  Math.min(pause_ms * 1.5 ** attempt, pause_ms * LONGEST_PAUSE) * (0.5 + Math.random());

export class LockTimeoutError extends PlainError {}

/** Sets lock_timeout. Also detects a lost connection, which the driver does not always report on a reserved session. */
const setLockTimeout = async ({ session, patience }: MigrationSession, ms: number): Promise<void> => {
  const finished = new AbortController();
  const timeout = sleep(patience.answer_ms, null, { signal: finished.signal }).then(() => {
    throw Object.assign(new Error('The connection to the database was lost.'), { code: 'CONNECTION_CLOSED' });
  });
  timeout.catch(() => {});
  await Promise.race([session`select set_config('lock_timeout', ${String(ms)}, false)`, timeout]).finally(() => finished.abort());
};

/** Runs work that needs locks: gives way to other sessions, retries many times, and finally reports who was in the way. */
export const withLockRetry = async <T>(
  migration_session: MigrationSession,
  label: string,
  work: () => Promise<T>,
  lock_timeout_ms?: number,
): Promise<T> => {
  const { log, patience } = migration_session;
  let blockers: Blocker[] = [];
  for (let attempt = 0; ; attempt++) {
    await setLockTimeout(migration_session, lock_timeout_ms ?? patience.lock_timeout_ms);
    try {
      return await watchBlockers(migration_session, work, (current) => {
        if (lock_timeout_ms && current[0]!.pid !== blockers[0]?.pid)
          log.info({ blockers: current }, `${label} waits for ${describeBlockers(current)}.`);
        blockers = current;
      });
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error;
      if (attempt + 1 >= patience.attempts)
        throw new LockTimeoutError(
          `${label} could not get its locks in ${patience.attempts} tries and changed nothing. In its way: ${describeBlockers(blockers)}. End that, or try again when less is going on.`,
          { cause: error },
        );
      const pause_ms = Math.round(pauseAfter(attempt, patience));
      log.warn({ blockers, attempt: attempt + 1, pause_ms }, `${label} gave way to ${describeBlockers(blockers)} and tries again.`);
      await sleep(pause_ms);
    }
  }
};

const LOG_EVERY_MS = 10_000;
const FIRST_LOG_MS = 1000;

/** Waits until no other process migrates or restores, and logs who does. */
export const acquireMigrationLock = async ({ session, log }: MigrationSession): Promise<void> => {
  let log_at = performance.now() + FIRST_LOG_MS;
  for (let pause_ms = 20; ; pause_ms = Math.min(pause_ms * 1.5, 500)) {
    const [row] = await session<{ ours: boolean }[]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as ours`;
    if (row!.ours) return;
    if (performance.now() > log_at) {
      log_at = performance.now() + LOG_EVERY_MS;
      const holders = await session<Blocker[]>`
        select a.pid, a.application_name as application, a.state, to_char(a.backend_start, 'YYYY-MM-DD"T"HH24:MI:SSOF') as since, null as query
        from pg_locks l join pg_stat_activity a using (pid) join pg_database d on d.oid = l.database and d.datname = current_database()
        where l.locktype = 'advisory' and l.classid = 0 and l.objid = ${MIGRATION_LOCK} and l.objsubid = 1 and l.granted`;
      log.info({ holders }, `Waits for another process that migrates the database: ${describeBlockers(holders)}.`);
    }
    await sleep(pause_ms);
  }
};
