import pLimit from 'p-limit';
import { Refusal } from './errors.ts';

/** Runs at most `running` calls at a time, in their order, and refuses when `waiting` others are in the queue. */
export const limitConcurrency = (running: number, waiting: number, detail?: string) => {
  const limit = pLimit(running);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) throw new Refusal('not_ready', detail === undefined ? {} : { detail });
    return limit(work);
  };
};

/** Calls `work` for all items, at most `running` at a time. After a failure no more begin, those that run are awaited, and it is thrown. */
export const mapConcurrently = async <I, O>(running: number, items: I[], work: (item: I) => Promise<O>): Promise<O[]> => {
  const limit = pLimit(running);
  const failures: unknown[] = [];
  const results = items.map((item) =>
    limit(async () => (failures.length > 0 ? undefined : work(item))).catch((error) => {
      failures.push(error);
      return undefined;
    }),
  );
  const done = await Promise.all(results);
  if (failures.length > 0) throw failures[0];
  return done as O[];
};
