import { type Db, findValue, firstRow, isReadOnly, isUnreachable } from './database.ts';
import { counter } from './metrics.ts';

/** A span of time in which a limit is counted, in seconds since 1970. */
export interface LimitWindow {
  begins: number;
  seconds: number;
}

/** Where all processes count their limits together. */
export interface LimitStore {
  name: string;
  /** Adds an amount to what was taken in a window, and returns the sum. What is over the limit is not remembered. */
  add(key: string, window: LimitWindow, amount: number, limit: number): Promise<number>;
  /** What was taken in a window. */
  find(key: string, window: LimitWindow): Promise<number>;
  /** Whether an error means that it cannot count now, so that each process counts by itself. */
  isAway(error: unknown): boolean;
}

/** Thrown while a store cannot count. */
export class StoreUnavailable extends Error {}

/** Counts in PostgreSQL. `isDown` says that it is known not to answer, so that nobody waits for it. */
export const postgresLimitStore = (sql: Db, isDown = () => false): LimitStore => ({
  name: 'postgresql',
  async add(key, { begins, seconds }, amount, limit) {
    if (isDown()) throw new StoreUnavailable();
    const rows = await sql<{ taken: number }[]>`
      insert into limits_taken as t (who, window_begins, window_ends, taken)
      values (${key}, to_timestamp(${begins}), to_timestamp(${begins + seconds}), ${amount})
      on conflict (who, window_begins) do update set taken = least(t.taken, ${limit}) + excluded.taken returning taken`;
    return firstRow(rows).taken;
  },
  find: async (key, { begins }) =>
    (await findValue<number>(sql`select taken from limits_taken where who = ${key} and window_begins = to_timestamp(${begins})`)) ?? 0,
  isAway: (error) => isReadOnly(error) || isUnreachable(error) || isDown(),
});

interface StoreLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

const alone = counter(
  'limits_counted_alone_total',
  'Times that a process counted a limit by itself because the store of limits could not be reached, by store.',
  ['store'],
);

/** How long a store that is away is left alone. */
const RETRY_MS = 1000;

/** A store that never makes a request wait for long: while it is away, one request a second tries it, and all others get `StoreUnavailable`. */
export const guardStore = (store: LimitStore, log: StoreLog | null = null): LimitStore => {
  const { name } = store;
  let is_away = false;
  let is_trying = false;
  let retry_at = 0;
  const attempt = async <T>(count: () => Promise<T>): Promise<T> => {
    if (is_away && (is_trying || performance.now() < retry_at)) {
      alone.inc({ store: name });
      throw new StoreUnavailable();
    }
    is_trying = true;
    try {
      const counted = await count();
      if (is_away) log?.info({ store: name }, 'limits are counted together again');
      is_away = false;
      return counted;
    } catch (error) {
      if (!store.isAway(error)) throw error;
      if (!is_away) log?.warn({ err: error, store: name }, 'limits cannot be counted together: this process counts by itself');
      is_away = true;
      retry_at = performance.now() + RETRY_MS;
      alone.inc({ store: name });
      throw new StoreUnavailable();
    } finally {
      is_trying = false;
    }
  };
  return {
    name,
    add: (...args) => attempt(() => store.add(...args)),
    find: (...args) => attempt(() => store.find(...args)),
    isAway: (error) => error instanceof StoreUnavailable,
  };
};
