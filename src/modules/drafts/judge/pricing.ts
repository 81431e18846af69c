import {
  COMMISSION_WORDS,
  DENIED_AFTER,
  DENIED_BEFORE,
  FREE_WORDS,
  NOT_FREE_AFTER,
  NOT_FREE_BEFORE,
  NOT_ONCE_AFTER,
  NOT_OPEN_BEFORE,
  ONCE_WORDS,
  OPEN_SOURCE_WORDS,
  PAID_PLAN_WORDS,
  PERIOD_WORDS,
  type PricingModel,
  STROKED_PERIODS,
  TRIAL_WORDS,
  USAGE_WORDS,
} from './pricing-words.ts';
import { finderOf, gapBetween, type Span, spansOf } from './terms.ts';

const freeFound = finderOf(FREE_WORDS);
const trialFound = finderOf(TRIAL_WORDS);
const periodNamed = finderOf(PERIOD_WORDS);
const STROKED = new RegExp(`(?:[/／]\\s?(?:${STROKED_PERIODS.join('|')})|(?<!\\p{L})p/m)(?![\\p{L}\\p{N}])`, 'giu');
/** "月1,200円", "월 9,900원": not the month of a date. */
const MONTH_BEFORE = /(?<![\p{N}今来先毎])(?:月|월) ?(?=[¥￥₩]?\d{1,3}(?:,\d{3}|\d?[円원]))/gu;
const periodFound = (text: string): Span[] => [...periodNamed(text), ...spansOf(STROKED, text), ...spansOf(MONTH_BEFORE, text)];
const onceFound = finderOf(ONCE_WORDS);
const usageFound = finderOf(USAGE_WORDS);
const openSourceFound = finderOf(OPEN_SOURCE_WORDS);
const commissionFound = finderOf(COMMISSION_WORDS);
const paidPlanFound = finderOf(PAID_PLAN_WORDS);
const freemiumFound = finderOf(['freemium', 'フリーミアム', '프리미엄 모델', '免费增值']);

const SYMBOL = '(?:US\\$|A\\$|C\\$|CA\\$|AU\\$|NZ\\$|HK\\$|NT\\$|S\\$|R\\$|MX\\$|[$€£¥￥₹₩₽₺₴₪฿₫₦₱₵₸₼₾])';
/** Names of money that stand before an amount only: "Rs 499", but not "the 3 Rs". */
const BEFORE = '(?:Rs\\.?|Rp\\.?|SFr\\.?|S/\\.?)';
const CODE =
  '(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|AUD|CAD|NZD|SGD|HKD|BRL|MXN|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|ILS|ZAR|KRW|THB|IDR|VND|AED|SAR|ARS|CLP|COP|PEN|euros?|Euro|dollars?|dólares|zł|Kč|Ft|kr|lei|лв|руб|грн|TL|евро|元|円|원|บาท)';
const AMOUNT = "\\d{1,3}(?:[ .,'’]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,4})?";
/** Scripts in which an amount follows a word without a space. */
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]';
/** Rand: a letter before a number is mostly a model, so it takes cents, thousands or a period to be money. */
const RAND =
  '(?<![\\p{L}\\p{N}&-])R ?(\\d{1,3}(?:[ ,]\\d{3})+(?:\\.\\d{2})?(?!\\d)|\\d+\\.\\d{2}(?!\\d)|\\d{2,6}(?= ?(?:/ ?(?:m|mo|month|pm)(?!\\p{L})|per month|p/m|pm(?!\\p{L})|a month|monthly)))';
const PRICE = new RegExp(
  `${RAND}|(?<![\\p{L}\\p{N}])(?:${SYMBOL}|${CODE}|${BEFORE})\\s?(${AMOUNT})(?![\\p{N}])|(?<![\\p{N}.,])(?<!\\p{L}(?<!${UNSPACED}))(${AMOUNT})(?:,-|\\.-|,–)?\\s?(?:${SYMBOL}|${CODE}(?!\\p{L}))`,
  'gu',
);
/** Money raised, earned or saved is no price. */
const MILLIONS =
  /^\s?(?:k|m|mm|bn|mio|mrd|million|millionen|millones|millions|milhões|billion|tsd|тыс|млн)(?!\p{L})|^\s?(?:億|万|亿|억|만)/iu;

export interface Price extends Span {
  zero: boolean;
}

/** Digits and their marks as wide as Japanese letters, as plain ones; each keeps its place. */
const narrow = (text: string): string => text.replace(/[０-９．，]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Amounts with a currency, and where they stand. */
export const pricesIn = (text: string): Price[] =>
  [...narrow(text).matchAll(PRICE)]
    .map(({ 0: found, 1: rand, 2: after, 3: before, index }) => ({
      start: index,
      end: index + found.length,
      zero: !/[1-9]/.test(rand ?? after ?? before ?? ''),
    }))
    .filter(({ end }) => !MILLIONS.test(text.slice(end)));

const paid = (text: string): Span[] => pricesIn(text).filter(({ zero }) => !zero);

/** Words that mean a price of nothing, and such prices. */
const free = (text: string): Span[] => [
  ...freeFound(text).filter(
    ({ start, end }) =>
      !NOT_FREE_BEFORE.test(text.slice(Math.max(0, start - 20), start)) && !NOT_FREE_AFTER.test(text.slice(end, end + 24)),
  ),
  ...pricesIn(text).filter(({ zero }) => zero),
];

const NEAR = 60;
/** What of one kind stands near another kind, as one place that holds both. */
const near = (first: Span[], second: Span[]): Span[] =>
  first.flatMap((a) =>
    second.filter((b) => gapBetween(a, b) <= NEAR).map((b) => ({ start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) })),
  );

const isDenied = (text: string, { start, end }: Span): boolean =>
  DENIED_BEFORE.test(text.slice(Math.max(0, start - 40), start)) || DENIED_AFTER.test(text.slice(end, end + 16));

const commission = (text: string): Span[] => {
  const words = commissionFound(text).filter((span) => !isDenied(text, span));
  const shares = spansOf(/(?<![\p{N}.,])(?!0+(?:[.,]0+)? ?%)\d+(?:[.,]\d+)? ?[%٪％]/gu, text);
  return near(words, [...shares, ...paid(text)]);
};

/** What each sign of a pricing model looks like, and where it stands. */
export const PRICING_SIGNS = {
  free,
  price: paid,
  paid_plan: (text: string) => paidPlanFound(text).filter((span) => !isDenied(text, span)),
  recurring: (text: string) => near(paid(text), periodFound(text)),
  once: (text: string) => onceFound(text).filter(({ end }) => !NOT_ONCE_AFTER.test(text.slice(end, end + 24))),
  usage: usageFound,
  open_source: (text: string) =>
    openSourceFound(text).filter(({ start }) => !NOT_OPEN_BEFORE.test(text.slice(Math.max(0, start - 24), start))),
  commission,
  trial: trialFound,
  freemium: freemiumFound,
} satisfies Record<string, (text: string) => Span[]>;
export type PricingSign = keyof typeof PRICING_SIGNS;

/** Which signs a model needs: every one of any one row, each in one of its quotes. */
export const PRICING_PROOFS: Record<PricingModel, readonly (readonly PricingSign[])[]> = {
  free: [['free']],
  freemium: [['freemium'], ['free', 'price'], ['free', 'paid_plan']],
  subscription: [['recurring']],
  'one-time': [['once']],
  'usage-based': [['usage']],
  'open-source': [['open_source']],
  commission: [['commission']],
  'free trial': [['trial']],
  paid: [['price']],
};
