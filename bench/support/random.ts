/** Seeded random numbers (mulberry32). */
export const chanceFrom = (seed: number) => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return { next, below, of: <T>(list: readonly T[]): T => list[below(list.length)]! };
};

export type Chance = ReturnType<typeof chanceFrom>;

const letter = ({ below }: Chance): string => String.fromCharCode(97 + below(26));

/** The four typing errors: an extra letter, a missing one, a wrong one, two swapped. */
const ERRORS: readonly ((word: string, at: number, chance: Chance) => string)[] = [
  (word, at, chance) => word.slice(0, at) + letter(chance) + word.slice(at),
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at, chance) => word.slice(0, at) + letter(chance) + word.slice(at + 1),
  (word, at) => word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2),
];

/** A word with one typing error anywhere. */
export const mistype = (word: string, chance: Chance): string => {
  for (;;) {
    const mistyped = chance.of(ERRORS)(word, chance.below(word.length), chance);
    if (mistyped !== word) return mistyped;
  }
};
