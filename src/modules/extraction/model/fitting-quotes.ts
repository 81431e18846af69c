import { statementsIn } from '../verify/attribute-statements.ts';
import { countriesIn } from '../verify/countries.ts';
import { datesIn } from '../verify/dates.ts';
import { PRICING_SIGNS } from '../verify/pricing.ts';
import { BUILT_IN_ATTRIBUTES } from '../words/attributes.ts';
import { findFounderWord, findFounding } from '../words/company.ts';
import { ALL_FREE, BOUGHT_ONCE, COSTS, FREE_TRIAL, OPEN_SOURCE, PART_FREE, TO_TRY } from '../words/pricing.ts';
import { findPlaceWords } from '../words/statements.ts';
import { containsWhole, flattenText, wholeWordPlaces } from '../words/text.ts';
import { isOwnName, sentencesOf } from './citations.ts';
import type { ShownText } from './plausible.ts';

/** Where the company is, rather than any place: an address, or words that say so. */
const POSTAL = /\d{5,6}|"(?:address|addressLocality|addressCountry|streetAddress|location)": /;
const isAddress = (text: string): boolean => POSTAL.test(text) || findPlaceWords(text).length > 0;

/** How far a place may be from the words that say what is there. */
const NEAR = 60;
const isPlaced = (quote: string, value: unknown): boolean => {
  const at = typeof value === 'string' ? quote.indexOf(value) : -1;
  const [from, to] = at < 0 ? [0, quote.length] : [Math.max(0, at - NEAR), at + value!.toString().length + NEAR];
  return isAddress(quote.slice(from, to));
};

const LONGEST_STAGE = 160;
const IS_IN =
  /(?<!\p{L})(?:is|are|['’]re|['’]s|now|currently|still|ist|sind|est|sommes|está|estamos|è|é|jetzt|ya) (?:\p{L}{1,12} ){0,3}(?:beta|alpha|prototype|live|launched|available|early access|betaphase|verfügbar|disponible|disponibile|disponível)/iu;
/** "We are in public beta", but not "beta features", "version 4.1 is in beta" or "the beta of a library". */
const saysStage = (quote: string, product: string | null): boolean =>
  quote.length <= LONGEST_STAGE &&
  !/\d/.test(quote) &&
  IS_IN.test(quote) &&
  (/^(?:we|it)(?!\p{L})/iu.test(quote) || (product !== null && containsWhole(product.toLowerCase(), quote.toLowerCase())));

/** An amount alone may be anybody's. */
const isCost = (quote: string): boolean => COSTS.test(quote) || PRICING_SIGNS.recurring(quote).length > 0;
const [FREE_PLAN] = BUILT_IN_ATTRIBUTES.filter(({ key }) => key === 'free_plan');
const isFree = (quote: string): boolean => ALL_FREE.test(quote) && !(FREE_TRIAL.test(quote) || TO_TRY.test(quote) || PART_FREE.test(quote));
const hasFreePlan = (quote: string): boolean => isFree(quote) || statementsIn(FREE_PLAN!, quote).some(({ value }) => value === true);
const PRICING_QUOTES: Record<string, (quote: string) => boolean> = {
  free: isFree,
  freemium: (quote) => isCost(quote) || hasFreePlan(quote),
  paid: isCost,
  commission: isCost,
  'one-time': (quote) => BOUGHT_ONCE[0]!.test(quote),
  'open-source': (quote) => OPEN_SOURCE.test(quote),
};

/** Quotes that speak of the right thing, for facts whose words are common. */
const FITTING_QUOTES: Record<string, (quote: string, value: unknown, shown: ShownText) => boolean> = {
  stage: (quote, _, { product }) => saysStage(quote, product),
  // "2026 est", in French, is no founding.
  founded_year: (quote) => findFounding(quote).length > 0 || /(?<!\p{L})est(?:d|ablished)?\.? (?:in )?\d{4}/iu.test(quote),
  // A sentence with two countries has one that is somebody else's.
  country: (quote) => isAddress(quote) && new Set(countriesIn(quote).map(({ code }) => code)).size < 2,
  city: isPlaced,
  pricing_model: (quote, value) => PRICING_QUOTES[String(value)]?.(quote) ?? true,
};
export const isFittingQuote = (field: string, value: unknown, quote: string, shown: ShownText): boolean =>
  FITTING_QUOTES[field]?.(quote, value, shown) ?? true;

export const mentionsDate = (quote: string): boolean => datesIn(quote).length > 0;
export const mentionsFounder = (quote: string): boolean => findFounderWord(quote).length > 0;

/** Whether a sentence dates one event only. */
export const datesOneEvent = (quote: string): boolean => datesIn(quote).length === 1 && sentencesOf(quote).length === 1;

const OF_COMPANY =
  /^\s?(?:[,@]|of|at|von|bei|de|du|di|da|van|chez|en)\s(\p{Lu}[\p{L}\p{N}&.'’-]{0,40}(?: \p{Lu}[\p{L}\p{N}&.'’-]{0,40}){0,3})/u;
const ROLE = /^(?:C[ETOPFM]O|Chief|Managing|Director|Head|Developer|Designer|Engineer|Owner|President|Maker)(?!\p{L})/u;
const PERSON = /\p{Lu}[\p{L}'’-]{1,40} \p{Lu}\p{L}{1,40}/u;
/** Between a founder's word and a name that follows it: "by", "are", and other names. */
const JOINING = new Set('by is are and von ist sind und par est sont et por es son y da è sono e é são door en'.split(' '));
const isNamesOnly = (text: string): boolean =>
  text.split(/[\s:,&–—-]+/).every((word) => word === '' || JOINING.has(word) || /^\p{Lu}/u.test(word));
/** Between a name and the word after it: ", CEO & ", " is the ". */
const ROLES_ONLY =
  /^(?:[\s:,&|/(·–—-]|(?:is|was|the|a|our|and|its|ist|der|die|und|est|le|la|et|es|el|y|è|il|lo|e|é|o|CEO|CTO|COO|CPO|Maker|Owner|Creator|Developer|Designer|Engineer)(?!\p{L})){0,30}$/u;
const POSSESSIVE = /^['’]s?(?!\p{L})/u;

/** Whether a sentence calls this person a founder, and not somebody else in it, or of another company: "Founder of Bloom". */
export const callsFounder = (quote: string, name: unknown, { product, own_names }: ShownText): boolean => {
  const names = typeof name === 'string' ? wholeWordPlaces(flattenText(name), quote) : [];
  return findFounderWord(quote).some((word) => {
    const company = OF_COMPANY.exec(quote.slice(word.end))?.[1];
    if (company !== undefined && !ROLE.test(company) && !PERSON.test(company) && !isOwnName(company, product, own_names)) return false;
    return names.some(({ start, end }) =>
      end <= word.start
        ? ROLES_ONLY.test(quote.slice(end, word.start)) && !POSSESSIVE.test(quote.slice(word.end))
        : start >= word.end && !PERSON.test(quote.slice(0, word.start)) && isNamesOnly(quote.slice(word.end, start)),
    );
  });
};
