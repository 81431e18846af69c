/**
 * Splits text into words, with the same rules for indexing and for querying. PostgreSQL only stores and compares the result, so a
 * search finds the same on every server, whatever its locale and dictionaries.
 */
import { normalize } from './unicode.ts';

/**
 * Combining marks and fillers that people leave out when they type: accents of European scripts, vowel points of Hebrew and Arabic.
 * Indic vowel signs and Japanese voicing marks change the word, so they stay.
 */
const MARKS = /[[\p{M}&&[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}]]--[\u3099\u309a]]|\u0640|\u200c|\u200d/gv;
/** Letters that Unicode does not decompose, as people type them without a matching keyboard. */
const ASCII_LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ſ: 's',
  ς: 'σ',
};
const UNDECOMPOSED = /[ßøđðłæœþħıŧŋſς]/g;
const ASCII = /^[\0-\x7f]*$/;

/** Removes accents and case. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  const decomposed = normalize(lower, 'NFKD').toLowerCase().normalize('NFKD').replace(MARKS, '');
  return decomposed.replace(UNDECOMPOSED, (letter) => ASCII_LETTERS[letter]!).normalize('NFC');
};

/** A run of letters and digits. Trailing signs belong to it where they distinguish names: c++, c#. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:[+#]{1,2}(?![\p{L}\p{N}+#]))?/gu;
/** The same for ASCII, which is most text; three times as fast. */
const PLAIN_WORD = /[a-z0-9]+(?:[+#]{1,2}(?![a-z0-9+#]))?/g;
const SIGNS = /(?<![+#])[+#]+$/;
const SIGNS_ONLY = /^[+#]+$/;
/** Scripts written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;
/** Longer words are cut. This also keeps every word far below PostgreSQL's limit of 2 KB. */
export const LONGEST_WORD = 64;

const cut = (word: string): string => (word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD).join(''));

/** Overlapping pairs of a run of an unspaced script. The index also gets the last letter, so that every letter begins a word. */
const splitIntoPairs = (run: string, for_index: boolean): string[] => {
  const letters = [...run];
  const pairs = letters.slice(1).map((letter, at) => letters[at] + letter);
  return pairs.length === 0 || for_index ? [...pairs, letters.at(-1)!] : pairs;
};

const splitWord = (word: string, for_index: boolean): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > from) parts.push(word.slice(from, index));
    parts.push(...splitIntoPairs(run, for_index));
    from = index + run.length;
  }
  // Signs distinguish Latin names only; after a pair of letters they mean nothing.
  if (from < word.length && !SIGNS_ONLY.test(word.slice(from))) parts.push(word.slice(from));
  return for_index ? parts.flatMap((part) => (SIGNS.test(part) ? [part, part.replace(SIGNS, '')] : part)) : parts;
};

const findRuns = (folded: string): string[] => folded.match(ASCII.test(folded) ? PLAIN_WORD : WORD) ?? [];

const SPLITTING = /[+#\u0e00-\uffff]/;
const split = (text: string, for_index: boolean): string[] => {
  const folded = fold(text);
  const runs = findRuns(folded);
  return (SPLITTING.test(folded) ? runs.flatMap((run) => splitWord(run, for_index)) : runs).map(cut);
};

/** The words of a text in order, without accents and case. Scripts without spaces become overlapping pairs of letters. */
export const wordsOf = (text: string): string[] => split(text, false);

/** A name without spaces, signs and accents: "Blue-Bird" and "bluebird" have the same key. */
export const nameKey = (name: string): string => cut(findRuns(fold(name)).join(''));

/** The words to index a text by. More than `wordsOf` returns: less exact forms are included, so that less exact queries match. */
export const indexWordsOf = (text: string): string[] => split(text, true);

/** The position that stands for a weight, for words that have no other. */
export const WEIGHT_POSITIONS = { A: '1A', B: '2B', C: '3C', D: '4D' };
type Weight = keyof typeof WEIGHT_POSITIONS;
/** Keeps a tsvector below PostgreSQL's limit of 1 MB, however long the text. */
const MAX_INDEX_WORDS = 3_500;

export type WordPositions = Map<string, string>;

/** Lists each word once per weight. Positions only carry the weight, which halves the size. */
export const positionsOf = (words: Partial<Record<Weight, readonly string[]>>): WordPositions => {
  const positions: WordPositions = new Map();
  for (const [weight, position] of Object.entries(WEIGHT_POSITIONS)) {
    for (const word of words[weight as Weight] ?? []) {
      const existing = positions.get(word);
      if (existing === undefined) {
        if (positions.size < MAX_INDEX_WORDS) positions.set(word, position);
      } else if (!existing.endsWith(position)) positions.set(word, `${existing},${position}`);
    }
  }
  return positions;
};

export const vectorOfPositions = (positions: WordPositions): string => {
  let literal = '';
  for (const [word, at] of positions) literal += `'${word}':${at} `;
  return literal;
};

/** A tsvector literal of texts, the most important as A. */
export const vectorOf = (texts: Partial<Record<Weight, string | readonly string[] | null>>): string => {
  const words = Object.entries(texts).map(([weight, text]) => [weight, indexWordsOf([text ?? ''].flat().join('\n'))]);
  return vectorOfPositions(positionsOf(Object.fromEntries(words)));
};

/** Words contain only letters and digits, so nothing needs escaping. */
export const lexeme = (word: string): string => `'${word}'`;
export const prefix = (word: string): string => `'${word}':*`;

/** Further words of a query are ignored. */
export const MAX_QUERY_WORDS = 12;

/** A tsquery literal that requires every word, the last one as a prefix; null if the query has no word. */
export const prefixQueryOf = (q: string): string | null => {
  const words = wordsOf(q).slice(0, MAX_QUERY_WORDS);
  return words.map((word, at) => (at === words.length - 1 ? prefix(word) : lexeme(word))).join(' & ') || null;
};
