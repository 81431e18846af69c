import { LRUCache } from 'lru-cache';
import { currentLanguage, perLanguage } from '../../kernel/language/locale.ts';
import { msg, rich, t, texts } from '../../kernel/language/messages.ts';
import { memoize } from '../../kernel/memoize.ts';
import { addDays, formatLongDay, formatLongWeek } from '../../kernel/time/weeks.ts';
import type { AttributeValue, Money } from '../../modules/catalog/attributes/kinds.ts';
import { writeAttributeValue } from '../../modules/catalog/attributes/rules.ts';
import { type LISTING_SORTS, PRICING_MODELS, STAGES } from '../../modules/listings/schema.ts';

/** More than the days and countries of a page. */
const MAX_MEMOIZED = 5000;

/** Formatting a date costs as much as rendering ten elements. */
export const memoizeText = (compute: (input: string) => string): ((input: string) => string) => {
  const computeIn = perLanguage(() => memoize<string, string>(compute, new LRUCache<string, string>({ max: MAX_MEMOIZED })));
  return (input) => computeIn()(input);
};

// Numbers and names.

const numbers = perLanguage(({ numbers }) => new Intl.NumberFormat(numbers));
const regions = perLanguage(({ numbers }) => new Intl.DisplayNames(numbers, { type: 'region', fallback: 'none' }));

/** Fast path for small numbers: Intl.NumberFormat costs fifty times as much. */
export const formatCount = (n: number): string => (n >= 0 && n < 1000 && Number.isInteger(n) ? String(n) : numbers().format(n));

export const pluralize = (n: number, one: string, many = `${one}s`): string => `${formatCount(n)} ${n === 1 ? one : many}`;

