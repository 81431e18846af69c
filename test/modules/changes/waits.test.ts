import { getEventListeners } from 'node:events';
import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/db/open.ts';
import { ChangeWaits } from '../../../src/modules/changes/waits.ts';
import { createTestDatabase, onDatabase, type TestDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a wait that is over leaves nothing behind, also while nobody disconnects and nothing changes', async () => {
  const waiter = await new ChangeWaits(database.sql).enter(1, 'a');
  onTestFinished(waiter.leave);
  const { signal } = new AbortController();
  const version = waiter.version();
  const waits = 1000;
  const waitOften = async () => {
    for (let waited = 0; waited < waits; waited++) await waiter.wait(version, 0, signal);
    return queryObjects(Promise, { format: 'count' });
  };
  const promises = await waitOften();
  // The rest of the process makes some, too, but not one for each wait.
  expect((await waitOften()) - promises).toBeLessThan(waits);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a part of the process that watches listens later if it could not at first', async () => {
  const { url } = database;
  const sql = connect(url, 1);
  onTestFinished(() => sql.end({ timeout: 1 }));
  const admin = connect(onDatabase(url, 'postgres'), 1);
  onTestFinished(() => admin.end());
  const name = new URL(url).pathname.slice(1);
  const countListening = async () => (await admin`select from pg_stat_activity where datname = ${name} and query like 'listen%'`).length;
  const before = await countListening();
  await sql`select`;
  await admin`alter database ${admin(name)} with allow_connections false`;
  const waits = new ChangeWaits(sql);
  onTestFinished(() => waits.close());
  const watch = waits.watch(1);
  const version = watch.version();
  expect(await watch.wait(version, 500, new AbortController().signal)).toBe(false);
  await admin`alter database ${admin(name)} with allow_connections true`;
  await until(async () => (await countListening()) > before, 20_000);
});
