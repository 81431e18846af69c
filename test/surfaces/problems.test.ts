import { expect, test } from 'vitest';
import { refusalOf } from '../../src/surfaces/problems.ts';

test.each([
  ['is away', 'ECONNREFUSED'],
  ['is stopping', '57P01'],
  ['has no connection left to give', '53300'],
])('a database that %s is no fault of ours, but a reason to come again', (_what, code) => {
  expect(refusalOf(Object.assign(new Error(), { code })).code).toBe('not_ready');
});

test('what nobody foresaw is a fault of ours', () => {
  expect(refusalOf(Object.assign(new Error(), { code: '42601' })).code).toBe('fault');
});
