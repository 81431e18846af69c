import type { Money } from '../proposal.ts';
import words from '../words/periods.json' with { type: 'json' };
import { type TextSpan, termFinder, termsOf } from '../words/terms.ts';
import { pricesIn } from './pricing.ts';

/** The currencies that a sign or name may stand for, the most common first. */
const CURRENCIES: Record<string, string[]> = words.currencies;
const CODES = new Set(Intl.supportedValuesOf('currency'));

const currenciesOf = (written: string): string[] => {
  const sign = written.replace(/[,.–-]{1,3}$/, '').trim();
  const code = sign.toUpperCase();
  if (CODES.has(code)) return [code];
  return CURRENCIES[sign] ?? CURRENCIES[sign.toLowerCase()] ?? [];
};

type Period = Exclude<Money['period'], null>;
const PERIODS = (Object.entries(words.periods) as [Period, { terms: string[]; strokes: string }][]).map(([period, { terms, strokes }]) => ({
  period,
  findWords: termFinder(termsOf(...terms)),
  strokes: new Set(termsOf(strokes)),
}));
/** "/mo", "／月": what follows the stroke. */
const STROKE = /[/／]\s?([\p{L}]{1,12})/gu;
/** "月額1,200円". */
const MONTH_BEFORE = /(?<![\p{N}今来先毎])(?:月額|月々|月) ?$/u;
const YEAR_BEFORE = /(?:年額|年間|年) ?$/u;

interface FoundPeriod extends TextSpan {
  period: Period;
}

const periodsIn = (text: string): FoundPeriod[] => {
  const found: FoundPeriod[] = PERIODS.flatMap(({ period, findWords }) => findWords(text).map((span) => ({ ...span, period })));
  for (const { 0: all, 1: word, index } of text.matchAll(STROKE)) {
    const row = PERIODS.find(({ strokes }) => strokes.has(word!.toLowerCase()));
    if (row) found.push({ start: index, end: index + all.length, period: row.period });
  }
  return found;
};

export interface FoundMoney extends TextSpan, Omit<Money, 'currency'> {
  currencies: string[];
}

/** "$ 999 MXN", "MXN $999": a code beside the sign says which of its currencies it is. */
const CODE_AFTER = /^\s?([A-Z]{3})(?![\p{L}\p{N}])/u;
const CODE_BEFORE = /(?<!\p{L})([A-Z]{3})\s?$/u;
const codeBeside = (text: string, { start, end }: TextSpan): string | undefined =>
  CODE_AFTER.exec(text.slice(end, end + 6))?.[1] ?? CODE_BEFORE.exec(text.slice(Math.max(0, start - 5), start))?.[1];

/** "0,30 €/km": the price of something else than a month or a year. */
export const isRate = (text: string, { end, period }: Pick<FoundMoney, 'end' | 'period'>): boolean =>
  period === null && /^\s?[/／]\s?\p{L}/u.test(text.slice(end));

/** A period belongs to the amount before it, up to the next amount. */
const PERIOD_REACH = 40;

/** The amounts in a text with the currencies they may be in and the period they are for. */
export const moneyIn = (text: string): FoundMoney[] => {
  const prices = pricesIn(text).filter(({ amount }) => !Number.isNaN(amount));
  if (prices.length === 0) return [];
  const periods = periodsIn(text).sort((a, b) => a.start - b.start);
  return prices.map(({ start, end, amount, currency }, at) => {
    const until = Math.min(prices[at + 1]?.start ?? text.length, end + PERIOD_REACH);
    const after = periods.find((one) => one.start >= end && one.start < until);
    const before = text.slice(Math.max(0, start - 8), start);
    const earlier = MONTH_BEFORE.test(before) ? 'month' : YEAR_BEFORE.test(before) ? 'year' : null;
    const period = earlier ?? after?.period ?? null;
    const [all, code] = [currenciesOf(currency), codeBeside(text, { start, end })];
    const currencies = code && all.includes(code) ? [code] : all;
    return { start, end: Math.max(end, earlier ? 0 : (after?.end ?? 0)), amount, currencies, period };
  });
};
