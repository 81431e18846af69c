import { indexWordsOf, lexeme, nameKey, prefix } from '../../../kernel/words.ts';
import type { ListingSummary } from '../schema.ts';
import { isFiller } from './english.ts';
import {
  type DictionaryMatches,
  interpretWord,
  isKnown,
  isMatchable,
  likelyCorrections,
  type SearchQuery,
  type WordInterpretation,
} from './query.ts';

/** How many listings have a word; 0 for words too rare to be in PostgreSQL's statistics. */
export type WordCounter = (word: string) => number;

/** With more completions than this, the last word is not looked up in the index; it is only checked on the listings found. */
export const MAX_COMPLETIONS = 60;
/**
 * How strictly a query is matched.
 * - as_typed: every word as typed, or as it was very likely meant if no listing has it.
 * - names: several words that are all in one name, with any typing errors.
 * - guess: a word that the dictionary has may be a typing error too.
 * - some_words: words that no listing has are left out, and `missing` others.
 */
export interface SearchAttempt {
  kind: 'as_typed' | 'names' | 'guess' | 'some_words';
  missing: number;
}

/** A word of the query with its possible meanings. */
export interface QueryWord extends WordInterpretation {
  word: string;
  is_last: boolean;
  /** It has more than MAX_COMPLETIONS completions. */
  is_broad_prefix: boolean;
}

/** One word of the query in one interpretation. A listing must have one of `any`; `index_terms` are those to look up in the index. */
export interface SearchTerm {
  any: string[];
  index_terms: string[];
  count: number;
  /** Of the word as typed. Longer words are usually rarer. */
  length: number;
}

export const anyOf = (terms: string[]): string => `(${terms.join(' | ')})`;
export const allOf = (terms: string[]): string => terms.join(' & ');
export const pluckWords = (entries: { word: string }[]): string[] => entries.map(({ word }) => word);

export const interpretQuery = ({ words }: SearchQuery, matches: DictionaryMatches): QueryWord[] =>
  words.map((word, at) => {
    const is_last = at === words.length - 1;
    const interpretation = interpretWord(word, matches);
    const completions = is_last ? interpretation.completions : [];
    return { ...interpretation, word, is_last, completions, is_broad_prefix: completions.length > MAX_COMPLETIONS };
  });

/** Whether to show listings that have this word, but not all of the query. */
export const isUsableAlone = (query_word: QueryWord): boolean => isMatchable(query_word) && !isFiller(query_word.word);

/** What a listing shows in results, to tell which words it has. */
type ShownText = Pick<ListingSummary, 'name' | 'tagline' | 'short_description'>;

/** How a query was understood, if not as typed. */
export interface QueryReading {
  /** The words that the results are for; null if those are the typed ones. */
  searched_for: string | null;
  /** Words that no listing has, so that the results are for the others. */
  unmatched_words: string[];
  /** No listing has all the other words. */
  is_partial: boolean;
}

export const AS_TYPED: QueryReading = { searched_for: null, unmatched_words: [], is_partial: false };

/**
 * The query as it was understood, with words corrected and left out; null if all words were taken as typed. Of several corrections it
 * names the one that the first result has.
 */
const findSearchedWords = (
  query: SearchQuery,
  matches: DictionaryMatches,
  kind: SearchAttempt['kind'],
  first: ShownText,
): string | null => {
  const { words, key } = query;
  const groups = interpretQuery(query, matches);
  const [corrects_known, leaves_out] = [kind === 'names' || kind === 'guess', kind === 'some_words'];
  const shown = new Set(indexWordsOf([first.name, first.tagline, first.short_description].join('\n')));
  const name_key = nameKey(first.name);
  const is_corrected = (group: QueryWord) => !isKnown(group) || corrects_known;
  if (words.length > 1) {
    if (matches.get(key)?.is_known) return null;
    const is_near_name = likelyCorrections(interpretWord(key, matches)).some(({ word }) => word === name_key);
    if (is_near_name && words.some((word) => !shown.has(word))) return name_key;
  }
  if (!groups.some(is_corrected)) return null;
  // Fillers are left out together with other words, which needs no notice.
  const asked = leaves_out ? groups.filter(({ word }) => !isFiller(word)) : groups;
  const used_groups = leaves_out ? groups.filter(isUsableAlone) : groups;
  const understood = used_groups.flatMap((group) => {
    if (!is_corrected(group) || shown.has(group.word)) return group.word;
    const corrections = kind === 'names' ? group.corrections : likelyCorrections(group);
    const nearest = corrections.find(({ word }) => shown.has(word)) ?? (isKnown(group) ? group : corrections[0]);
    return nearest?.word ?? [];
  });
  return understood.length === 0 || understood.join(' ') === pluckWords(asked).join(' ') ? null : understood.join(' ');
};

export const readQuery = (
  query: SearchQuery,
  matches: DictionaryMatches,
  { kind, missing }: SearchAttempt,
  first: ShownText,
): QueryReading => ({
  searched_for: findSearchedWords(query, matches, kind, first),
  unmatched_words:
    kind === 'some_words' ? pluckWords(interpretQuery(query, matches).filter((group) => !isMatchable(group) && !isFiller(group.word))) : [],
  is_partial: missing > 0,
});

const onlyInNames = (term: string): string => (term.endsWith(':*') ? `${term}A` : `${term}:A`);

/** Turns a word into a term: as typed, with its likely corrections, or with all of them but only in names. */
export const makeInterpreter = (countListings: WordCounter) => {
  const sumCounts = (words: string[]) => words.reduce((n, word) => n + countListings(word), 0);
  const makeTerm = ({ word: { length } }: QueryWord, words: string[]): SearchTerm => ({
    any: words.map(lexeme),
    index_terms: words.map(lexeme),
    count: sumCounts(words),
    length,
  });
  const mergeTerms = (a: SearchTerm, b: SearchTerm): SearchTerm => ({
    any: [...a.any, ...b.any],
    index_terms: [...a.index_terms, ...b.index_terms],
    count: a.count + b.count,
    length: a.length,
  });
  const asWritten = ({ word, is_last, is_known, is_broad_prefix, completions }: QueryWord): SearchTerm => {
    const any = [is_last ? prefix(word) : lexeme(word)];
    const { length } = word;
    if (is_broad_prefix) return { any, index_terms: is_known ? [lexeme(word)] : [], count: Math.max(countListings(word), 1), length };
    return { any, index_terms: any, count: sumCounts([word, ...completions]), length };
  };
  const asTyped = (query_word: QueryWord): SearchTerm => mergeTerms(asWritten(query_word), makeTerm(query_word, query_word.forms));
  const withLikelyCorrections = (query_word: QueryWord): SearchTerm =>
    mergeTerms(asTyped(query_word), makeTerm(query_word, pluckWords(likelyCorrections(query_word))));
  /** Corrects an unknown word, with as few errors as possible. */
  const orNearest = (query_word: QueryWord): SearchTerm => {
    if (isKnown(query_word)) return asTyped(query_word);
    const likely = likelyCorrections(query_word);
    return makeTerm(query_word, pluckWords(likely.filter(({ errors }) => errors === likely[0]?.errors)));
  };
  const inNames = (query_word: QueryWord): SearchTerm => {
    const term = mergeTerms(asTyped(query_word), makeTerm(query_word, pluckWords(query_word.corrections)));
    return { ...term, any: term.any.map(onlyInNames) };
  };
  return { asTyped, orNearest, withLikelyCorrections, inNames };
};
