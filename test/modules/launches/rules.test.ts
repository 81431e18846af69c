import { describe, expect, test } from 'vitest';
import { nextBadgeCheck, parseWeekName, readWeekSettings, WEEK_SETTINGS } from '../../../src/modules/launches/rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('a week by name', () => {
  test.each([
    ['this', '2026-12-28'],
    ['next', '2027-01-04'],
    ['last', '2026-12-21'],
    ['2027-01-03', '2026-12-28'],
    ['2026-12-28', '2026-12-28'],
    ['2027-01-04', '2027-01-04'],
  ])('%s is the week of %s, across a new year', (name, monday) => {
    expect(parseWeekName(name, '2026-12-28')).toBe(monday);
  });

  test.each(['2026-02-30', '2026-00-10', '0000-01-01', 'soon', ''])('"%s" is not a week', (name) => {
    expect(parseWeekName(name, '2026-12-28')).toBeNull();
  });
});

describe('when a badge is checked', () => {
  const began_at = new Date('2026-11-11T12:00:00Z');
  const week_begins_at = new Date('2026-12-21T00:00:00Z');
  /** All checks until the week begins, in milliseconds since the listing was queued. */
  const checkTimes = (week: Date): number[] => {
    const moments: number[] = [];
    for (let now = began_at; now < week && moments.length < 1000; now = nextBadgeCheck({ began_at, week_begins_at: week, now }))
      moments.push(now.getTime() - began_at.getTime());
    return moments;
  };

  test('every ten minutes at first, hourly for a day, then daily, and hourly again in the last two days', () => {
    const moments = checkTimes(week_begins_at);
    expect(moments.slice(0, 4)).toEqual([0, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE]);
    expect(moments.filter((since) => since > 30 * MINUTE && since <= DAY)).toHaveLength(23);
    const left = moments.map((since) => week_begins_at.getTime() - began_at.getTime() - since);
    expect(left.filter((ms) => ms < 2 * DAY).length).toBeGreaterThanOrEqual(24);
    expect(moments.length).toBeLessThan(120);
  });

  test('once more ten minutes before the week begins, so that a badge added on Sunday night is found', () => {
    for (const week of [week_begins_at, new Date(began_at.getTime() + 3 * HOUR), new Date(began_at.getTime() + 36 * HOUR + 7)])
      expect(week.getTime() - began_at.getTime() - checkTimes(week).at(-1)!).toBe(10 * MINUTE);
  });

  test('never again at the same moment, even after the week has begun', () => {
    for (const now of [week_begins_at, new Date(week_begins_at.getTime() - 10 * MINUTE), new Date(week_begins_at.getTime() + DAY)])
      expect(nextBadgeCheck({ began_at, week_begins_at, now }).getTime()).toBeGreaterThanOrEqual(now.getTime() + 10 * MINUTE);
  });
});

test('valid numbers in a site’s settings override the defaults', () => {
  expect(readWeekSettings({})).toEqual(WEEK_SETTINGS);
  expect(readWeekSettings({ week_room: 7, free_weeks_ahead: '3', free_weeks_at_most: -1, limits: {} })).toEqual({
    ...WEEK_SETTINGS,
    week_room: 7,
  });
  expect(readWeekSettings({ week_room: 0 }).week_room).toBe(0);
});
