import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newOrderNumber } from '../../../src/modules/orders/checkout/checkout.ts';
import { findProduct, PRODUCT_TABLE } from '../../../src/modules/orders/products.ts';
import { splitAmount } from '../../../src/modules/orders/rules.ts';

test('a split amount adds up to itself, with no negative parts', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1 }),
      (sum, weights) => {
        const shares = splitAmount(sum, weights);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(sum);
        const all = weights.reduce((a, b) => a + b, 0);
        for (const [i, share] of shares.entries()) expect(Math.abs(share - (sum * weights[i]!) / all)).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test('order numbers are unambiguous when read out, and do not repeat', () => {
  const numbers = Array.from({ length: 1000 }, newOrderNumber);
  for (const number of numbers) expect(number).toMatch(/^LW-[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(numbers).size).toBe(1000);
});

test('a bundle contains products that are also sold alone', () => {
  for (const { includes = [] } of PRODUCT_TABLE) for (const code of includes) expect(findProduct(code)?.includes).toBeUndefined();
});
