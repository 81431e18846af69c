interface Results<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Computes a value once per key. For objects that come and go pass a WeakMap. */
export const computeOnce =
  <K, V>(compute: (key: K) => V, results: Results<K, V> = new Map()): ((key: K) => V) =>
  (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    results.set(key, value);
    return value;
  };
