import { expect, test } from 'vitest';
import { isFirstDay, shuffleByMinute } from '../../../src/web/ui/weeks/week-launches.tsx';
import { NOON, useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let now = new Date('2026-11-09T08:00:00Z');
const server = useServer({ clock: { now: () => now } });

const launches = Array.from({ length: 40 }, (_, i) => ({ listing: { slug: `product-${i}` } }));
const orderAt = (minute: number) => shuffleByMinute(launches, new Date(minute * 60_000)).map(({ listing }) => listing.slug);

test('the order changes every minute, contains every launch and is fair', () => {
  expect(shuffleByMinute(launches, new Date(59_000))).toEqual(shuffleByMinute(launches, new Date(1000)));
  expect([...orderAt(7)].sort()).toEqual(launches.map(({ listing }) => listing.slug).sort());
  const firsts = new Map<string, number>();
  for (let minute = 0; minute < 24 * 60; minute++) firsts.set(orderAt(minute)[0]!, (firsts.get(orderAt(minute)[0]!) ?? 0) + 1);
  // With a perfectly even distribution, 36 times each per day.
  expect(firsts.size).toBe(40);
  expect(Math.max(...firsts.values())).toBeLessThan(72);
});

test('the first day ends at midnight in the site’s time zone', () => {
  const week = { launch_week_on: '2026-11-09', state: 'running' } as const;
  expect(isFirstDay(week, new Date('2026-11-09T23:59:59Z'), 'UTC')).toBe(true);
  expect(isFirstDay(week, new Date('2026-11-10T00:00:00Z'), 'UTC')).toBe(false);
  expect(isFirstDay(week, new Date('2026-11-10T00:00:00Z'), 'America/New_York')).toBe(true);
  expect(isFirstDay({ ...week, state: 'finished' }, new Date('2026-11-09T12:00:00Z'), 'UTC')).toBe(false);
});

/** The section of a page with this week's launches. */
const thisWeekOn = async (path: string): Promise<string> =>
  /id="(?:this-week|launched)".*?<\/section>/s.exec(await (await server.get(path)).text())?.[0] ?? '';

test.each(['/', '/launches/weeks/this'])('%s is shuffled on Monday and ranked from Tuesday on', async (path) => {
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
