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
