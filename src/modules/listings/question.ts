import { keyOf, MOST_ASKED, wordsOf } from '../../kernel/words.ts';
import { errorsBetween, errorsForgiven, variantsOf } from './spelling.ts';

/** Something to look up in the dictionary: itself, and hashes where the words meet that it may be a misspelling of. */
export interface Lookup {
  word: string;
  /** Asked where no name has the word, and where one has. */
  unknown: number[];
  known: number[];
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

/** Every word with how many errors it is forgiven. Written as one, an error at a space is an error like any other; one is then enough. */
const forgiven = ({ words, key }: Question): Map<string, 0 | 1 | 2> => {
  const errors = new Map<string, 0 | 1 | 2>();
  if (words.length > 1) errors.set(key, errorsForgiven(key) === 0 ? 0 : 1);
  for (const word of words) errors.set(word, errorsForgiven(word));
  return errors;
};

const variants = (word: string, most: 0 | 1 | 2): number[] => (most === 0 ? [] : variantsOf(word, most));
const atMostOne = (most: 0 | 1 | 2): 0 | 1 => (most === 0 ? 0 : 1);

/** First, only words that no name has are looked up, and only with one error: that answers most questions at a fraction of the cost. */
export const firstLookups = (question: Question): Lookup[] => [
  ...question.joins.map((word) => ({ word, unknown: [], known: [] })),
  ...[...forgiven(question)].map(([word, most]) => ({ word, unknown: variants(word, atMostOne(most)), known: [] })),
];

/** Then with all errors forgiven, and known words too: they may be a misspelling of another. */
export const furtherLookups = (question: Question): Lookup[] =>
  [...forgiven(question)].map(([word, most]) => ({ word, unknown: variants(word, most), known: variants(word, atMostOne(most)) }));

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

const ENOUGH = 3;

/** How many listings must be found for the first look into the dictionary to be enough: none is where it could not find what is meant. */
export const enoughAtFirst = ({ words, key }: Question, findings: Findings): number => {
  const unknown = words
    .map((word) => ({ word, ...meaningOf(word, findings) }))
    .filter(({ known, begins }) => !known && begins.length === 0);
  if (unknown.some(({ word, near }) => near.length === 0 && errorsForgiven(word) === 2)) return Number.POSITIVE_INFINITY;
  const settled = findings.get(key)?.named || (unknown.length > 0 && words.length > 1);
  return settled ? 1 : ENOUGH;
};
