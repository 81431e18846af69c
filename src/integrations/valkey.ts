import { once } from 'node:events';
import type { LimitStore } from '../kernel/limit-store.ts';

/** A request waits at most this long for a count. */
const TIMEOUT_MS = 500;
const MAX_RECONNECT_MS = 1000;

/** Adds to what was taken, as in PostgreSQL. A window is forgotten some time after it ended. */
const ADD = `local taken = math.min(tonumber(redis.call('GET', KEYS[1]) or '0'), tonumber(ARGV[2])) + tonumber(ARGV[1])
redis.call('SET', KEYS[1], taken, 'EX', ARGV[3])
return taken`;

/** Connections to Valkey, or to a Redis of the same protocol, and the limits that are counted there. */
export interface Valkey {
  limits: LimitStore;
  /** Throws if it does not answer. */
  ping(): Promise<void>;
  close(): void;
}

/** Opens a connection, which is opened again by itself. It is not waited for: while there is none, counting fails at once. */
export const openValkey = async (url: string): Promise<Valkey> => {
  // Loaded only where it is used: most installations count in PostgreSQL.
  const { Redis } = await import('iovalkey');
  const client = new Redis(url, {
    commandTimeout: TIMEOUT_MS,
    connectTimeout: 5 * TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * 2 ** times, MAX_RECONNECT_MS),
    connectionName: 'launchweek',
    scripts: { addToLimit: { lua: ADD, numberOfKeys: 1 } },
  });
  // Every command reports its own error; this is for those of the connection alone.
  let last_error: Error | null = null;
  client.on('error', (error) => {
    last_error = error;
  });
  const { addToLimit } = client as unknown as {
    addToLimit(key: string, amount: number, limit: number, seconds: number): Promise<number>;
  };
  const nameKey = (key: string, begins: number) => `launchweek:limits:${begins}:${key}`;
  return {
    limits: {
      name: 'valkey',
      // A process whose clock is behind may still count in a window that is over.
      add: (key, { begins, seconds }, amount, limit) => addToLimit.call(client, nameKey(key, begins), amount, limit, 2 * seconds),
      find: async (key, { begins }) => Number((await client.get(nameKey(key, begins))) ?? 0),
      isAway: () => true,
    },
    async ping() {
      if (client.status !== 'ready')
        await Promise.race([
          once(client, 'ready'),
          once(client, 'close').then(() => Promise.reject(last_error ?? new Error('It does not answer.'))),
        ]);
      await client.ping();
    },
    close: () => client.disconnect(),
  };
};
