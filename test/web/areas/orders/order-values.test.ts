import { expect, test } from 'vitest';
import type { Refusal } from '../../../../src/kernel/errors.ts';
import { localeFor, withLocale } from '../../../../src/kernel/language/locale.ts';
import { errorsAtFields, explainMessage, parseOrder, withFieldErrors } from '../../../../src/web/areas/orders/order-values.ts';
import { dollarInputValue, formatDollars, formatPercent, formatPrice, parseDollars } from '../../../../src/web/ui/format.tsx';
import { lineStatusLabel } from '../../../../src/web/ui/order/details.tsx';
import { billingCountries } from '../../../../src/web/ui/order/options.ts';
import { describeVat } from '../../../../src/web/ui/order/sum.tsx';
import { someProducts } from '../../../support/web/samples/orders.ts';

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
])('the amount %j is %j cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

const inGerman = <T>(work: () => T): T => withLocale(localeFor({ language: 'en' }, 'de'), work);

test('billing countries are all countries, named and sorted in the language of the page', () => {
  expect(billingCountries()).toHaveLength(249);
  expect(inGerman(billingCountries).slice(1, 3)).toEqual([
    { value: 'EG', name: 'Ägypten' },
    { value: 'AX', name: 'Ålandinseln' },
  ]);
});

test('German and Spanish write cents after a comma', () => {
  expect(inGerman(() => ['49,90', '1.234,50 $', '1.234', '49.90', '1,234', '49,905', '5,-'].map(parseDollars))).toEqual([
    4990,
    123_450,
    123_400,
    4990,
    null,
    null,
    null,
  ]);
  expect(inGerman(() => parseDollars(dollarInputValue(4905)))).toBe(4905);
  expect(inGerman(() => dollarInputValue(4905))).toBe('49,05');
});

test('amounts have cents; price tags leave out zero cents', () => {
  expect([
    formatDollars(4900),
    formatDollars(-1250),
    formatPrice(4900),
    formatPrice(4950),
    dollarInputValue(4905),
    formatPercent(0.255),
    formatPercent(0.19),
  ]).toEqual(['$49.00', '−$12.50', '$49', '$49.50', '49.05', '25.5%', '19%']);
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

test('only ticked products are ordered, with their options', () => {
  expect(parseOrder(TICKED, someProducts(), 7).request).toEqual({
    items: [
      { product: 'launch', listing_id: 7, week: '2026-11-16' },
      { product: 'extra_categories', listing_id: 7, categories: ['boats', 'harbours'] },
      { product: 'billboard_min', listing_id: 7, amount_cents: 1250 },
      { product: 'trophy_cabinet', listing_id: 7, options: { style: 'oak' } },
    ],
    billing_country: 'PT',
  });
});

test('errors are mapped to form fields with readable messages', () => {
  const order = parseOrder(TICKED, someProducts(), 7);
  const errorAt = (path: string, code: string, limit?: number) => {
    const [result] = errorsAtFields([{ path, code, message: 'can’t be combined with skip_queue', limit }], order);
    return [result!.path, result!.message];
  };
  expect(errorAt('items[0].week', 'full')).toEqual(['launch.week', 'is full: choose another']);
  expect(errorAt('items[1].categories[1]', 'unknown')).toEqual(['extra_categories.category.3', 'can’t be combined with Skip the queue']);
  expect(errorAt('items[1].categories', 'required')[0]).toBe('extra_categories.category.1');
  expect(errorAt('items[2].amount_cents', 'too_small', 1050)).toEqual(['billboard_min.amount', 'must be at least $10.50']);
  expect(errorAt('items[3].options.style', 'required')).toEqual(['trophy_cabinet.options.style', 'must be chosen']);
  expect(errorAt('items[0].product', 'duplicate')[0]).toBe('launch');
  expect(errorAt('items', 'too_few')).toEqual(['items', 'is empty: select at least one product']);
  expect(explainMessage('is not in the free queue; choose_free_listing puts it there')).not.toContain('_');
});

test('an invalid amount is rejected before the request is sent', async () => {
  const order = parseOrder({ ...TICKED, 'billboard_min.amount': 'a lot' }, someProducts(), 7);
  const refused = await withFieldErrors(order, async () => 'sent').catch((error: Refusal) => error.errors.map(({ path }) => path));
  expect(refused).toEqual(['billboard_min.amount']);
});

test('the VAT is explained: reverse charge, invalid number, number check unavailable, outside the EU', () => {
  const vat = { rate: 0.23, treatment: 'eu_consumer', number_status: 'not_given' } as const;
  expect(describeVat(vat, 'PT')).toBe('23% VAT of Portugal.');
  expect(describeVat({ ...vat, number_status: 'unchecked' }, 'PT')).toMatch(
    /couldn’t check your VAT number, so we charge VAT as for a consumer/,
  );
  expect(describeVat({ ...vat, number_status: 'invalid' }, 'PT')).toMatch(/isn’t valid in Portugal, so we charge VAT as for a consumer/);
  expect(describeVat({ rate: 0, treatment: 'reverse_charge', number_status: 'valid' }, 'PT')).toMatch(
    /^Reverse charge: .* we charge no VAT/,
  );
  expect(describeVat({ rate: 0, treatment: 'outside_eu', number_status: 'not_given' }, 'US')).toBe(
    'No VAT: United States is outside the EU.',
  );
  expect(describeVat({ rate: null, treatment: 'unknown', number_status: 'not_given' }, null)).toBe(
    'VAT depends on your country. Choose it to see the final total.',
  );
});

test('the label of a waiting line depends on the order status', () => {
  expect(lineStatusLabel('waiting', 'paid')).toBe('Being delivered');
  expect(lineStatusLabel('waiting', 'pending')).toBe('Waiting for payment');
  expect(lineStatusLabel('waiting', 'confirming')).toBe('Being confirmed');
  expect(lineStatusLabel('waiting', 'cancelled')).toBe('Cancelled');
  expect(lineStatusLabel('waiting', 'expired')).toBe('Expired');
  expect(lineStatusLabel('fulfilled', 'paid')).toBe('Delivered');
});
