import type { CategoryOption, Proposal } from '../proposal.ts';
import { gapBetween, type TextSpan } from '../words/terms.ts';
import { fitsLength, flattenText, isClean } from '../words/text.ts';
import { type FoundQuote, isText, surroundingText } from './page-index.ts';

/**
 * How a value follows from its quotes. `literal`: a quote contains it. `composed`: quotes contain each part. `normalised`: the same in
 * its canonical form. `looked_up`: a table entry for the quote's words.
 */
export type VerificationRule = 'literal' | 'composed' | 'normalised' | 'looked_up';

/** The supported part of a proposal, and for logs what was dropped. */
export interface Verification extends Proposal<{ rule: VerificationRule }> {
  dropped: { what: string; why: string }[];
}

/** A supported value with the quotes used, or the reason why it is not supported. */
export type Ruling<V> = { value: V; used: FoundQuote[] } | string;
export type FieldCheck<V> = (value: unknown, quotes: FoundQuote[], categories: readonly CategoryOption[]) => Ruling<V>;

export const NOT_SUPPORTED = 'its quotes do not say it';
/** Evidence should be readable: a value shows a few quotes, a list one per item. */
const MAX_SHOWN = 5;
/** Only this many quotes are searched, because word tables of forty languages take time. */
const MAX_SEARCHED = 10;
const MAX_PLACES = 4;

const LETTERS = /[\p{L}\p{N}]/gu;
/** A single letter is not a statement. */
export const hasWords = (text: string): boolean => (text.match(LETTERS)?.length ?? 0) >= 2;

/** A normalized text, or why it is not acceptable. Overlong text is never cut, since that could change its meaning. */
export const readText = (value: unknown, most: number): { text: string } | string => {
  if (!isText(value)) return 'is no text';
  // Collapsing white space must be bounded.
  if (value.length > most * 4 + 1000) return 'is too long';
  if (!isClean(value)) return 'holds control characters';
  const text = flattenText(value);
  if (!fitsLength(text, most)) return 'is too long';
  return hasWords(text) ? { text } : 'says nothing';
};

export const inGivenOrder = (quotes: FoundQuote[], used: Iterable<FoundQuote>): FoundQuote[] => {
  const chosen = new Set(used);
  return quotes.filter((quote) => chosen.has(quote));
};

export const supportedBy = <V>(value: V, used: FoundQuote[]): Ruling<V> =>
  used.length > 0 ? { value, used: used.slice(0, MAX_SHOWN) } : NOT_SUPPORTED;

/** The quotes in which something is found, searched with their context on the page: "free" cut out of "not free" is not found. */
export const quotesWith = (quotes: FoundQuote[], find: (text: string) => TextSpan[]): FoundQuote[] =>
  quotes.slice(0, MAX_SEARCHED).filter(({ places }) =>
    places.slice(0, MAX_PLACES).some((place) => {
      const { text, start, end } = surroundingText(place);
      return find(text).some((span) => span.start >= start && span.end <= end);
    }),
  );

/** Maximum distance of things that belong together: a name and "founder", a date and its event. */
const NEAR = 120;

export const quotesWithBoth = (
  quotes: FoundQuote[],
  one: (text: string) => TextSpan[],
  other: (text: string) => TextSpan[],
): FoundQuote[] =>
  quotesWith(quotes, (text) => {
    const ones = one(text);
    const others = ones.length > 0 ? other(text) : [];
    return ones.flatMap((a) =>
      others.filter((b) => gapBetween(a, b) <= NEAR).map((b) => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) })),
    );
  });
