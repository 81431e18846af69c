import { isOrdinaryWord } from './english.ts';

/**
 * Typing errors are tolerated by deletion (as in SymSpell): two words a few errors apart become equal when each drops a few letters.
 * Words are indexed under the hashes of these variants, so that a lookup finds a few candidates in an index instead of comparing
 * every word; the true edit distance then decides.
 */

const DIGITS_ONLY = /^\p{N}+$/u;
/** In longer words a second error is rare, and there are too many variants (they grow with the square of the length). */
const MAX_LENGTH_FOR_TWO = 16;
const MAX_LENGTH_FOR_ONE = 48;

/**
 * With how many typing errors a word can be found at all: none if it is so short that it could become any other word, two if enough
 * of it remains. That is enough to recognize a name among several words; elsewhere `isLikelyTypo` must agree.
 */
export const allowedTypos = (word: string): 0 | 1 | 2 => {
  if (word.length < 3 || word.length > MAX_LENGTH_FOR_ONE || DIGITS_ONLY.test(word)) return 0;
  return word.length < 5 || word.length > MAX_LENGTH_FOR_TWO ? 1 : 2;
};

/** FNV-1a over UTF-16 code units, as a signed 32-bit PostgreSQL integer. */
const HASH_SEED = 0x811c9dc5 | 0;
const mixHash = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x01000193);

/** Distinct hashes of a word with up to `max` letters removed, including the word itself. */
export const hashVariants = (word: string, max: 0 | 1 | 2): number[] => {
  const hashes = new Set<number>();
  const walk = (at: number, hash: number, left: number): void => {
    for (let i = at; i < word.length; i++) {
      if (left > 0) walk(i + 1, hash, left - 1);
      hash = mixHash(hash, word.charCodeAt(i));
    }
    hashes.add(hash);
  };
  walk(0, HASH_SEED, max);
  return [...hashes];
};

const MAX_LENGTH = 64;
/** Reused between calls: one search compares hundreds of words. */
const ROWS = [new Uint8Array(MAX_LENGTH + 2), new Uint8Array(MAX_LENGTH + 2), new Uint8Array(MAX_LENGTH + 2)] as const;

/**
 * Counts typing errors between two words: letters added, removed, changed, or two neighbours swapped (optimal string alignment).
 * Returns `max + 1` for anything above `max`, so only cells near the diagonal are computed.
 */
export const countTypos = (a: string, b: string, max: number): number => {
  const over = max + 1;
  if (Math.abs(a.length - b.length) > max || a.length > MAX_LENGTH || b.length > MAX_LENGTH) return over;
  let [before, last, row] = ROWS as unknown as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) last[j] = Math.min(j, over);
  for (let i = 1; i <= a.length; i++) {
    const [from, to] = [Math.max(1, i - max), Math.min(b.length, i + max)];
    row[from - 1] = from === 1 ? Math.min(i, over) : over;
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let errors = last[j - 1]! + (same ? 0 : 1);
      if (j < i + max) errors = Math.min(errors, last[j]! + 1);
      errors = Math.min(errors, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        errors = Math.min(errors, before[j - 2]! + 1);
      row[j] = Math.min(errors, over);
    }
    [before, last, row] = [last, row, before];
  }
  return last[b.length]!;
};

const MIN_LENGTH_FOR_CORRECTION = 5;
const MIN_LENGTH_FOR_TWO = 8;

/** A word that another may be a misspelling of. */
export interface Neighbour {
  word: string;
  in_name: boolean;
  errors: number;
}

/**
 * Whether a word was very likely meant as its neighbour. Short words have too many neighbours, and an ordinary word was meant as it is.
 * Unless it is a name, the neighbour must begin with the same letter, which people get right, or with the first two swapped.
 */
export const isLikelyTypo = (typed: string, { word, in_name, errors }: Neighbour): boolean => {
  if (typed.length < MIN_LENGTH_FOR_CORRECTION || isOrdinaryWord(typed)) return false;
  const has_same_start = typed[0] === word[0] || (typed[0] === word[1] && typed[1] === word[0]);
  return errors <= (typed.length < MIN_LENGTH_FOR_TWO ? 1 : 2) && (in_name || has_same_start);
};
