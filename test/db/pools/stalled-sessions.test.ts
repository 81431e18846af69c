import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../../src/db/open.ts';
import { endStalledSessions } from '../../../src/db/pools/worker-heartbeat.ts';
import { batchCalls } from '../../../src/kernel/batching.ts';
import { endStalledLedgerSessions, lockLedger } from '../../../src/modules/votes/queries.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { isAdvisoryLockHeld } from '../../support/db/locks.ts';
import { type StallingProxy, startStallingProxy } from '../../support/db/stalling-proxy.ts';
import { until } from '../../support/until.ts';

const SITE = 1;
let database: TestDatabase;
let proxy: StallingProxy;
let stopped: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startStallingProxy(database.url);
  stopped = connect(proxy.url, 2);
});
afterAll(async () => {
  await Promise.all([stopped.end({ timeout: 0 }), proxy.close()]);
  await database.drop();
});

const holdsLedger = () => isAdvisoryLockHeld(database.sql, 7305008);

/** A transaction that holds the ledger lock and whose process stops in the middle of its next statement. */
const stopInside = (word: string) => {
  proxy.stallAt(word);
  const outcome = stopped
    .begin(async (tx) => {
      await lockLedger(tx, SITE);
      await tx`select ${word}::text`;
    })
    .then(
      () => 'kept',
      () => 'lost',
    );
  return until(async () => proxy.isStalled()).then(() => ({ outcome }));
};

test('an idle transaction loses the ledger lock and gets an error; the waiting one gets it', async () => {
  const idle = database.sql.begin(async (tx) => {
    await lockLedger(tx, SITE);
    await database.sql.begin((other) => lockLedger(other, SITE));
    await tx`select 1`;
  });
  await expect(idle).rejects.toThrow();
  expect(await holdsLedger()).toBe(false);
});

test('a process suspended inside a statement loses the ledger lock, and finds out when it continues', async () => {
  const { outcome } = await stopInside('inside-a-vote');
  expect(await holdsLedger()).toBe(true);
  await until(() => endStalledLedgerSessions(database.sql, SITE));
  expect(await holdsLedger()).toBe(false);
  proxy.resume();
  expect(await outcome).toBe('lost');
});

test('workers terminate such stalled sessions, and no others', async () => {
  const { outcome } = await stopInside('inside-a-job');
  const working = database.sql`select pg_sleep(2)`.execute();
  await until(async () => {
    await endStalledSessions(database.sql, 0.5);
    return !(await holdsLedger());
  });
  await working;
  proxy.resume();
  expect(await outcome).toBe('lost');
});

test('an error that would fail the next batch fails all waiting calls at once', async () => {
  const batches: number[][] = [];
  const take = batchCalls<number, number>({
    max: 2,
    keyOf: String,
    mayBeOneItem: () => true,
    isFatal: (error) => (error as Error).message === 'away',
    work: async (items) => {
      batches.push(items);
      await new Promise((resolve) => setImmediate(resolve));
      if (batches.length === 1) throw new Error('away');
      return items;
    },
  });
  const asked = await Promise.allSettled([1, 2, 3, 4, 5].map(take));
  expect(asked.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(batches).toEqual([[1]]);
  expect(await take(6)).toBe(6);
});
