import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BoundedCache } from '../../../src/web/server/bounded-cache.ts';

test('a value ages from when it was computed, not while it waits for its turn', async () => {
  const cache = new BoundedCache<string>({ bytes: 100, ttl_ms: 1000, waiting: 3 }, (text) => text.length);
  const slow = cache.get('slow', () => sleep(1100, 'slow'));
  const waiting = cache.get('waiting', async () => 'computed');
  await slow;
  expect(await waiting).toBe('computed');
  expect(cache.has('waiting')).toBe(true);
  expect(await cache.get('waiting', async () => 'computed again')).toBe('computed');
});
