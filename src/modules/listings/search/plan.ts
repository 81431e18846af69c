import { lexeme, prefix } from '../../../kernel/words.ts';
import { type DictionaryMatches, interpretWord, type SearchQuery } from './query.ts';
import { allOf, anyOf, interpretQuery, isKnown, makeInterpreter, pluckWords, type SearchTerm, type WordCounter } from './terms.ts';

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
  /** Every word as typed (the last may be unfinished); unknown words are corrected. */
  as_typed: MatchCondition;
  /** Any word may be corrected. Null if there is nothing more to correct. */
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
  /** No listing has the query as a word, so a name near it is probably meant. */
  prefer_near_names: boolean;
  /** A single short word, which is matched against the beginning of names. */
  name_prefix: string | null;
}

/** With more words than this, "all but one" is skipped: "any word, most matches first" finds as much. */
const FEW_WORDS = 5;

/** How strictly a query is matched: how many words a listing may lack, and whether known words may be typing errors too. */
export interface SearchAttempt {
  missing: number;
  guess: boolean;
}

const STRICT: SearchAttempt = { missing: 0, guess: false };

/** The attempts to make, in order, until one finds something. */
export const planAttempts = ({ words: { length }, is_literal }: SearchQuery): SearchAttempt[] => {
  if (is_literal) return [STRICT];
  const missing = [...new Set(length > FEW_WORDS ? [length - 1] : [1, length - 1])].filter((n) => n > 0 && n < length);
  return [STRICT, { missing: 0, guess: true }, ...missing.map((n) => ({ missing: n, guess: false }))];
};

/** Builds the plan for one attempt from what the dictionary knows about the words. */
export const planQuery = (
  query: SearchQuery,
  matches: DictionaryMatches,
  countListings: WordCounter,
  { missing, guess }: SearchAttempt,
): QueryPlan => {
  const { words, key, joins } = query;
  const one_word = words.length === 1;
  const groups = interpretQuery(query, matches);
  const last = groups.at(-1)!;
  const interpret = makeInterpreter(countListings);
  const whole = one_word ? last : interpretWord(key, matches);
  const near_names = one_word ? [] : pluckWords(whole.corrections).map(spellAsOneWord);
  const spellings = one_word || !whole.is_known ? [] : [spellAsOneWord(key)];
  const rest = (at: number) => groups.filter((_, i) => i < at || i > at + 1).map((group) => anyOf(interpret.asTyped(group).any));
  const joined = joins.flatMap((join, at) =>
    matches.get(join)?.is_known && countListings(join) === 0
      ? [{ query: allOf([...rest(at), lexeme(join)]), index_query: lexeme(join) }]
      : [],
  );

  // Drop words that no listing has and that resemble no other word: with them the query would find nothing.
  const known_groups = groups.filter((group) => isKnown(group) || group.corrections.length > 0);
  const all_known = groups.every(isKnown);
  const interpretGroup = guess ? interpret.withAllCorrections : interpret.withFewestCorrections;
  const as_typed = makeCondition(
    known_groups.map(interpretGroup),
    missing ? [] : [...joined, ...spellings, ...(all_known ? [] : near_names)],
    missing,
  );
  // An exact name needs no corrections.
  const has_corrections = missing === 0 && !guess && !whole.in_name && known_groups.some((group) => group.corrections.length > 0);
  const keys = (errors: number) => pluckWords(whole.corrections.filter((correction) => correction.errors === errors));
  const is_unfinished = last.is_broad_prefix && !one_word;
  return {
    as_typed,
    corrected: has_corrections ? makeCondition(known_groups.map(interpret.withAllCorrections), near_names, 0) : null,
    is_unfinished: is_unfinished && all_known && !whole.in_name,
    name_index_query: is_unfinished
      ? makeCondition(known_groups.slice(0, -1).map(interpretGroup), [], missing).index_query
      : as_typed.index_query,
    exact: allOf(words.map(lexeme)),
    adjacent: one_word
      ? null
      : allOf((joins.length > 0 ? joins : [key]).map((join, at) => (at < joins.length - 1 ? lexeme(join) : prefix(join)))),
    terms: [
      ...groups.map((group) => anyOf(interpret.withAllCorrections(group).any)),
      ...[...spellings, ...near_names].map(({ query }) => query),
    ].join(' | '),
    key,
    near_keys: { one: keys(1), two: keys(2) },
    prefer_near_names: !whole.is_known,
    name_prefix: last.is_broad_prefix && one_word ? last.word : null,
  };
};
