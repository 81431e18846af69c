import { getEventListeners } from 'node:events';
import { queryObjects } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../../../src/db/open.ts';
import { ChangeWaits } from '../../../src/modules/changes/waits.ts';

/** A thread that waits many times for nothing, twice, and says what the second time left behind. Counting objects takes as long as the heap is large. */
const { url, waits } = workerData as { url: string; waits: number };
const sql = connect(url, 1);
const waiter = await new ChangeWaits(sql).enter(1, 'a');
const { signal } = new AbortController();
const version = waiter.version();

const waitOften = async (): Promise<number> => {
  for (let waited = 0; waited < waits; waited++) await waiter.wait(version, 0, signal);
  return queryObjects(Promise, { format: 'count' });
};
const before = await waitOften();
const promises = (await waitOften()) - before;
parentPort!.postMessage({ promises, listeners: getEventListeners(signal, 'abort').length });
waiter.leave();
await sql.end({ timeout: 1 });
