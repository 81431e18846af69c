import { type InputError, Refusal } from '../../../kernel/errors.ts';
import type { AttributeKind, Money } from '../../catalog/attributes/kinds.ts';
import { parseAttributeValue, parseMoney } from '../../catalog/attributes/rules.ts';

/** An attribute that listings are filtered by. Categories may have attributes with the same key. */
export interface FilterableAttribute {
  ids: number[];
  key: string;
  name: string;
  kind: AttributeKind;
  unit: string | null;
  options: string[] | null;
}

type Comparison = '<' | '<=' | '>' | '>=' | '=';

/** A condition as the database checks it: a listing has one of the terms. */
export interface TermCondition {
  any: string[];
  /** For numbers: terms that are enough by themselves. A listing with another one is compared exactly. */
  certain?: string[];
  range?: { ids: number[]; currency: string; comparison: Comparison; limit: number };
}

/** The limits of the ranges that numbers are found by; the same as in the function attribute_terms. */
export const RANGE_LIMITS = [-2, -1, 0, 1, 2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((n) => Number(`${n}e${power}`))).concat(1e6);

const rangeOf = (number: number): number => RANGE_LIMITS.filter((limit) => limit <= number).length;

/** Terms are in lower case, but only from a to z: so that they are the same on every server. */
const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const numberCondition = ({ ids }: FilterableAttribute, currency: string, comparison: Comparison, limit: number): TermCondition => {
  const ranges = [...RANGE_LIMITS.keys(), RANGE_LIMITS.length];
  const own = rangeOf(limit);
  const isInside = {
    '<': (n: number) => n < own,
    '<=': (n: number) => n < own,
    '>': (n: number) => n > own,
    '>=': (n: number) => n > own,
    '=': () => false,
  };
  const certain = ranges.filter(isInside[comparison]);
  const termsOf = (numbers: number[]) => ids.flatMap((id) => numbers.map((n) => `${id}#${currency}${n}`));
  return { any: termsOf([...certain, own]), certain: termsOf(certain), range: { ids, currency, comparison, limit } };
};

/** How many times a year is 12 months: prices that are paid again and again count by the month, as in the function attribute_number. */
const MONTHLY: Record<string, number> = { year: 1 / 12, week: 52 / 12, day: 365 / 12 };
const perMonth = ({ amount, period }: Money): number => amount * (MONTHLY[period ?? ''] ?? 1);

const YES_NO: Record<string, string> = { yes: 'yes', true: 'yes', no: 'no', false: 'no' };

/** How each kind is filtered by a value; null if the value cannot be one. */
const BY_VALUE: Record<
  AttributeKind,
  { form: string; parse(attribute: FilterableAttribute, value: string, comparison: Comparison): TermCondition | null }
> = {
  boolean: {
    form: 'key, key:yes or key:no',
    parse({ ids }, value, comparison) {
      const said = YES_NO[value.toLowerCase()];
      return said && comparison === '=' ? { any: ids.map((id) => `${id}=${said}`) } : null;
    },
  },
  number: {
    form: 'key:5, key<5, key<=5, key>5 or key>=5',
    parse(attribute, value, comparison) {
      const number = parseAttributeValue({ ...attribute, kind: 'number' }, value);
      return typeof number === 'number' ? numberCondition(attribute, '', comparison, number) : null;
    },
  },
  money: {
    form: 'an amount with its currency: key<20USD, key<=20EUR/year or key>100USD',
    parse(attribute, value, comparison) {
      const money = parseMoney(value);
      return money && numberCondition(attribute, money.currency, comparison, perMonth(money));
    },
  },
  list: {
    form: 'key:value, or key:one|other for any of several',
    parse({ ids, options }, value, comparison) {
      const values = value.split('|').map((item) => parseAttributeValue({ kind: 'list', options, unit: null }, item));
      if (comparison !== '=' || values.includes(null)) return null;
      return { any: values.flat().flatMap((item) => ids.map((id) => `${id}:${lower(String(item))}`)) };
    },
  },
  text: { form: 'key alone: it finds whoever states it', parse: () => null },
};

const CONDITION = /^([a-z0-9_]{1,60}) ?(?:(:|<=|>=|<|>) ?(.{1,200}))?$/su;
const MAX_CONDITIONS = 12;
/** How many keys an error names. */
const MAX_NAMED = 40;

const refuse = (message: string, actual: string): InputError => ({ path: 'attributes', code: 'not_understood', message, actual });

/** One part of the parameter, such as `price_from<20USD`. */
export interface AttributeCondition {
  key: string;
  comparison: Comparison | null;
  value: string;
}

/** The parts of the parameter `attributes`. What is not understood has an empty key. */
export const splitConditions = (text: string): (AttributeCondition & { text: string })[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, key = '', sign, value = ''] = CONDITION.exec(part) ?? [];
      return { text: part, key, comparison: sign === ':' ? '=' : ((sign as Comparison | undefined) ?? null), value: value.trim() };
    });

/** What the parameter `attributes` asks for. Refuses with every part that is not understood. */
export const parseAttributeFilter = (text: string, attributes: FilterableAttribute[]): TermCondition[] => {
  const parts = splitConditions(text);
  const errors: InputError[] = parts.length > MAX_CONDITIONS ? [refuse(`may have at most ${MAX_CONDITIONS} conditions`, text)] : [];
  const conditions = parts.flatMap(({ text: part, key, comparison, value }): TermCondition[] => {
    const attribute = attributes.find((one) => one.key === key);
    if (!attribute) {
      const known = attributes.slice(0, MAX_NAMED).map((one) => one.key);
      errors.push(refuse(`has "${part.slice(0, 60)}", which names no attribute. Known are ${known.join(', ')}`, part));
      return [];
    }
    const { form, parse } = BY_VALUE[attribute.kind];
    if (comparison === null) return [{ any: attribute.ids.map((id) => (attribute.kind === 'boolean' ? `${id}=yes` : String(id))) }];
    const condition = parse(attribute, value, comparison);
    if (!condition) errors.push(refuse(`has "${part.slice(0, 60)}", but ${key} is filtered by ${form.replaceAll('key', key)}`, part));
    return condition ? [condition] : [];
  });
  if (errors.length > 0) throw new Refusal('invalid_input', { errors });
  return conditions;
};
