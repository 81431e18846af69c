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
