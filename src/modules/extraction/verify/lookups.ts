import { fold } from '../../../kernel/words.ts';
import { memoizeByObject } from '../parse/dom.ts';
import { type CategoryOption, PROFILE_FIELDS } from '../proposal.ts';
import { findStage, STAGE_NAMES } from '../words/company.ts';
import { COUNTRY_CODES } from '../words/countries.ts';
import { isUnspaced, type TextSpan, termFinder } from '../words/terms.ts';
import { STOP_WORDS, TOPICS } from '../words/topics.ts';
import { countriesIn } from './countries.ts';
import { type FoundQuote, firstItems, isText, surroundingText } from './page-index.ts';
import { PRICING_PROOFS, PRICING_SIGNS } from './pricing.ts';
import { type FieldCheck, inGivenOrder, NOT_SUPPORTED, quotesWith, supportedBy } from './ruling.ts';

const APART = /(?:(?<!\s)\s+)?(?:[&/,+·|]|(?<=\s)(?:and|und|et|y|e|og|och|en|и|та|i)(?=\s))\s*/u;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const singularize = (word: string): string =>
  word.length > 4
    ? word
        .replace(/ies$/, 'y')
        .replace(/(?<=s|x|ch|sh)es$/, '')
        .replace(/(?<![su])s$/, '')
    : word.length > 3
      ? word.replace(/(?<![su])s$/, '')
      : word;
const toWords = (text: string): string[] => (fold(text).match(WORD) ?? []).map(singularize);

/** The alternatives in a category name ("Finance & accounting" has two), each as its words. */
const splitAlternatives = (name: string): string[][] => {
  const parts = name.split(APART).map(toWords);
  const whole = toWords(name.replace(APART, ' '));
  return [whole, ...parts].filter((words) => words.length > 0 && !words.every((word) => STOP_WORDS.has(word)));
};

type Topic = (typeof TOPICS)[number];
const topicFinder = memoizeByObject(({ words }: Topic) => termFinder(words));
const TOPICS_BY_NAME = Map.groupBy(
  TOPICS.flatMap((topic) => topic.names.map((name) => ({ key: toWords(name).join(' '), topic }))),
  ({ key }) => key,
);
const findTopics = (name: string): Set<Topic> => {
  const topicsOf = (key: string) => TOPICS_BY_NAME.get(key)?.map(({ topic }) => topic);
  const found = [name, ...name.split(APART)].flatMap((part) => {
    const words = toWords(part);
    return topicsOf(words.join(' ')) ?? words.filter((word) => !STOP_WORDS.has(word)).flatMap((word) => topicsOf(word) ?? []);
  });
  return new Set(found);
};

/** From this length on, words may have endings: in many languages they start longer ones. */
const GOES_ON_FROM = 8;
const isSame = (word: string, wanted: string): boolean => word === wanted || (wanted.length >= GOES_ON_FROM && word.startsWith(wanted));

/** Where a text contains all of some words close together. */
const findWords = (wanted: string[], text: string): TextSpan[] => {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: singularize(fold(word)),
    start: index,
    end: index + word.length,
  }));
  return words.flatMap(({ word, start }, at) => {
    if (!wanted.some((one) => isSame(word, one))) return [];
    const run = words.slice(at, at + wanted.length + 2);
    const last = run.findLastIndex(({ word }) => wanted.some((one) => isSame(word, one)));
    return wanted.every((one) => run.some(({ word }) => isSame(word, one))) ? [{ start, end: run[last]!.end }] : [];
  });
};

export const findCategoryTerms = (category: CategoryOption, text: string): TextSpan[] => [
  ...splitAlternatives(category.name).flatMap((words) => findWords(words, text)),
  ...(isUnspaced(category.name) ? termFinder(category.name.split(APART))(text) : []),
  ...[...findTopics(category.name)].flatMap((topic) => topicFinder(topic)(text)),
];

const PRICING_MODELS = Object.keys(PRICING_PROOFS) as (keyof typeof PRICING_PROOFS)[];

const lookupKey = (text: string): string => fold(text).replace(/[\s_-]+/g, '');
const LONGEST_NAME = 200;

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  isText(value) && value.length <= LONGEST_NAME ? known.find((one) => lookupKey(one) === lookupKey(value)) : undefined;

/** A bare code counts as a country only in machine-readable data. */
const NAMED_CODE = /^"(?:[\w.]*\.)?(?:addressCountry|countryCode|country)": "([A-Z]{2})"$/i;
const BARE_CODE = /^([A-Z]{2})(?:-[A-Z0-9]{1,3})?$/;
const containsCode = (code: string, quote: FoundQuote): boolean =>
  quote.places.some((place) => {
    const { text, start, end } = surroundingText(place, Number.POSITIVE_INFINITY);
    const form = place.source === 'json_ld' ? NAMED_CODE : place.source === 'meta' ? BARE_CODE : null;
    return form?.exec(text)?.[1]?.toUpperCase() === code && text.slice(start, end).toUpperCase().includes(code);
  });

export const verifyCountry: FieldCheck<string> = (value, quotes) => {
  const code = isText(value) && value.length === 2 ? value.toUpperCase() : '';
  if (!COUNTRY_CODES.has(code)) return 'is no country';
  const quotes_with_name = quotesWith(quotes, (text) => countriesIn(text).filter((found) => found.code === code));
  return supportedBy(
    code,
    quotes.filter((quote) => quotes_with_name.includes(quote) || containsCode(code, quote)),
  );
};

/** Verifies a pricing model by its signs, which may be in different quotes. */
export const verifyPricingModel: FieldCheck<string> = (value, quotes) => {
  const model = oneOf(PRICING_MODELS, value);
  if (!model) return 'is no pricing model';
  for (const signs of PRICING_PROOFS[model]) {
    const found = signs.map((sign) => quotesWith(quotes, PRICING_SIGNS[sign]));
    if (found.every((some) => some.length > 0)) {
      // The first quote of each sign is required; others are added up to the limit.
      const chosen = supportedBy(model, [...new Set([...found.map(([first]) => first!), ...found.flat()])]);
      return isText(chosen) ? chosen : { value: model, used: inGivenOrder(quotes, chosen.used) };
    }
  }
  return NOT_SUPPORTED;
};

export const verifyStage: FieldCheck<string> = (value, quotes) => {
  const known = oneOf(STAGE_NAMES, value);
  if (!known) return 'is no stage';
  const quotes_with_stage = quotesWith(quotes, (text) => findStage(known, text));
  return supportedBy(known, quotes_with_stage);
};

const MAX_ITEMS = 50;

/** Verifies categories whose name or topic words are in a quote; others are dropped. */
export const verifyCategories: FieldCheck<string[]> = (value, quotes, known) => {
  const names = new Set<string>();
  const used = new Set<FoundQuote>();
  for (const item of firstItems(value, MAX_ITEMS)) {
    const category = known.find(({ name, slug }) => oneOf([name, slug], item) !== undefined);
    if (!category || names.has(category.name) || names.size >= PROFILE_FIELDS.categories.max) continue;
    const [quote] = quotesWith(quotes, (text) => findCategoryTerms(category, text));
    if (!quote) continue;
    names.add(category.name);
    used.add(quote);
  }
  return names.size > 0 ? { value: [...names], used: inGivenOrder(quotes, used) } : NOT_SUPPORTED;
};
