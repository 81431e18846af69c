/** A value that is loaded when asked for, shared by all who ask at once, and used until it is too old. A failed load is not kept. */
export const freshFor = <T>(
  age_ms: number,
  load: () => Promise<T>,
  now: () => number = performance.now.bind(performance),
): (() => Promise<T>) => {
  let loading: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (loading && now() < until) return loading;
    until = now() + age_ms;
    const mine = load();
    loading = mine;
    mine.catch(() => {
      if (loading === mine) loading = undefined;
    });
    return mine;
  };
};

/** How many answers one process remembers; the oldest are forgotten first. */
const MOST_KEPT = 10_000;

/** The same for many keys: what was found under a key is believed for a moment, and a failed check is not kept. */
export const believedFor = <T>(age_ms: number) => {
  const kept = new Map<string, { found: Promise<T>; until: number }>();
  return (key: string, check: () => Promise<T>): Promise<T> => {
    const now = performance.now();
    const known = kept.get(key);
    if (known && now < known.until) return known.found;
    const entry = { found: check(), until: now + age_ms };
    kept.delete(key);
    kept.set(key, entry);
    entry.found.catch(() => kept.delete(key));
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    return entry.found;
  };
};
