import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is so, and gives it; asks every 20 ms, for a minute at most. */
export const until = async <T>(ask: () => Promise<T | null | false | undefined>, most_ms = 60_000): Promise<T> => {
  const end = performance.now() + most_ms;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > end) throw new Error(`Not so after ${most_ms} ms: ${ask}`);
    await sleep(20);
  }
};
