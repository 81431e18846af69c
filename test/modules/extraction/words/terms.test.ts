import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapBetween, nearbyFinder, type TextSpan } from '../../../../src/modules/extraction/words/terms.ts';

const span = fc
  .record({ start: fc.nat(1000), length: fc.oneof(fc.nat(30), fc.nat(600)) })
  .map(({ start, length }): TextSpan => ({ start, end: start + length }));

test('nearby spans match a comparison with all others, in the given order', () => {
  fc.assert(
    fc.property(fc.array(span), span, fc.nat(200), (spans, one, most) => {
      expect(nearbyFinder(spans, most)(one)).toEqual(spans.filter((other) => gapBetween(one, other) <= most));
    }),
  );
});
