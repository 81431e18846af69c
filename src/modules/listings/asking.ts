import { lexeme, prefix } from '../../kernel/words.ts';
import { type Findings, type Meaning, meaningOf, type Question } from './question.ts';

/** How many listings have a word; 0 where they are too few for PostgreSQL's statistics to know. */
export type CountOf = (word: string) => number;

/** Words that begin like the last one; with more of them it is no help in finding, only in judging what is found. */
export const MOST_BEGINNINGS = 60;
/** Above this, PostgreSQL spends longer on gathering the listings that have a word than the page is worth. */
const MOST_GATHERED = 15_000;
/** Listings gathered by the index that are then looked at. */
export const MOST_SEEN = 2_000;
/** Words enough to narrow a search by; the others are checked on what is found. */
const MOST_FILED = 3;

/** Listings wanted, as tsquery literals. */
export interface Wanted {
  query: string;
  /** What the index is asked for to find them: the rarer words. Null where every word is too common to ask for. */
  filed: string | null;
  /** There may be more than are looked at. */
  many: boolean;
}

/** A question as PostgreSQL is asked it. */
export interface Asked {
  /** With every word as typed, the last one perhaps unfinished. */
  typed: Wanted;
  /** With unknown words corrected, and with any word corrected; null where that would be the same again. */
  mended: Wanted | null;
  meant: Wanted | null;
  /** The last word is short for many: where none has it as it stands, listings are looked through for how it may go on. */
  unfinished: boolean;
  /** What names are looked through for then, and where there are many. */
  named: string | null;
  /** All as typed and complete, to tell the best. */
  exact: string;
  /** Every term of the question, for its weight. */
  terms: string;
  /** Names that may be meant: as one word, and one or two errors from it. */
  key: string;
  near_keys: { one: string[]; two: string[] };
  /** The name as typed is no word of the site, so a name near it is likely meant. */
  near_first: boolean;
  /** A beginning so short that names are looked up by it. */
  begins: string | null;
}

interface Group extends Meaning {
  word: string;
  last: boolean;
  /** More words begin like it than are worth going through. */
  wide: boolean;
}

/** One word of a question in one reading: what a listing must have one of, and what of that the index is asked for. */
interface Term {
  any: string[];
  filed: string[];
  count: number;
  /** Longer words are rarer, and a word that may go on finds too much. */
  length: number;
}

const either = (terms: string[]): string => `(${terms.join(' | ')})`;
const together = (terms: string[]): string => terms.join(' & ');
const wordsIn = (near: { word: string }[]): string[] => near.map(({ word }) => word);
const isThere = ({ known, begins }: Group): boolean => known || begins.length > 0;

const groupsOf = ({ words }: Question, findings: Findings): Group[] =>
  words.map((word, at) => {
    const last = at === words.length - 1;
    const meaning = meaningOf(word, findings);
    const begins = last ? meaning.begins : [];
    return { ...meaning, word, last, begins, wide: begins.length > MOST_BEGINNINGS };
  });

/** The readings of a word: as typed; with the fewest errors corrected where it is unknown; as typed or corrected in any way. */
const readingsWith = (countOf: CountOf) => {
  const sum = (words: string[]) => words.reduce((n, word) => n + countOf(word), 0);
  const typed = ({ word, last, known, wide, begins }: Group): Term => {
    const any = [last ? prefix(word) : lexeme(word)];
    const { length } = word;
    if (wide) return { any, filed: known ? [lexeme(word)] : [], count: Math.max(countOf(word), 1), length };
    return { any, filed: any, count: sum([word, ...begins]), length };
  };
  const near = (group: Group, most = 2): Term => {
    const words = wordsIn(group.near.filter(({ errors }) => errors <= most));
    return { any: words.map(lexeme), filed: words.map(lexeme), count: sum(words), length: group.word.length };
  };
  const mended = (group: Group): Term => (isThere(group) ? typed(group) : near(group, group.near[0]?.errors));
  const meant = (group: Group): Term => {
    const [a, b] = [typed(group), near(group)];
    return { any: [...a.any, ...b.any], filed: [...a.filed, ...b.filed], count: a.count + b.count, length: a.length };
  };
  return { typed, mended, meant };
};

