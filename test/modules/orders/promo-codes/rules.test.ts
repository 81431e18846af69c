import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discountLines, findPromoCodeFault, type PromoCode, type PromoCodeUses } from '../../../../src/modules/orders/promo-codes/rules.ts';
import type { OrderLine } from '../../../../src/modules/orders/rules.ts';
import { computeLineVat } from '../../../../src/modules/orders/vat/rules.ts';

const aCode = (more: Partial<PromoCode> = {}): PromoCode => ({
  id: 1,
  code: 'SPRING',
  percent: 20,
  amount_cents: null,
  products: [],
  starts_on: null,
  ends_on: null,
  max_uses: null,
  uses_per_account: null,
  active: true,
  ...more,
});

const aLine = (product: OrderLine['product'], amount_cents: number, bundle: OrderLine['bundle'] = null): OrderLine => ({
  product,
  name: product,
  bundle,
  listing_id: 1,
  week_on: null,
  categories: [],
  options: {},
  amount_cents,
  discount_cents: 0,
});

const sum = (amounts: number[]): number => amounts.reduce((a, b) => a + b, 0);

const anyCode = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((percent) => aCode({ percent })),
  fc.integer({ min: 1, max: 200_000 }).map((amount_cents) => aCode({ percent: null, amount_cents })),
  fc.integer({ min: 1, max: 100 }).map((percent) => aCode({ percent, products: ['featured'] })),
);
const anyLines = fc.array(
  fc.record({
    product: fc.constantFrom('launch' as const, 'featured' as const, 'billboard_min' as const),
    cents: fc.integer({ min: 50, max: 300_000 }),
  }),
  { minLength: 1, maxLength: 8 },
);

test('discounts add up, no line goes below zero, and VAT is on what is left', () => {
  fc.assert(
    fc.property(anyCode, anyLines, (code, prices) => {
      const lines = prices.map(({ product, cents }) => aLine(product, cents));
      const discounted = discountLines(lines, code);
      const eligible = lines.filter(({ product }) => product !== 'billboard_min' && (code.products.length === 0 || product === 'featured'));
      const eligible_cents = sum(eligible.map(({ amount_cents }) => amount_cents));
      const wanted = code.percent === null ? code.amount_cents! : Math.floor((eligible_cents * code.percent + 50) / 100);
      const left = sum(discounted.map(({ amount_cents }) => amount_cents));
      const discount = sum(discounted.map(({ discount_cents }) => discount_cents));
      // A rest that no provider takes as a payment is free.
      const is_waived = discount === eligible_cents && sum(lines.map(({ amount_cents }) => amount_cents)) - wanted < 50;
      expect(discount).toBe(is_waived ? eligible_cents : Math.min(wanted, eligible_cents));
      expect(left === 0 || left >= 50).toBe(true);
      for (const [i, line] of discounted.entries()) {
        expect(line.amount_cents + line.discount_cents).toBe(lines[i]!.amount_cents);
        expect(Math.min(line.amount_cents, line.discount_cents)).toBeGreaterThanOrEqual(0);
        if (!eligible.includes(lines[i]!)) expect(line.discount_cents).toBe(0);
      }
      const vat = computeLineVat(
        discounted.map(({ amount_cents }) => amount_cents),
        0.19,
      );
      for (const [i, { amount_cents }] of discounted.entries()) expect(Math.abs(vat[i]! - amount_cents * 0.19)).toBeLessThanOrEqual(0.5);
      // Another code, or none, starts from the full price.
      expect(discountLines(discounted, null)).toEqual(lines);
      expect(discountLines(discounted, code)).toEqual(discounted);
    }),
  );
});

test('a bundle is discounted as a bundle, not as what it contains', () => {
  const bundle = [aLine('launch', 4108, 'launch_bundle'), aLine('featured', 8300, 'launch_bundle')];
  expect(discountLines(bundle, aCode({ products: ['launch'] }))).toEqual(bundle);
  expect(discountLines(bundle, aCode({ products: ['launch_bundle'] })).map(({ discount_cents }) => discount_cents)).toEqual([821, 1661]);
});

describe('why a code cannot be used', () => {
  const uses = { all: 0, own: 0, own_pending: null };
  test.each<[string, Partial<PromoCode>, Partial<PromoCodeUses>, string | null]>([
    ['nothing', { ends_on: '2026-11-18', starts_on: '2026-11-18', max_uses: 2, uses_per_account: 1 }, { all: 1 }, null],
    ['it is switched off', { active: false }, {}, 'inactive'],
    ['its first day is tomorrow', { starts_on: '2026-11-19' }, {}, 'not_started'],
    ['its last day was yesterday', { ends_on: '2026-11-17' }, {}, 'expired'],
    ['others used it up', { max_uses: 3 }, { all: 3 }, 'used_up'],
    ['the buyer used it', { uses_per_account: 1 }, { all: 1, own: 1 }, 'used_already'],
    ['an unpaid order of the buyer uses it', { uses_per_account: 1 }, { all: 1, own: 1, own_pending: 'LW-7K3M9Q2X' }, 'in_use'],
    ['an unpaid order of the buyer is the last use', { max_uses: 1 }, { all: 1, own: 1, own_pending: 'LW-7K3M9Q2X' }, 'in_use'],
    ['it is for another product', { products: ['launch_bundle'] }, {}, 'not_for_these_products'],
  ])('%s', (_why, code, used, fault) => {
    const order = { uses: { ...uses, ...used }, lines: [aLine('launch', 4900)], today: '2026-11-18' };
    expect(findPromoCodeFault(aCode(code), order)?.code ?? null).toBe(fault);
  });

  test('nothing takes money off the billboard', () => {
    const order = { uses, lines: [aLine('billboard_min', 5000)], today: '2026-11-18' };
    expect(findPromoCodeFault(aCode(), order)?.code).toBe('not_for_these_products');
    expect(findPromoCodeFault(undefined, order)?.code).toBe('unknown');
  });
});
