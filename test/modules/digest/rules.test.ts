import { expect, test } from 'vitest';
import { isDue, nextDueDay } from '../../../src/modules/accounts/rules.ts';
import { type DigestListing, digestFor, hasNews, parseDigestSettings } from '../../../src/modules/digest/rules.ts';

const listing = (slug: string, ...category_ids: number[]): DigestListing => ({ slug, name: slug, tagline: null, votes: 1, category_ids });

test.each([
  // Monday at 10 in Tokyo is 01:00 in UTC.
  ['2026-11-09T00:59:59Z', 'Asia/Tokyo', 1, 10, false],
  ['2026-11-09T01:00:00Z', 'Asia/Tokyo', 1, 10, true],
  ['2026-11-10T00:59:59Z', 'Asia/Tokyo', 1, 10, true],
  ['2026-11-10T01:00:00Z', 'Asia/Tokyo', 1, 10, false],
  ['2026-11-08T23:30:00Z', 'UTC', 7, 23, true],
  ['2026-11-09T00:30:00Z', 'UTC', 7, 23, false],
])('at %s in %s a mail of day %i at %i is due: %s', (now, time_zone, day, hour, due) => {
  expect(isDue(new Date(now), time_zone, { day, hour })).toBe(due);
});

test.each([
  ['2026-11-09T00:59:59Z', 'Asia/Tokyo', 1, 10, '2026-11-09'],
  ['2026-11-09T01:00:00Z', 'Asia/Tokyo', 1, 10, '2026-11-16'],
  ['2026-11-11T12:00:00Z', 'UTC', 7, 23, '2026-11-15'],
])('at %s in %s the next mail of day %i at %i comes on %s', (now, time_zone, day, hour, next) => {
  expect(nextDueDay(new Date(now), time_zone, { day, hour })).toBe(next);
});

test('settings that are missing or impossible are as usual', () => {
  expect(parseDigestSettings(undefined)).toEqual({ on: true, day: 1, hour: 10 });
  expect(parseDigestSettings({ on: false, day: 0, hour: 24 })).toEqual({ on: false, day: 1, hour: 10 });
  expect(parseDigestSettings({ on: true, day: 7, hour: 0 })).toEqual({ on: true, day: 7, hour: 0 });
});

test('a digest has the chosen categories, and three winners', () => {
  const digest = {
    week_on: '2026-11-09',
    launches: [listing('a', 1), listing('b', 2, 3)],
    ranked: [1, 1, 1, 1, 2].map((id) => listing('w', id)),
  };
  expect(digestFor(digest, []).launches).toHaveLength(2);
  expect(digestFor(digest, []).ranked).toHaveLength(3);
  expect(digestFor(digest, [3]).launches.map(({ slug }) => slug)).toEqual(['b']);
  expect(digestFor(digest, [2]).ranked).toHaveLength(1);
  expect([hasNews(digestFor(digest, [9])), hasNews(digestFor(digest, [2]))]).toEqual([false, true]);
});
