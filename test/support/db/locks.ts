import type { Sql } from '../../../src/db/open.ts';
import type { Db } from '../../../src/kernel/context.ts';
import { firstValue } from '../../../src/kernel/database.ts';

// pg_locks lists all databases of the server, and tables of databases copied from one template share their oids.

/** Whether a session of this database waits for a lock on the table. */
export const isTableAwaited = async (sql: Sql, table: string): Promise<boolean> =>
  (
    await sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.relation = ${table}::regclass and not l.granted`
  ).length > 0;

/** How many sessions of this database wait for a lock. */
export const countBlockedSessions = (sql: Sql): Promise<number> =>
  firstValue<number>(
    sql`select count(*)::int as sessions from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );

/** Whether anybody waits for a lock that a session holds. */
export const isSessionAwaited = async (sql: Db, pid: number): Promise<boolean> =>
  (await sql`select from pg_locks where not granted and ${pid} = any(pg_blocking_pids(pid))`).length > 0;

/** The process id of the session that a transaction runs in. */
export const findSession = (tx: Db): Promise<number> => firstValue<number>(tx`select pg_backend_pid() as pid`);

/** Whether a session of this database waits for an advisory lock. */
export const isAdvisoryLockAwaited = async (sql: Sql): Promise<boolean> =>
  (
    await sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
  ).length > 0;

/** Whether a session of this database holds an advisory lock of that class. */
export const isAdvisoryLockHeld = async (sql: Sql, classid: number): Promise<boolean> =>
  (
    await sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.classid = ${classid} and l.granted`
  ).length > 0;
