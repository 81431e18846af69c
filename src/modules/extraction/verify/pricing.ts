import {
  CURRENCY_NAMES,
  DENIED_AFTER,
  DENIED_BEFORE,
  NOT_FREE_AFTER,
  NOT_FREE_BEFORE,
  NOT_ONCE_AFTER,
  NOT_OPEN_BEFORE,
  NUMBER_NAMES,
  PRICING_WORDS,
} from '../words/pricing.ts';
import { findSpans, nearbyFinder, type TextSpan, termFinder } from '../words/terms.ts';

const findFreeWords = termFinder(PRICING_WORDS.free);
const findOnce = termFinder(PRICING_WORDS.once);
const findOpenSource = termFinder(PRICING_WORDS.open_source);
const findCommission = termFinder(PRICING_WORDS.commission);
const findPaidPlan = termFinder(PRICING_WORDS.paid_plan);
const findPeriodWords = termFinder(PRICING_WORDS.period);

/** "9 €/mes", "49 zł / mc". */
const PERIOD_AFTER_SLASH = new RegExp(`(?:[/／]\\s?(?:${PRICING_WORDS.stroked_period.join('|')})|(?<!\\p{L})p/m)(?![\\p{L}\\p{N}])`, 'giu');
/** "月1,200円", "월 9,900원": not the month of a date. */
const MONTH_BEFORE = /(?<![\p{N}今来先毎])(?:月|월) ?(?=[¥￥₩]?\d{1,3}(?:,\d{3}|\d?[円원]))/gu;
const findPeriods = (text: string): TextSpan[] => [
  ...findPeriodWords(text),
  ...findSpans(PERIOD_AFTER_SLASH, text),
  ...findSpans(MONTH_BEFORE, text),
];

const SYMBOL = '(?:US\\$|A\\$|C\\$|CA\\$|AU\\$|NZ\\$|HK\\$|NT\\$|S\\$|R\\$|MX\\$|[$€£¥￥₹₩₽₺₴₪฿₫₦₱₵₸₼₾])';
/** Currency names that only stand before an amount: "Rs 499", but not "the 3 Rs". */
const BEFORE = '(?:Rs\\.?|Rp\\.?|SFr\\.?|S/\\.?)';
const CODE = `(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|AUD|CAD|NZD|SGD|HKD|BRL|MXN|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|ILS|ZAR|KRW|THB|IDR|VND|AED|SAR|ARS|CLP|COP|PEN|${CURRENCY_NAMES})`;
const AMOUNT = "\\d{1,3}(?:[ .,'’]\\d{3}){1,6}(?:[.,]\\d{1,2})?|\\d{1,12}(?:[.,]\\d{1,4})?";
/** Scripts in which an amount follows a word without a space. */
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]';
/** Rand: "R" before a number is usually a model name, so cents, thousands or a period are required. */
const RAND =
  '(?<![\\p{L}\\p{N}&-])R ?(\\d{1,3}(?:[ ,]\\d{3}){1,6}(?:\\.\\d{2})?(?!\\d)|\\d{1,12}\\.\\d{2}(?!\\d)|\\d{2,6}(?= ?(?:/ ?(?:m|mo|month|pm)(?!\\p{L})|per month|p/m|pm(?!\\p{L})|a month|monthly)))';
const PRICE = new RegExp(
  `${RAND}|(?<![\\p{L}\\p{N}])(?:${SYMBOL}|${CODE}|${BEFORE})\\s?(${AMOUNT})(?![\\p{N}])|(?<![\\p{N}.,])(?<!\\p{L}(?<!${UNSPACED}))(${AMOUNT})(?:,-|\\.-|,–)?\\s?(?:${SYMBOL}|${CODE}(?!\\p{L}))`,
  'gu',
);
/** Money raised, earned or saved is not a price. */
const MILLIONS =
  /^\s?(?:k|m|mm|bn|mio|mrd|million|millionen|millones|millions|milhões|billion|tsd|тыс|млн)(?!\p{L})|^\s?(?:億|万|亿|억|만)/iu;

