import { lexeme, prefix } from '../../../kernel/words.ts';
import { type DictionaryMatches, interpretWord, isKnown, isMatchable, likelyCorrections, type SearchQuery } from './query.ts';
import {
  allOf,
  anyOf,
  interpretQuery,
  isUsableAlone,
  makeInterpreter,
  pluckWords,
  type SearchAttempt,
  type SearchTerm,
  type WordCounter,
} from './terms.ts';

/** Words in more listings than this are not looked up in the index: collecting the matches would take PostgreSQL too long. */
const MAX_INDEX_MATCHES = 15_000;
/** How many of the listings found by the index are checked against the full query. */
export const MAX_CANDIDATES = 2_000;
/** How many words are looked up in the index. The others are checked on the listings found. */
const MAX_INDEX_TERMS = 3;

/** A condition on listings, as tsquery literals. */
export interface MatchCondition {
  query: string;
  /** The rarer words, to look up in the index. Null if every word is too common for that. */
  index_query: string | null;
  /** The index may find more listings than we check. */
  may_exceed_limit: boolean;
}

/** Picks the rarest, then longest words for the index. A listing that lacks `missing` words has one of any `missing` + 1. */
const pickRarest = (terms: SearchTerm[], missing: number): SearchTerm[] => {
  const narrow = terms.filter(({ index_terms }) => index_terms.length > 0).sort((a, b) => a.count - b.count || b.length - a.length);
  if (missing > 0) return narrow.slice(0, missing + 1).filter(({ count }) => count <= MAX_INDEX_MATCHES);
  const rare = narrow.filter(({ count }) => count === 0);
  return (rare.length ? rare : narrow.slice(0, 2)).slice(0, MAX_INDEX_TERMS).filter((_, __, [first]) => first!.count <= MAX_INDEX_MATCHES);
};

const joinWithOr = (queries: string[]): string =>
  queries
    .filter((query) => query !== '' && query !== '()')
    .map((query) => `(${query})`)
    .join(' | ');

const matchAllBut = (terms: string[], missing: number): string => {
  if (missing === 0) return allOf(terms);
  if (missing === 1 && terms.length > 2) return anyOf(terms.map((_, left_out) => `(${allOf(terms.toSpliced(left_out, 1))})`));
  return anyOf(terms);
};

/** Another spelling of the whole query. A listing that has it matches, whatever else it lacks. */
export interface AlternativeSpelling {
  query: string;
  index_query: string;
}

export const spellAsOneWord = (word: string): AlternativeSpelling => ({ query: lexeme(word), index_query: lexeme(word) });

/** Matches listings with all terms but `missing` of them, or with an alternative spelling of the query. */
export const makeCondition = (terms: SearchTerm[], spellings: AlternativeSpelling[], missing: number): MatchCondition => {
  const rarest = pickRarest(terms, missing);
  const index_terms = rarest.map((term) => anyOf(term.index_terms));
  const uses_index = rarest.length > 0 || terms.length === 0;
  return {
    query: joinWithOr([
      matchAllBut(
        terms.map((term) => anyOf(term.any)),
        missing,
      ),
      ...spellings.map((spelling) => spelling.query),
    ]),
    index_query:
      (uses_index &&
        joinWithOr([missing ? anyOf(index_terms) : allOf(index_terms), ...spellings.map((spelling) => spelling.index_query)])) ||
      null,
    may_exceed_limit: !uses_index || rarest.some(({ count }) => count > MAX_CANDIDATES),
  };
};

/** A search query in the form that the SQL statement takes. */
export interface QueryPlan {
  /** What the attempt matches. */
  as_typed: MatchCondition;
  /** Names that have all words with any typing errors, if there are few matches. Null if there is nothing more to correct. */
  corrected: MatchCondition | null;
  /** The last word is the beginning of too many words to enumerate. If few listings have it as typed, we scan for prefix matches. */
  is_unfinished: boolean;
  /** Looked up in the index of names when `is_unfinished` or when the index finds too many listings. */
  name_index_query: string | null;
  /** Every word exactly as typed, to rank exact matches first. */
  exact: string;
  /** The words next to each other, to rank those listings first. Null for one word. */
  adjacent: string | null;
  /** All terms of the query, for `ts_rank`. */
  terms: string;
  /** The query as one word, to compare with names; `near_keys` are one or two typing errors away from it. */
  key: string;
  near_keys: { one: string[]; two: string[] };
  /** A single short word, which is matched against the beginning of names. */
  name_prefix: string | null;
}

/** With more words than this, "all but one" is skipped: "any word, most matches first" finds as much. */
const FEW_WORDS = 5;
/** A shorter query of several words resembles too many names. */
const MIN_NAME_LENGTH = 8;

const canBeName = ({ words, key }: SearchQuery): boolean => words.length > 1 && key.length >= MIN_NAME_LENGTH;

const ENOUGH_RESULTS = 3;

