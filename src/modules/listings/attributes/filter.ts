import { type InputError, invalidInput } from '../../../kernel/errors.ts';
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

/** A term that a listing has, and one that it does not have. */
export interface TermChoice {
  has: string;
  not?: string;
}

/** A condition as the database checks it: one of the choices applies to the listing. */
export interface TermCondition {
  any: TermChoice[];
  /** For numbers: choices that are enough by themselves. A listing to which none of them applies is compared exactly. */
  certain?: TermChoice[];
  range?: { ids: number[]; currency: string; comparison: Comparison; limit: number };
}

/** Each number has a term for every one of these limits that it is below: the same limits as in the function attribute_terms. */
export const RANGE_LIMITS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000, 1_000_000];

/** Terms are in lower case, but only from a to z: so that they are the same on every server. */
const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Numbers from one of the limits on and below another; undefined where there is no limit. */
const choosesBetween = (stated: string, from: number | undefined, below: number | undefined): TermChoice => ({
  has: below === undefined ? stated : `${stated}<${below}`,
  ...(from !== undefined && { not: `${stated}<${from}` }),
});

const numberCondition = ({ ids }: FilterableAttribute, currency: string, comparison: Comparison, limit: number): TermCondition => {
  const floor = RANGE_LIMITS.findLast((one) => one <= limit);
  const above = RANGE_LIMITS.find((one) => one > limit);
  const ceiling = floor === limit ? limit : above;
  const choose = (from: number | undefined, below: number | undefined) => ids.map((id) => choosesBetween(`${id}#${currency}`, from, below));
  const range = { ids, currency, comparison, limit };
  // Below the lowest limit, or from the highest on, nothing is certain.
  const unless = (missing: number | undefined, certain: TermChoice[]) => (missing === undefined ? [] : certain);
  if (floor === limit && comparison === '<') return { any: choose(undefined, limit) };
  if (floor === limit && comparison === '>=') return { any: choose(limit, undefined) };
  if (comparison === '<') return { any: choose(undefined, ceiling), certain: unless(floor, choose(undefined, floor)), range };
  if (comparison === '<=') return { any: choose(undefined, above), certain: unless(floor, choose(undefined, floor)), range };
  if (comparison === '>=') return { any: choose(floor, undefined), certain: unless(ceiling, choose(ceiling, undefined)), range };
  if (comparison === '>') return { any: choose(floor, undefined), certain: unless(above, choose(above, undefined)), range };
  return { any: choose(floor, above), certain: [], range };
};

/** Prices that are paid again and again count by the month, as in the function attribute_number. */
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
      return said && comparison === '=' ? { any: ids.map((id) => ({ has: `${id}=${said}` })) } : null;
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
      return { any: values.flat().flatMap((item) => ids.map((id) => ({ has: `${id}:${lower(String(item))}` }))) };
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

const quoteTerm = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** A tsquery of which one choice is enough. No listing has the term that stands for none. */
export const anyChoice = (choices: TermChoice[]): string => {
  const parts = choices.map(({ has, not }) => (not ? `${quoteTerm(has)} & !${quoteTerm(not)}` : quoteTerm(has)));
  return `(${(parts.length > 0 ? parts : [`'-'`]).join(' | ')})`;
};

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
    if (comparison === null)
      return [{ any: attribute.ids.map((id) => ({ has: attribute.kind === 'boolean' ? `${id}=yes` : String(id) })) }];
    const condition = parse(attribute, value, comparison);
    if (!condition) errors.push(refuse(`has "${part.slice(0, 60)}", but ${key} is filtered by ${form.replaceAll('key', key)}`, part));
    return condition ? [condition] : [];
  });
  if (errors.length > 0) throw invalidInput(...errors);
  return conditions;
};
