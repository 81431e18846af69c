import { expect, test } from 'vitest';
import { moneyIn } from '../../../../src/modules/extraction/verify/money.ts';

test('amounts are read in the notations of several countries', () => {
  const amounts = ['9 €', '9.99 €', '9,99 €', '1,234 €', '1.234,50 €', '1,234.50 €', '1 200 €', '0 €'].map(
    (text) => moneyIn(text)[0]!.amount,
  );
  expect(amounts).toEqual([9, 9.99, 9.99, 1234, 1234.5, 1234.5, 1200, 0]);
});

test('a price has a currency and the period beside it', () => {
  const cases: [string, number, string, string | null][] = [
    ['$9 per month', 9, 'USD', 'month'],
    ['9,90 € / Monat', 9.9, 'EUR', 'month'],
    ['£120 a year', 120, 'GBP', 'year'],
    ['CHF 49', 49, 'CHF', null],
    ['¥1,200', 1200, 'JPY', null],
    ['US$ 5/mo billed yearly', 5, 'USD', 'month'],
    ['€199 one-time payment', 199, 'EUR', 'once'],
    ['R$ 29,90 por mês', 29.9, 'BRL', 'month'],
    ['$0', 0, 'USD', null],
  ];
  for (const [text, amount, currency, period] of cases) {
    const [money] = moneyIn(text);
    expect([money!.amount, money!.currencies[0], money!.period], text).toEqual([amount, currency, period]);
  }
  expect(moneyIn('no price here')).toEqual([]);
});
