import { setTimeout as sleep } from 'node:timers/promises';

/** Polls every 20 ms until there is a value, for at most a minute. */
export const until = async <T>(ask: () => Promise<T | null | false | undefined>, most_ms = 60_000): Promise<T> => {
  const end = performance.now() + most_ms;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > end) throw new Error(`Not so after ${most_ms} ms: ${ask}`);
    await sleep(20);
  }
};
