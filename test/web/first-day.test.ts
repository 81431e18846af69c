import { expect, test } from 'vitest';
import { isFirstDay, shuffledAt } from '../../src/web/first-day.ts';
import { NOON, useServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let now = new Date('2026-11-09T08:00:00Z');
const server = useServer({ clock: { now: () => now } });

const launches = Array.from({ length: 40 }, (_, i) => ({ listing: { slug: `product-${i}` } }));
const orderAt = (minute: number) => shuffledAt(launches, new Date(minute * 60_000)).map(({ listing }) => listing.slug);

test('the order holds for a minute, loses nobody, and lets everybody stand first as often', () => {
  expect(shuffledAt(launches, new Date(59_000))).toEqual(shuffledAt(launches, new Date(1000)));
  expect([...orderAt(7)].sort()).toEqual(launches.map(({ listing }) => listing.slug).sort());
  const firsts = new Map<string, number>();
  for (let minute = 0; minute < 24 * 60; minute++) firsts.set(orderAt(minute)[0]!, (firsts.get(orderAt(minute)[0]!) ?? 0) + 1);
  // 36 times each in a day if all were equal.
  expect(firsts.size).toBe(40);
  expect(Math.max(...firsts.values())).toBeLessThan(72);
});

test('the first day ends at midnight of the site', () => {
  const week = { week: '2026-11-09', state: 'running' } as const;
  expect(isFirstDay(week, new Date('2026-11-09T23:59:59Z'), 'UTC')).toBe(true);
  expect(isFirstDay(week, new Date('2026-11-10T00:00:00Z'), 'UTC')).toBe(false);
  expect(isFirstDay(week, new Date('2026-11-10T00:00:00Z'), 'America/New_York')).toBe(true);
  expect(isFirstDay({ ...week, state: 'finished' }, new Date('2026-11-09T12:00:00Z'), 'UTC')).toBe(false);
});

/** What a page says about this week's launches. */
const thisWeekOn = async (path: string): Promise<string> =>
  /id="(?:this-week|launched)".*?<\/section>/s.exec(await (await server.get(path)).text())?.[0] ?? '';

test.each(['/', '/launches/weeks/this'])('%s says so on a Monday and shows places from Tuesday on', async (path) => {
  now = new Date('2026-11-09T08:00:00Z');
  const monday = await until(async () => {
    const launches = await thisWeekOn(path);
    return launches.includes('shuffled every minute') && launches;
  });
  expect(monday.includes('Place </span>')).toBe(false);
  now = NOON;
  await until(async () => {
    const launches = await thisWeekOn(path);
    return !launches.includes('shuffled every minute') && launches.includes('podium');
  });
});
