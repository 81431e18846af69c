import { lexeme, prefix } from '../../kernel/words.ts';
import { type Findings, type Meaning, meaningOf, type Question } from './question.ts';

/** How many listings have a word; 0 where they are too few for PostgreSQL's statistics to know. */
export type CountOf = (word: string) => number;

/** Words that begin like the last one; with more of them it is no help in finding, only in judging what is found. */
export const MOST_BEGINNINGS = 60;
/** A word of a question with what it may mean. */
export interface Group extends Meaning {
  word: string;
  last: boolean;
  /** More words begin like it than are worth going through. */
  wide: boolean;
}

/** One word of a question in one reading: what a listing must have one of, and what of that the index is asked for. */
export interface Term {
  any: string[];
  filed: string[];
  count: number;
  /** Longer words are rarer, and a word that may go on finds too much. */
  length: number;
}

export const either = (terms: string[]): string => `(${terms.join(' | ')})`;
export const together = (terms: string[]): string => terms.join(' & ');
export const wordsIn = (near: { word: string }[]): string[] => near.map(({ word }) => word);
/** Some listing has it, or a word that begins so. */
export const isThere = ({ known, begins }: Group): boolean => known || begins.length > 0;

export const groupsOf = ({ words }: Question, findings: Findings): Group[] =>
  words.map((word, at) => {
    const last = at === words.length - 1;
    const meaning = meaningOf(word, findings);
    const begins = last ? meaning.begins : [];
    return { ...meaning, word, last, begins, wide: begins.length > MOST_BEGINNINGS };
  });

/** The readings of a word: with the fewest errors corrected where it is unknown or a common error; or corrected in any way. */
export const readingsWith = (countOf: CountOf) => {
  const sum = (words: string[]) => words.reduce((n, word) => n + countOf(word), 0);
  const typed = ({ word, last, known, wide, begins }: Group): Term => {
    const any = [last ? prefix(word) : lexeme(word)];
    const { length } = word;
    if (wide) return { any, filed: known ? [lexeme(word)] : [], count: Math.max(countOf(word), 1), length };
    return { any, filed: any, count: sum([word, ...begins]), length };
  };
  const oneOf = ({ word: { length } }: Group, words: string[]): Term => ({
    any: words.map(lexeme),
    filed: words.map(lexeme),
    count: sum(words),
    length,
  });
  const both = (a: Term, b: Term): Term => ({
    any: [...a.any, ...b.any],
    filed: [...a.filed, ...b.filed],
    count: a.count + b.count,
    length: a.length,
  });
  const near = (group: Group, most: number): string[] => wordsIn(group.near.filter(({ errors }) => errors <= most));

  const mended = (group: Group): Term => {
    if (!isThere(group)) return oneOf(group, near(group, group.near[0]?.errors ?? 0));
    // Others have made the same error; what many have written is likely meant all the same.
    const likely = group.named || countOf(group.word) > 0 ? [] : near(group, 1).filter((word) => countOf(word) > 0);
    return both(typed(group), oneOf(group, likely));
  };
  const meant = (group: Group): Term => both(typed(group), oneOf(group, near(group, 2)));
  return { typed, mended, meant };
};
