/**
 * Forgiving typing errors by left-out letters: two words a few errors apart become the same word when each leaves out a few
 * letters, so both are filed under the hashes of what remains. Asking then is a look into an index, never a comparison with
 * every word; the true distance decides among the few that meet.
 */

const DIGITS_ONLY = /^\p{N}+$/u;
/** Beyond, a second error is rare and the variants many (they grow with the square of the length). */
const LONGEST_FOR_TWO = 16;
const LONGEST_FOR_ONE = 48;

/** How many typing errors a word is forgiven: none where it would become any other word, two where enough of it remains. */
export const errorsForgiven = (word: string): 0 | 1 | 2 => {
  if (word.length < 3 || word.length > LONGEST_FOR_ONE || DIGITS_ONLY.test(word)) return 0;
  return word.length < 5 || word.length > LONGEST_FOR_TWO ? 1 : 2;
};

/** FNV-1a, letter by letter, as the signed 32 bits of a PostgreSQL integer. */
const START = 0x811c9dc5 | 0;
const stir = (hash: number, letter: number): number => Math.imul(hash ^ letter, 0x01000193);

/** Hashes of a word with up to `most` letters left out, itself included, each once. */
export const variantsOf = (word: string, most: 0 | 1 | 2): number[] => {
  const found = new Set<number>();
  const walk = (at: number, hash: number, left: number): void => {
    for (let i = at; i < word.length; i++) {
      if (left > 0) walk(i + 1, hash, left - 1);
      hash = stir(hash, word.charCodeAt(i));
    }
    found.add(hash);
  };
  walk(0, START, most);
  return [...found];
};

const LONGEST = 64;
/** Reused between calls: hundreds of words are compared for one question. */
const ROWS = [new Uint8Array(LONGEST + 2), new Uint8Array(LONGEST + 2), new Uint8Array(LONGEST + 2)] as const;

/**
 * Typing errors between two words: letters added, left out, changed, or two neighbours swapped (optimal string alignment).
 * Gives `most + 1` where there are more than `most`, which is why only cells that near the diagonal are looked at.
 */
export const errorsBetween = (a: string, b: string, most: number): number => {
  const over = most + 1;
  if (Math.abs(a.length - b.length) > most || a.length > LONGEST || b.length > LONGEST) return over;
  let [before, last, row] = ROWS as unknown as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) last[j] = Math.min(j, over);
  for (let i = 1; i <= a.length; i++) {
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)];
    row[from - 1] = from === 1 ? Math.min(i, over) : over;
    for (let j = from; j <= to; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let errors = last[j - 1]! + (same ? 0 : 1);
      if (j < i + most) errors = Math.min(errors, last[j]! + 1);
      errors = Math.min(errors, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        errors = Math.min(errors, before[j - 2]! + 1);
      row[j] = Math.min(errors, over);
    }
    [before, last, row] = [last, row, before];
  }
  return last[b.length]!;
};
