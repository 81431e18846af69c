import { type Chance, chanceFrom } from '../support/random.ts';

/** Random numbers of one seed for one purpose: what one part draws does not change what another draws. */
export const chanceFor = (seed: number, purpose: string): Chance => {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (const char of purpose) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return chanceFrom(hash ^ (hash >>> 15));
};

/** A whole number from `least` to `most`. */
export const between = (chance: Chance, least: number, most: number): number => least + chance.below(most - least + 1);

export const isLikely = (chance: Chance, share: number): boolean => chance.next() < share;

/** An item of a table of items with weights. */
export const pickWeighted = <T>(chance: Chance, rows: readonly (readonly [item: T, weight: number])[]): T => {
  let left = chance.next() * rows.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [item, weight] of rows) {
    left -= weight;
    if (left < 0) return item;
  }
  return rows.at(-1)![0];
};

export const shuffle = <T>(chance: Chance, items: readonly T[]): T[] => {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = chance.below(at + 1);
    [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
  }
  return shuffled;
};

/** Several different items by weight. */
export const pickSeveral = <T>(chance: Chance, rows: readonly (readonly [item: T, weight: number])[], n: number): T[] => {
  const left = [...rows];
  const picked: T[] = [];
  while (picked.length < n && left.length > 0) {
    const item = pickWeighted(chance, left);
    picked.push(item);
    left.splice(
      left.findIndex(([each]) => each === item),
      1,
    );
  }
  return picked;
};

/** Many small values and few large ones, with this median; about 5 % are above five times the median if `spread` is 1. */
export const drawSkewed = (chance: Chance, median: number, spread: number): number => {
  const normal = Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
  return median * Math.exp(spread * normal);
};

/** How long until something happens that takes `mean` on average. */
export const drawWait = (chance: Chance, mean: number): number => -mean * Math.log(1 - chance.next());
