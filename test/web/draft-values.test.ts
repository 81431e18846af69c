import { expect, test } from 'vitest';
import { FORM_NAMES, patchOf } from '../../src/web/actions/draft-patch.ts';
import { quoteAddress } from '../../src/web/addresses.ts';
import { seenOf, valuesOf } from '../../src/web/parts/draft-values.ts';
import { aDraft } from './draft-samples.ts';

test('every field the editor draws is one its form may send', () => {
  expect(Object.keys(valuesOf(aDraft())).filter((name) => !FORM_NAMES.includes(name))).toEqual([]);
});

test('a form that comes back as it was drawn changes nothing, however browsers write its line breaks and blanks', () => {
  const odd = aDraft({
    fields: {
      ...aDraft().fields,
      tagline: { value: ' Two\nlines,\u00a0odd  blanks ', state: 'ai', evidence: [] },
      city: { value: 'Setu\u0301bal', state: 'ai', evidence: [] },
      description: { value: '\nOne\r\n\r\nTwo\t\n', state: 'ai', evidence: [] },
      features: { value: ['a\nb', ' c '], state: 'ai', evidence: [] },
    },
  });
  const values = valuesOf(odd);
  const sent = Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.replace(/\r?\n/g, '\r\n').normalize('NFC').trim()] as const)
      .filter(([, value]) => value),
  );
  expect(patchOf(sent, seenOf(values))).toEqual({ patch: {}, changed: [] });
});

test('a change of line breaks, of order or of case is a change', () => {
  const values = valuesOf(aDraft());
  const patch = (name: string, value: string) => patchOf({ ...values, [name]: value }, seenOf(values)).patch;
  expect(patch('fields.features', 'Works offline at the quay\nTide tables for 4,000 ports')).toEqual({
    fields: { features: ['Works offline at the quay', 'Tide tables for 4,000 ports'] },
  });
  expect(patch('fields.description', values['fields.description']!.replace('\n\n', '\n'))).toHaveProperty('fields.description');
  expect(patch('fields.name', 'tidewater')).toEqual({ fields: { name: 'tidewater' } });
  expect(patch('fields.name', '')).toEqual({ fields: { name: null } });
  expect(patch('company_socials.github', '')).toEqual({ company_socials: { github: '' } });
  expect(patch('competitor_url', '')).toEqual({ competitor_url: '' });
});

test('the same category chosen twice is chosen once', () => {
  const values = valuesOf(aDraft());
  const sent = { ...values, 'fields.categories[1]': 'Scheduling', 'fields.categories[2]': 'Booking' };
  expect(patchOf(sent, seenOf(values)).patch).toEqual({ fields: { categories: ['Scheduling', 'Booking'] } });
});

test.each([
  ['a few words', 'https://a.example/', 'https://a.example/#:~:text=a%20few%20words'],
  ['well-known, and & more', 'https://a.example/#top', 'https://a.example/#top:~:text=well%2Dknown%2C%20and%20%26%20more'],
  [
    'one two three four five six seven eight nine ten eleven twelve thirteen',
    'https://a.example/x',
    'https://a.example/x#:~:text=one%20two%20three%20four%20five%20six,eight%20nine%20ten%20eleven%20twelve%20thirteen',
  ],
  ['alert', 'javascript:alert(1)', 'javascript:alert(1)'],
  ['', 'https://a.example/', 'https://a.example/'],
])('a quote is opened at its words: %s', (quote, url, address) => {
  expect(quoteAddress({ quote, url })).toBe(address);
});
