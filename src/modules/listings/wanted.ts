import { lexeme } from '../../kernel/words.ts';
import { either, type Term, together } from './terms.ts';

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

/** What to ask the index for: the rarest words, longer ones first where it is not known which those are. Of `missing` + 1 words a listing has one. */
const rarestOf = (terms: Term[], missing: number): Term[] => {
  const narrow = terms.filter(({ filed }) => filed.length > 0).sort((a, b) => a.count - b.count || b.length - a.length);
  if (missing > 0) return narrow.slice(0, missing + 1).filter(({ count }) => count <= MOST_GATHERED);
  const rare = narrow.filter(({ count }) => count === 0);
  return (rare.length ? rare : narrow.slice(0, 2)).slice(0, MOST_FILED).filter((_, __, [first]) => first!.count <= MOST_GATHERED);
};

const or = (queries: string[]): string =>
  queries
    .filter((query) => query !== '' && query !== '()')
    .map((query) => `(${query})`)
    .join(' | ');

const allOf = (terms: string[], missing: number): string => {
  if (missing === 0) return together(terms);
  if (missing === 1 && terms.length > 2) return either(terms.map((_, left_out) => `(${together(terms.toSpliced(left_out, 1))})`));
  return either(terms);
};

/** Another way to write the whole question, which is enough by itself; found by a word that is rare. */
export interface Writing {
  query: string;
  filed: string;
}

export const asOneWord = (word: string): Writing => ({ query: lexeme(word), filed: lexeme(word) });

/** Listings with all the terms but `missing` of them, or with the question in another writing. */
export const wantedOf = (terms: Term[], writings: Writing[], missing: number): Wanted => {
  const rarest = rarestOf(terms, missing);
  const filed = rarest.map((term) => either(term.filed));
  const asks = rarest.length > 0 || terms.length === 0;
  return {
    query: or([
      allOf(
        terms.map((term) => either(term.any)),
        missing,
      ),
      ...writings.map((writing) => writing.query),
    ]),
    filed: (asks && or([missing ? either(filed) : together(filed), ...writings.map((writing) => writing.filed)])) || null,
    many: !asks || rarest.some(({ count }) => count > MOST_SEEN),
  };
};
