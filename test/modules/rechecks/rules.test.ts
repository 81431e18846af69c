import { expect, test } from 'vitest';
import type { FactReading, QuoteState } from '../../../src/modules/rechecks/reading/tasks.ts';
import {
  chooseDue,
  comparePrices,
  domainOpensAt,
  hiddenFrom,
  isCertainChange,
  isDead,
  isDoubtful,
  isReservedDomain,
  nextInterval,
  nextRecheckAt,
  RECHECK_LIMITS,
  RECHECK_SETTINGS,
  readRecheckSettings,
  retryAt,
} from '../../../src/modules/rechecks/rules.ts';

const NOW = new Date('2026-11-12T12:00:00Z');
const HOUR = 3_600_000;
const days = (n: number) => new Date(NOW.getTime() - n * 24 * HOUR);
const hoursUntil = (at: Date) => (at.getTime() - NOW.getTime()) / HOUR;

const quiet = { changed: false, has_price: false, views_per_day: 0 };

test('one listing of a domain is read at a time, the longest due first, within what is left of the hour', () => {
  const due = ['a', 'a', 'b', 'c'].map((domain, listing_id) => ({ listing_id, domain, requests: 10 }));
  const chosen = (left: number) => chooseDue(due, left).map(({ listing_id }) => listing_id);
  expect(chosen(3600)).toEqual([0, 2, 3]);
  expect(chosen(RECHECK_LIMITS.reserve + 25)).toEqual([0, 2]);
  expect(chosen(RECHECK_LIMITS.reserve)).toEqual([]);
  const many = Array.from({ length: 500 }, (_, at) => ({ domain: `d${at}`, requests: 0 }));
  expect(chooseDue(many, 3600)).toHaveLength(15);
});

test('the interval shrinks after a change and grows without one, from a day to sixty', () => {
  expect(nextInterval({ ...quiet, interval_hours: 168 })).toBe(252);
  expect(nextInterval({ ...quiet, interval_hours: 168, changed: true })).toBe(84);
  expect(nextInterval({ ...quiet, interval_hours: 30, changed: true })).toBe(24);
  expect(nextInterval({ ...quiet, interval_hours: 1200 })).toBe(60 * 24);
});

test('prices and visitors bring the next reading forward', () => {
  expect(nextInterval({ ...quiet, interval_hours: 1000, has_price: true })).toBe(21 * 24);
  expect(nextInterval({ ...quiet, interval_hours: 1000, has_price: true, views_per_day: 10 })).toBe(7 * 24);
  expect(nextInterval({ ...quiet, interval_hours: 1000, views_per_day: 500 })).toBe(2 * 24);
});

test('readings spread by a tenth, and are never less than a day apart', () => {
  expect(hoursUntil(nextRecheckAt(NOW, 100, 0))).toBe(90);
  expect(hoursUntil(nextRecheckAt(NOW, 100, 1))).toBeCloseTo(110);
  expect(hoursUntil(nextRecheckAt(NOW, 24, 0))).toBe(24);
});

test('failures are retried later each time, up to a day, and a hidden website weekly', () => {
  expect([1, 2, 3, 5, 6, 60].map((failures) => hoursUntil(retryAt(NOW, failures, false)))).toEqual([1, 2, 4, 16, 24, 24]);
  expect(hoursUntil(retryAt(NOW, 60, true))).toBe(168);
  expect([0, 1, 3, 40].map((failures) => hoursUntil(domainOpensAt(NOW, failures)))).toEqual([1 / 6, 2, 8, 24]);
});

test('a website is dead after several failures over a week, not after many in an hour', () => {
  expect(isDead({ failures: 3, failing_since: days(30) }, NOW)).toBe(false);
  expect(isDead({ failures: 100, failing_since: days(6) }, NOW)).toBe(false);
  expect(isDead({ failures: 4, failing_since: days(7) }, NOW)).toBe(true);
  expect(isDead({ failures: 4, failing_since: null }, NOW)).toBe(false);
});

