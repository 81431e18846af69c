import { expect, test } from 'vitest';
import { isSecureAddress, MAX_ATTEMPTS, parseRetryAfter, retryDelay } from '../../../src/modules/webhooks/rules.ts';
import { NOON } from '../../support/server.ts';

test('attempts follow the schedule of Standard Webhooks, a little later at random, or later if the receiver asks for it', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, n) => retryDelay(n + 1, null, 0));
  const hours = (n: number) => n * 3_600_000;
  expect(delays).toEqual([5000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map(hours), null]);
  expect(retryDelay(2, null, 1)).toBe(330_000);
  expect(retryDelay(1, 60_000, 0)).toBe(60_000);
  expect(retryDelay(5, 60_000, 0)).toBe(hours(5));
  expect(retryDelay(1, hours(1000), 0)).toBe(hours(24));
});

test('Retry-After is a number of seconds or a date', () => {
  expect(
    ['120', 'Wed, 11 Nov 2026 12:01:00 GMT', 'Wed, 11 Nov 2026 11:00:00 GMT', 'soon', null].map((text) => parseRetryAfter(text, NOON)),
  ).toEqual([120_000, 60_000, 0, null, null]);
});

test('addresses are encrypted; only in development they may be on this machine', () => {
  const isSecure = (url: string, allow_private: boolean) => isSecureAddress(new URL(url), allow_private);
  expect(isSecure('https://a.example/in', false)).toBe(true);
  expect(isSecure('http://a.example/in', true)).toBe(false);
  expect(isSecure('http://10.0.0.1/in', true)).toBe(false);
  for (const host of ['127.0.0.1:99', 'localhost', '[::1]']) {
    expect(isSecure(`http://${host}/in`, true)).toBe(true);
    expect(isSecure(`http://${host}/in`, false)).toBe(false);
  }
});
