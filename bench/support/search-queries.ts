import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Chance, chanceFrom, mistype } from './random.ts';

export interface Question {
  q: string;
  /** The expected name, if there is one. */
  name: string | null;
}

/** Reads a listings file as it is imported. */
export const readListings = async <T extends { name: string }>(file: string): Promise<T[]> => {
  const listings: T[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) listings.push(JSON.parse(line));
  return listings;
};

const SAMPLE = 300;
const hasFiveLetters = (name: string): boolean => (name.match(/\p{L}/gu) ?? []).length >= 5;

/**
 * Names as written, with one and two typing errors, and words so common that thousands of listings have them. Deterministic for a file.
 */
export const questionsFrom = (names: string[]): Record<string, Question[]> => {
  const chance: Chance = chanceFrom(42);
  const long = names.filter(hasFiveLetters);
  const sample = Array.from({ length: SAMPLE }, () => chance.of(long));
  const once = (name: string) => mistype(name, chance);
  return {
    'as written': sample.map((name) => ({ q: name, name })),
    'one error': sample.map((name) => ({ q: once(name), name })),
    'two errors': sample.map((name) => ({ q: once(once(name)), name })),
    'common words': COMMON.map((q) => ({ q, name: null })),
    'first letters': BEGINNINGS.map((q) => ({ q, name: null })),
  };
};

const COMMON = [
  'library',
  'python library',
  'development files',
  'data',
  'the',
  'text editor',
  'for the',
  'perl module',
  'free software',
  'libary',
  'documentaton',
];
const BEGINNINGS = ['l', 'a', 'p', 'li', 'py', 'lib', 'python3 l', 'text e', 'z', 'x1'];

export const median = (numbers: number[]): number => quantile(numbers, 0.5);
export const quantile = (numbers: number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]!;

/** Search quality: how often the expected name is first, and among the first ten. */
export const recallOf = (questions: Question[], answers: string[][]) => {
  const places = questions.map(({ name }, i) => answers[i]!.indexOf(name!));
  const share = (n: number) => places.filter((place) => place >= 0 && place < n).length / places.length;
  return { first: share(1), ten: share(10) };
};