export const countryLabel = memoizeText((code) => {
  try {
    return regions().of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
});

/** why_started → Why started: a name of a value or field as a label. */
export const humanize = (slug: string): string => {
  const words = slug.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The stages and pricing models that are offered. Owners may write others. */
const STAGE_NAMES: Record<string, string> = texts({
  idea: msg('Idea'),
  prototype: msg('Prototype'),
  beta: msg('Beta'),
  launched: msg('Launched'),
  growing: msg('Growing'),
});

const PRICING_NAMES: Record<string, string> = texts({
  free: msg('Free'),
  freemium: msg('Freemium'),
  'free-trial': msg('Free trial'),
  subscription: msg('Subscription'),
  'one-time': msg('One-time payment'),
  'usage-based': msg('Usage-based'),
  'open-source': msg('Open source'),
  'contact-sales': msg('Contact sales'),
});

const findName = (names: Record<string, string>, value: string): string => (Object.hasOwn(names, value) ? names[value]! : humanize(value));

export const pricingLabel = (model: string): string => findName(PRICING_NAMES, model);
export const stageLabel = (stage: string): string => findName(STAGE_NAMES, stage);

/** How the values of fields are shown that are stored as codes. */
export const FIELD_FORMATS: Record<string, (value: string) => string> = {
  pricing_model: pricingLabel,
  stage: stageLabel,
  country: countryLabel,
};

const FIELDS: Record<string, string> = texts({
  founded_year: msg('Year founded'),
  pricing_model: msg('Pricing model'),
  pricing_summary: msg('Pricing'),
  contact_email: msg('Contact email'),
  demo_video_url: msg('Demo video'),
  logo_url: msg('Logo'),
  usps: msg('What sets it apart'),
  seo_title: msg('Search engine title'),
  seo_description: msg('Search engine description'),
  faqs: msg('Questions and answers'),
  socials: msg('Links'),
  story: msg('Founder story'),
  country: msg('Country'),
  city: msg('City'),
  excerpt: msg('Summary'),
  body_markdown: msg('Text'),
});

/** The name of a field, or of an attribute as the history names it. */
export const fieldName = (field: string): string => FIELDS[field] ?? humanize(field.replace(/^attributes\./, ''));

const PLATFORMS: Record<string, string> = texts({
  linkedin: 'LinkedIn',
  x: 'X',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  github: 'GitHub',
  producthunt: 'Product Hunt',
  custom: msg('Other'),
});

export const platformName = (platform: string): string => PLATFORMS[platform] ?? humanize(platform);

export const STORY_HEADINGS = texts({
  story: msg('The story'),
  why_started: msg('Why we started'),
  problem: msg('The problem'),
  journey: msg('The journey'),
  challenges: msg('Challenges'),
  achievements: msg('Achievements'),
  lessons: msg('Lessons learned'),
  whats_next: msg('What’s next'),
} as const);

/** Appends a unit only to values that end with a number: "45 days", but "as long as there is disk". */
const PERIOD_NAMES: Record<string, (price: string) => string> = {
  month: (price) => t('{price} per month', { price }),
  year: (price) => t('{price} per year', { price }),
  week: (price) => t('{price} per week', { price }),
  day: (price) => t('{price} per day', { price }),
  once: (price) => t('{price} once', { price }),
};

/** $9 per month. */
export const withPeriod = (price: string, period: string | null): string => PERIOD_NAMES[period ?? '']?.(price) ?? price;

const CURRENCY_SIGNS: Record<string, string> = { USD: '$', EUR: '€', GBP: '£', JPY: '¥' };

const formatMoneyValue = ({ amount, currency, period }: Money): string => {
  const text = Number.isInteger(amount) ? formatCount(amount) : plain_format().format(amount);
  const sign = CURRENCY_SIGNS[currency];
  return withPeriod(sign ? `${sign}${text}` : `${text} ${currency}`, period ?? null);
};

/** The value of an attribute for people, with its unit. */
export const formatAttribute = (value: AttributeValue, unit: string | null): string => {
  if (typeof value === 'number') return unit ? `${formatCount(value)} ${unit}` : formatCount(value);
  if (typeof value === 'object' && !Array.isArray(value)) return formatMoneyValue(value);
  return withUnit(writeAttributeValue(value), unit);
};

const withUnit = (value: string, unit: string | null): string => (unit && /\d\s*$/.test(value) ? `${value} ${unit}` : value);

/** A URL for display: host and path, without protocol, www and trailing slash. */
export const shortUrl = (address: string): string => {
  const url = URL.parse(address);
  if (!url) return address;
  const path = `${url.pathname}${url.search}`.replace(/\/$/, '');
  return `${url.host.replace(/^www\./, '')}${path.length > 40 ? `${path.slice(0, 39)}…` : path}`;
};

/** The beginning of a text, cut between words, for page descriptions. */
export const truncateText = (text: string, max: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/\uFFFD$/, '')}…`;
};

/** A name inside a sentence. German writes nouns with a capital anywhere. */
export const inSentence = (name: string): string => (currentLanguage() === 'de' ? name : name.charAt(0).toLowerCase() + name.slice(1));

/** The title of a page of a list. */
export const withPage = (title: string, page: number): string => (page > 1 ? t('{title}, page {page}', { title, page }) : title);

// Money.

const exact_format = perLanguage(
  ({ numbers }) => new Intl.NumberFormat(numbers, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
);
const whole_format = perLanguage(
  ({ numbers }) =>
    new Intl.NumberFormat(numbers, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 }),
);

/** $49.00 */
export const formatDollars = (cents: number): string =>
  exact_format()
    .format(cents / 100)
    .replace('-', '−');

const plain_format = perLanguage(({ numbers }) => new Intl.NumberFormat(numbers, { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

/** EUR 49.00: other currencies, written with their code as on invoices. */
export const formatMoney = (currency: string, cents: number): string =>
  `${currency} ${plain_format()
    .format(cents / 100)
    .replace('-', '−')}`;

/** $49, or $49.50 where there are cents: for price tags. */
export const formatPrice = (cents: number): string => (cents % 100 === 0 ? whole_format() : exact_format()).format(cents / 100);

/** 49.00: the value of an input field. */
export const dollarInputValue = (cents: number): string => (cents / 100).toFixed(2);

const DOLLARS = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/;

/** Parses an amount of dollars into cents; null if it is none. */
export const parseDollars = (text: string): number | null => {
  const match = DOLLARS.exec(text.trim());
  return match ? Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
};

const percent_format = perLanguage(({ numbers }) => new Intl.NumberFormat(numbers, { style: 'percent', maximumFractionDigits: 2 }));

/** 19%, 25.5%: a share as a rate. */
export const formatPercent = (share: number): string => percent_format().format(share);

// Options of filters and editors. Any other value still works.

export const stageOptions = () => STAGES.map((value) => ({ value, name: stageLabel(value) }));
export const pricingModelOptions = () => PRICING_MODELS.map((value) => ({ value, name: pricingLabel(value) }));

export const SORT_NAMES: Record<(typeof LISTING_SORTS)[number], string> = texts({
  relevance: msg('Best match'),
  votes: msg('Most voted'),
  newest: msg('Newest'),
  trending: msg('Trending'),
  most_viewed: msg('Most viewed'),
  most_followed: msg('Most followed'),
});

/** Codes that are not countries: groups, placeholders and former countries. */
const NOT_COUNTRIES = new Set(
  'AC AN BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO QU RH SU TA TP UK UN VD WK XA XB YD YU ZR ZZ'.split(' '),
);

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

const listCountries = perLanguage(({ numbers }) =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NOT_COUNTRIES.has(code))
    .map((code) => ({ value: code, name: countryLabel(code) }))
    .filter(({ value, name }) => name !== value)
    .sort((a, b) => a.name.localeCompare(b.name, numbers)),
);

/** Every country by name, taken from the runtime's data instead of a list that goes out of date. */
export const countryOptions = (): { value: string; name: string }[] => listCountries();

const ranges = perLanguage(({ dates }) => new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'long', timeZone: 'UTC' }));

export const noonOf = (day: string): Date => new Date(`${day.slice(0, 10)}T12:00:00Z`);

/** A date for display; anything that is not a date is shown unchanged. */
export const formatDay = memoizeText((day) => (Number.isNaN(noonOf(day).getTime()) ? day : formatLongDay(day.slice(0, 10))));

/** 10 – 16 November: a week, given its Monday. */
export const formatWeek = (monday: string): string => ranges().formatRange(noonOf(monday), noonOf(addDays(monday, 6)));

export const DayText = ({ on }: { on: string }) => <time datetime={on}>{formatDay(on)}</time>;

/** 10 – 16 November 2026: a week with its year, given its Monday; anything else is shown unchanged. */
export const formatWeekDates = memoizeText((monday) => (Number.isNaN(noonOf(monday).getTime()) ? monday : formatLongWeek(monday)));

export const WeekDates = ({ monday }: { monday: string }) => <time datetime={monday}>{formatWeekDates(monday)}</time>;

export const WeekText = ({ monday }: { monday: string }) => <>{rich('Week of {day}', { day: <DayText on={monday} /> })}</>;
