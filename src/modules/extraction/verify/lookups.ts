import { fold } from '../../../kernel/words.ts';
import { PROFILE_FIELDS } from '../proposal.ts';
import { findStage, STAGE_NAMES } from '../words/company.ts';
import { COUNTRY_CODES } from '../words/countries.ts';
import { findCategoryTerms } from '../words/topics.ts';
import { countriesIn } from './countries.ts';
import { type FoundQuote, firstItems, isText, surroundingText } from './page-index.ts';
import { PRICING_PROOFS, PRICING_SIGNS } from './pricing.ts';
import { type FieldCheck, inGivenOrder, NOT_SUPPORTED, quotesWith, supportedBy } from './ruling.ts';

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
