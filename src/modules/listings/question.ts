import { keyOf, lexeme, MOST_ASKED, prefix, wordsOf } from '../../kernel/words.ts';
import { errorsBetween, errorsForgiven, variantsOf } from './spelling.ts';

/** Something to look up in the dictionary: itself, and what it may be a misspelling of. */
export interface Lookup {
  word: string;
  /** Where to meet words one error away, and where those within all the errors it is forgiven. */
  one: number[];
  all: number[];
}

/** What someone typed, taken apart. */
export interface Question {
  words: string[];
  /** All words as one, as names are also kept. */
  key: string;
  /** Neighbours as one word, for a space that does not belong. */
  joins: string[];
  lookups: Lookup[];
}

const lookupOf = (word: string, most: 0 | 1 | 2): Lookup => {
  const one = most === 0 ? [] : variantsOf(word, 1);
  return { word, one, all: most === 2 ? variantsOf(word, 2) : one };
};

/** Takes a question apart; null when there is no word in it. */
export const questionOf = (q: string): Question | null => {
  const words = wordsOf(q).slice(0, MOST_ASKED);
  if (words.length === 0) return null;
  const key = keyOf(q);
  const joins = words.length > 2 ? words.slice(1).map((word, at) => words[at] + word) : [];
  const lookups = new Map<string, Lookup>();
  for (const join of joins) lookups.set(join, lookupOf(join, 0));
  // The letters of the name as one: an error at a space is then an error like any other, so one is enough.
  if (words.length > 1) lookups.set(key, lookupOf(key, errorsForgiven(key) === 0 ? 0 : 1));
  for (const word of words) lookups.set(word, lookupOf(word, errorsForgiven(word)));
  return { words, key, joins, lookups: [...lookups.values()] };
};

/** What the dictionary says to a question. */
export interface Finding {
  asked: string;
  word: string;
  how: 'known' | 'near' | 'begins';
}

/** Words that begin like the last one; with more of them it is no help in finding, only in judging what is found. */
export const MOST_BEGINNINGS = 60;
/** Corrections of one word that are tried. */
const MOST_MEANT = 24;

interface Meant {
  known: boolean;
  near: { word: string; errors: number }[];
}

const meantBy = (asked: string, findings: Finding[]): Meant => {
  const most = errorsForgiven(asked);
  const near = findings
    .filter(({ how }) => how === 'near')
    .map(({ word }) => ({ word, errors: errorsBetween(asked, word, most) }))
    .filter(({ errors }) => errors > 0 && errors <= most)
    // The first letter is the one people get right.
    .sort((a, b) => a.errors - b.errors || Number(b.word[0] === asked[0]) - Number(a.word[0] === asked[0]) || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_MEANT);
  return { known: findings.some(({ how }) => how === 'known'), near };
};

/** How many listings have a word, by PostgreSQL's own statistics. */
export type CountOf = (word: string) => number;

/** Above this, going through all listings with a word costs more than the page is worth. */
export const TOO_MANY = 15_000;

/** A question as PostgreSQL is asked it: tsquery literals, and names that may be meant. */
export interface Asked {
  key: string;
  near_keys: { one: string[]; two: string[] };
  /** Every word as typed; the last one also unfinished; every word or what it may be a misspelling of. */
  exact: string;
  typed: string;
  meant: string;
  /** What the indexes are asked: of typed and meant, what narrows the search. Null where nothing does. */
  typed_filed: string | null;
  meant_filed: string | null;
  /** The last word is so short that names are looked up by their beginning. */
  begins: string | null;
}

const any = (terms: string[]): string => (terms.length === 1 ? terms[0]! : `(${terms.join(' | ')})`);
const all = (terms: string[]): string => terms.join(' & ');

interface Group {
  word: string;
  last: boolean;
  wide: boolean;
  near: string[];
  count: number;
  count_meant: number;
}

/** Puts a question to PostgreSQL, knowing what the dictionary says. `loosely`: any of the words is enough. */
export const ask = ({ words, key, joins }: Question, findings: Finding[], countOf: CountOf, loosely: boolean): Asked | null => {
  const by = Map.groupBy(findings, ({ asked }) => asked);
  const beginnings = findings.filter(({ how }) => how === 'begins').map(({ word }) => word);
  const meaning = (word: string) => meantBy(word, by.get(word) ?? []);
  const groups = words.map((word, at): Group & { empty: boolean } => {
    const last = at === words.length - 1;
    const { known, near } = meaning(word);
    const wide = last && beginnings.length > MOST_BEGINNINGS;
    const sum = (list: string[]) => list.reduce((n, one) => n + countOf(one), 0);
    const count = sum(last ? [word, ...beginnings] : [word]);
    const meant = near.map((one) => one.word);
    return {
      word,
      last,
      wide,
      near: meant,
      count,
      count_meant: count + sum(meant),
      empty: !known && near.length === 0 && !(last && beginnings.length > 0),
    };
  });
  const whole = words.length > 1 ? meaning(key) : meaning(words[0]!);
  const keys = (errors: number) => whole.near.filter((one) => one.errors === errors).map((one) => one.word);
  const near_keys = { one: keys(1), two: keys(2) };
  // A word nobody wrote would leave nothing; without it the others still find something.
  const used = groups.filter(({ empty }) => !empty);
  if (used.length === 0 && !whole.known && whole.near.length === 0) return null;

  const together = (terms: string[]) => (loosely ? any(terms) : all(terms));
  const asTyped = ({ word, last }: Group) => (last ? prefix(word) : lexeme(word));
  const asMeant = (group: Group) => any([asTyped(group), ...group.near.map(lexeme)]);
  const names = words.length > 1 ? [key, ...whole.near.map((one) => one.word)].map(lexeme) : [];
  const joined = joins.flatMap((join, at) =>
    by.get(join)?.some(({ how }) => how === 'known')
      ? [all([...groups.filter((_, i) => i !== at && i !== at + 1).map(asTyped), lexeme(join)])]
      : [],
  );
  const or = (query: string[], ...more: string[]) =>
    [...query, ...more]
      .filter(Boolean)
      .map((one) => `(${one})`)
      .join(' | ');
  const filed = (list: Group[], count: (group: Group) => number, as: (group: Group) => string): string | null => {
    const narrow = list.filter(({ wide }) => !wide);
    if (loosely) return narrow.length ? any(narrow.filter((group) => count(group) <= TOO_MANY).map(as)) || null : null;
    if (narrow.length === 0) return list.length === 1 ? lexeme(list[0]!.word) : null;
    return Math.min(...narrow.map(count)) <= TOO_MANY ? all(narrow.map(as)) : null;
  };
  const typed_filed = filed(used, (group) => group.count, asTyped);
  const meant_filed = filed(used, (group) => group.count_meant, asMeant);
  const last = groups.at(-1)!;
  return {
    key,
    near_keys,
    exact: all(words.map(lexeme)),
    typed: or(used.length ? [together(used.map(asTyped))] : [], ...joined, ...(words.length > 1 ? [lexeme(key)] : [])),
    meant: or(used.length ? [together(used.map(asMeant))] : [], ...joined, ...names),
    typed_filed: typed_filed && or([typed_filed], ...joined, ...(words.length > 1 ? [lexeme(key)] : [])),
    meant_filed: meant_filed && or([meant_filed], ...joined, ...names),
    begins: last.wide && words.length === 1 ? last.word : null,
  };
};
