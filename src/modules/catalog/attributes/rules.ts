import { t } from '../../../kernel/language/messages.ts';
import { fold } from '../../../kernel/words.ts';
import { type AttributeDefinition, type AttributeKind, type AttributeValue, type Money, PAYMENT_PERIODS } from './kinds.ts';

type Typed = Pick<AttributeDefinition, 'kind' | 'options' | 'unit'>;

const MAX_TEXT = 300;
const MAX_ITEMS = 50;
const MAX_ITEM = 100;
const MAX_NUMBER = 1e12;

const asText = (input: unknown): string | null => (typeof input === 'string' ? input.trim() : null);

const BOOLEANS: Record<string, boolean> = { yes: true, true: true, no: false, false: false };

const parseBoolean = (input: unknown): boolean | null =>
  typeof input === 'boolean' ? input : (BOOLEANS[asText(input)?.toLowerCase() ?? ''] ?? null);

/** A number as people type it, such as 1,900.50. */
const NUMBER = /^-?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,6})?$/;
/** With a decimal comma, as most of Europe types it: 29,50 or 1.900,50. */
const NUMBER_WITH_COMMA = /^-?(?:\d{1,12}|\d{1,3}(?:\.\d{3}){1,3}),\d{1,2}$/;

const readNumber = (text: string): number | null => {
  if (NUMBER_WITH_COMMA.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'));
  return NUMBER.test(text) ? Number(text.replaceAll(',', '')) : null;
};

const parseNumber = (input: unknown, unit: string | null = null): number | null => {
  const text = asText(input);
  const without_unit = text !== null && unit && text.toLowerCase().endsWith(unit.toLowerCase()) ? text.slice(0, -unit.length).trim() : text;
  const number = without_unit === null ? input : readNumber(without_unit);
  return typeof number === 'number' && Math.abs(number) <= MAX_NUMBER ? number : null;
};

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };
/** An amount with its currency before or after it, and how often it is paid: 19.50 USD/month, €5 a year, 12 EUR once. */
const MONEY = /^(?:([a-z]{3}|[$€£¥]) ?)?([\d,.]{1,20}) ?((?!per )[a-z]{3}|[$€£¥])?(?: ?(?:\/ ?|per |an? )?(month|year|week|day|once))?$/i;

const parseCurrency = (text: unknown): string | null => {
  const code = typeof text === 'string' ? (SIGNS[text] ?? text.toUpperCase()) : '';
  return CURRENCIES.has(code) ? code : null;
};

const parsePeriod = (text: unknown): Money['period'] | undefined =>
  text === null || text === undefined ? null : PAYMENT_PERIODS.find((period) => period === text);

export const parseMoney = (input: unknown): Money | null => {
  const [, before, typed, after, paid] = MONEY.exec(asText(input) ?? '') ?? [];
  if (before && after) return null;
  const parts = typeof input === 'string' ? { amount: typed, currency: before ?? after, period: paid?.toLowerCase() } : input;
  if (typeof parts !== 'object' || parts === null) return null;
  const { amount, currency, period } = parts as Record<string, unknown>;
  const money = { amount: parseNumber(amount), currency: parseCurrency(currency), period: parsePeriod(period) };
  if (money.amount === null || money.amount < 0 || money.currency === null || money.period === undefined) return null;
  return money as Money;
};

const parseList = (input: unknown, options: string[] | null): string[] | null => {
  const texts = Array.isArray(input) ? input : [input];
  if (!texts.every((text) => typeof text === 'string')) return null;
  const items = texts.flatMap((text) => text.split(/[,;\n]/)).map((text) => text.trim());
  const known = new Map((options ?? []).map((option) => [fold(option), option]));
  const list = [...new Map(items.filter(Boolean).map((item) => [fold(item), known.get(fold(item)) ?? item])).values()];
  return list.length > 0 && list.length <= MAX_ITEMS && list.every((item) => [...item].length <= MAX_ITEM) ? list : null;
};

const parseText = (input: unknown): string | null => {
  const text = asText(input);
  return text && [...text].length <= MAX_TEXT ? text : null;
};

/** What a value must be, as errors say it. */
const KINDS: Record<AttributeKind, { parse: (input: unknown, definition: Typed) => AttributeValue | null; form(): string }> = {
  boolean: { parse: parseBoolean, form: () => t('true or false') },
  number: { parse: (input, { unit }) => parseNumber(input, unit), form: () => t('a number') },
  money: { parse: parseMoney, form: () => t('an amount with its currency, such as 19.50 USD/month') },
  list: {
    parse: (input, { options }) => parseList(input, options),
    form: () => t('a list of up to {items} texts of {characters} characters', { items: MAX_ITEMS, characters: MAX_ITEM }),
  },
  text: { parse: parseText, form: () => t('a text of up to {characters} characters', { characters: MAX_TEXT }) },
};

/** A value as it is stored, from JSON or from what somebody typed; null if it is not one of this kind. */
export const parseAttributeValue = (definition: Typed, input: unknown): AttributeValue | null =>
  KINDS[definition.kind].parse(input, definition);

export const describeAttributeKind = ({ kind }: Pick<Typed, 'kind'>): string => KINDS[kind].form();

const formatMoney = ({ amount, currency, period }: Money): string =>
  `${amount} ${currency}${period === 'once' ? ' once' : period ? `/${period}` : ''}`;

/** A value as people type it. Parsing the text gives the value again. */
export const writeAttributeValue = (value: AttributeValue): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? formatMoney(value) : String(value);
};

/** A value of one kind as another; null if it cannot be one. */
export const convertAttributeValue = (definition: Typed, value: AttributeValue): AttributeValue | null =>
  parseAttributeValue(definition, writeAttributeValue(value));