test('a listing is hidden after the days of the site’s settings, and never before its website is dead', () => {
  expect(hiddenFrom(days(0), RECHECK_SETTINGS)).toEqual(days(-30));
  expect(hiddenFrom(days(0), { ...RECHECK_SETTINGS, hide_dead_after_days: 1 })).toEqual(days(-7));
  expect(hiddenFrom(days(0), { ...RECHECK_SETTINGS, hide_dead_after_days: 0 })).toBeNull();
});

test('settings that are missing or invalid have their defaults', () => {
  expect(readRecheckSettings({})).toEqual(RECHECK_SETTINGS);
  expect(readRecheckSettings({ hide_dead_after_days: 'soon', publish_price_changes: 'yes' })).toEqual(RECHECK_SETTINGS);
  expect(readRecheckSettings({ hide_dead_after_days: 0, publish_price_changes: true })).toEqual({
    hide_dead_after_days: 0,
    publish_price_changes: true,
  });
});

test('only reserved names are never read', () => {
  expect(['acme.example', 'example.com', 'x.invalid'].every(isReservedDomain)).toBe(true);
  expect(['acme.com', 'example.shop', 'myexample.com', '127.0.0.1:3000'].some(isReservedDomain)).toBe(false);
});

const reading = (...states: QuoteState[]): FactReading => ({
  path: 'city',
  holds: false,
  change: null,
  quotes: states.map((state) => ({ state, quote: '', url: '', prefix: '', suffix: '' })),
});

test('a reading in which everything is gone at once is doubtful', () => {
  expect(isDoubtful([reading('gone'), reading('gone', 'gone'), reading('changed')])).toBe(true);
  expect(isDoubtful([reading('gone'), reading('gone', 'confirmed'), reading('changed')])).toBe(false);
  expect(isDoubtful([reading('gone'), reading('gone')])).toBe(false);
});

test('only another amount for the same plan is certain', () => {
  const summary = 'Starter · $9 per month · Fleet · $29 per month';
  expect(isCertainChange('pricing_summary', summary, summary.replace('$29', '$35'))).toBe(true);
  expect(isCertainChange('pricing_summary', summary, summary.replace('$29', '$1,299.50'))).toBe(true);
  expect(isCertainChange('pricing_summary', summary, summary.replace('$29', '€29'))).toBe(false);
  expect(isCertainChange('pricing_summary', summary, summary.replace('month', 'year'))).toBe(false);
  expect(isCertainChange('pricing_summary', summary, summary.replace('Fleet', 'Harbor'))).toBe(false);
  expect(isCertainChange('pricing_summary', summary, summary)).toBe(false);
  expect(isCertainChange('pricing_summary', '$9 per month', '$12 per month')).toBe(false);
  expect(isCertainChange('founded_year', '2019', '2018')).toBe(false);
  const money = { amount: 9, currency: 'USD', period: 'month' };
  expect(isCertainChange('attributes.price_from', money, { ...money, amount: 12 })).toBe(true);
  expect(isCertainChange('attributes.price_from', money, { ...money, amount: 12, currency: 'EUR' })).toBe(false);
});

test('prices of plans continue, end and begin', () => {
  const price = (plan: string, amount: number, url = '/pricing') => ({
    plan,
    amount,
    currency: 'USD',
    period: 'month' as const,
    quote: '',
    url,
  });
  const open = [
    { id: 1, ...price('Starter', 9) },
    { id: 2, ...price('Fleet', 29) },
    { id: 3, ...price('Harbor', 99) },
    { id: 4, ...price('Add-on', 5, '/add-ons') },
  ];
  expect(comparePrices(open, [price('STARTER', 9), price('Fleet', 35), price('Port', 199)])).toEqual({
    confirmed: [1],
    ended: [2, 3],
    added: [price('Fleet', 35), price('Port', 199)],
  });
  expect(comparePrices(open, [])).toEqual({ confirmed: [], ended: [], added: [] });
});
