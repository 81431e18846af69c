interface Results<K, V> {
  has(key: K): boolean;
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Computes a value once per key. Pass a WeakMap for objects that come and go, an LRUCache for keys without end. */
export const memoize =
  <K, V>(compute: (key: K) => V, results: Results<K, V> = new Map()): ((key: K) => V) =>
  (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as V;
    const value = compute(key);
    results.set(key, value);
    return value;
  };
