import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentencesIn } from '../../../../src/modules/extraction/propose/founders.ts';

/** Sentences as one regular expression. It takes quadratic time on text such as "a.a.a.a". */
const SENTENCE = /[^.!?。！？]+(?:[.!?。！？](?=\s|$)|$)|[^。！？]+[。！？]/gu;

test('sentences match those found by the expression', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', '.', '!', '?', '。', '！', '1', '😀'), maxLength: 40 });
  fc.assert(
    fc.property(text, (written) => {
      expect(sentencesIn(written)).toEqual([...written.matchAll(SENTENCE)].map(([sentence]) => sentence));
    }),
    { numRuns: 2000 },
  );
});
