import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTRIES, countryCode, countryName } from '../../src/modules/orders/vat/countries.ts';
import { isInEu, type NumberStatus, rateOf, type VatTreatment, vatFor, vatOfLines } from '../../src/modules/orders/vat/rules.ts';

const at = new Date('2026-11-16T12:00:00Z');

/** Standard rates in percent, written down by hand and not taken from the library, on 2026-11-16. Decision 15 says how to keep them. */
const EU_RATES: Record<string, number> = {
  AT: 20,
  BE: 21,
  BG: 20,
  CY: 19,
  CZ: 21,
  DE: 19,
  DK: 25,
  EE: 24,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GR: 24,
  HR: 25,
  HU: 27,
  IE: 23,
  IT: 22,
  LT: 21,
  LU: 17,
  LV: 21,
  MT: 18,
  NL: 21,
  PL: 23,
  PT: 23,
  RO: 21,
  SE: 25,
  SI: 22,
  SK: 23,
};

describe('rates', () => {
  test('are the standard rates of the 27 countries of the union, and of no other', () => {
    expect(Object.keys(EU_RATES)).toHaveLength(27);
    const members = COUNTRIES.filter(({ code }) => isInEu(code) && code !== 'MC').map(({ code }) => code);
    expect(Object.fromEntries(members.map((code) => [code, rateOf(code, at) * 100]))).toEqual(EU_RATES);
  });

  test.each([
    ['DE', '2020-06-15', 0.19],
    ['DE', '2020-09-15', 0.16],
    ['DE', '2021-01-15', 0.19],
    ['EE', '2023-06-15', 0.2],
    ['EE', '2025-06-30', 0.22],
    ['EE', '2025-07-01', 0.24],
    ['FI', '2024-08-31', 0.24],
    ['FI', '2024-09-01', 0.255],
    ['LU', '2022-06-15', 0.17],
    ['LU', '2023-06-15', 0.16],
    ['RO', '2025-07-31', 0.19],
    ['RO', '2025-09-01', 0.21],
    ['SK', '2024-12-31', 0.2],
    ['SK', '2025-01-01', 0.23],
  ])('of %s on %s was %d', (country, day, rate) => {
    expect(rateOf(country, new Date(`${day}T12:00:00Z`))).toBe(rate);
  });
});

describe('what is charged', () => {
  const cases: [seller: string | null, buyer: string | null, number: NumberStatus, VatTreatment, rate: number][] = [
    // At home every buyer pays, businesses too.
    ['DE', 'DE', 'not_given', 'domestic', 0.19],
    ['DE', 'DE', 'valid', 'domestic', 0.19],
    ['DE', 'DE', 'invalid', 'domestic', 0.19],
    ['EE', 'EE', 'valid', 'domestic', 0.24],
    // Consumers elsewhere in the union pay their own country's rate.
    ['DE', 'AT', 'not_given', 'eu_consumer', 0.2],
    ['DE', 'FI', 'not_given', 'eu_consumer', 0.255],
    ['DE', 'GR', 'not_given', 'eu_consumer', 0.24],
    ['DE', 'HU', 'not_given', 'eu_consumer', 0.27],
    ['LU', 'DE', 'not_given', 'eu_consumer', 0.19],
    // So does whose number is wrong or could not be checked.
    ['DE', 'AT', 'invalid', 'eu_consumer', 0.2],
    ['DE', 'AT', 'unchecked', 'eu_consumer', 0.2],
    // A business elsewhere in the union accounts for it itself.
    ['DE', 'AT', 'valid', 'reverse_charge', 0],
    ['DE', 'GR', 'valid', 'reverse_charge', 0],
    ['IE', 'DE', 'valid', 'reverse_charge', 0],
    // Monaco is France.
    ['DE', 'MC', 'not_given', 'eu_consumer', 0.2],
    ['DE', 'MC', 'valid', 'reverse_charge', 0],
    ['FR', 'MC', 'valid', 'domestic', 0.2],
    ['MC', 'FR', 'not_given', 'domestic', 0.2],
    // Outside of the union: none, whatever the number. Northern Ireland is Britain where services are concerned.
    ['DE', 'GB', 'not_given', 'outside_eu', 0],
    ['DE', 'GB', 'unchecked', 'outside_eu', 0],
    ['DE', 'CH', 'not_given', 'outside_eu', 0],
    ['DE', 'CH', 'valid', 'outside_eu', 0],
    ['DE', 'NO', 'not_given', 'outside_eu', 0],
    ['DE', 'US', 'not_given', 'outside_eu', 0],
    ['DE', 'IS', 'not_given', 'outside_eu', 0],
    ['DE', 'LI', 'not_given', 'outside_eu', 0],
    ['DE', 'SM', 'not_given', 'outside_eu', 0],
    ['DE', 'VA', 'not_given', 'outside_eu', 0],
    ['DE', 'AD', 'not_given', 'outside_eu', 0],
    ['DE', 'IM', 'not_given', 'outside_eu', 0],
    ['DE', 'JE', 'not_given', 'outside_eu', 0],
    // Parts of members that are outside of the union's VAT have codes of their own.
    ['FI', 'AX', 'not_given', 'outside_eu', 0],
    ['FR', 'RE', 'not_given', 'outside_eu', 0],
    ['DK', 'FO', 'not_given', 'outside_eu', 0],
    // A seller outside of the union owes its consumers' VAT as well, and its own country's at home.
    ['GB', 'GB', 'not_given', 'domestic', 0.2],
    ['GB', 'IM', 'not_given', 'domestic', 0.2],
    ['CH', 'CH', 'valid', 'domestic', 0.081],
    ['CH', 'LI', 'not_given', 'domestic', 0.081],
    ['LI', 'LI', 'not_given', 'domestic', 0.081],
    ['US', 'US', 'not_given', 'domestic', 0],
    ['US', 'DE', 'not_given', 'eu_consumer', 0.19],
    ['US', 'DE', 'unchecked', 'eu_consumer', 0.19],
    ['GB', 'IE', 'valid', 'reverse_charge', 0],
    ['US', 'GB', 'not_given', 'outside_eu', 0],
    // What is not known is not guessed.
    ['DE', null, 'not_given', 'unknown', 0],
    ['DE', null, 'valid', 'unknown', 0],
    [null, 'DE', 'not_given', 'unknown', 0],
  ];
  test.each(cases)('from %s to %s, number %s: %s at %d', (seller_country, buyer_country, number_status, treatment, rate) => {
    expect(vatFor({ seller_country, buyer_country, number_status, at })).toEqual({ treatment, rate });
  });
});

