import { expect, test } from 'vitest';
import { refusalOf } from '../../src/http/problems.ts';
import { describeRefusal } from '../../src/refusals.ts';

test.each([
  ['is away', 'ECONNREFUSED'],
  ['is stopping', '57P01'],
  ['has no connection left to give', '53300'],
  ['does not answer', 'NO_ANSWER'],
  ['ended a transaction that had stood still', '25P03'],
])('a database that %s gives not_ready', (_what, code) => {
  expect(refusalOf(Object.assign(new Error(), { code })).code).toBe('not_ready');
});

test.each([
  ['a lock that was not to be had', '55P03'],
  ['a statement that took too long', '57014'],
  ['transactions that met', '40001'],
  ['transactions that waited for each other', '40P01'],
  ['a pool without a free connection', 'POOL_TIMEOUT'],
])('%s gives busy', (_what, code) => {
  const refusal = refusalOf(Object.assign(new Error(), { code }));
  expect([refusal.code, describeRefusal(refusal).status]).toEqual(['busy', 503]);
});

test('an unexpected error is a fault', () => {
  expect(refusalOf(Object.assign(new Error(), { code: '42601' })).code).toBe('fault');
});
