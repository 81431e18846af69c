import { indexWordsOf, lexeme, nameKey, prefix } from '../../../kernel/words.ts';
import type { ListingSummary } from '../schema.ts';
import { type DictionaryMatches, interpretWord, type SearchQuery, type WordInterpretation } from './query.ts';

/** How many listings have a word; 0 for words too rare to be in PostgreSQL's statistics. */
export type WordCounter = (word: string) => number;

/** With more completions than this, the last word is not looked up in the index; it is only checked on the listings found. */
export const MAX_COMPLETIONS = 60;
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
/** Some listing has the word, or a word that begins with it. */
export const isKnown = ({ is_known, completions }: QueryWord): boolean => is_known || completions.length > 0;

export const interpretQuery = ({ words }: SearchQuery, matches: DictionaryMatches): QueryWord[] =>
  words.map((word, at) => {
    const is_last = at === words.length - 1;
    const interpretation = interpretWord(word, matches);
    const completions = is_last ? interpretation.completions : [];
    return { ...interpretation, word, is_last, completions, is_broad_prefix: completions.length > MAX_COMPLETIONS };
  });

/** What a listing shows in results, to tell which words it has. */
type ShownText = Pick<ListingSummary, 'name' | 'tagline' | 'short_description'>;

/**
 * The query as it was understood, if words of it were corrected; null if all words were taken as typed. Of several corrections it names
 * the one that the first result has. Known words count as corrected only after `guess`, when nothing has them as typed.
 */
export const correctedQuery = (query: SearchQuery, matches: DictionaryMatches, guess: boolean, first: ShownText): string | null => {
  const { words, key } = query;
  const groups = interpretQuery(query, matches);
  const is_corrected = (group: QueryWord) => !isKnown(group) || guess;
  if (!groups.some(is_corrected) || (words.length > 1 && matches.get(key)?.is_known)) return null;
  const name_key = nameKey(first.name);
  if (words.length > 1 && interpretWord(key, matches).corrections.some(({ word }) => word === name_key)) return name_key;
  const shown = new Set(indexWordsOf([first.name, first.tagline, first.short_description].join('\n')));
  const understood = groups.flatMap((group) => {
    if (!is_corrected(group) || shown.has(group.word)) return group.word;
    const nearest = group.corrections.find(({ word }) => shown.has(word)) ?? (isKnown(group) ? group : group.corrections[0]);
    return nearest?.word ?? [];
  });
  return understood.join(' ') === words.join(' ') ? null : understood.join(' ');
};

/** Turns a word into a term: as typed, with as few corrections as possible (unknown words and common typing errors), or with all of them. */
export const makeInterpreter = (countListings: WordCounter) => {
  const sumCounts = (words: string[]) => words.reduce((n, word) => n + countListings(word), 0);
  const asTyped = ({ word, is_last, is_known, is_broad_prefix, completions }: QueryWord): SearchTerm => {
    const any = [is_last ? prefix(word) : lexeme(word)];
    const { length } = word;
    if (is_broad_prefix) return { any, index_terms: is_known ? [lexeme(word)] : [], count: Math.max(countListings(word), 1), length };
    return { any, index_terms: any, count: sumCounts([word, ...completions]), length };
  };
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
  const correctionsWithin = (query_word: QueryWord, max_typos: number): string[] =>
    pluckWords(query_word.corrections.filter(({ errors }) => errors <= max_typos));

  const withFewestCorrections = (query_word: QueryWord): SearchTerm => {
    if (!isKnown(query_word)) return makeTerm(query_word, correctionsWithin(query_word, query_word.corrections[0]?.errors ?? 0));
    // The typed word is rare, so listings may contain the same typing error. Also accept a common word one error away.
    const likely =
      query_word.in_name || countListings(query_word.word) > 0
        ? []
        : correctionsWithin(query_word, 1).filter((word) => countListings(word) > 0);
    return mergeTerms(asTyped(query_word), makeTerm(query_word, likely));
  };
  const withAllCorrections = (query_word: QueryWord): SearchTerm =>
    mergeTerms(asTyped(query_word), makeTerm(query_word, correctionsWithin(query_word, 2)));
  return { asTyped, withFewestCorrections, withAllCorrections };
};
