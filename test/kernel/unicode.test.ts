import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalize } from '../../src/kernel/unicode.ts';
import { fold } from '../../src/kernel/words.ts';
import { measureCpuTime } from '../support/own-time.ts';
import { sources } from '../support/sources.ts';

const MARKS = '\u0301\u0323';

test('ordinary text is normalized as usual', () => {
  const letters = fc.string({
    unit: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 3 }), fc.constantFrom('e', '\u0301', '\u0323', '각')),
  });
  fc.assert(
    fc.property(letters, fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'), (text, form) => {
      fc.pre(!/\p{M}{31}/u.test(text));
      expect(normalize(text, form)).toBe(text.normalize(form));
    }),
  );
});

test('about thirty marks on a letter stay', () => {
  expect(normalize(`a${MARKS.repeat(15)}b`)).toBe(`a${MARKS.repeat(15)}b`.normalize('NFC'));
  expect(normalize(`a${MARKS.repeat(5000)}b`)).toBe(`a${MARKS.repeat(15)}b`.normalize('NFC'));
});

test('a million marks take no longer than as many letters', () => {
  const marks = MARKS.repeat(500_000);
  expect(measureCpuTime(() => normalize(marks))).toBeLessThan(2000);
  expect(measureCpuTime(() => fold(marks))).toBeLessThan(3000);
});

/** Our own texts, or texts of limited length. */
const EXCEPTIONS =
  /^src\/(kernel\/(unicode|words)|modules\/(accounts\/credentials\/password|extraction\/(propose\/pricing|verify\/(countries|dates)|words\/terms)))\.ts$/;

test('untrusted text is normalized in one place', () => {
  expect(
    sources()
      .filter(({ path, text }) => text.includes('.normalize(') && !EXCEPTIONS.test(path))
      .map(({ path }) => path),
  ).toEqual([]);
});
