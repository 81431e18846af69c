import { fold } from '../../../kernel/words.ts';
import type { AttributeDefinition, AttributeValue, Money } from '../proposal.ts';
import { attributeWordsOf, isBuiltIn } from '../words/attributes.ts';
import { hedgeOf, isTakenBack, sentenceAround } from '../words/hedges.ts';
import { FEE, FREE_TRIAL, OTHER_AMOUNTS, TO_TRY } from '../words/pricing.ts';
import { platformOfLink } from '../words/store-links.ts';
import { labelledValues } from './attribute-labels.ts';
import { announcedBy } from './attribute-places.ts';
import { type AttributeStatement, statementsIn } from './attribute-statements.ts';
import { isRate, moneyIn } from './money.ts';
import { type FoundQuote, firstItems, isText, propertyOf, type QuotePlace, surroundingText } from './page-index.ts';
import { inGivenOrder, NOT_SUPPORTED, type Ruling, readText, supportedBy } from './ruling.ts';

const MAX_ITEMS = 50;
const LONGEST_ITEM = 100;
const LONGEST_TEXT = 200;
const MAX_SEARCHED = 60;
const MAX_PLACES = 16;
/** A claim is read with its sentence. */
const REACH = 300;
/** What follows a name that stands alone may take it back: "Android", then "Coming soon". */
const NEXT = 90;
const LONGEST_PRICE = 400;
const LONGEST_FREE_PRICE = 80;

const isSame = (a: AttributeValue, b: AttributeValue): boolean => {
  if (typeof a === 'object' && typeof b === 'object') {
    if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && fold(a.join('\n')) === fold(b.join('\n'));
    return a.amount === b.amount && a.currency === b.currency && a.period === b.period;
  }
  return typeof a === 'string' && typeof b === 'string' ? fold(a) === fold(b) : a === b;
};

/** The next cell says no. */
const CROSSED = /^ ?[✗✘❌✕✖×🚫]/u;

const PERIODS: unknown[] = ['month', 'year', 'week', 'day', 'once', null];

/** A value of the definition's kind, or why it is none. */
const readValue = ({ kind }: AttributeDefinition, value: unknown): AttributeValue | { refused: string } => {
  if (kind === 'boolean') return typeof value === 'boolean' ? value : { refused: 'is neither yes nor no' };
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : { refused: 'is no number' };
  if (kind === 'money') {
    const [amount, currency, period] = ['amount', 'currency', 'period'].map((key) => propertyOf(value, key));
    if (typeof amount !== 'number' || !(amount >= 0) || !Number.isFinite(amount)) return { refused: 'is no amount' };
    if (!isText(currency) || !/^[A-Z]{3}$/.test(currency)) return { refused: 'is no currency' };
    return PERIODS.includes(period) ? { amount, currency, period: period as Money['period'] } : { refused: 'is no period' };
  }
  if (kind === 'text') {
    const read = readText(value, LONGEST_TEXT);
    return isText(read) ? { refused: read } : read.text;
  }
  const items = firstItems(value, MAX_ITEMS).flatMap((item) => {
    const read = readText(item, LONGEST_ITEM);
    return isText(read) ? [] : [read.text];
  });
  return items.length > 0 ? [...new Map(items.map((item) => [fold(item), item])).values()] : { refused: 'is no list' };
};

/** The text of structured data, without its key. */
const DATA = /^"([^"]*)": "(.*)"$/;
const DATA_KEYS: Record<string, string> = { platforms: 'operatingSystem', languages: 'inLanguage availableLanguage' };

/** The values of a list in structured data: the names in it, or codes of languages. */
const dataValues = (definition: AttributeDefinition, text: string): string[] => {
  const [, key, value] = DATA.exec(text) ?? [];
  if (key !== undefined && !DATA_KEYS[definition.key]?.split(' ').includes(key)) return [];
  return attributeWordsOf(definition).valuesOfWhole(value ?? text);
};

/** Whether a statement that only names a value is not taken back by what follows it on the page. */
const isKept = ({ strength, value }: AttributeStatement, { text, end, to, next_to }: QuotePlace): boolean =>
  !(strength === 'bare' && isTakenBack(text.slice(end, Math.min(next_to, end + NEXT)))) &&
  !(value === true && end === to && CROSSED.test(text.slice(end, end + 4)));

/** "https://acme.github.io/picture.png" says nothing about GitHub or PNG. */
const ADDRESS = /^(?:[a-z]{2,10}:|\.{0,2}\/)\S*$/i;

/** The platform that the whole address of a link is for. */
const linkedBy = ({ key }: AttributeDefinition, quote: string, { source, start, end, from, to }: QuotePlace): AttributeValue[] => {
  const platform = key === 'platforms' && source === 'attribute' && start === from && end === to ? platformOfLink(quote) : null;
  return platform ? [[platform]] : [];
};

