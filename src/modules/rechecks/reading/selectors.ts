import { fold } from '../../../kernel/words.ts';
import { findQuotePlaces, type PageIndex, type QuotePlace } from '../../extraction/verify/page-index.ts';
import { flattenText } from '../../extraction/words/text.ts';

/** A W3C text quote selector over the normalized text of a page: the quote, and what stands before and after it. */
export interface TextQuoteSelector {
  exact: string;
  prefix: string;
  suffix: string;
}

/** Characters of context on either side. */
const CONTEXT = 32;
/** Less context in common than this is chance. */
const MIN_COMMON = 5;

/** The selector of a quote at a position. Only visible text continues beyond its block; an attribute stands alone. */
export const selectorAt = ({ source, text, start, end, from, to }: QuotePlace): TextQuoteSelector => {
  const [first, last] = source === 'visible' ? [0, text.length] : [from, to];
  return {
    exact: text.slice(start, end),
    prefix: text.slice(Math.max(first, start - CONTEXT), start).toWellFormed(),
    suffix: text.slice(end, Math.min(last, end + CONTEXT)).toWellFormed(),
  };
};

/** How many characters two texts have in common at their ends or at their beginnings. */
const commonEnd = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
};
const commonStart = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
};

/** Whether one side of a quote is as it was. A side that was empty, at the edge of the page, is the same if it still is. */
const isSameSide = (before: string, now: string, common: number): boolean =>
  before === '' ? now === '' : common >= Math.min(MIN_COMMON, before.length);

const GOES_ON = /^[\p{L}\p{N}_/?#=&%@-]/u;
/** An address that goes on is another address. */
const isWhole = (exact: string, { text, end }: QuotePlace): boolean =>
  /\s/.test(exact) || !/[/@]/.test(exact) || !GOES_ON.test(text.slice(end, end + 2));

export interface LocatedQuote {
  place: QuotePlace;
  /** Whether the text before or after it is still the same. */
  same_place: boolean;
}

/** Finds a quote on a page; of several places the one whose context is most like the selector's. */
export const locateQuote = (page: PageIndex, { exact, prefix, suffix }: TextQuoteSelector): LocatedQuote | null => {
  let best: (LocatedQuote & { score: number }) | null = null;
  for (const place of findQuotePlaces(page, flattenText(exact))) {
    const now = selectorAt(place);
    if (!isWhole(now.exact, place)) continue;
    const [before, after] = [commonEnd(prefix, now.prefix), commonStart(suffix, now.suffix)];
    const unknown = prefix === '' && suffix === '';
    const same_place = unknown || isSameSide(prefix, now.prefix, before) || isSameSide(suffix, now.suffix, after);
    const score = before + after;
    if (!best || score > best.score) best = { place, same_place, score };
  }
  return best && { place: best.place, same_place: best.same_place };
};

const WORD = /[\p{L}\p{N}]+/gu;
const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? [];

/** How alike two texts are in their words, from 0 to 1 (Dice). */
export const wordSimilarity = (one: string, other: string): number => {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b) {
    const left = counts.get(word) ?? 0;
    if (left > 0) {
      common++;
      counts.set(word, left - 1);
    }
  }
  return (2 * common) / (a.length + b.length);
};

const MAX_CANDIDATES = 4;
const LONGEST_CANDIDATE = 1000;
const ALIKE = 0.5;

/**
 * The blocks that now stand where a quote stood: after the same text, before the same text, or with mostly the same words. The most
 * alike come first. Only visible text: a changed attribute has no place of its own.
 */
export const findTextsNear = (page: PageIndex, { exact, prefix, suffix }: TextQuoteSelector): string[] => {
  const { text, begins, ends } = page.visible;
  const before = prefix.trimEnd();
  const after = suffix.trimStart();
  const found: { text: string; score: number }[] = [];
  for (const [at, begin] of begins.entries()) {
    const end = ends[at]!;
    if (end - begin > LONGEST_CANDIDATE) continue;
    const block = text.slice(begin, end);
    const follows =
      before.length >= MIN_COMMON &&
      text
        .slice(Math.max(0, begin - CONTEXT - 1), begin)
        .trimEnd()
        .endsWith(before.slice(-16));
    const precedes =
      after.length >= MIN_COMMON &&
      text
        .slice(end, end + CONTEXT + 1)
        .trimStart()
        .startsWith(after.slice(0, 16));
    const alike = wordSimilarity(exact, block);
    if (follows || precedes || alike >= ALIKE) found.push({ text: block, score: alike + (follows ? 0.5 : 0) + (precedes ? 0.5 : 0) });
  }
  const best = found.toSorted((a, b) => b.score - a.score).slice(0, MAX_CANDIDATES);
  return best.map((candidate) => candidate.text);
};

const MAX_WITH_WORD = 6;
const SHORTEST_WORD = 3;

/** The shortest blocks of a page that have a word of a quote in common with it. */
export const findTextsWithWord = (page: PageIndex, quote: string): string[] => {
  const words = new Set(wordsOf(quote).filter((word) => word.length >= SHORTEST_WORD));
  const { text, begins, ends } = page.visible;
  return begins
    .map((begin, at) => ({ begin, end: ends[at]! }))
    .filter(({ begin, end }) => end - begin <= LONGEST_CANDIDATE && wordsOf(text.slice(begin, end)).some((word) => words.has(word)))
    .toSorted((a, b) => a.end - a.begin - (b.end - b.begin))
    .slice(0, MAX_WITH_WORD)
    .map(({ begin, end }) => text.slice(begin, end));
};
