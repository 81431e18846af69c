import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
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
  const waits = 1000;
  const thread = new Worker(new URL('../../support/changes/repeat-waits.ts', import.meta.url), {
    workerData: { url: database.url, waits },
  });
  const [left] = (await once(thread, 'message')) as [{ promises: number; listeners: number }];
  await once(thread, 'exit');
  expect(left.listeners).toBe(0);
  // The rest of the thread makes some, too, but not one for each wait.
  expect(left.promises).toBeLessThan(waits);
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
