import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { limitConcurrency } from '../../src/kernel/concurrency.ts';

test('calls run in order, so many at a time, and are refused when the queue is full', async () => {
  let [running, max_running] = [0, 0];
  const finished: string[] = [];
  const runNext = limitConcurrency(2, 3, 'Too many.');
  const work = (name: string) => async () => {
    max_running = Math.max(max_running, ++running);
    await setImmediate();
    running--;
    finished.push(name);
    if (name === 'c') throw new Error('no');
  };
  const calls = ['a', 'b', 'c', 'd', 'e'].map((name) => runNext(work(name)));
  await expect(runNext(work('f'))).rejects.toMatchObject({ code: 'not_ready', detail: 'Too many.' });
  const results = await Promise.allSettled(calls);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect([finished, max_running]).toEqual([['a', 'b', 'c', 'd', 'e'], 2]);
  await runNext(work('g'));
});
