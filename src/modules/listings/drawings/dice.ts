/** Repeatable choices: the same seed gives the same sequence on every machine. */
export interface Dice {
  /** From 0 to 1. */
  roll(): number;
  /** A whole number from `min` to `max`. */
  number(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
}

export const makeDice = (seed: string): Dice => {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16_777_619) >>> 0;
  // Mulberry32.
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (min: number, max: number): number => min + Math.floor(roll() * (max - min + 1));
  return { roll, number, pick: (items) => items[number(0, items.length - 1)]! };
};

/** Colours that go together: a ground, two for shapes, and a light one. */
export const PALETTES = [
  ['#12355b', '#f26a4f', '#ffd166', '#f4f1de'],
  ['#1b4332', '#95d5b2', '#f9c74f', '#f1faee'],
  ['#3d2645', '#f67e7d', '#ffb997', '#fff1e6'],
  ['#264653', '#2a9d8f', '#e9c46a', '#fdf6e3'],
  ['#5f0f40', '#fb8b24', '#e36414', '#ffe8d6'],
  ['#0b3954', '#bfd7ea', '#ff6663', '#fefffe'],
  ['#22223b', '#c9ada7', '#9a8c98', '#f2e9e4'],
  ['#006d77', '#83c5be', '#ffddd2', '#edf6f9'],
  ['#2b2d42', '#ef233c', '#8d99ae', '#edf2f4'],
  ['#335c67', '#e09f3e', '#9e2a2b', '#fff3b0'],
  ['#4a4e8c', '#a2d2ff', '#ffafcc', '#f8f7ff'],
  ['#386641', '#a7c957', '#bc4749', '#f2e8cf'],
] as const;
