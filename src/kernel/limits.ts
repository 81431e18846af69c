import type { Clock } from './clock.ts';
import type { Db } from './database.ts';

/** So many in so many seconds. */
export interface Limit {
  name: string;
  limit: number;
  window_seconds: number;
}

export interface LimitLeft extends Limit {
  remaining: number;
  /** Seconds until the window ends. */
  resets_in: number;
}

export interface Limits {
  /** Takes one, and says what is left; `granted` is false when there was none to take. */
  take(who: string, limit: Limit): Promise<LimitLeft & { granted: boolean }>;
  /** What is left, taking nothing. */
  left(who: string, limit: Limit): Promise<LimitLeft>;
}

interface Share {
  window: number;
  /** Taken from the common store and not used yet. */
  held: number;
  /** What the store still had when it was last asked. */
  beyond: number;
}

/** A share of the whole is fetched at a time, smaller the less there is: most requests cost no query, and the last ones are shared out singly. */
const shareOf = (limit: number, beyond: number): number => Math.max(1, Math.min(Math.ceil(limit / 10), Math.floor(beyond / 4)));

/** Windows one process remembers; the oldest are forgotten first, at the cost of the shares they hold. */
const MOST_REMEMBERED = 50_000;

/** Limits counted in PostgreSQL, so that all processes share one; never more than the limit is granted, whoever asks at once. */
export const sharedLimits = (sql: Db, clock: Clock): Limits => {
  const shares = new Map<string, Share>();
  const asking = new Map<string, Promise<void>>();

  const windowOf = ({ window_seconds }: Limit): number => Math.floor(clock.now().getTime() / 1000 / window_seconds) * window_seconds;

  const current = (key: string, limit: Limit): Share => {
    const window = windowOf(limit);
    let share = shares.get(key);
    if (!share || share.window !== window) {
      share = { window, held: 0, beyond: limit.limit };
      shares.delete(key);
      shares.set(key, share);
      if (shares.size > MOST_REMEMBERED) shares.delete(shares.keys().next().value!);
    }
    return share;
  };

  const fetchShare = async (key: string, limit: Limit, share: Share): Promise<void> => {
    const wanted = shareOf(limit.limit, share.beyond);
    const [row] = await sql<{ taken: number }[]>`
      insert into limits_taken as t (who, window_begins, taken) values (${key}, to_timestamp(${share.window}), ${wanted})
      on conflict (who, window_begins) do update set taken = least(t.taken, ${limit.limit}) + excluded.taken returning taken`;
    const before = row!.taken - wanted;
    share.held += Math.max(0, Math.min(wanted, limit.limit - before));
    share.beyond = Math.max(0, limit.limit - row!.taken);
  };

  const saying = (limit: Limit, share: Share): LimitLeft => ({
    ...limit,
    remaining: share.held + share.beyond,
    resets_in: Math.max(1, Math.ceil(share.window + limit.window_seconds - clock.now().getTime() / 1000)),
  });

  return {
    async take(who, limit) {
      const key = `${limit.name}:${who}`;
      const share = current(key, limit);
      while (share.held === 0 && share.beyond > 0) {
        // Those who wait together fetch together.
        const under_way = asking.get(key) ?? fetchShare(key, limit, share).finally(() => asking.delete(key));
        asking.set(key, under_way);
        await under_way;
      }
      const granted = share.held > 0;
      if (granted) share.held -= 1;
      return { ...saying(limit, share), granted };
    },
    async left(who, limit) {
      const key = `${limit.name}:${who}`;
      const share = current(key, limit);
      const [row] = await sql<
        { taken: number }[]
      >`select taken from limits_taken where who = ${key} and window_begins = to_timestamp(${share.window})`;
      share.beyond = Math.max(0, limit.limit - (row?.taken ?? 0));
      return saying(limit, share);
    },
  };
};

/** For benchmarks: RATE_LIMIT=off. */
export const noLimits: Limits = {
  take: async (_who, limit) => ({ ...limit, remaining: limit.limit, resets_in: limit.window_seconds, granted: true }),
  left: async (_who, limit) => ({ ...limit, remaining: limit.limit, resets_in: limit.window_seconds }),
};

/** Forgets windows that ended long ago. */
export const forgetOldLimits = (sql: Db, now: Date) =>
  sql`delete from limits_taken where window_begins < ${new Date(now.getTime() - 2 * 3_600_000)}`;
