import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiffSegment, diffFields, diffTexts } from '../../../src/web/ui/diff.tsx';

const read = (segments: DiffSegment[], without: DiffSegment['kind']) =>
  segments
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

test('a diff contains both texts completely', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'cc', ' ', '\n', '👩‍👩‍👧', 'שלום'), { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const segments = diffTexts(before, after);
      expect(read(segments, 'new')).toBe(before);
      expect(read(segments, 'gone')).toBe(after);
    }),
  );
});

test('only changed words are marked', () => {
  expect(diffTexts('Notes that find themselves', 'Notes that write themselves')).toEqual([
    { kind: 'same', text: 'Notes that ' },
    { kind: 'gone', text: 'find' },
    { kind: 'new', text: 'write' },
    { kind: 'same', text: ' themselves' },
  ]);
});

test('comparing two long texts is fast', () => {
  const text = (seed: number) => Array.from({ length: 3000 }, (_, i) => `word${(i * seed) % 997}`).join(' ');
  const started = performance.now();
  const segments = diffTexts(text(7), text(11));
  expect(performance.now() - started).toBeLessThan(30_000);
  expect(read(segments, 'gone')).toBe(text(11));
});

test('lists, links and answers are compared part by part', () => {
  const names = diffFields(
    { country: null, socials: { x: 'https://x.com/a', github: 'https://github.com/a' }, faqs: [{ question: 'Why?', answer: 'So.' }] },
    { country: 'PT', socials: { x: 'https://x.com/b', github: 'https://github.com/a' }, faqs: [{ question: 'Why?', answer: 'Because.' }] },
  ).map(({ name }) => name);
  expect(names).toEqual(['Country', 'Links: X', 'Questions and answers']);
});

test('values of attributes are shown by name, as listings show them', () => {
  const price = { amount: 9, currency: 'EUR', period: 'month' };
  expect(
    diffFields({ 'attributes.price_from': null, 'attributes.sso': false }, { 'attributes.price_from': price, 'attributes.sso': true }),
  ).toEqual([
    { name: 'Price from', segments: [{ kind: 'new', text: '€9 per month' }] },
    {
      name: 'Sso',
      segments: [
        { kind: 'gone', text: 'No' },
        { kind: 'new', text: 'Yes' },
      ],
    },
  ]);
});