/**
 * The attempt to make with the first lookup, and how many listings it must find. Null if the lookup knows too little: the second one
 * may find corrections.
 */
export const planFirstAttempt = (query: SearchQuery, matches: DictionaryMatches): (SearchAttempt & { required: number }) | null => {
  const groups = interpretQuery(query, matches);
  const one_word = groups.length === 1;
  if (!groups.every(isMatchable)) {
    const is_near_name = canBeName(query) && likelyCorrections(interpretWord(query.key, matches)).length > 0;
    return is_near_name ? { kind: 'names', missing: 0, required: 1 } : null;
  }
  const is_specific = matches.get(query.key)?.in_name || (!one_word && !groups.every(isKnown));
  return { kind: 'as_typed', missing: 0, required: is_specific ? 1 : ENOUGH_RESULTS };
};

/** The attempts to make, in order, until one finds something. */
export const planAttempts = (query: SearchQuery, matches: DictionaryMatches): SearchAttempt[] => {
  const groups = interpretQuery(query, matches);
  const as_typed: SearchAttempt[] = groups.every(isMatchable) ? [{ kind: 'as_typed', missing: 0 }] : [];
  if (query.is_literal) return as_typed;
  const words = groups.filter(isUsableAlone).length;
  const missing = new Set([...(words < groups.length ? [0] : []), ...(words > FEW_WORDS ? [] : [1]), words - 1]);
  return [
    ...as_typed,
    ...(canBeName(query) ? [{ kind: 'names', missing: 0 } as const] : []),
    ...(groups.length === 1 && as_typed.length > 0 ? [{ kind: 'guess', missing: 0 } as const] : []),
    ...[...missing].filter((n) => n < words && (n > 0 || words < groups.length)).map((n) => ({ kind: 'some_words', missing: n }) as const),
  ];
};

/** Builds the plan for one attempt from what the dictionary knows about the words. */
export const planQuery = (
  query: SearchQuery,
  matches: DictionaryMatches,
  countListings: WordCounter,
  { kind, missing }: SearchAttempt,
): QueryPlan => {
  const { words, key, joins } = query;
  const one_word = words.length === 1;
  const groups = interpretQuery(query, matches);
  const last = groups.at(-1)!;
  const interpret = makeInterpreter(countListings);
  const whole = one_word ? last : interpretWord(key, matches);
  // A word that some listing has was meant as typed.
  const near_keys = kind !== 'guess' && (one_word ? isKnown(last) : whole.is_known) ? [] : likelyCorrections(whole);
  const near_names = one_word ? [] : pluckWords(near_keys).map(spellAsOneWord);
  const spellings = one_word || !whole.is_known ? [] : [spellAsOneWord(key)];
  const rest = (at: number) => groups.filter((_, i) => i < at || i > at + 1).map((group) => anyOf(interpret.asTyped(group).any));
  const joined = joins.flatMap((join, at) =>
    matches.get(join)?.is_known && countListings(join) === 0
      ? [{ query: allOf([...rest(at), lexeme(join)]), index_query: lexeme(join) }]
      : [],
  );

  const used_groups = kind === 'some_words' ? groups.filter(isUsableAlone) : groups;
  const all_known = groups.every(isKnown);
  const interpretGroup = {
    as_typed: interpret.orNearest,
    names: interpret.inNames,
    guess: interpret.withLikelyCorrections,
    some_words: interpret.orNearest,
  }[kind];
  const as_typed = makeCondition(
    used_groups.map(interpretGroup),
    missing ? [] : [...joined, ...spellings, ...(all_known ? [] : near_names)],
    missing,
  );
  // An exact name needs no corrections.
  const has_corrections =
    kind === 'as_typed' && canBeName(query) && !whole.in_name && groups.some(({ corrections }) => corrections.length > 0);
  const keys = (errors: number) => pluckWords(near_keys.filter((correction) => correction.errors === errors));
  const is_unfinished = last.is_broad_prefix && !one_word;
  return {
    as_typed,
    corrected: has_corrections ? makeCondition(groups.map(interpret.inNames), near_names, 0) : null,
    is_unfinished: is_unfinished && all_known && !whole.in_name,
    name_index_query: is_unfinished
      ? makeCondition(used_groups.slice(0, -1).map(interpretGroup), [], missing).index_query
      : as_typed.index_query,
    exact: allOf(words.map(lexeme)),
    adjacent: one_word
      ? null
      : allOf((joins.length > 0 ? joins : [key]).map((join, at) => (at < joins.length - 1 ? lexeme(join) : prefix(join)))),
    terms: [
      ...used_groups.map((group) => anyOf(interpretGroup(group).any)),
      ...[...spellings, ...near_names].map(({ query }) => query),
    ].join(' | '),
    key,
    near_keys: { one: keys(1), two: keys(2) },
    name_prefix: last.is_broad_prefix && one_word ? last.word : null,
  };
};