describe('cents', () => {
  test.each([
    [[4900], 0.19, [931]],
    [[4900, 9900, 14_900], 0.19, [931, 1881, 2831]],
    // Half a cent goes up.
    [[50, 150, 250], 0.21, [11, 32, 53]],
    [[10, 30, 90], 0.25, [3, 8, 23]],
    [[100, 2999, 9900], 0.255, [26, 765, 2525]],
    [[350, 650], 0.17, [60, 111]],
    [[1, 2, 3], 0.2, [0, 0, 1]],
    // Lines are rounded by themselves: three thirds are more than one whole.
    [[33, 33, 33], 0.2, [7, 7, 7]],
    [[99], 0.2, [20]],
    [[4900, 1], 0, [0, 0]],
    [[], 0.19, []],
    [[100_000_000], 0.27, [27_000_000]],
  ])('of %j at %d are %j', (amounts, rate, vat) => {
    expect(vatOfLines(amounts, rate)).toEqual(vat);
  });

  const rates = fc.constantFrom(0, 0.081, ...Object.values(EU_RATES).map((percent) => percent / 100));
  const amounts = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { maxLength: 60 });

  test('are never below zero and never further than half a cent from the exact amount, halves going up', () => {
    fc.assert(
      fc.property(amounts, rates, (amounts, rate) => {
        vatOfLines(amounts, rate).forEach((vat, i) => {
          const off = BigInt(vat) * 1000n - BigInt(amounts[i]!) * BigInt(Math.round(rate * 1000));
          expect(Number.isSafeInteger(vat) && vat >= 0).toBe(true);
          expect(off > -500n && off <= 500n).toBe(true);
        });
      }),
    );
  });

  test('of a line do not depend on the lines beside it, and the sum is off by at most half a cent a line', () => {
    fc.assert(
      fc.property(amounts, rates, (amounts, rate) => {
        const vat = vatOfLines(amounts, rate);
        expect(vat).toEqual(amounts.map((amount) => vatOfLines([amount], rate)[0]));
        const sum = (cents: number[]) => cents.reduce((all, one) => all + BigInt(one), 0n);
        const off = sum(vat) * 1000n - sum(amounts) * BigInt(Math.round(rate * 1000));
        expect(off <= 500n * BigInt(amounts.length) && -off <= 500n * BigInt(amounts.length)).toBe(true);
      }),
    );
  });
});

describe('countries', () => {
  test('are those of ISO 3166 with English names, in the order of their names', () => {
    expect(COUNTRIES).toHaveLength(249);
    expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(249);
    expect(COUNTRIES.every(({ code, name }) => /^[A-Z]{2}$/.test(code) && name.length > 2)).toBe(true);
    expect(COUNTRIES[0]).toEqual({ code: 'AF', name: 'Afghanistan' });
    expect(COUNTRIES.at(-1)).toEqual({ code: 'ZW', name: 'Zimbabwe' });
  });

  test.each([
    ['de', 'DE'],
    [' Gr ', 'GR'],
    ['EL', 'GR'],
    ['uk', 'GB'],
    ['XI', 'GB'],
    ['EU', null],
    ['XX', null],
    ['', null],
  ])('%j means %j', (said, code) => {
    expect(countryCode(said)).toBe(code);
  });

  test('have their names said', () => {
    expect(countryName('GR')).toBe('Greece');
    expect(countryName('QQ')).toBe('QQ');
  });
});
