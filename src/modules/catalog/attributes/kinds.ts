export const ATTRIBUTE_KINDS = ['boolean', 'number', 'money', 'list', 'text'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];

export const PAYMENT_PERIODS = ['month', 'year', 'week', 'day', 'once'] as const;

/** An amount in whole units with decimals, its currency by ISO 4217, and how often it is paid. */
export interface Money {
  amount: number;
  currency: string;
  period: (typeof PAYMENT_PERIODS)[number] | null;
}

/** By kind: boolean, number in the definition's unit, money, list, text. */
export type AttributeValue = boolean | number | Money | string[] | string;

/** What a category compares its listings on. */
export interface AttributeDefinition {
  key: string;
  kind: AttributeKind;
  name: string;
  /** Other names, in any language. */
  synonyms: string[];
  unit: string | null;
  /** Of a list: the values that may be recognised; null for any. */
  options: string[] | null;
}
