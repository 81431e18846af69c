import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../src/db/open.ts';
import { until } from '../until.ts';
import { findSession, isSessionAwaited } from './locks.ts';

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
    const session = await findSession(tx);
    await until(async () => is_done || (await isSessionAwaited(sql, session)));
    await between();
  });
  await second.promise;
};
