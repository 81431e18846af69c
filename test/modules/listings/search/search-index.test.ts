import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fold, indexWordsOf, nameKey, prefixQueryOf, vectorOf, wordsOf } from '../../../../src/kernel/words.ts';
import { buildSearchDocument, buildVectors } from '../../../../src/modules/listings/search/search-index.ts';
import { allowedTypos, countTypos, hashVariants } from '../../../../src/modules/listings/search/spelling.ts';
import { anyText } from '../../../support/any-text.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

/** Arbitrary and hostile texts. */
const texts = fc.oneof(
  anyText(300),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...`a'"\\&|!:*<->()+#%_ \u0000\n東京ガßİשéøΣ🚀`), maxLength: 300 }),
);
const words = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 0, maxLength: 9 });

describe('folding', () => {
  test.each([
    ['Ångström ÉCOLE', 'angstrom ecole'],
    ['Straße', 'strasse'],
    ['Smørrebrød Łódź Æsir', 'smorrebrod lodz aesir'],
    ['İstanbul ΑΣ ας', 'istanbul ασ ασ'],
    ['ﬁne ① ｆｕｌｌ', 'fine 1 full'],
    ['مُحَمَّد', 'محمد'],
    ['ガ が हिन्दी 한국어', 'ガ が हिन्दी 한국어'],
  ])('%s is %s', (text, folded) => expect(fold(text)).toBe(folded));

  test('is idempotent and independent of the Unicode normalization form', () =>
    fc.assert(
      fc.property(texts, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')));
      }),
    ));
});

describe('words', () => {
  test.each([
    ['7-Zip file_archiver', ['7', 'zip', 'file', 'archiver']],
    ['C++ and C# or a+b', ['c++', 'and', 'c#', 'or', 'a', 'b']],
    ['東京都', ['東京', '京都']],
    ['犬', ['犬']],
    ['iPhone用アプリ', ['iphone', '用ア', 'アプ', 'プリ']],
    ['!!! 🚀', []],
  ])('of %s', (text, expected) => expect(wordsOf(text)).toEqual(expected));

  test('query words are among the index words', () =>
    fc.assert(
      fc.property(texts, (text) => {
        const written = new Set(indexWordsOf(text));
        for (const word of wordsOf(text)) expect(written).toContain(word);
      }),
    ));

  test('every letter of a script without spaces begins an index word', () => {
    const written = indexWordsOf('東京都');
    for (const letter of '東京都') expect(written.some((word) => word.startsWith(letter))).toBe(true);
  });

  test('a name has the same key with spaces, hyphens or neither', () => {
    expect(nameKey('Launch-Week')).toBe('launchweek');
    expect(nameKey('launch week')).toBe('launchweek');
    expect(nameKey('C++')).not.toBe(nameKey('C#'));
  });

  test('only the last word is a prefix', () => {
    expect(prefixQueryOf('Grace Hop')).toBe("'grace' & 'hop':*");
    expect(prefixQueryOf(' -- ')).toBeNull();
  });
});

describe('typing errors', () => {
  /** The definition, without limits or optimizations. */
  const naive = (a: string, b: string): number => {
    if (!a || !b) return a.length + b.length;
    const [x, y] = [a.slice(1), b.slice(1)];
    const step = Math.min(naive(x, y) + (a[0] === b[0] ? 0 : 1), naive(x, b) + 1, naive(a, y) + 1);
    return a.length > 1 && a[0] === b[1] && a[1] === b[0] ? Math.min(step, naive(a.slice(2), b.slice(2)) + 1) : step;
  };
  const short = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 6 });
  /** A word, and the same word with a few letters inserted and removed. */
  const pair = fc
    .tuple(short, fc.array(fc.tuple(fc.nat(6), fc.nat(1), fc.constantFrom('', 'a', 'b', 'c')), { maxLength: 3 }))
    .map(([a, edits]) => [a, edits.reduce((b, [at, gone, letter]) => b.slice(0, at) + letter + b.slice(at + gone), a)] as const);

  test('are counted by the definition, symmetrically, up to the limit', () =>
    fc.assert(
      fc.property(pair, fc.integer({ min: 0, max: 3 }), ([a, b], max) => {
        expect(countTypos(a, b, max)).toBe(Math.min(naive(a, b), max + 1));
        expect(countTypos(a, b, max)).toBe(countTypos(b, a, max));
      }),
      { numRuns: 1000 },
    ));

  test('within the limit, a misspelt word and the correct one share a hash', () =>
    fc.assert(
      fc.property(words, words, fc.constantFrom(1 as const, 2 as const), (a, b, max) => {
        fc.pre(countTypos(a, b, max) <= max);
        expect(hashVariants(a, max).some((hash) => hashVariants(b, max).includes(hash))).toBe(true);
      }),
      { numRuns: 2000 },
    ));

  test.each([
    ['db', 0],
    ['gimp', 1],
    ['firefox', 2],
    ['2024', 0],
    ['a'.repeat(20), 1],
    ['a'.repeat(200), 0],
  ])('%s may have %i', (word, max) => expect(allowedTypos(word)).toBe(max));
});

describe('in PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ pool: 1 });
  });
  afterAll(() => database.drop());

  test('accepts the vector and query of any text', () =>
    fc.assert(
      fc.asyncProperty(texts, texts, async (a, b) => {
        const [row] = await database.sql<
          { found: boolean }[]
        >`select ${vectorOf({ A: a, B: [b], C: null, D: b })}::tsvector @@ ${prefixQueryOf(a) ?? ''}::tsquery as found`;
        expect(row!.found).toBe(prefixQueryOf(a) !== null);
      }),
      { numRuns: 150 },
    ));

  test('accepts the longest possible text', async () => {
    const many = Array.from({ length: 200_000 }, (_, i) => `w${i}${'漢'.repeat(3)}`).join(' ');
    const name = '東'.repeat(500);
    const document = buildVectors(
      buildSearchDocument({ name, tagline: 'x'.repeat(5000), short_description: null, description: many, tags: [many] }),
    );
    await database.sql`select ${document.words}::tsvector, ${document.name_words}::tsvector`;
  });
});
