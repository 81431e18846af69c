import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ISO_COUNTRIES, isoCountryName, parseCountryCode } from '../../../../src/modules/orders/vat/countries.ts';
import {
  computeLineVat,
  determineVat,
  isInEu,
  type NumberStatus,
  standardRate,
  type VatTreatment,
} from '../../../../src/modules/orders/vat/rules.ts';

const at = new Date('2026-11-16T12:00:00Z');

/** Standard rates in percent as of 2026-11-16, entered by hand and not taken from the library. Decision 15 says how to maintain them. */
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
  test('are the standard rates of the 27 EU countries, and of no others', () => {
    expect(Object.keys(EU_RATES)).toHaveLength(27);
    const members = ISO_COUNTRIES.filter(({ code }) => isInEu(code) && code !== 'MC').map(({ code }) => code);
    expect(Object.fromEntries(members.map((code) => [code, standardRate(code, at) * 100]))).toEqual(EU_RATES);
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
    expect(standardRate(country, new Date(`${day}T12:00:00Z`))).toBe(rate);
  });
});

describe('the VAT charged', () => {
  const cases: [seller: string | null, buyer: string | null, number: NumberStatus, VatTreatment, rate: number][] = [
    // At home every buyer pays VAT, businesses too.
    ['DE', 'DE', 'not_given', 'domestic', 0.19],
    ['DE', 'DE', 'valid', 'domestic', 0.19],
    ['DE', 'DE', 'invalid', 'domestic', 0.19],
    ['EE', 'EE', 'valid', 'domestic', 0.24],
    // Consumers in other EU countries pay their own country's rate.
    ['DE', 'AT', 'not_given', 'eu_consumer', 0.2],
    ['DE', 'FI', 'not_given', 'eu_consumer', 0.255],
    ['DE', 'GR', 'not_given', 'eu_consumer', 0.24],
    ['DE', 'HU', 'not_given', 'eu_consumer', 0.27],
    ['LU', 'DE', 'not_given', 'eu_consumer', 0.19],
    // So do buyers whose number is invalid or unchecked.
    ['DE', 'AT', 'invalid', 'eu_consumer', 0.2],
    ['DE', 'AT', 'unchecked', 'eu_consumer', 0.2],
    // Reverse charge for businesses in other EU countries.
    ['DE', 'AT', 'valid', 'reverse_charge', 0],
    ['DE', 'GR', 'valid', 'reverse_charge', 0],
    ['IE', 'DE', 'valid', 'reverse_charge', 0],
    // Monaco is treated as France.
    ['DE', 'MC', 'not_given', 'eu_consumer', 0.2],
    ['DE', 'MC', 'valid', 'reverse_charge', 0],
    ['FR', 'MC', 'valid', 'domestic', 0.2],
    ['MC', 'FR', 'not_given', 'domestic', 0.2],
    // Outside the EU: none, whatever the number. Northern Ireland counts as Britain for services.
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
    // Territories of EU members outside the EU's VAT area have codes of their own.
    ['FI', 'AX', 'not_given', 'outside_eu', 0],
    ['FR', 'RE', 'not_given', 'outside_eu', 0],
    ['DK', 'FO', 'not_given', 'outside_eu', 0],
    // A seller outside the EU also owes the VAT of EU consumers, and its own country's at home.
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
    // Unknown countries are not guessed.
    ['DE', null, 'not_given', 'unknown', 0],
    ['DE', null, 'valid', 'unknown', 0],
    [null, 'DE', 'not_given', 'unknown', 0],
  ];
  test.each(cases)('from %s to %s, number %s: %s at %d', (seller_country, buyer_country, number_status, treatment, rate) => {
    expect(determineVat({ seller_country, buyer_country, number_status, at })).toEqual({ treatment, rate });
  });
});

describe('cents', () => {
  test.each([
    [[4900], 0.19, [931]],
    [[4900, 9900, 14_900], 0.19, [931, 1881, 2831]],
    // Half a cent is rounded up.
    [[50, 150, 250], 0.21, [11, 32, 53]],
    [[10, 30, 90], 0.25, [3, 8, 23]],
    [[100, 2999, 9900], 0.255, [26, 765, 2525]],
    [[350, 650], 0.17, [60, 111]],
    [[1, 2, 3], 0.2, [0, 0, 1]],
    // Lines are rounded separately: three thirds may exceed the whole.
    [[33, 33, 33], 0.2, [7, 7, 7]],
    [[99], 0.2, [20]],
    [[4900, 1], 0, [0, 0]],
    [[], 0.19, []],
    [[100_000_000], 0.27, [27_000_000]],
  ])('of %j at %d are %j', (amounts, rate, vat) => {
    expect(computeLineVat(amounts, rate)).toEqual(vat);
  });

  const rates = fc.constantFrom(0, 0.081, ...Object.values(EU_RATES).map((percent) => percent / 100));
  const amounts = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { maxLength: 60 });

  test('are never negative and never more than half a cent from the exact amount, rounding half up', () => {
    fc.assert(
      fc.property(amounts, rates, (amounts, rate) => {
        computeLineVat(amounts, rate).forEach((vat, i) => {
          const off = BigInt(vat) * 1000n - BigInt(amounts[i]!) * BigInt(Math.round(rate * 1000));
          expect(Number.isSafeInteger(vat) && vat >= 0).toBe(true);
          expect(off > -500n && off <= 500n).toBe(true);
        });
      }),
    );
  });

  test('of a line do not depend on other lines, and the sum is off by at most half a cent per line', () => {
    fc.assert(
      fc.property(amounts, rates, (amounts, rate) => {
        const vat = computeLineVat(amounts, rate);
        expect(vat).toEqual(amounts.map((amount) => computeLineVat([amount], rate)[0]));
        const sum = (cents: number[]) => cents.reduce((all, one) => all + BigInt(one), 0n);
        const off = sum(vat) * 1000n - sum(amounts) * BigInt(Math.round(rate * 1000));
        expect(off <= 500n * BigInt(amounts.length) && -off <= 500n * BigInt(amounts.length)).toBe(true);
      }),
    );
  });
});

describe('countries', () => {
  test('are those of ISO 3166 with English names, sorted by name', () => {
    expect(ISO_COUNTRIES).toHaveLength(249);
    expect(new Set(ISO_COUNTRIES.map(({ name }) => name)).size).toBe(249);
    expect(ISO_COUNTRIES.every(({ code, name }) => /^[A-Z]{2}$/.test(code) && name.length > 2)).toBe(true);
    expect(ISO_COUNTRIES[0]).toEqual({ code: 'AF', name: 'Afghanistan' });
    expect(ISO_COUNTRIES.at(-1)).toEqual({ code: 'ZW', name: 'Zimbabwe' });
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
    expect(parseCountryCode(said)).toBe(code);
  });

  test('have names', () => {
    expect(isoCountryName('GR')).toBe('Greece');
    expect(isoCountryName('QQ')).toBe('QQ');
  });
});
