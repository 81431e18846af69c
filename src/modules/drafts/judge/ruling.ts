import type { CategoryName } from '../proposal.ts';
import { fits, flat, isClean } from './flat.ts';
import { isText } from './given.ts';
import { around, type Found } from './page-index.ts';
import { gapBetween, type Span } from './terms.ts';

/** A value that follows from its quotes, and from which of them; or why it does not. */
export type Ruling<V> = { value: V; used: Found[] } | string;
export type Check<V> = (value: unknown, quotes: Found[], categories: readonly CategoryName[]) => Ruling<V>;

export const NOT_SAID = 'its quotes do not say it';
/** Evidence is to be read: a value shows a few quotes, a list one for each of its parts. */
const MOST_SHOWN = 5;
/** A meaning that ten quotes do not carry is not there; looking for words of forty languages takes its time. */
const MOST_LOOKED_THROUGH = 10;
const MOST_PLACES = 4;

const LETTERS = /[\p{L}\p{N}]/gu;
/** One letter says nothing. */
export const saysSomething = (text: string): boolean => (text.match(LETTERS)?.length ?? 0) >= 2;

/** A text as it may be kept, or why it may not. What is too long is never cut into something the site does not say. */
export const textOf = (value: unknown, most: number): { text: string } | string => {
  if (!isText(value)) return 'is no text';
  // White space folds away, but not without end.
  if (value.length > most * 4 + 1000) return 'is too long';
  if (!isClean(value)) return 'holds control characters';
  const text = flat(value);
  if (!fits(text, most)) return 'is too long';
  return saysSomething(text) ? { text } : 'says nothing';
};

/** In the order they were given, once each. */
export const among = (quotes: Found[], used: Iterable<Found>): Found[] => {
  const chosen = new Set(used);
  return quotes.filter((quote) => chosen.has(quote));
};

export const answer = <V>(value: V, used: Found[]): Ruling<V> => (used.length > 0 ? { value, used: used.slice(0, MOST_SHOWN) } : NOT_SAID);

/** The quotes in which something is found, read as they stand on their pages: "free" cut out of "not free" is not found. */
export const where = (quotes: Found[], find: (text: string) => Span[]): Found[] =>
  quotes.slice(0, MOST_LOOKED_THROUGH).filter(({ places }) =>
    places.slice(0, MOST_PLACES).some((place) => {
      const { text, start, end } = around(place);
      return find(text).some((span) => span.start >= start && span.end <= end);
    }),
  );

/** What belongs together stands together: a name and "founder", a day and what happened on it. */
const NEAR = 120;

/** The quotes in which two things are found near each other. */
export const together = (quotes: Found[], one: (text: string) => Span[], other: (text: string) => Span[]): Found[] =>
  where(quotes, (text) => {
    const ones = one(text);
    const others = ones.length > 0 ? other(text) : [];
    return ones.flatMap((a) =>
      others.filter((b) => gapBetween(a, b) <= NEAR).map((b) => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) })),
    );
  });
