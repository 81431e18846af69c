import { InvalidLine } from '../../kernel/json-lines.ts';
import { t } from '../../kernel/language/messages.ts';
import { isDay } from '../../kernel/time/weeks.ts';
import { fold } from '../../kernel/words.ts';
import { normalizeEmail } from '../accounts/rules.ts';
import { parseCountry } from '../listings/owner/fields.ts';
import { PRICING_MODELS } from '../listings/schema.ts';

/** Reads a cell of a file, or throws an InvalidLine that says what to write instead. */
export type ReadValue = (value: unknown) => unknown;

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value) && value.length > 0) return asText(value[0]);
  throw new InvalidLine(t('must be a text'));
};

const quote = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;

/** A text; of a list of addresses, the first one. */
export const readTextCell: ReadValue = (value) => /^\['?(https?:\/\/[^',\]]{1,2000})/.exec(asText(value))?.[1] ?? asText(value);

/** Spreadsheets that came out of a program have lists such as ['one', 'two']. */
const BRACKETED = /^\[(.*)\]$/s;
const nameOf = (item: unknown): string => {
  const { node, ...own } = (typeof item === 'object' && item !== null ? item : { name: item }) as Record<string, unknown>;
  const inner = (node ?? own) as Record<string, unknown>;
  return asText(inner.name ?? inner.title ?? inner.label ?? inner.slug ?? inner.url);
};

const splitText = (text: string): string[] => {
  const bracketed = BRACKETED.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed.split(',').map((item) => item.trim().replace(/^['"]|['"]$/g, ''));
  // The first of these that the text has separates its items.
  const separator = ['\n', ';', '|', ','].find((one) => text.includes(one));
  return separator ? text.split(separator) : [text];
};

/** A list: from JSON, or a text with its items on lines of their own or between ; | or , */
export const readList: ReadValue = (value) => {
  const items = Array.isArray(value) ? value.map(nameOf) : splitText(asText(value));
  return [...new Set(items.map((item) => item.trim()).filter(Boolean))];
};

/** A list of sentences, which may contain commas: one per line, between ; or |, or from JSON. */
export const readLinesCell: ReadValue = (value) => {
  if (Array.isArray(value) || BRACKETED.test(asText(value))) return readList(value);
  const items = asText(value)
    .split(/[\n;|]/)
    .map((item) => item.trim().replace(/^[-*•]\s{0,4}/, ''));
  return [...new Set(items.filter(Boolean))];
};

const REGION_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });
const LETTERS = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
const COUNTRIES = new Map(
  LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
    .filter((code) => parseCountry(code))
    .map((code) => [fold(REGION_NAMES.of(code)!), code]),
);
const OTHER_COUNTRY_NAMES: Record<string, string> = {
  usa: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  holland: 'NL',
  uae: 'AE',
  'czech republic': 'CZ',
};

export const readCountry: ReadValue = (value) => {
  const text = asText(value);
  const code = parseCountry(text) ?? COUNTRIES.get(fold(text)) ?? OTHER_COUNTRY_NAMES[fold(text)];
  if (!code)
    throw new InvalidLine(t('{value} isn’t a country. Write its English name or its two letters, such as DE', { value: quote(text) }));
  return code;
};

const YEAR = /(?<!\d)(1[89]\d\d|20\d\d)(?!\d)/;
export const readYear: ReadValue = (value) => {
  const year = YEAR.exec(asText(value))?.[1];
  if (!year) throw new InvalidLine(t('{value} isn’t a year, such as 2021', { value: quote(asText(value)) }));
  return Number(year);
};

const pad = (part: string | undefined): string => part!.padStart(2, '0');
/** Days that can be read in one way only. */
const DAY_FORMS: [form: RegExp, toDay: (parts: RegExpExecArray) => string][] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].{0,40})?$/, ([, y, m, d]) => `${y}-${pad(m)}-${pad(d)}`],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, ([, d, m, y]) => `${y}-${pad(m)}-${pad(d)}`],
];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMED_MONTH = /^(?:(\d{1,2}) )?([a-z]{3})[a-z]{0,6}\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?,? (\d{4})$/i;

export const readDay: ReadValue = (value) => {
  const text = asText(value);
  const [, before, month, after, year] = NAMED_MONTH.exec(text) ?? [];
  const named = month && MONTHS.indexOf(month.toLowerCase()) + 1;
  const day = named
    ? `${year}-${pad(String(named))}-${pad(before ?? after ?? '1')}`
    : DAY_FORMS.flatMap(([form, toDay]) => {
        const parts = form.exec(text);
        return parts ? [toDay(parts)] : [];
      })[0];
  if (!day || !isDay(day)) throw new InvalidLine(t('{value} isn’t a date we can read. Write it as 2026-03-01', { value: quote(text) }));
  return day;
};

export const readEmail: ReadValue = (value) => {
  const email = normalizeEmail(asText(value).replace(/^mailto:/i, ''));
  if (!email) throw new InvalidLine(t('{value} isn’t an email address, such as ada@example.com', { value: quote(asText(value)) }));
  return email;
};

/** How lists in other languages name pricing models, folded. */
const PRICING_WORDS: Record<string, (typeof PRICING_MODELS)[number]> = {
  kostenlos: 'free',
  gratis: 'free',
  testphase: 'free-trial',
  'kostenlose-testphase': 'free-trial',
  'prueba-gratuita': 'free-trial',
  abo: 'subscription',
  abonnement: 'subscription',
  suscripcion: 'subscription',
  einmalzahlung: 'one-time',
  'pago-unico': 'one-time',
};

export const readPricing: ReadValue = (value) => {
  const text = asText(value);
  const key = fold(text).replace(/[^a-z]+/g, '-');
  return PRICING_MODELS.find((model) => model === key) ?? PRICING_WORDS[key] ?? text;
};

/** Questions with answers: from JSON, or a question and its answer on lines of their own, in turn. */
export const readFaqs: ReadValue = (value) => {
  if (Array.isArray(value)) return value;
  const lines = asText(value)
    .split('\n')
    .map((line) => line.trim().replace(/^[QA]:\s{0,4}/i, ''))
    .filter(Boolean);
  const pairs = lines.length === 1 ? lines[0]!.split('|').map((part) => part.trim()) : lines;
  if (pairs.length % 2 === 1) throw new InvalidLine(t('needs a line with the answer after each line with a question'));
  return Array.from({ length: pairs.length / 2 }, (_, i) => ({ question: pairs[2 * i], answer: pairs[2 * i + 1] }));
};

const NAME_AND_TITLE = /^([^(<,]{1,120}?)\s{0,4}(?:[(<,]\s{0,4}([^()<>]{1,120}?)[)>]?)?$/;

/** Founders: from JSON, or names between ; with their title in brackets, such as Ada Lovelace (CEO); Grace Hopper. */
export const readFounders: ReadValue = (value) => {
  const items = Array.isArray(value) ? value : asText(value).split(/[;\n|]|,(?![^(]*\))/);
  return items
    .map((item) => (typeof item === 'string' ? item.trim() : item))
    .filter(Boolean)
    .map((item) => {
      if (typeof item !== 'string') return { bio: null, title: null, ...(item as object), name: nameOf(item) };
      const [, name, title = null] = NAME_AND_TITLE.exec(item) ?? [];
      if (!name) throw new InvalidLine(t('{value} isn’t a name, such as Ada Lovelace (CEO)', { value: quote(item) }));
      return { name, title, bio: null };
    });
};

export const readAny: ReadValue = (value) => value;
