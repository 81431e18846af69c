import type { Sql } from 'postgres';
import { Admission, type AdmissionLimits, type Use } from './admission.ts';

/** The parts of a postgres.js query that we use. It runs when its handler is called. */
export interface DriverQuery {
  strings: object;
  args: unknown[];
  options: object;
  isRaw?: unknown;
  handler(query: DriverQuery): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  cursorFn?: unknown;
}

type Work = (sql: Sql) => unknown;

const isTemplate = (strings: unknown): boolean => Array.isArray((strings as { raw?: unknown }).raw);

/** Calls `settle` when a query is finished, before its caller continues. */
const watchQuery = (query: DriverQuery, settle: (error: unknown) => void): void => {
  const { resolve, reject } = query;
  query.resolve = (result) => {
    settle(null);
    resolve(result);
  };
  query.reject = (error) => {
    settle(error);
    reject(error);
  };
};

/** Passes every query to `intercept` before it runs. Fragments of other queries never run. */
export const interceptQueries = <S extends object>(
  target: S,
  current: () => S,
  intercept: (query: DriverQuery) => void,
  own: Record<string, unknown> = {},
): S =>
  new Proxy(target, {
    apply(_target, self, args) {
      const query = Reflect.apply(current() as never, self, args) as DriverQuery;
      if (isTemplate(args[0])) intercept(query);
      return query;
    },
    get(_target, name) {
      if (typeof name === 'string' && Object.hasOwn(own, name)) return own[name];
      const value = Reflect.get(current(), name) as unknown;
      if (name !== 'unsafe') return value;
      return (...args: unknown[]) => {
        const query = (value as (...args: unknown[]) => DriverQuery)(...args);
        intercept(query);
        return query;
      };
    },
  });

/** The handler that sends queries to this pool. It is taken from a query that never runs. */
const handlerOf = (sql: Sql): DriverQuery['handler'] => (sql`select 1` as unknown as DriverQuery).handler;

/**
 * A pool with timeouts for waiting for a connection and for a response. postgres.js has neither, and when all connections are busy it
 * pipelines a query behind another one, whatever that one waits for. Here `Admission` decides how many run; the others wait in its
 * queue. When the server has not responded for `answer_ms`, or statements that wait for a lock have taken all connections, a new pool
 * takes over. The old one finishes what it can: the kernel detects a dead connection only after a quarter of an hour.
 */
export const guardPool = (name: string, open: () => Sql, limits: AdmissionLimits): Sql => {
  let pool = open();
  let send = handlerOf(pool);
  const retired = new Set<Promise<void>>();
  const renew = () => {
    const ended: Promise<void> = pool.end({ timeout: limits.answer_ms / 1000 }).finally(() => retired.delete(ended));
    retired.add(ended);
    pool = open();
    send = handlerOf(pool);
  };
  const admission = new Admission(name, limits, renew);

  const interceptStatement = (query: DriverQuery): void => {
    query.handler = () => {
      // A cursor gets several responses, and has its own connection anyway.
      if (query.cursorFn) return send(query);
      const use: Use = { statement: query.strings, since: 0, start: () => send(query), fail: (error) => query.reject(error) };
      watchQuery(query, (error) => admission.leave(use, error));
      admission.enter(use);
    };
  };

  /** A transaction waits for a response while one of its statements, or its commit or rollback, is running. */
  const runTransaction = (options: string, work: Work): Promise<unknown> =>
    new Promise((resolve, reject) => {
      let pending = 0;
      const use: Use = { statement: null, since: 0, start: () => void run(), fail: reject };
      const onSent = () => {
        pending += 1;
        use.since = performance.now();
      };
      const onAnswered = () => {
        pending -= 1;
        use.since = pending > 0 ? use.since : null;
      };
      const interceptInside = (query: DriverQuery): void => {
        const { handler } = query;
        query.handler = () => {
          onSent();
          watchQuery(query, onAnswered);
          return handler(query);
        };
      };
      const run = async () => {
        pending = 1;
        try {
          const result = await pool.begin(options, async (tx) => {
            onAnswered();
            try {
              return await work(interceptQueries(tx, () => tx, interceptInside) as unknown as Sql);
            } finally {
              // For the commit or rollback that follows.
              onSent();
            }
          });
          admission.leave(use, null);
          resolve(result);
        } catch (error) {
          admission.leave(use, error);
          reject(error);
        }
      };
      admission.enter(use);
    });

  const begin = (options: string | Work, work?: Work) =>
    typeof options === 'string' ? runTransaction(options, work!) : runTransaction('', options);
  const end = async (options?: { timeout?: number }) => {
    admission.close();
    await Promise.all([pool.end(options), ...retired]);
  };
  return interceptQueries(pool, () => pool, interceptStatement, { begin, end });
};

interface PoolSettings extends AdmissionLimits {
  /** PostgreSQL timeouts in milliseconds for every connection of the pool. */
  settings: { statement_timeout: number; lock_timeout: number; idle_in_transaction_session_timeout: number };
}

/**
 * The pools of a process. They are separate so that work that waits for a lock cannot take the connections of other work. `answer_ms`
 * is longer than the server's timeouts: it is reached only if the server does not respond at all.
 */
export const POOLS = {
  /** Pages, operations and forms. */
  requests: {
    connections: 10,
    transactions: 6,
    slow: 3,
    wait_ms: 5000,
    answer_ms: 13_000,
    settings: { statement_timeout: 10_000, lock_timeout: 3000, idle_in_transaction_session_timeout: 10_000 },
  },
  /** What every request needs first: site, caller, rate limits. */
  sessions: {
    connections: 3,
    transactions: 2,
    slow: 1,
    wait_ms: 3000,
    answer_ms: 6000,
    settings: { statement_timeout: 5000, lock_timeout: 1000, idle_in_transaction_session_timeout: 5000 },
  },
  /** Public reads on one replica. What it cannot answer in time is read from the primary, so it gets less time. */
  replica: {
    connections: 10,
    transactions: 1,
    slow: 3,
    wait_ms: 3000,
    answer_ms: 6000,
    settings: { statement_timeout: 5000, lock_timeout: 1000, idle_in_transaction_session_timeout: 5000 },
  },
  health: {
    connections: 1,
    transactions: 1,
    slow: 1,
    wait_ms: 2000,
    answer_ms: 3000,
    settings: { statement_timeout: 2000, lock_timeout: 1000, idle_in_transaction_session_timeout: 5000 },
  },
  /** Jobs can wait, and are retried. */
  jobs: {
    connections: 6,
    transactions: 5,
    slow: 4,
    wait_ms: 60_000,
    answer_ms: 40_000,
    settings: { statement_timeout: 30_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 30_000 },
  },
} as const satisfies Record<string, PoolSettings>;

export type PoolName = keyof typeof POOLS;