/** What a quote says about an attribute, read with its sentence: yes or no, or the values of a list. */
const saidBy = (definition: AttributeDefinition, { quote, places }: FoundQuote): AttributeValue[] =>
  places.slice(0, MAX_PLACES).flatMap((place): AttributeValue[] => {
    const linked = linkedBy(definition, quote, place);
    if (linked.length > 0 || ADDRESS.test(quote)) return linked;
    if (place.source === 'json_ld') return definition.kind === 'list' ? [dataValues(definition, quote)] : [];
    const { text, start, end } = surroundingText(place, REACH);
    const stated = statementsIn(definition, text).filter((one) => one.start >= start && one.end <= end && isKept(one, place));
    const is_row = place.start === place.from && place.end === place.to;
    const labelled = labelledValues(definition, quote, is_row);
    const values = stated.map(({ value }) => value);
    if (definition.key === 'free_plan' && is_row && isFreePlanPrice(quote)) values.push(true);
    return [...labelled, ...(definition.kind === 'list' ? [values.filter(isText)] : values)];
  });

/** The amounts a quote names, in each currency its sign may mean; not what others charge, or what is saved. */
const amountsIn = ({ quote, places }: FoundQuote): Money[] =>
  places.slice(0, MAX_PLACES).flatMap((place) => {
    // An amount and its period may be in two elements, which the quote joins.
    const { text, start, end } = surroundingText(place, REACH);
    return moneyIn(text)
      .filter((one) => one.start >= start && one.end <= end && hedgeOf(text, one) === null)
      .filter((one) => !OTHER_AMOUNTS.test(sentenceAround(text, one).text) && quote.length <= LONGEST_PRICE)
      .flatMap(({ currencies, amount, period }) => currencies.map((currency) => ({ amount, currency, period })));
  });

/** Whether a short text is the price of a plan that costs nothing and is neither a trial nor a fee. */
export const isFreePlanPrice = (text: string): boolean =>
  text.length <= LONGEST_FREE_PRICE &&
  moneyIn(text).some(({ amount }) => amount === 0) &&
  moneyIn(text).every((one) => one.amount === 0 && !isRate(text, one)) &&
  ![FEE, TO_TRY, FREE_TRIAL, OTHER_AMOUNTS].some((other) => other.test(text));

/** An offer of structured data: the amount and the currency are values of their own. */
const supportsOffer = (expected: Money, quotes: FoundQuote[]): FoundQuote[] => {
  const find = (key: string, isRight: (value: string) => boolean) =>
    quotes.find(({ quote, places }) => {
      const [, name, value] = DATA.exec(quote) ?? [];
      return name === key && places.some(({ source }) => source === 'json_ld') && isRight(value!);
    });
  const amount =
    find('price', (value) => Number(value) === expected.amount) ?? find('lowPrice', (value) => Number(value) === expected.amount);
  const currency = find('priceCurrency', (value) => value === expected.currency);
  return amount && currency && expected.period === null ? [amount, currency] : [];
};

const verifyList = (definition: AttributeDefinition, items: string[], quotes: FoundQuote[]): Ruling<AttributeValue> => {
  const used = new Set<FoundQuote>();
  const said = quotes.map((quote) => ({
    quote,
    items: new Set(saidBy(definition, quote).filter(Array.isArray).flat().map(fold)),
    announced: announcedBy(definition, quote, quotes),
  }));
  const options = definition.options && new Map(definition.options.map((option) => [fold(option), option]));
  const kept = items.flatMap((item) => {
    const known = options ? options.get(fold(item)) : item;
    if (known === undefined) return [];
    const by = said.find((one) => one.items.has(fold(known)));
    if (by) used.add(by.quote);
    const under = by ? undefined : said.find((one) => one.announced?.name === fold(known));
    if (under) for (const quote of [under.quote, under.announced!.heading]) used.add(quote);
    return by || under ? [known] : [];
  });
  return kept.length > 0 ? { value: kept, used: inGivenOrder(quotes, used) } : NOT_SUPPORTED;
};

/**
 * Verifies the value of an attribute: a quote says it of the product, plainly. What is planned, asked, conditional, said of others or only
 * mentioned does not count; no is a value only where a quote denies it.
 */
export const verifyAttribute = (definition: AttributeDefinition, given: unknown, all_quotes: FoundQuote[]): Ruling<AttributeValue> => {
  const quotes = all_quotes.slice(0, MAX_SEARCHED);
  const value = readValue(definition, given);
  if (typeof value === 'object' && 'refused' in value) return value.refused;
  if (Array.isArray(value)) return verifyList(definition, value, quotes);
  if (typeof value === 'object' && isBuiltIn(definition)) {
    const offer = supportsOffer(value, quotes);
    if (offer.length > 0) return { value, used: offer };
    return supportedBy(
      value,
      quotes.filter((quote) => amountsIn(quote).some((one) => isSame(one, value))),
    );
  }
  const supporting_quotes = quotes.filter((quote) => saidBy(definition, quote).some((one) => isSame(one, value)));
  return supportedBy(value, supporting_quotes);
};
