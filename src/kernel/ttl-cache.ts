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

interface Entry<T> {
  loading: Promise<T>;
  value?: T;
}

/** The same for many keys. The least recently used are evicted first. */
export const ttlCache = <T>({ ttl_ms, max_size = 10_000, sizeOf = () => 1, from_value = false, now }: TtlCacheOptions<T>) => {
  const perf = now && { now };
  const entries = new LRUCache<string, Entry<T>>({ maxSize: max_size, ttl: ttl_ms, ttlResolution: 0, perf });
  const settle = (key: string, entry: Entry<T>, size: number | null, value?: T): void => {
    // It may have expired meanwhile, and a newer entry taken its place.
    if (entries.peek(key) !== entry) return;
    if (size === null) return void entries.delete(key);
    // A size is only changed together with the entry: hence another one.
    entries.set(key, { ...entry, value }, from_value ? { size, ttl: ttl_ms } : { size, noUpdateTTL: true });
  };
  return {
    /** The value if it is cached and loaded, for callers that do not wait. */
    getLoaded: (key: string): T | undefined => entries.get(key)?.value,
    /** Whether a value is cached or being loaded. */
    has: (key: string): boolean => entries.has(key),
    get(key: string, load: () => Promise<T>): Promise<T> {
      const cached = entries.get(key);
      if (cached) return cached.loading;
      const loading = load();
      const entry = { loading };
      // Without a TTL an entry does not expire.
      entries.set(key, entry, { size: 1, ttl: from_value ? 0 : ttl_ms });
      loading.then(
        (value) => settle(key, entry, sizeOf(value, key), value),
        () => settle(key, entry, null),
      );
      return loading;
    },
  };
};
