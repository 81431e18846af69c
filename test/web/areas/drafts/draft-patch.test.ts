import { expect, test } from 'vitest';
import { draftPatch, FORM_NAMES } from '../../../../src/web/areas/drafts/draft-patch.ts';
import { ATTRIBUTE_FIELD } from '../../../../src/web/ui/attributes/values.ts';
import { draftValues, valuesFingerprint } from '../../../../src/web/ui/form-values.ts';
import { quoteUrl } from '../../../../src/web/ui/urls.ts';
import { aDraft } from '../../../support/web/samples/drafts.ts';

test('the form accepts every field the editor renders', () => {
  expect(Object.keys(draftValues(aDraft())).filter((name) => !FORM_NAMES.includes(name) && !ATTRIBUTE_FIELD.test(name))).toEqual([]);
});

test('an unchanged form changes nothing, however browsers encode line breaks and spaces', () => {
  const odd = aDraft({
    fields: {
      ...aDraft().fields,
      tagline: { value: ' Two\nlines,\u00a0odd  blanks ', state: 'ai', evidence: [] },
      city: { value: 'Setu\u0301bal', state: 'ai', evidence: [] },
      description: { value: '\nOne\r\n\r\nTwo\t\n', state: 'ai', evidence: [] },
      features: { value: ['a\nb', ' c '], state: 'ai', evidence: [] },
    },
  });
  const values = draftValues(odd);
  const sent = Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.replace(/\r?\n/g, '\r\n').normalize('NFC').trim()] as const)
      .filter(([, value]) => value),
  );
  expect(draftPatch(sent, valuesFingerprint(values))).toEqual({ patch: {}, changed: [] });
});

test('changed line breaks, order or case are changes', () => {
  const values = draftValues(aDraft());
  const patch = (name: string, value: string) => draftPatch({ ...values, [name]: value }, valuesFingerprint(values)).patch;
  expect(patch('fields.features', 'Works offline at the quay\nTide tables for 4,000 ports')).toEqual({
    fields: { features: ['Works offline at the quay', 'Tide tables for 4,000 ports'] },
  });
  expect(patch('fields.description', values['fields.description']!.replace('\n\n', '\n'))).toHaveProperty('fields.description');
  expect(patch('fields.name', 'tidewater')).toEqual({ fields: { name: 'tidewater' } });
  expect(patch('fields.name', '')).toEqual({ remove_fields: ['name'] });
  expect(patch('company_socials.github', '')).toEqual({ remove_fields: ['company_socials.github'] });
  expect(patch('competitor_url', '')).toEqual({ competitor_url: '' });
});

test('a category chosen twice counts once', () => {
  const values = draftValues(aDraft());
  const sent = { ...values, 'fields.categories[1]': 'Scheduling', 'fields.categories[2]': 'Booking' };
  expect(draftPatch(sent, valuesFingerprint(values)).patch).toEqual({ fields: { categories: ['Scheduling', 'Booking'] } });
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
])('a quote links to its passage: %s', (quote, url, address) => {
  expect(quoteUrl({ quote, url })).toBe(address);
});
