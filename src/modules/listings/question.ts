import { keyOf, MOST_ASKED, wordsOf } from '../../kernel/words.ts';
import { errorsBetween, errorsForgiven, variantsOf } from './spelling.ts';

/** Something to look up in the dictionary: itself, and what it may be a misspelling of. */
export interface Lookup {
  word: string;
  /** Where to meet words one error away, and where those within all the errors it is forgiven. */
  one: number[];
  most: number[];
}

/** What someone typed, taken apart. */
export interface Question {
  words: string[];
  /** All words as one, as names are also kept. */
  key: string;
  /** Neighbours as one word, for a space that does not belong. */
  joins: string[];
}

/** Takes a question apart; null when there is no word in it. */
export const questionOf = (q: string): Question | null => {
  const words = wordsOf(q).slice(0, MOST_ASKED);
  if (words.length === 0) return null;
  return { words, key: keyOf(q), joins: words.length > 2 ? words.slice(1).map((word, at) => words[at] + word) : [] };
};

const lookupOf = (word: string, most: 0 | 1 | 2): Lookup => {
  const one = most === 0 ? [] : variantsOf(word, 1);
  return { word, one, most: most === 2 ? variantsOf(word, 2) : one };
};

/** What to ask the dictionary for a question. */
export const lookupsOf = ({ words, key, joins }: Question): Lookup[] => {
  const lookups = new Map(joins.map((join) => [join, lookupOf(join, 0)]));
  // Written as one, an error at a space is an error like any other; one is then enough.
  if (words.length > 1) lookups.set(key, lookupOf(key, errorsForgiven(key) === 0 ? 0 : 1));
  for (const word of words) lookups.set(word, lookupOf(word, errorsForgiven(word)));
  return [...lookups.values()];
};

/** What the dictionary says to a word: whether some listing has it, or has it in its name; words it may be; words it may begin. */
export interface Finding {
  known: boolean;
  named: boolean;
  near: string[];
  begins: string[];
}

export type Findings = ReadonlyMap<string, Finding>;

const NOTHING: Finding = { known: false, named: false, near: [], begins: [] };

/** What a word may mean: itself where it is known, and the words it may be a misspelling of, the nearest first. */
export interface Meaning extends Omit<Finding, 'near'> {
  near: { word: string; errors: number }[];
}

/** Corrections of one word that are tried. */
const MOST_MEANT = 40;

const sameStart = (a: string, b: string): number => Number(a[0] === b[0]);

export const meaningOf = (asked: string, findings: Findings): Meaning => {
  const found = findings.get(asked) ?? NOTHING;
  const most = errorsForgiven(asked);
  const near = found.near
    .map((word) => ({ word, errors: errorsBetween(asked, word, most) }))
    .filter(({ errors }) => errors <= most)
    // The first letter is the one people get right.
    .sort((a, b) => a.errors - b.errors || sameStart(b.word, asked) - sameStart(a.word, asked) || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_MEANT);
  return { ...found, near };
};
