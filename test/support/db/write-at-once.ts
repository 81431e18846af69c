import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../src/db/open.ts';
import { until } from '../until.ts';

type Write = (tx: TransactionSql) => Promise<unknown>;

/**
 * Runs both in transactions of which neither sees the other, as far as locks let them: `other` begins after `one` has written, and commits
 * first unless it has to wait for `one`. `between` runs before `one` commits.
 */
export const writeAtOnce = async (sql: Sql, one: Write, other: Write, between = async () => {}): Promise<void> => {
  const second = Promise.withResolvers<void>();
  await sql.begin(async (tx) => {
    await one(tx);
    let is_done = false;
    const onDone = () => {
      is_done = true;
    };
    sql.begin(other).then(() => second.resolve(), second.reject);
    second.promise.then(onDone, onDone);
    const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
    const isBlocked = () => sql`select from pg_locks where not granted and ${pid} = any(pg_blocking_pids(pid))`;
    await until(async () => is_done || (await isBlocked()).length > 0);
    await between();
  });
  await second.promise;
};
