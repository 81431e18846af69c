import { SCRIPTS } from './country-names.ts';
import type { Span } from './terms.ts';
import { plainDigits } from './years.ts';

const UNKNOWN = -1;

/** Names of months in the languages of one script, in dates and alone; what is different months in different languages is none. */
const gather = (languages: readonly string[]): Map<string, number> => {
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
};
const gathered = new Map<readonly string[], Map<string, number>>();
const monthOf = (name: string): number => {
  const languages = SCRIPTS.find(({ written }) => written.test(name))?.languages;
  if (!languages) return UNKNOWN;
  const months = gathered.get(languages) ?? gather(languages);
  gathered.set(languages, months);
  return months.get(name.toLowerCase()) ?? UNKNOWN;
};

export interface DateFound extends Span {
  date: string;
}

const dayOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && year >= 1800 && year <= 2100 ? date.toISOString().slice(0, 10) : null;
};

type Read = (parts: string[]) => [year: number, month: number, day: number] | null;
const named = (year: string, month: string, day: string): [number, number, number] | null => {
  const number = monthOf(month);
  return number === UNKNOWN ? null : [Number(year), number + 1, Number(day)];
};

const MONTH = '(\\p{L}[\\p{L}\\p{M}]+)\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th|er|º|ª|\\.)?';
const OF = "(?:de |del |d’|d'|of |e |ng |di )?";

/** How days are written. Where month and day could be taken for each other, it is none. */
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
  [new RegExp(`(?<![\\d.])${DAY} ${OF}${MONTH},? (?:de |del |of )?(\\d{4})(?!\\d)`, 'gu'), ([d, m, y]) => named(y!, m!, d!)],
  [new RegExp(`(?<!\\p{L})${MONTH} ${DAY},? (\\d{4})(?!\\d)`, 'gu'), ([m, d, y]) => named(y!, m!, d!)],
  [new RegExp(`(?<!\\d)(\\d{4})\\.? (?:m\\. |gada )?${MONTH} ${DAY}(?!\\d)`, 'gu'), ([y, m, d]) => named(y!, m!, d!)],
];

/** The days a text names in full, with where it does. A month without a day is none: nobody said which. */
export const datesIn = (written: string): DateFound[] => {
  const text = plainDigits(written);
  return FORMS.flatMap(([form, read]) =>
    [...text.matchAll(form)].flatMap((match) => {
      const parts = read(match.slice(1));
      const date = parts && dayOf(...parts);
      return date ? [{ date, start: match.index, end: match.index + match[0].length }] : [];
    }),
  );
};
