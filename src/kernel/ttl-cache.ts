/** Caches one value for a time. Concurrent callers share one load; failures are not cached. */
export const ttlValue = <T>(
  ttl_ms: number,
  load: () => Promise<T>,
  now: () => number = performance.now.bind(performance),
): (() => Promise<T>) => {
  let loading: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (loading && now() < until) return loading;
    until = now() + ttl_ms;
    const current = load();
    loading = current;
    current.catch(() => {
      if (loading === current) loading = undefined;
    });
    return current;
  };
};

/** Maximum entries; the oldest are evicted first. */
const MAX_ENTRIES = 10_000;

/** The same for many keys. */
export const ttlCache = <T>(ttl_ms: number, clock: () => number = performance.now.bind(performance)) => {
  const entries = new Map<string, { value: Promise<T>; until: number }>();
  return (key: string, load: () => Promise<T>): Promise<T> => {
    const now = clock();
    const cached = entries.get(key);
    if (cached && now < cached.until) return cached.value;
    const entry = { value: load(), until: now + ttl_ms };
    entries.delete(key);
    entries.set(key, entry);
    entry.value.catch(() => {
      // It may have expired meanwhile, and a newer entry taken its place.
      if (entries.get(key) === entry) entries.delete(key);
    });
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!);
    return entry.value;
  };
};
