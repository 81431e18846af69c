import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** A worker thread that requests /healthz every 20 ms until it gets a message, and then reports the response times. */
export interface Watched {
  waits: number[];
  /** Memory of the process in bytes. */
  memory: number[];
}

const watched: Watched = { waits: [], memory: [] };
let over = false;
parentPort!.once('message', () => {
  over = true;
});
// The first request loads the HTTP client.
await fetch(`${workerData}/healthz`).then((reply) => reply.text());
while (!over) {
  const from = performance.now();
  const reply = await fetch(`${workerData}/healthz`).catch(() => null);
  // The process has exited; its starter knows.
  if (!reply) break;
  const { resident_bytes } = (await reply.json()) as { resident_bytes: number };
  watched.waits.push(performance.now() - from);
  if (performance.now() - from > 100)
    console.log(`/healthz took ${(performance.now() - from).toFixed(0)} ms, ${(from / 1000).toFixed(1)} s after the start`);
  watched.memory.push(resident_bytes);
  await sleep(20);
}
parentPort!.postMessage(watched);