/** Converts full-width digits and separators to ASCII, keeping positions. */
const narrow = (text: string): string => text.replace(/[０-９．，]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** "Five euros", "3 pounds". */
const WRITTEN_OUT = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?:(?:${NUMBER_NAMES}) (?:${CURRENCY_NAMES}|pounds?|quid)|\\d{1,6}(?:\\.\\d{1,2})? (?:pounds?|quid))(?!\\p{L})`,
  'giu',
);
/** Pounds are also a weight: they need a period after them or a word of costs before. */
const POUNDS = /pounds?$/i;
const WEIGHT =
  /(?<!\p{L})(?:los[eti]\p{L}{0,4}|gain\p{L}{0,3}|weigh\p{L}{0,4}|shed\p{L}{0,5}|drop\p{L}{0,5}|lift\p{L}{0,3})(?!\p{L})[^.]{0,20}$/iu;
const COST = /(?<!\p{L})(?:costs?|pay|pays|price|priced|fee|charged?|from|just|only)(?!\p{L})[^.]{0,12}$/iu;
const EACH = /^ (?:sterling|a (?:month|year|week)|(?:per|each|every) |monthly|yearly|annually|weekly|once)/iu;
const isMoney = (text: string, { start, end }: TextSpan): boolean => {
  if (!POUNDS.test(text.slice(start, end))) return true;
  const before = text.slice(Math.max(0, start - 40), start);
  return !WEIGHT.test(before) && (EACH.test(text.slice(end, end + 20)) || COST.test(before));
};

interface FoundPrice extends TextSpan {
  zero: boolean;
  /** Not a number if it is written as a word. */
  amount: number;
  /** As written: a sign, a code or a name. */
  currency: string;
}

/** "1.299,50", "1,299.50" and "1 299": the last mark is a decimal point unless three digits follow it. */
const readAmount = (written: string): number => {
  const decimals = /[.,](\d{1,2}|\d{4})$/.exec(written)?.[1] ?? '';
  const whole = decimals ? written.slice(0, -decimals.length - 1) : written;
  return Number(`${whole.replace(/\D/g, '')}.${decimals || '0'}`);
};

const writtenOut = (text: string): FoundPrice[] =>
  findSpans(WRITTEN_OUT, text)
    .filter((span) => isMoney(text, span))
    .map(({ start, end }) => {
      const words = text.slice(start, end).split(' ');
      const amount = Number(words[0]);
      return { start, end, zero: amount === 0, amount, currency: words.at(-1)! };
    });

const digitPrices = (text: string): FoundPrice[] =>
  [...narrow(text).matchAll(PRICE)].map(({ 0: found, 1: rand, 2: after, 3: before, index: start }) => {
    const amount = rand ?? after ?? before ?? '';
    const zero = !/[1-9]/.test(amount);
    return { start, end: start + found.length, zero, amount: readAmount(amount), currency: found.replace(amount, '').trim() };
  });

export const pricesIn = (text: string): FoundPrice[] =>
  [...digitPrices(text), ...writtenOut(text)].filter(({ end }) => !MILLIONS.test(text.slice(end)));

const paid = (text: string): TextSpan[] => pricesIn(text).filter(({ zero }) => !zero);

/** Words for "free of charge", and prices of zero. */
const free = (text: string): TextSpan[] => [
  ...findFreeWords(text).filter(
    ({ start, end }) =>
      !NOT_FREE_BEFORE.test(text.slice(Math.max(0, start - 20), start)) && !NOT_FREE_AFTER.test(text.slice(end, end + 24)),
  ),
  ...pricesIn(text).filter(({ zero }) => zero),
];

const NEAR = 60;
/** Matches of one kind near another kind, as spans that cover both. */
const near = (first: TextSpan[], second: TextSpan[]): TextSpan[] => {
  if (first.length === 0 || second.length === 0) return [];
  const nearby = nearbyFinder(second, NEAR);
  return first.flatMap((a) => nearby(a).map((b) => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) })));
};

const isDenied = (text: string, { start, end }: TextSpan): boolean =>
  DENIED_BEFORE.test(text.slice(Math.max(0, start - 40), start)) || DENIED_AFTER.test(text.slice(end, end + 16));

const commission = (text: string): TextSpan[] => {
  const words = findCommission(text).filter((span) => !isDenied(text, span));
  const shares = findSpans(/(?<![\p{N}.,])(?!0{1,9}(?:[.,]0{1,9})? ?%)\d{1,9}(?:[.,]\d{1,9})? ?[%٪％]/gu, text);
  return near(words, [...shares, ...paid(text)]);
};

export const PRICING_SIGNS = {
  free,
  price: paid,
  paid_plan: (text: string) => findPaidPlan(text).filter((span) => !isDenied(text, span)),
  recurring: (text: string) => near(paid(text), findPeriods(text)),
  once: (text: string) => findOnce(text).filter(({ end }) => !NOT_ONCE_AFTER.test(text.slice(end, end + 24))),
  usage: termFinder(PRICING_WORDS.usage),
  open_source: (text: string) =>
    findOpenSource(text).filter(({ start }) => !NOT_OPEN_BEFORE.test(text.slice(Math.max(0, start - 24), start))),
  commission,
  trial: termFinder(PRICING_WORDS.trial),
  freemium: termFinder(['freemium', 'フリーミアム', '프리미엄 모델', '免费增值']),
} satisfies Record<string, (text: string) => TextSpan[]>;
export type PricingSign = keyof typeof PRICING_SIGNS;

/** The signs each model requires: all signs of any one row, each in one of its quotes. */
export const PRICING_PROOFS = {
  free: [['free']],
  freemium: [['freemium'], ['free', 'price'], ['free', 'paid_plan']],
  subscription: [['recurring']],
  'one-time': [['once']],
  'usage-based': [['usage']],
  'open-source': [['open_source']],
  commission: [['commission']],
  'free trial': [['trial']],
  paid: [['price']],
} satisfies Record<string, PricingSign[][]>;
