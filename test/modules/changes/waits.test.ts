import { getEventListeners } from 'node:events';
import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ChangeWaits } from '../../../src/modules/changes/waits.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

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
  const waitOften = async () => {
    for (let waited = 0; waited < 300; waited++) await waiter.wait(version, 0, signal);
    return queryObjects(Promise, { format: 'count' });
  };
  const promises = await waitOften();
  expect((await waitOften()) - promises).toBeLessThan(100);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
