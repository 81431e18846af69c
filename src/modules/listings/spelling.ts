/**
 * Forgiving typing errors by left-out letters: two words a few errors apart become the same word when each leaves out a few
 * letters, so both are filed under the hashes of what remains. Asking then is a look into an index, never a comparison with
 * every word; the true distance decides among the few that meet.
 */

const DIGITS_ONLY = /^\p{N}+$/u;
/** Beyond, a second error is rare and the variants many (they grow with the square of the length). */
const LONGEST_FOR_TWO = 14;
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

/**
 * Typing errors between two words: letters added, left out, changed, or two neighbours swapped (optimal string alignment).
 * Gives `most + 1` as soon as there are more than `most`.
 */
export const errorsBetween = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let errors = Math.min(last[j - 1]! + (same ? 0 : 1), last[j]! + 1, row[j - 1]! + 1);
      if (!same && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) errors = Math.min(errors, before[j - 2]! + 1);
      row.push(errors);
      if (errors < least) least = errors;
    }
    // A swap looks two rows back, so one row past the limit is not yet the end.
    if (least > most && Math.min(...last) > most) return most + 1;
    before = last;
    last = row;
  }
  return Math.min(last[b.length]!, most + 1);
};
