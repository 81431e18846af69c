import { fold } from '../../../kernel/words.ts';
import type { AttributeDefinition, AttributeValue, Money } from '../proposal.ts';
import { attributeWordsOf, isBuiltIn, readYesNo } from '../words/attributes.ts';
import { hedgeOf, isPlannedText } from '../words/hedges.ts';
import { statementsIn } from './attribute-statements.ts';
import { moneyIn } from './money.ts';

const LONGEST_TEXT = 200;
const LONGEST_ITEM = 60;
const MAX_ITEMS = 30;
const ITEM_BREAK = /[,;/|·•、，；]| (?:and|und|et|y|e|en|&) /;
const NUMBER =
  /^(?:up to |bis zu |jusqu['’]à |hasta |até |fino a |tot )?(\d{1,3}(?:[ ,.'’]\d{3}){1,5}(?:[.,]\d{1,3})?|\d{1,12}(?:[.,]\d{1,4})?)\+?/i;
const THOUSANDS = /[ '’]|[.,](?=\d{3}(?!\d))/g;

/** A number in the definition's unit; null if there is another unit. */
const readNumber = ({ unit }: AttributeDefinition, text: string): number | null => {
  const found = NUMBER.exec(text);
  if (!found) return null;
  const after = fold(text.slice(found[0].length).trim());
  const stands = unit === null ? !/^\p{L}/u.test(after) : after.startsWith(fold(unit)) && !/^\p{L}/u.test(after.slice(fold(unit).length));
  return stands ? Number(found[1]!.replace(THOUSANDS, '').replace(',', '.')) : null;
};

const readItems = (definition: AttributeDefinition, text: string): string[] | null => {
  const known = [
    ...new Set(
      attributeWordsOf(definition)
        .findValues(text)
        .map(({ value }) => value),
    ),
  ];
  if (known.length > 0 || definition.options !== null || definition.key === 'languages') return known.length > 0 ? known : null;
  const items = text
    .split(ITEM_BREAK)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items.length > 0 && items.length <= MAX_ITEMS && items.every((item) => item.length <= LONGEST_ITEM) ? items : null;
};

const toMoney = (text: string): Money[] => {
  const [first] = moneyIn(text);
  if (!first || first.start > 12) return [];
  return first.currencies.map((currency) => ({ amount: first.amount, currency, period: first.period }));
};

/** The values a text may mean as what follows the attribute's name, the most likely first. */
export const readValues = (definition: AttributeDefinition, written: string): AttributeValue[] => {
  const text = written.trim();
  if (text === '' || text.length > LONGEST_TEXT || isPlannedText(text)) return [];
  if (definition.kind === 'money') return toMoney(text);
  if (definition.kind === 'text') return [text];
  if (definition.kind === 'list') return [readItems(definition, text) ?? []].filter((items) => items.length > 0);
  const value = definition.kind === 'number' ? readNumber(definition, text) : readYesNo(text);
  if (value !== null) return [value];
  const said = isBuiltIn(definition) ? statementsIn(definition, text).find(({ strength }) => strength === 'certain') : undefined;
  return said ? [said.value] : [];
};

/** Marks before a list item. */
const BULLET = /^[\s\p{P}\p{S}]{0,4}/u;
const SEPARATOR = /^\s?[:：]\s?/;
const LONGEST_LABEL = 60;

/** The attribute's name at the beginning of a text, and what follows it. */
export const splitLabel = (definition: AttributeDefinition, text: string): { rest: string; separated: boolean } | null => {
  const begin = BULLET.exec(text)![0].length;
  const label = attributeWordsOf(definition)
    .findNames(text.slice(0, begin + LONGEST_LABEL))
    .find(({ start }) => start === begin);
  if (!label) return null;
  const after = text.slice(label.end);
  const separator = SEPARATOR.exec(after);
  return { rest: after.slice(separator?.[0].length ?? 0).trim(), separated: separator !== null };
};

/** What a text says of the form "Storage: 20 GB", or "Storage 20 GB" if it is known to consist of a label and its value. */
export const labelledValues = (definition: AttributeDefinition, text: string, is_row: boolean): AttributeValue[] => {
  const label = splitLabel(definition, text);
  if (!label || !(label.separated || is_row)) return [];
  const at = text.length - label.rest.length;
  // A cross is an answer, not a denial around the claim.
  return hedgeOf(text, { start: at, end: text.length }) === 'unclear' && definition.kind !== 'boolean'
    ? []
    : readValues(definition, label.rest);
};
