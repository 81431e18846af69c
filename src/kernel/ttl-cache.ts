import { LRUCache } from 'lru-cache';

/** Caches one value for a time. Concurrent callers share one load; failures are not cached. */
export const ttlValue = <T>(ttl_ms: number, load: () => Promise<T>): (() => Promise<T>) => {
  const cache = ttlCache<T>({ ttl_ms });
  return () => cache.get('', load);
};

interface TtlCacheOptions<T> {
  ttl_ms: number;
  /** Maximum of all sizes. By default each value has the size 1. */
  max_size?: number;
  /** The size of a value, such as its bytes; null if it must not be cached. */
  sizeOf?(value: T, key: string): number | null;
  /** The TTL begins when the value is there, for loads that wait in a queue. By default it begins with the load. */
  from_value?: boolean;
  now?: () => number;
}

/** The same for many keys. The least recently used are evicted first. */
export const ttlCache = <T>({ ttl_ms, max_size = 10_000, sizeOf = () => 1, from_value = false, now }: TtlCacheOptions<T>) => {
  const perf = now && { now };
  const entries = new LRUCache<string, Promise<T>>({ maxSize: max_size, ttl: ttl_ms, ttlResolution: 0, perf });
  const settle = (key: string, loading: Promise<T>, size: number | null): void => {
    // It may have expired meanwhile, and a newer entry taken its place.
    if (entries.peek(key) !== loading) return;
    if (size === null) entries.delete(key);
    // A size is only changed together with the value: hence another promise.
    else if (from_value) entries.set(key, loading.then(), { size, ttl: ttl_ms });
    else if (size > 1) entries.set(key, loading.then(), { size, noUpdateTTL: true });
  };
  return {
    /** Whether a value is cached or being loaded. */
    has: (key: string): boolean => entries.has(key),
    get(key: string, load: () => Promise<T>): Promise<T> {
      const cached = entries.get(key);
      if (cached) return cached;
      const loading = load();
      // Without a TTL an entry does not expire.
      entries.set(key, loading, { size: 1, ttl: from_value ? 0 : ttl_ms });
      loading.then(
        (value) => settle(key, loading, sizeOf(value, key)),
        () => settle(key, loading, null),
      );
      return loading;
    },
  };
};
