import { expect, test } from 'vitest';
import type { AttributeKind, AttributeValue } from '../../../src/modules/catalog/attributes/kinds.ts';
import { convertAttributeValue, parseAttributeValue, writeAttributeValue } from '../../../src/modules/catalog/attributes/rules.ts';

const definition = (kind: AttributeKind, options: string[] | null = null, unit: string | null = null) => ({ kind, options, unit });
const MONTHLY = { amount: 19.5, currency: 'USD', period: 'month' };

test.each<[AttributeKind, unknown, AttributeValue]>([
  ['boolean', true, true],
  ['boolean', 'No', false],
  ['number', 0, 0],
  ['number', '1,900.5', 1900.5],
  ['number', '29,50', 29.5],
  ['number', '1.900,50', 1900.5],
  ['number', '20 GB', 20],
  ['money', MONTHLY, MONTHLY as AttributeValue],
  ['money', { amount: '19.50', currency: 'usd', period: 'month' }, MONTHLY as AttributeValue],
  ['money', { amount: 5, currency: 'EUR' }, { amount: 5, currency: 'EUR', period: null }],
  ['money', '19.50 USD/month', MONTHLY as AttributeValue],
  ['money', '€5 per year', { amount: 5, currency: 'EUR', period: 'year' }],
  ['money', '12 EUR once', { amount: 12, currency: 'EUR', period: 'once' }],
  ['money', '29,50 €/month', { amount: 29.5, currency: 'EUR', period: 'month' }],
  ['money', '1,900 ZAR', { amount: 1900, currency: 'ZAR', period: null }],
  ['list', ['macos', 'Linux', 'MacOS', 'BeOS'], ['macOS', 'Linux', 'BeOS']],
  ['list', 'Linux; macos,', ['Linux', 'macOS']],
  ['text', ' On request ', 'On request'],
])('%s %j is %j', (kind, input, value) => {
  expect(parseAttributeValue(definition(kind, ['macOS', 'Windows'], 'GB'), input)).toEqual(value);
});

test.each<[AttributeKind, unknown]>([
  ['boolean', 'maybe'],
  ['boolean', 1],
  ['number', 'many'],
  ['number', '1,9,0'],
  ['number', Number.POSITIVE_INFINITY],
  ['number', 1e15],
  ['money', '19'],
  ['money', '19 QQQ'],
  ['money', '8 EUR/person'],
  ['money', 'USD 19 EUR'],
  ['money', { amount: -1, currency: 'USD', period: null }],
  ['money', { amount: 1, currency: 'USD', period: 'decade' }],
  ['money', null],
  ['list', []],
  ['list', [' ', ',']],
  ['list', [1]],
  ['list', Array.from({ length: 51 }, (_, n) => `n${n}`)],
  ['text', ''],
  ['text', 'x'.repeat(301)],
  ['text', { a: 1 }],
])('%s is not %j', (kind, input) => {
  expect(parseAttributeValue(definition(kind), input)).toBeNull();
});

test('a value that is written as text is read as the same value', () => {
  for (const [kind, value] of [
    ['boolean', false],
    ['number', 1234.5],
    ['money', MONTHLY],
    ['money', { amount: 3, currency: 'JPY', period: null }],
    ['money', { amount: 3, currency: 'EUR', period: 'once' }],
    ['list', ['A', 'B c']],
    ['text', 'Some, text'],
  ] as [AttributeKind, AttributeValue][])
    expect(parseAttributeValue(definition(kind), writeAttributeValue(value))).toEqual(value);
});

test('values convert to another kind where they can be one', () => {
  expect(convertAttributeValue(definition('boolean'), 'Yes')).toBe(true);
  expect(convertAttributeValue(definition('boolean'), 'Yes, on request')).toBeNull();
  expect(convertAttributeValue(definition('list'), 'Web, iOS')).toEqual(['Web', 'iOS']);
  expect(convertAttributeValue(definition('text'), ['Web', 'iOS'])).toBe('Web, iOS');
  expect(convertAttributeValue(definition('money'), '19.5 USD/month')).toEqual(MONTHLY);
  expect(convertAttributeValue(definition('number'), true)).toBeNull();
});