/** What to ask the index for: the rarest words, longer ones first where it is not known which those are. Of `missing` + 1 words a listing has one. */
const rarestOf = (terms: Term[], missing: number): Term[] => {
  const narrow = terms.filter(({ filed }) => filed.length > 0).sort((a, b) => a.count - b.count || b.length - a.length);
  if (missing > 0) return narrow.slice(0, missing + 1).filter(({ count }) => count <= MOST_GATHERED);
  const rare = narrow.filter(({ count }) => count === 0);
  return (rare.length ? rare : narrow.slice(0, 2)).slice(0, MOST_FILED).filter((_, __, [first]) => first!.count <= MOST_GATHERED);
};

const allOf = (terms: string[], missing: number): string => {
  if (missing === 0) return together(terms);
  // Written out for a few words only; with more, who has the most of them comes first anyway.
  if (missing === 1 && terms.length > 2 && terms.length < 6)
    return either(terms.map((_, left_out) => `(${together(terms.toSpliced(left_out, 1))})`));
  return either(terms);
};

/** Another way to write the whole question, which is enough by itself; found by a word that is rare. */
interface Writing {
  query: string;
  filed: string;
}

const asOneWord = (word: string): Writing => ({ query: lexeme(word), filed: lexeme(word) });

const wantedOf = (terms: Term[], writings: Writing[], missing: number): Wanted => {
  const or = (main: string, others: string[]) =>
    [main, ...others]
      .filter(Boolean)
      .map((one) => `(${one})`)
      .join(' | ');
  const rarest = rarestOf(terms, missing);
  const filed = rarest.map((term) => either(term.filed));
  const asks = rarest.length > 0 || terms.length === 0;
  const main = terms.length
    ? allOf(
        terms.map((term) => either(term.any)),
        missing,
      )
    : '';
  const narrowing = filed.length ? (missing ? either(filed) : together(filed)) : '';
  return {
    query: or(
      main,
      writings.map(({ query }) => query),
    ),
    filed:
      (asks &&
        or(
          narrowing,
          writings.map((writing) => writing.filed),
        )) ||
      null,
    many: !asks || rarest.some(({ count }) => count > MOST_SEEN),
  };
};

/** How many words a listing may lack, tried in turn while nothing is found. */
export const missingIn = ({ words }: Question): number[] =>
  [...new Set([0, 1, words.length - 1])].filter((missing) => missing < words.length);

/** Puts a question as PostgreSQL is to be asked, knowing what the dictionary says. Of the words, `missing` may be missing. */
export const ask = (question: Question, findings: Findings, countOf: CountOf, missing: number): Asked => {
  const { words, key, joins } = question;
  const one_word = words.length === 1;
  const groups = groupsOf(question, findings);
  const last = groups.at(-1)!;
  const read = readingsWith(countOf);
  const whole = one_word ? last : meaningOf(key, findings);
  const near_names = one_word ? [] : wordsIn(whole.near).map(asOneWord);
  const spelt = one_word || !whole.known ? [] : [asOneWord(key)];
  const rest = (at: number) => groups.filter((_, i) => i < at || i > at + 1).map((group) => either(read.typed(group).any));
  const joined = joins.flatMap((join, at) =>
    findings.get(join)?.known ? [{ query: together([...rest(at), lexeme(join)]), filed: lexeme(join) }] : [],
  );

  // A word that nobody wrote would leave nothing; without it the others still find something.
  const there = groups.filter((group) => isThere(group) || group.near.length > 0);
  const all_there = groups.every(isThere);
  const typed = missing
    ? wantedOf(there.map(read.meant), [], missing)
    : wantedOf(all_there ? groups.map(read.typed) : [], [...joined, ...spelt], 0);
  const mends = missing === 0 && !all_there;
  // A name typed as it is written needs no guessing what else it could be.
  const means = missing === 0 && !whole.named && there.some((group) => group.near.length > 0);
  const keys = (errors: number) => wordsIn(whole.near.filter((near) => near.errors === errors));
  return {
    typed,
    mended: mends ? wantedOf(there.map(read.mended), near_names, 0) : null,
    meant: means ? wantedOf(there.map(read.meant), near_names, 0) : null,
    unfinished: last.wide && !one_word && all_there && !whole.named,
    named: last.wide && !one_word ? wantedOf(groups.slice(0, -1).map(read.typed), [], missing).filed : typed.filed,
    exact: together(words.map(lexeme)),
    terms: [...groups.map((group) => either(read.meant(group).any)), ...[...spelt, ...near_names].map(({ query }) => query)].join(' | '),
    key,
    near_keys: { one: keys(1), two: keys(2) },
    near_first: !whole.known,
    begins: last.wide && one_word ? last.word : null,
  };
};
