import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts, differencesOf, type Stretch } from '../../src/web/parts/differences.ts';

const read = (stretches: Stretch[], without: Stretch['kind']) =>
  stretches
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

test('a comparison shows both texts whole, whatever they are', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'cc', ' ', '\n', '👩‍👩‍👧', 'שלום'), { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(words, words, (before, after) => {
      const stretches = compareTexts(before, after);
      expect(read(stretches, 'new')).toBe(before);
      expect(read(stretches, 'gone')).toBe(after);
    }),
  );
});

test('only the words that differ are marked', () => {
  expect(compareTexts('Notes that find themselves', 'Notes that write themselves')).toEqual([
    { kind: 'same', text: 'Notes that ' },
    { kind: 'gone', text: 'find' },
    { kind: 'new', text: 'write' },
    { kind: 'same', text: ' themselves' },
  ]);
});

test('two long texts are compared in a moment', () => {
  const text = (seed: number) => Array.from({ length: 3000 }, (_, i) => `word${(i * seed) % 997}`).join(' ');
  const began = performance.now();
  const stretches = compareTexts(text(7), text(11));
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(read(stretches, 'gone')).toBe(text(11));
});

test('lists, links and answers are told part by part', () => {
  const names = differencesOf(
    { country: null, socials: { x: 'https://x.com/a', github: 'https://github.com/a' }, faqs: [{ question: 'Why?', answer: 'So.' }] },
    { country: 'PT', socials: { x: 'https://x.com/b', github: 'https://github.com/a' }, faqs: [{ question: 'Why?', answer: 'Because.' }] },
  ).map(({ name }) => name);
  expect(names).toEqual(['Country', 'Links elsewhere: X', 'Questions and answers']);
});
