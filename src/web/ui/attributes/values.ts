import type { AttributeValue, Money } from '../../../modules/catalog/attributes/kinds.ts';
import { writeAttributeValue } from '../../../modules/catalog/attributes/rules.ts';

type FormValues = Record<string, string>;

/** The name of an attribute's fields, which is also the path of its errors. A price has three: `attributes.price_from[amount]` … */
export const attributeFieldName = (key: string): string => `attributes.${key}`;

const MONEY_PARTS = ['amount', 'currency', 'period'] as const;
/** What a form may send about attributes. */
export const ATTRIBUTE_FIELD = /^attributes\.[a-z0-9_]{1,60}(?:\[(?:amount|currency|period)\])?$/;

const isMoney = (value: AttributeValue | null): value is Money => typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: AttributeValue | null): string => {
  if (value === null) return '';
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : writeAttributeValue(value);
};

/** A value as the values of its fields. */
export const attributeFormValues = (key: string, value: AttributeValue | null): FormValues => {
  const name = attributeFieldName(key);
  return isMoney(value)
    ? Object.fromEntries(MONEY_PARTS.map((part) => [`${name}[${part}]`, String(value[part] ?? '')]))
    : { [name]: textOf(value) };
};

/** What a form sent about an attribute, as input of an operation; null if its fields are empty. A price without amount is none. */
export const readAttributeField = (values: FormValues, key: string): unknown => {
  const name = attributeFieldName(key);
  const [amount, currency, period] = MONEY_PARTS.map((part) => values[`${name}[${part}]`] || null);
  return amount ? { amount, currency, period } : values[name] || null;
};
