import { fold } from '../../src/kernel/words.ts';
import type { AttributeDefinition } from '../../src/modules/extraction/proposal.ts';
import { attributeWordsOf } from '../../src/modules/extraction/words/attributes.ts';

/** A labelled item in all the ways that mean the same, as text. */
type Item = string[];

const PERIODS: Record<string, string> = {
  'one-time': 'once',
  onetime: 'once',
  lifetime: 'once',
  monthly: 'month',
  yearly: 'year',
  annual: 'year',
};

interface LabelledMoney {
  amount: number;
  currency: string;
  period?: string | null;
}

const asText = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return fold(String(value)).replace(/[^\p{L}\p{N}]+/gu, '');
  const { amount, currency, period = null } = value as LabelledMoney;
  return `${amount} ${currency} ${period === null ? 'unknown' : (PERIODS[period] ?? period)}`;
};

/** The item's own words, the value they stand for in the definition, and both without what is in brackets. */
const listItem = (definition: AttributeDefinition, written: string): Item => {
  const inside = /\(([^)]+)\)/.exec(written)?.[1];
  const forms = [written, written.replace(/\s*\([^)]*\)/, ''), inside].filter((form) => form !== undefined);
  return forms.flatMap((form) => {
    const text = form.trim();
    const { findValues, valuesOfWhole } = attributeWordsOf(definition);
    const isWhole = findValues(text).every(({ start, end }) => start === 0 && end === text.length);
    return [text, ...(isWhole ? valuesOfWhole(text) : [])].map(asText);
  });
};

/** What a label wants to be found. A label says more than yes or no where it gives the length of a trial or the name of a licence. */
export const labelledItems = (definition: AttributeDefinition, value: unknown): Item[] => {
  if (value === null || value === undefined) return [];
  if (definition.kind === 'boolean') return [[asText(value !== false)]];
  if (definition.kind !== 'list') return [[asText(value)]];
  const items = [value].flat().map((item) => listItem(definition, String(item)));
  // Two words for one value, such as iOS and iPadOS, are one item.
  return items.filter((item, at) => !items.slice(0, at).some((before) => before.some((form) => item.includes(form))));
};

export const isSameItem = (found: unknown, wanted: Item): boolean => wanted.includes(asText(found));
