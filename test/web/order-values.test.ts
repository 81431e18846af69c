import { expect, test } from 'vitest';
import type { Refusal } from '../../src/kernel/errors.ts';
import { centsIn, dollars, percent, price, typedDollars } from '../../src/web/money.ts';
import { asForm, atFields, plainly, readOrder } from '../../src/web/parts/order-values.ts';
import { sayLine } from '../../src/web/parts/order-words.ts';
import { sayVat } from '../../src/web/parts/vat-words.ts';
import { someProducts } from './order-samples.ts';

test.each([
  ['49', 4900],
  ['49.5', 4950],
  ['$49.05', 4905],
  ['1,234.50', 123_450],
  ['1234567', 123_456_700],
  ['49,90', null],
  ['49.999', null],
  ['-5', null],
  ['1e3', null],
  ['12,34', null],
  ['', null],
])('%j typed as an amount is %j cents', (typed, cents) => {
  expect(centsIn(typed)).toBe(cents);
});

test('money is said to the cent, and on a tag without cents that are none', () => {
  expect([dollars(4900), dollars(-1250), price(4900), price(4950), typedDollars(4905), percent(0.255), percent(0.19)]).toEqual([
    '$49.00',
    '−$12.50',
    '$49',
    '$49.50',
    '49.05',
    '25.5 %',
    '19 %',
  ]);
});

const TICKED = {
  launch: 'on',
  'launch.week': '2026-11-16',
  'skip_queue.week': '2026-11-16',
  extra_categories: 'on',
  'extra_categories.category.1': 'boats',
  'extra_categories.category.3': 'harbours',
  billboard_min: 'on',
  'billboard_min.amount': '12.50',
  trophy_cabinet: 'on',
  'trophy_cabinet.options.style': 'oak',
  billing_country: 'PT',
};

test('only what is ticked is ordered, with what belongs to it', () => {
  expect(readOrder(TICKED, someProducts(), 7).request).toEqual({
    items: [
      { product: 'launch', listing_id: 7, week: '2026-11-16' },
      { product: 'extra_categories', listing_id: 7, categories: ['boats', 'harbours'] },
      { product: 'billboard_min', listing_id: 7, amount_cents: 1250 },
      { product: 'trophy_cabinet', listing_id: 7, options: { style: 'oak' } },
    ],
    billing_country: 'PT',
  });
});

test('a fault comes back at the field it is about, in words for people', () => {
  const read = readOrder(TICKED, someProducts(), 7);
  const at = (path: string, code: string, limit?: number) => {
    const [told] = atFields([{ path, code, message: 'makes no sense together with skip_queue', limit }], read);
    return [told!.path, told!.message];
  };
  expect(at('items[0].week', 'full')).toEqual(['launch.week', 'has no place left: choose another']);
  expect(at('items[1].categories[1]', 'unknown')).toEqual(['extra_categories.category.3', 'makes no sense together with Skip the queue']);
  expect(at('items[1].categories', 'required')[0]).toBe('extra_categories.category.1');
  expect(at('items[2].amount_cents', 'too_small', 1050)).toEqual(['billboard_min.amount', 'must be at least $10.50']);
  expect(at('items[3].options.style', 'required')).toEqual(['trophy_cabinet.options.style', 'must be chosen']);
  expect(at('items[0].product', 'duplicate')[0]).toBe('launch');
  expect(at('items', 'too_few')).toEqual(['items', 'is empty: tick what you want']);
  expect(plainly('is not in the free queue; choose_free_listing puts it there')).not.toContain('_');
});

test('an amount that is none is refused before anything is asked', async () => {
  const read = readOrder({ ...TICKED, 'billboard_min.amount': 'a lot' }, someProducts(), 7);
  const refused = await asForm(read, async () => 'asked').catch((error: Refusal) => error.errors.map(({ path }) => path));
  expect(refused).toEqual(['billboard_min.amount']);
});

test('the VAT is explained: reverse charge, a number that is not valid, a service that did not answer, and none outside the EU', () => {
  const vat = { rate: 0.23, treatment: 'eu_consumer', number_status: 'not_given' } as const;
  expect(sayVat(vat, 'PT')).toBe('23 % VAT of Portugal.');
  expect(sayVat({ ...vat, number_status: 'unchecked' }, 'PT')).toMatch(/did not answer, so VAT is charged as for a consumer/);
  expect(sayVat({ ...vat, number_status: 'invalid' }, 'PT')).toMatch(/not a valid one of Portugal, so VAT is charged as for a consumer/);
  expect(sayVat({ rate: 0, treatment: 'reverse_charge', number_status: 'valid' }, 'PT')).toMatch(/^Reverse charge: .* no VAT is charged/);
  expect(sayVat({ rate: 0, treatment: 'outside_eu', number_status: 'not_given' }, 'US')).toBe(
    'No VAT is charged: United States is outside the EU.',
  );
  expect(sayVat({ rate: 0, treatment: 'unknown', number_status: 'not_given' }, null)).toBe('The VAT depends on your country.');
});

test('a line that waits is said by how its order stands', () => {
  expect(sayLine('waiting', 'paid')).toBe('On its way');
  expect(sayLine('waiting', 'pending')).toBe('Waits for the payment');
  expect(sayLine('waiting', 'confirming')).toBe('Being confirmed');
  expect(sayLine('waiting', 'cancelled')).toBe('Cancelled');
  expect(sayLine('waiting', 'expired')).toBe('Expired');
  expect(sayLine('fulfilled', 'paid')).toBe('Delivered');
});
