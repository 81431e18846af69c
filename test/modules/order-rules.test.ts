import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newNumber } from '../../src/modules/orders/checkout.ts';
import { PRODUCTS, productNamed } from '../../src/modules/orders/products.ts';
import { shareOut } from '../../src/modules/orders/rules.ts';

test('a price that is shared out adds up to itself, and nobody gets less than nothing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 }),
      (sum, weights) => {
        const shares = shareOut(sum, weights);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(sum);
        const all = weights.reduce((a, b) => a + b, 0);
        for (const [i, share] of shares.entries()) expect(Math.abs(share - (sum * weights[i]!) / all)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('order numbers are read out without mistakes and do not repeat', () => {
  const numbers = Array.from({ length: 1000 }, newNumber);
  for (const number of numbers) expect(number).toMatch(/^LW-[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(numbers).size).toBe(1000);
});

test('a bundle holds products that are sold alone as well', () => {
  for (const { includes = [] } of PRODUCTS) for (const code of includes) expect(productNamed(code)?.includes).toBeUndefined();
});
