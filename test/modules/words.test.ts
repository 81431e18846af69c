import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fold, keyOf, prefixQueryOf, vectorOf, wordsOf, writtenWordsOf } from '../../src/kernel/words.ts';
import { errorsBetween, errorsForgiven, variantsOf } from '../../src/modules/listings/spelling.ts';
import { documentOf, vectorsOf } from '../../src/modules/listings/words.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Any text at all, and text as hostile as search meets it. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
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

  test('folding twice changes nothing, nor does the form a text comes in', () =>
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

  test('what is asked is among what is written', () =>
    fc.assert(
      fc.property(texts, (text) => {
        const written = new Set(writtenWordsOf(text));
        for (const word of wordsOf(text)) expect(written).toContain(word);
      }),
    ));

  test('every letter of an unspaced script begins a written word', () => {
    const written = writtenWordsOf('東京都');
    for (const letter of '東京都') expect(written.some((word) => word.startsWith(letter))).toBe(true);
  });

  test('a name is the same with spaces, hyphens or neither', () => {
    expect(keyOf('Launch-Week')).toBe('launchweek');
    expect(keyOf('launch week')).toBe('launchweek');
    expect(keyOf('C++')).not.toBe(keyOf('C#'));
  });

  test('every word but the last is wanted whole', () => {
    expect(prefixQueryOf('Grace Hop')).toBe("'grace' & 'hop':*");
    expect(prefixQueryOf(' -- ')).toBeNull();
  });
});

describe('typing errors', () => {
  /** The definition itself, without bounds or shortcuts. */
  const naive = (a: string, b: string): number => {
    if (!a || !b) return a.length + b.length;
    const [x, y] = [a.slice(1), b.slice(1)];
    const step = Math.min(naive(x, y) + (a[0] === b[0] ? 0 : 1), naive(x, b) + 1, naive(a, y) + 1);
    return a.length > 1 && a[0] === b[1] && a[1] === b[0] ? Math.min(step, naive(a.slice(2), b.slice(2)) + 1) : step;
  };
  const short = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 6 });
  /** Two words a few errors apart: one, and the same with letters put in and taken out here and there. */
  const pair = fc
    .tuple(short, fc.array(fc.tuple(fc.nat(6), fc.nat(1), fc.constantFrom('', 'a', 'b', 'c')), { maxLength: 3 }))
    .map(([a, edits]) => [a, edits.reduce((b, [at, gone, letter]) => b.slice(0, at) + letter + b.slice(at + gone), a)] as const);

  test('are counted as defined, the same from either side, up to the limit', () =>
    fc.assert(
      fc.property(pair, fc.integer({ min: 0, max: 3 }), ([a, b], most) => {
        expect(errorsBetween(a, b, most)).toBe(Math.min(naive(a, b), most + 1));
        expect(errorsBetween(a, b, most)).toBe(errorsBetween(b, a, most));
      }),
      { numRuns: 1000 },
    ));

  test('within what is forgiven, the misspelt word and the right one meet', () =>
    fc.assert(
      fc.property(words, words, fc.constantFrom(1 as const, 2 as const), (a, b, most) => {
        fc.pre(errorsBetween(a, b, most) <= most);
        expect(variantsOf(a, most).some((hash) => variantsOf(b, most).includes(hash))).toBe(true);
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
  ])('%s is forgiven %i', (word, most) => expect(errorsForgiven(word)).toBe(most));
});

describe('in PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ pool: 1 });
  });
  afterAll(() => database.drop());

  test('every vector and query is accepted, whatever the text', () =>
    fc.assert(
      fc.asyncProperty(texts, texts, async (a, b) => {
        const [row] = await database.sql<
          { found: boolean }[]
        >`select ${vectorOf({ A: a, B: [b], C: null, D: b })}::tsvector @@ ${prefixQueryOf(a) ?? ''}::tsquery as found`;
        expect(row!.found).toBe(prefixQueryOf(a) !== null);
      }),
      { numRuns: 150 },
    ));

  test('so is the longest text there can be', async () => {
    const many = Array.from({ length: 200_000 }, (_, i) => `w${i}${'漢'.repeat(3)}`).join(' ');
    const name = '東'.repeat(500);
    const document = vectorsOf(
      documentOf({ name, tagline: 'x'.repeat(5000), short_description: null, description: many, keywords: [many], tags: [] }),
    );
    await database.sql`select ${document.words}::tsvector, ${document.name_words}::tsvector`;
  });
});
