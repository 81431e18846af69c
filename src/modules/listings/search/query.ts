import { MAX_QUERY_WORDS, nameKey, wordsOf } from '../../../kernel/words.ts';
import { isOrdinaryWord, otherNumberOf } from './english.ts';
import { allowedTypos, countTypos, hashVariants, isLikelyTypo, type Neighbour } from './spelling.ts';

/** A word to look up in the dictionary, with the variant hashes that find words it may be a misspelling of. */
export interface DictionaryLookup {
  word: string;
  /** Hashes to use if no name has the word. */
  unknown: number[];
  /** Hashes to use if some name has the word. */
  known: number[];
}

export interface SearchQuery {
  words: string[];
  /** All words joined into one, as in `listing_words.name_key`. */
  key: string;
  /** Each two neighbouring words joined, in case of a space too many. */
  joins: string[];
  /** The query is in quotes: its words are not corrected, and a listing must have all of them. */
  is_literal: boolean;
}

const QUOTED = /^\s*["“”].*["“”]\s*$/su;

/** Null if the text contains no word. */
export const parseSearchQuery = (q: string): SearchQuery | null => {
  const words = wordsOf(q).slice(0, MAX_QUERY_WORDS);
  if (words.length === 0) return null;
  const joins = words.length > 2 ? words.slice(1).map((word, at) => words[at] + word) : [];
  return { words, key: nameKey(q), joins, is_literal: QUOTED.test(q) };
};

/**
 * How many typing errors each word may have; ordinary words have none. In the joined key a missing space is such an error, so one is
 * enough there.
 */
const allowedTyposByWord = ({ words, key, is_literal }: SearchQuery): Map<string, 0 | 1 | 2> => {
  const errors = new Map<string, 0 | 1 | 2>();
  if (words.length > 1) errors.set(key, is_literal || allowedTypos(key) === 0 || words.every(isOrdinaryWord) ? 0 : 1);
  for (const word of words) errors.set(word, is_literal || isOrdinaryWord(word) ? 0 : allowedTypos(word));
  return errors;
};

/** The words as plural or singular. A query in quotes is taken as it is. */
const otherNumbers = ({ words, is_literal }: SearchQuery): string[] => (is_literal ? [] : words.flatMap(otherNumberOf));

const hashesWithin = (word: string, max_typos: 0 | 1 | 2): number[] => (max_typos === 0 ? [] : hashVariants(word, max_typos));
const atMostOne = (max_typos: 0 | 1 | 2): 0 | 1 => (max_typos === 0 ? 0 : 1);

/** The first, cheap lookup: only words that no name has, with one typing error. It is enough for most queries. */
export const firstLookups = (query: SearchQuery): DictionaryLookup[] => [
  ...[...query.joins, ...otherNumbers(query)].map((word) => ({ word, unknown: [], known: [] })),
  ...[...allowedTyposByWord(query)].map(([word, max_typos]) => ({ word, unknown: hashesWithin(word, atMostOne(max_typos)), known: [] })),
];

/** The second lookup allows all typing errors, and also corrects known words: they may be misspellings of others. */
export const furtherLookups = (query: SearchQuery): DictionaryLookup[] =>
  [...allowedTyposByWord(query)].map(([word, max_typos]) => ({
    word,
    unknown: hashesWithin(word, max_typos),
    known: hashesWithin(word, atMostOne(max_typos)),
  }));

/** What the dictionary knows about a word: whether some listing has it, or has it in its name; possible corrections and completions. */
export interface DictionaryMatch {
  is_known: boolean;
  in_name: boolean;
  /** Corrections that are in a name, and others. */
  name_corrections: string[];
  text_corrections: string[];
  completions: string[];
}

export type DictionaryMatches = ReadonlyMap<string, DictionaryMatch>;

const NO_MATCH: DictionaryMatch = { is_known: false, in_name: false, name_corrections: [], text_corrections: [], completions: [] };

export interface Correction extends Neighbour {
  /** It was very likely meant. The others count only together with the rest of a name. */
  is_likely: boolean;
}

/** A dictionary match with its corrections counted and sorted, the nearest first. */
export interface WordInterpretation extends Omit<DictionaryMatch, 'name_corrections' | 'text_corrections'> {
  corrections: Correction[];
  /** Its plural or singular, if some listing has it. */
  forms: string[];
}

/** How many corrections of one word are tried. */
const MAX_CORRECTIONS = 40;

const sameStart = (a: string, b: string): number => Number(a[0] === b[0]);

export const interpretWord = (typed: string, matches: DictionaryMatches): WordInterpretation => {
  const { name_corrections, text_corrections, ...match } = matches.get(typed) ?? NO_MATCH;
  const max_typos = allowedTypos(typed);
  const neighbours = (words: string[], in_name: boolean) =>
    words.map((word) => ({ word, in_name, errors: countTypos(typed, word, max_typos) }));
  const corrections = [...neighbours(name_corrections, true), ...neighbours(text_corrections, false)]
    .filter(({ errors }) => errors <= max_typos)
    .map((neighbour) => ({ ...neighbour, is_likely: isLikelyTypo(typed, neighbour) }))
    // The first letter is the one people get right.
    .sort((a, b) => a.errors - b.errors || sameStart(b.word, typed) - sameStart(a.word, typed) || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_CORRECTIONS);
  return { ...match, corrections, forms: otherNumberOf(typed).filter((form) => matches.get(form)?.is_known) };
};

/** Some listing has the word, its plural or singular, or a word that begins with it. */
export const isKnown = ({ is_known, completions, forms }: WordInterpretation): boolean =>
  is_known || completions.length > 0 || forms.length > 0;
export const likelyCorrections = ({ corrections }: WordInterpretation): Correction[] => corrections.filter(({ is_likely }) => is_likely);
/** A listing can have the word, as typed or as it was very likely meant. */
export const isMatchable = (word: WordInterpretation): boolean => isKnown(word) || likelyCorrections(word).length > 0;
