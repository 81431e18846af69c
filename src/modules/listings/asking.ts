import { lexeme } from '../../kernel/words.ts';
import { type Findings, meaningOf, type Question } from './question.ts';
import { type CountOf, either, groupsOf, isThere, readingsWith, together, wordsIn } from './terms.ts';
import { asOneWord, type Wanted, wantedOf } from './wanted.ts';

/** A question as PostgreSQL is asked it. */
export interface Asked {
  /** With every word as typed, the last one perhaps unfinished, and unknown ones corrected. */
  typed: Wanted;
  /** With any word corrected; null where nothing more could be. */
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

/** With more words than this, "all but one" is as good as "any, the most first". */
const FEW_WORDS = 5;

/** One way to try a question: how many words a listing may lack, and whether known words are taken for others as well. */
export interface Attempt {
  missing: number;
  guess: boolean;
}

/** Ways to try a question in turn, while nothing is found. */
export const attemptsAt = ({ words: { length } }: Question): Attempt[] => {
  const missing = [...new Set(length > FEW_WORDS ? [length - 1] : [1, length - 1])].filter((n) => n > 0 && n < length);
  return [{ missing: 0, guess: false }, { missing: 0, guess: true }, ...missing.map((n) => ({ missing: n, guess: false }))];
};

/** Puts a question as PostgreSQL is to be asked, knowing what the dictionary says. */
export const ask = (question: Question, findings: Findings, countOf: CountOf, { missing, guess }: Attempt): Asked => {
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
    findings.get(join)?.known && countOf(join) === 0 ? [{ query: together([...rest(at), lexeme(join)]), filed: lexeme(join) }] : [],
  );

  // A word that nobody wrote would leave nothing; without it the others still find something.
  const there = groups.filter((group) => isThere(group) || group.near.length > 0);
  const all_there = groups.every(isThere);
  const read_as = guess ? read.meant : read.mended;
  const typed = wantedOf(there.map(read_as), missing ? [] : [...joined, ...spelt, ...(all_there ? [] : near_names)], missing);
  // A name typed as it is written needs no guessing what else it could be.
  const means = missing === 0 && !guess && !whole.named && there.some((group) => group.near.length > 0);
  const keys = (errors: number) => wordsIn(whole.near.filter((near) => near.errors === errors));
  const unfinished = last.wide && !one_word;
  return {
    typed,
    meant: means ? wantedOf(there.map(read.meant), near_names, 0) : null,
    unfinished: unfinished && all_there && !whole.named,
    named: unfinished ? wantedOf(there.slice(0, -1).map(read_as), [], missing).filed : typed.filed,
    exact: together(words.map(lexeme)),
    terms: [...groups.map((group) => either(read.meant(group).any)), ...[...spelt, ...near_names].map(({ query }) => query)].join(' | '),
    key,
    near_keys: { one: keys(1), two: keys(2) },
    near_first: !whole.known,
    begins: last.wide && one_word ? last.word : null,
  };
};
