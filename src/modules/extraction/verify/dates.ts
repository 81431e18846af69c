import { memoizeByObject } from '../parse/dom.ts';
import { findFounding, findFoundingNearby } from '../words/company.ts';
import { SCRIPTS } from '../words/countries.ts';
import { findSpans, gapBetween, nearbyFinder, type TextSpan } from '../words/terms.ts';

/** A single year; a span of years (2002–2025) is a copyright. */
const YEAR =
  /(?<![[\p{L}\p{N}$€£#]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]]|\d{4} ?[–—\-] ?)(?:1[89]|20)\d\d(?![\p{Nd}%]| ?[–—\-] ?(?:\d{4}|present|today|now|heute|hoy)|\p{sc=Latin})/gv;
/** Maximum distance between a year and a word of founding; ambiguous words must be next to it. */
const REACH = 120;
const BESIDE = 16;
const END = /[.!?](?=\s+[^\s\p{Ll}\p{N}])|[。！？|•·]/gu;
/** Abbreviations end with a period too. */
const ABBREVIATED =
  /(?<!\p{L})(?:est|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|ca|approx|no|st|dr|mr|ms|mrs|inc|ltd|co|corp|v|\p{Lu})\.$/iu;
const COPYRIGHT = /©|\(c\)|copyright/iu;

const isSeparated = (between: string): boolean => findSpans(END, between).some(({ end }) => !ABBREVIATED.test(between.slice(0, end)));

const ZEROES = [0x0660, 0x06f0, 0x0966, 0xff10];
/** Converts Arabic, Persian, Indian and full-width digits to ASCII, keeping positions. */
export const plainDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - ZEROES.findLast((zero) => code >= zero)!);
  });

/** Founding years in a text: for each word of founding the nearest year in the same statement. The span covers both. */
export const foundingYearsIn = (written: string): (TextSpan & { year: string })[] => {
  const text = plainDigits(written);
  const years = findSpans(YEAR, text);
  const [withinReach, beside] = [nearbyFinder(years, REACH), nearbyFinder(years, BESIDE)];
  const nearestTo = (word: TextSpan, nearby: (word: TextSpan) => TextSpan[]) => {
    const near = nearby(word).sort((a, b) => gapBetween(word, a) - gapBetween(word, b));
    const [first, second] = near;
    if (!first || (second && gapBetween(word, second) === gapBetween(word, first))) return [];
    const span = { start: Math.min(word.start, first.start), end: Math.max(word.end, first.end) };
    const between = text.slice(Math.min(word.end, first.end), Math.max(word.start, first.start));
    if (isSeparated(between) || COPYRIGHT.test(text.slice(Math.max(0, span.start - 12), span.end))) return [];
    return [{ ...span, year: text.slice(first.start, first.end) }];
  };
  return [
    ...findFounding(text).flatMap((word) => nearestTo(word, withinReach)),
    ...findFoundingNearby(text).flatMap((word) => nearestTo(word, beside)),
  ];
};

const UNKNOWN = -1;

/** Month names in the languages of one script, in dates and alone; ambiguous names are ignored. */
const loadMonths = memoizeByObject((languages: readonly string[]): Map<string, number> => {
  const months = new Map<string, number>();
  for (const language of languages)
    for (const style of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { month: style, day, calendar: 'gregory', timeZone: 'UTC' });
        for (let month = 0; month < 12; month++) {
          const part = format.formatToParts(Date.UTC(2020, month, 5)).find(({ type }) => type === 'month')?.value ?? '';
          const name = part.toLowerCase().replace(/\.$/, '').normalize('NFC');
          months.set(name, (months.get(name) ?? month) === month ? month : UNKNOWN);
        }
      }
  return months.set('sept', 8);
});
const findMonth = (name: string): number => {
  const languages = SCRIPTS.find(({ written }) => written.test(name))?.languages;
  return (languages && loadMonths(languages).get(name.toLowerCase())) ?? UNKNOWN;
};

const toIsoDay = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && year >= 1800 && year <= 2100 ? date.toISOString().slice(0, 10) : null;
};

type Read = (parts: string[]) => [year: number, month: number, day: number] | null;
const fromMonthName = (year: string, month: string, day: string): [number, number, number] | null => {
  const number = findMonth(month);
  return number === UNKNOWN ? null : [Number(year), number + 1, Number(day)];
};

const MONTH = '(\\p{L}[\\p{L}\\p{M}]{1,30})\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th|er|º|ª|\\.)?';
const OF = "(?:de |del |d’|d'|of |e |ng |di )?";

/** Date formats. Dates where month and day could be swapped are ignored. */
const FORMS: readonly [RegExp, Read][] = [
  [/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu, ([y, m, d]) => [Number(y), Number(m), Number(d)]],
  [/(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일号]/gu, ([y, m, d]) => [Number(y), Number(m), Number(d)]],
  [/(?<!\d)(\d{4})\.\s(\d{1,2})\.\s(\d{1,2})\.?(?!\d)/gu, ([y, m, d]) => [Number(y), Number(m), Number(d)]],
  [/(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/gu, ([d, m, y]) => [Number(y), Number(m), Number(d)]],
  [
    /(?<![\d/-])(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/gu,
    ([a, b, y]) => {
      const [first, second] = [Number(a), Number(b)];
      if (first > 12 || first === second) return [Number(y), second, first];
      return second > 12 ? [Number(y), first, second] : null;
    },
  ],
  [new RegExp(`(?<![\\d.])${DAY} ${OF}${MONTH},? (?:de |del |of )?(\\d{4})(?!\\d)`, 'gu'), ([d, m, y]) => fromMonthName(y!, m!, d!)],
  [new RegExp(`(?<!\\p{L})${MONTH} ${DAY},? (\\d{4})(?!\\d)`, 'gu'), ([m, d, y]) => fromMonthName(y!, m!, d!)],
  [new RegExp(`(?<!\\d)(\\d{4})\\.? (?:m\\. |gada )?${MONTH} ${DAY}(?!\\d)`, 'gu'), ([y, m, d]) => fromMonthName(y!, m!, d!)],
];

/** The full dates in a text with their positions. A month without a day does not count. */
export const datesIn = (written: string): (TextSpan & { date: string })[] => {
  const text = plainDigits(written);
  return FORMS.flatMap(([form, read]) =>
    [...text.matchAll(form)].flatMap((match) => {
      const parts = read(match.slice(1));
      const date = parts && toIsoDay(...parts);
      return date ? [{ date, start: match.index, end: match.index + match[0].length }] : [];
    }),
  );
};
