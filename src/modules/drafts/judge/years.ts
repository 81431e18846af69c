import { foundingCloseFound, foundingFound } from './founding-words.ts';
import { gapBetween, type Span, spansOf } from './terms.ts';

/** A year by itself; a span of years (2002–2025) is somebody's copyright. */
const YEAR =
  /(?<![[\p{L}\p{N}$€£#]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]]|\d{4} ?[–—\-] ?)(?:1[89]|20)\d\d(?![\p{Nd}%]| ?[–—\-] ?(?:\d{4}|present|today|now|heute|hoy)|\p{sc=Latin})/gv;
/** How far a year may stand from a word of founding; words that may mean something else must stand beside it. */
const REACH = 120;
const BESIDE = 16;
/** Where one statement ends and the next begins. */
const END = /[.!?](?=\s+[^\s\p{Ll}\p{N}])|[。！？|•·]/gu;
/** Short forms end with a point too. */
const ABBREVIATED =
  /(?<!\p{L})(?:est|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|ca|approx|no|st|dr|mr|ms|mrs|inc|ltd|co|corp|v|\p{Lu})\.$/iu;
const COPYRIGHT = /©|\(c\)|copyright/iu;

const partsThem = (between: string): boolean => spansOf(END, between).some(({ end }) => !ABBREVIATED.test(between.slice(0, end)));

const ZEROES = [0x0660, 0x06f0, 0x0966, 0xff10];
/** Arabic, Persian, Indian and wide digits as plain ones, letter for letter. */
export const plainDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - ZEROES.findLast((zero) => code >= zero)!);
  });

export interface YearFound extends Span {
  year: string;
}

/** The years a text calls years of founding: of each word of founding the nearest year, in the same statement. The span holds both. */
export const foundingYearsIn = (written: string): YearFound[] => {
  const text = plainDigits(written);
  const years = spansOf(YEAR, text);
  const nearestTo = (word: Span, reach: number): YearFound[] => {
    const near = years.filter((year) => gapBetween(word, year) <= reach).sort((a, b) => gapBetween(word, a) - gapBetween(word, b));
    const [first, second] = near;
    if (!first || (second && gapBetween(word, second) === gapBetween(word, first))) return [];
    const span = { start: Math.min(word.start, first.start), end: Math.max(word.end, first.end) };
    const between = text.slice(Math.min(word.end, first.end), Math.max(word.start, first.start));
    if (partsThem(between) || COPYRIGHT.test(text.slice(Math.max(0, span.start - 12), span.end))) return [];
    return [{ ...span, year: text.slice(first.start, first.end) }];
  };
  return [
    ...foundingFound(text).flatMap((word) => nearestTo(word, REACH)),
    ...foundingCloseFound(text).flatMap((word) => nearestTo(word, BESIDE)),
  ];
};
