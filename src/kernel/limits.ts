import type { Db } from './database.ts';
import { type LimitStore, postgresLimitStore } from './limit-store.ts';
import { counter } from './metrics.ts';
import type { Clock } from './time/clock.ts';

export interface Limit {
  name: string;
  limit: number;
  window_seconds: number;
  /** Granted by each process per window before it asks the store. The total may slightly exceed the limit. */
  local?: number;
}

export interface LimitLeft extends Limit {
  remaining: number;
  /** Seconds until the window ends. */
  resets_in: number;
}

export interface Taken extends LimitLeft {
  granted: boolean;
}

export interface Limits {
  /**
   * Takes one, or `cost`, and returns what is left: at once if this process holds enough, otherwise after a query.
   * `granted` is false when too little was left; then nothing is taken.
   */
  take(who: string, limit: Limit, cost?: number): Taken | Promise<Taken>;
  left(who: string, limit: Limit): Promise<LimitLeft>;
}

const refusals = counter('rate_limit_refusals_total', 'Requests and acts refused because a limit was used up, by limit.', ['limit']);

interface Share {
  window: number;
  /** Taken from the store and not used yet. */
  held: number;
  /** What was left in the store at the last query. */
  beyond: number;
  /** Granted locally and not counted in the store yet. */
  uncounted: number;
}

/** Processes take a share at a time, smaller as less is left: most requests cost no query, and the last ones are taken singly. */
const shareOf = (limit: number, beyond: number): number => Math.max(1, Math.min(Math.ceil(limit / 10), Math.floor(beyond / 4)));

/** Windows that one process keeps. The oldest are dropped first, and their unused shares with them. */
const MAX_WINDOWS = 50_000;

const windowAt = ({ window_seconds }: Limit, now: Date): number => Math.floor(now.getTime() / 1000 / window_seconds) * window_seconds;

const secondsLeft = ({ window_seconds }: Limit, window: number, now: Date): number =>
  Math.max(1, Math.ceil(window + window_seconds - now.getTime() / 1000));

/** Rate limits counted in a store that all processes share. Concurrent requests never get more than the limit. */
export const limitsIn = (store: LimitStore, clock: Clock): Limits => {
  const shares = new Map<string, Share>();
  const pending = new Map<string, Promise<void>>();

  const current = (key: string, limit: Limit, now: Date): Share => {
    const window = windowAt(limit, now);
    let share = shares.get(key);
    if (!share || share.window !== window) {
      const uncounted = Math.min(limit.local ?? 0, limit.limit);
      share = { window, held: uncounted, beyond: limit.limit - uncounted, uncounted };
      shares.delete(key);
      shares.set(key, share);
      if (shares.size > MAX_WINDOWS) shares.delete(shares.keys().next().value!);
    }
    return share;
  };

  const fetchShare = async (key: string, limit: Limit, share: Share, cost: number): Promise<void> => {
    const { uncounted } = share;
    const amount = uncounted + Math.max(cost - share.held, shareOf(limit.limit, share.beyond));
    const window = { begins: share.window, seconds: limit.window_seconds };
    const taken = await store.add(key, window, amount, limit.limit).catch((error) => {
      // This process counts alone until the store is back.
      if (!store.isAway(error)) throw error;
      return limit.limit - share.beyond - uncounted + amount;
    });
    const before = taken - amount;
    share.held += Math.max(0, Math.min(amount, limit.limit - before) - uncounted);
    share.beyond = Math.max(0, limit.limit - taken);
    share.uncounted -= uncounted;
  };

  // Written out: copying a limit takes longer than counting it.
  const describe = (limit: Limit, { window, held, beyond }: Share, now: Date, granted: boolean): Taken => ({
    name: limit.name,
    limit: limit.limit,
    window_seconds: limit.window_seconds,
    remaining: held + beyond,
    resets_in: secondsLeft(limit, window, now),
    granted,
  });

  const takeFromShare = (limit: Limit, share: Share, cost: number, now: Date): Taken => {
    const granted = share.held >= cost;
    if (granted) share.held -= cost;
    else refusals.inc({ limit: limit.name });
    return describe(limit, share, now, granted);
  };

  const takeAfterQuery = async (key: string, limit: Limit, share: Share, cost: number): Promise<Taken> => {
    while (share.held < cost && share.beyond > 0) {
      // Concurrent requests share one query.
      const fetching = pending.get(key) ?? fetchShare(key, limit, share, cost).finally(() => pending.delete(key));
      pending.set(key, fetching);
      await fetching;
    }
    return takeFromShare(limit, share, cost, clock.now());
  };

  return {
    take(who, limit, cost = 1) {
      const key = `${limit.name}:${who}`;
      const now = clock.now();
      const share = current(key, limit, now);
      const needs_query = share.held < cost && share.beyond > 0;
      return needs_query ? takeAfterQuery(key, limit, share, cost) : takeFromShare(limit, share, cost, now);
    },
    async left(who, limit) {
      const key = `${limit.name}:${who}`;
      const share = current(key, limit, clock.now());
      const taken = await store.find(key, { begins: share.window, seconds: limit.window_seconds }).catch((error) => {
        if (!store.isAway(error)) throw error;
        return limit.limit - share.beyond;
      });
      share.beyond = Math.max(0, limit.limit - taken);
      const { granted: _, ...left } = describe(limit, share, clock.now(), true);
      return left;
    },
  };
};

/** The same in PostgreSQL. */
export const sharedLimits = (sql: Db, clock: Clock): Limits => limitsIn(postgresLimitStore(sql), clock);

/** For benchmarks: RATE_LIMIT=off. */
export const noLimits: Limits = {
  take: (_who, limit) => ({ ...limit, remaining: limit.limit, resets_in: limit.window_seconds, granted: true }),
  left: async (_who, limit) => ({ ...limit, remaining: limit.limit, resets_in: limit.window_seconds }),
};

/** Counts an attempt if the window's limit allows it. It is atomic in the database, so two processes cannot both take the last one. */
export const takeAttempt = async (sql: Db, who: string, limit: Limit, now: Date): Promise<Taken> => {
  const window = windowAt(limit, now);
  const [row] = await sql<{ taken: number }[]>`
    insert into limits_taken as t (who, window_begins, window_ends, taken)
    values (${`${limit.name}:${who}`}, to_timestamp(${window}), to_timestamp(${window + limit.window_seconds}), 1)
    on conflict (who, window_begins) do update set taken = t.taken + 1 where t.taken < ${limit.limit} returning taken`;
  const remaining = row ? limit.limit - row.taken : 0;
  return { ...limit, granted: row !== undefined, remaining, resets_in: secondsLeft(limit, window, now) };
};

/** Refunds attempts that were successful. */
export const refundAttempts = (sql: Db, whos: string[], limit: Limit, now: Date) => sql`
  update limits_taken set taken = taken - 1 where who = any(${whos.map((who) => `${limit.name}:${who}`)}::text[]) and taken > 0
    and window_begins = to_timestamp(${windowAt(limit, now)})`;
