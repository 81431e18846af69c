import { fold } from '../../../kernel/words.ts';
import { DRAFT_FIELDS } from '../fields.ts';
import { categoryFound } from './categories.ts';
import { countriesIn } from './countries.ts';
import { COUNTRY_CODES } from './country-names.ts';
import { isText, itemsOf } from './given.ts';
import { around, type Found } from './page-index.ts';
import { PRICING_PROOFS, PRICING_SIGNS } from './pricing.ts';
import { PRICING_MODELS } from './pricing-words.ts';
import { among, answer, type Check, NOT_SAID, where } from './ruling.ts';
import { STAGES, stageFound } from './stage-words.ts';

const keyOf = (text: string): string => fold(text).replace(/[\s_-]+/g, '');
const LONGEST_NAME = 200;

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  isText(value) && value.length <= LONGEST_NAME ? known.find((one) => keyOf(one) === keyOf(value)) : undefined;

/** A code by itself is a country only where the page says so to machines. */
const NAMED_CODE = /^"(?:[\w.]*\.)?(?:addressCountry|countryCode|country)": "([A-Z]{2})"$/i;
const BARE_CODE = /^([A-Z]{2})(?:-[A-Z0-9]{1,3})?$/;
const saysCode = (code: string, quote: Found): boolean =>
  quote.places.some((place) => {
    const { text, start, end } = around(place, Number.POSITIVE_INFINITY);
    const form = place.source === 'json_ld' ? NAMED_CODE : place.source === 'meta' ? BARE_CODE : null;
    return form?.exec(text)?.[1]?.toUpperCase() === code && text.slice(start, end).toUpperCase().includes(code);
  });

/** A country's code from its name, in any language that is known. */
export const country: Check<string> = (value, quotes) => {
  const code = isText(value) && value.length === 2 ? value.toUpperCase() : '';
  if (!COUNTRY_CODES.has(code)) return 'is no country';
  const named = where(quotes, (text) => countriesIn(text).filter((found) => found.code === code));
  return answer(
    code,
    quotes.filter((quote) => named.includes(quote) || saysCode(code, quote)),
  );
};

/** A pricing model from the signs it takes, which may stand in several quotes. */
export const pricingModel: Check<string> = (value, quotes) => {
  const model = oneOf(PRICING_MODELS, value);
  if (!model) return 'is no pricing model';
  for (const signs of PRICING_PROOFS[model]) {
    const found = signs.map((sign) => where(quotes, PRICING_SIGNS[sign]));
    if (found.every((some) => some.length > 0)) {
      // The first of each sign is needed; others are shown as long as there is room.
      const chosen = answer(model, [...new Set([...found.map(([first]) => first!), ...found.flat()])]);
      return isText(chosen) ? chosen : { value: model, used: among(quotes, chosen.used) };
    }
  }
  return NOT_SAID;
};

/** How far along a product is, from words that say so. */
export const stage: Check<string> = (value, quotes) => {
  const known = oneOf(STAGES, value);
  return known
    ? answer(
        known,
        where(quotes, (text) => stageFound(known, text)),
      )
    : 'is no stage';
};

const MOST_ITEMS_READ = 50;

/** Categories of the site whose words, or words of their topic, stand in a quote; others are left out. */
export const categories: Check<string[]> = (value, quotes, known) => {
  const names = new Set<string>();
  const used = new Set<Found>();
  for (const item of itemsOf(value, MOST_ITEMS_READ)) {
    const category = known.find(({ name, slug }) => oneOf([name, slug], item) !== undefined);
    if (!category || names.has(category.name) || names.size >= DRAFT_FIELDS.categories.max) continue;
    const [quote] = where(quotes, (text) => categoryFound(category, text));
    if (!quote) continue;
    names.add(category.name);
    used.add(quote);
  }
  return names.size > 0 ? { value: [...names], used: among(quotes, used) } : NOT_SAID;
};
