import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayAt, isDay, mondayOf, startOfDay, weekAt } from '../../../src/kernel/time/weeks.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'];
const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

test('a week is identified by its Monday, also across the new year', () => {
  expect(mondayOf('2026-01-01')).toBe('2025-12-29');
  expect(mondayOf('2027-01-03')).toBe('2026-12-28');
  expect(mondayOf('2026-11-16')).toBe('2026-11-16');
  expect(addDays('2026-12-28', 7)).toBe('2027-01-04');
});

test('only real dates are days', () => {
  expect(['2024-02-29', '2026-12-31'].every(isDay)).toBe(true);
  expect(['2026-02-29', '2026-13-01', '2026-1-1', 'today', ''].some(isDay)).toBe(false);
});

test('the same time can be in two weeks', () => {
  const moment = new Date('2026-11-15T23:30:00Z');
  expect(weekAt(moment, 'UTC')).toBe('2026-11-09');
  expect(weekAt(moment, 'Europe/Berlin')).toBe('2026-11-16');
});

test('a day begins once, also with a clock change that night', () => {
  expect(startOfDay('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z');
  expect(startOfDay('2026-03-30', 'Europe/Berlin').toISOString()).toBe('2026-03-29T22:00:00.000Z');
  expect(startOfDay('2026-10-26', 'Europe/Berlin').toISOString()).toBe('2026-10-25T23:00:00.000Z');
});

test('any time is between the start and the end of its day, in any zone', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...ZONES), (at, zone) => {
      const day = dayAt(at, zone);
      // A zone that skipped a whole day (Apia, 2011) has no start for it.
      if (zone === 'Pacific/Apia' && day >= '2011-12-29' && day <= '2012-01-01') return;
      expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(at.getTime());
      expect(startOfDay(addDays(day, 1), zone).getTime()).toBeGreaterThan(at.getTime());
      expect(new Date(`${weekAt(at, zone)}T00:00:00Z`).getUTCDay()).toBe(1);
    }),
    { numRuns: 300 },
  );
});
