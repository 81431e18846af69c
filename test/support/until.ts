import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until there is a value, for at most a minute: every 20 ms at first, and every 100 ms after some seconds. */
export const until = async <T>(ask: () => Promise<T | null | false | undefined>, most_ms = 60_000): Promise<T> => {
  const start = performance.now();
  for (;;) {
    const found = await ask();
    if (found) return found;
    const waited_ms = performance.now() - start;
    if (waited_ms > most_ms) throw new Error(`Not so after ${most_ms} ms: ${ask}`);
    await sleep(Math.min(20 + waited_ms / 50, 100));
  }
};
