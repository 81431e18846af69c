import { expect, test } from 'vitest';
import { ttlCache } from '../../src/kernel/ttl-cache.ts';

test('a value is loaded once per TTL, and failures are not cached', async () => {
  let now = 0;
  let loads = 0;
  const cached = ttlCache<number>(100, () => now);
  const load = async () => ++loads;
  expect(await Promise.all([cached('a', load), cached('a', load)])).toEqual([1, 1]);
  now = 100;
  expect(await cached('a', load)).toBe(2);
  await expect(cached('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cached('b', load)).toBe(3);
});

test('a load that fails after it expired leaves the newer entry alone', async () => {
  let now = 0;
  const cached = ttlCache<string>(100, () => now);
  const slow = Promise.withResolvers<string>();
  const first = cached('a', () => slow.promise);
  now = 100;
  expect(await cached('a', async () => 'newer')).toBe('newer');
  slow.reject(new Error('late'));
  await expect(first).rejects.toThrow('late');
  expect(await cached('a', async () => 'loaded again')).toBe('newer');
});
