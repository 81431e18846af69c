import { expect, test } from 'vitest';
import { ttlCache } from '../../src/kernel/ttl-cache.ts';

test('a value is loaded once per TTL, and failures are not cached', async () => {
  let now = 1;
  let loads = 0;
  const { get: cached } = ttlCache<number>({ ttl_ms: 100, now: () => now });
  const load = async () => ++loads;
  expect(await Promise.all([cached('a', load), cached('a', load)])).toEqual([1, 1]);
  now += 101;
  expect(await cached('a', load)).toBe(2);
  await expect(cached('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cached('b', load)).toBe(3);
});

test('a loaded value is there without waiting until it expires', async () => {
  let now = 1;
  const cache = ttlCache<string>({ ttl_ms: 100, now: () => now });
  const slow = Promise.withResolvers<string>();
  const loading = cache.get('a', () => slow.promise);
  expect(cache.getLoaded('a')).toBeUndefined();
  slow.resolve('loaded');
  await loading;
  now += 99;
  expect(cache.getLoaded('a')).toBe('loaded');
  now += 2;
  expect(cache.getLoaded('a')).toBeUndefined();
  await cache.get('b', () => Promise.reject(new Error('no'))).catch(() => undefined);
  expect(cache.getLoaded('b')).toBeUndefined();
});

test('a load that fails after it expired leaves the newer entry alone', async () => {
  let now = 1;
  const { get: cached } = ttlCache<string>({ ttl_ms: 100, now: () => now });
  const slow = Promise.withResolvers<string>();
  const first = cached('a', () => slow.promise);
  now += 101;
  expect(await cached('a', async () => 'newer')).toBe('newer');
  slow.reject(new Error('late'));
  await expect(first).rejects.toThrow('late');
  expect(await cached('a', async () => 'loaded again')).toBe('newer');
});

test('a cache is limited by the size of its values, evicts the least recently used and refuses to cache what has no size', async () => {
  const cache = ttlCache<string>({ ttl_ms: 60_000, max_size: 10, sizeOf: (text) => (text === '' ? null : text.length) });
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key.repeat(4));
  expect(['a', 'b', 'c'].map(cache.has)).toEqual([false, true, true]);
  expect(await cache.get('b', async () => 'again')).toBe('bbbb');
  await cache.get('d', async () => 'dddd');
  expect(['b', 'c', 'd'].map(cache.has)).toEqual([true, false, true]);
  await cache.get('e', async () => '');
  await cache.get('f', async () => 'f'.repeat(11));
  expect(['b', 'd', 'e', 'f'].map(cache.has)).toEqual([true, true, false, false]);
});

test('a value can age from when it was computed, not while it waits for its turn', async () => {
  let now = 1;
  const cache = ttlCache<string>({ ttl_ms: 100, from_value: true, now: () => now });
  const turn = Promise.withResolvers<string>();
  const waiting = cache.get('a', () => turn.promise);
  now += 500;
  expect(cache.get('a', async () => 'computed twice')).toBe(waiting);
  turn.resolve('computed');
  expect(await waiting).toBe('computed');
  now += 99;
  expect(await cache.get('a', async () => 'computed again')).toBe('computed');
  now += 2;
  expect(await cache.get('a', async () => 'computed again')).toBe('computed again');
});
