import { fold } from '../../../kernel/words.ts';
import { MAX_FAQS, SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../listings/schema.ts';
import type { PageText } from '../parse/page.ts';
import {
  type AttributeDefinition,
  type CategoryOption,
  type EvidenceQuote,
  PROFILE_FIELD_NAMES,
  PROFILE_FIELDS,
  type ProfileFieldName,
  type ProposedValue,
  type SocialPlatform,
  SUGGESTED_FIELDS,
} from '../proposal.ts';
import { socialProfileOf, videoPageOf } from '../words/hosts.ts';
import { fitsLength, flattenText, isClean } from '../words/text.ts';
import { verifyAttribute } from './attributes.ts';
import { isPicture, verifyEmail, verifyFoundedYear, verifyLink } from './facts.ts';
import { verifyCategories, verifyCountry, verifyPricingModel, verifyStage } from './lookups.ts';
import { type FoundQuote, findQuotePlaces, firstItems, indexPages, isText, type PageIndex, propertyOf } from './page-index.ts';
import { verifyFaq, verifyFounder, verifyMilestone } from './records.ts';
import { type FieldCheck, hasWords, type Ruling, type Verification, type VerificationRule } from './ruling.ts';
import { verifyItems, verifyJoined, verifyLiteral, verifyParagraphs } from './texts.ts';

interface ValueRule<V> {
  rule: VerificationRule;
  check: FieldCheck<V>;
}

const max = (name: ProfileFieldName): number => PROFILE_FIELDS[name].max;
const isPlaceName = (text: string): boolean => !/\p{N}/u.test(text) && text.length <= 100;

export const FIELD_RULES: Record<ProfileFieldName, ValueRule<string> | ValueRule<string[]>> = {
  name: { rule: 'literal', check: verifyLiteral(max('name')) },
  tagline: { rule: 'literal', check: verifyLiteral(max('tagline')) },
  short_description: { rule: 'literal', check: verifyLiteral(max('short_description')) },
  description: { rule: 'composed', check: verifyParagraphs(max('description')) },
  stage: { rule: 'looked_up', check: verifyStage },
  categories: { rule: 'looked_up', check: verifyCategories },
  tags: { rule: 'composed', check: verifyItems(max('tags')) },
  pricing_model: { rule: 'looked_up', check: verifyPricingModel },
  pricing_summary: { rule: 'composed', check: verifyJoined(max('pricing_summary')) },
  country: { rule: 'looked_up', check: verifyCountry },
  city: { rule: 'literal', check: verifyLiteral(max('city'), isPlaceName) },
  founded_year: { rule: 'normalised', check: verifyFoundedYear },
  features: { rule: 'composed', check: verifyItems(max('features')) },
  usps: { rule: 'composed', check: verifyItems(max('usps')) },
  keywords: { rule: 'composed', check: verifyItems(max('keywords')) },
  contact_email: { rule: 'normalised', check: verifyEmail },
  demo_video_url: {
    rule: 'normalised',
    check: verifyLink(
      (url) => videoPageOf(url.href) !== undefined,
      (url) => videoPageOf(url.href),
    ),
  },
  logo_url: { rule: 'normalised', check: verifyLink(isPicture) },
};

const MAX_FOUNDERS = 6;
const MAX_MILESTONES = 50;
const LONGEST_SECTION = 8000;
const MAX_DROPPED = 100;
const MAX_ATTRIBUTES = 200;

const profileRule = (platform: SocialPlatform): ValueRule<string> => ({
  rule: 'normalised',
  check: verifyLink((url) => platform === 'website' || platform === 'custom' || socialProfileOf(url.href)?.platform === platform),
});

/**
 * Returns the part of a proposal that the pages support. The input is untrusted and can have any shape; this never throws. Every
 * returned quote is verbatim from the page it names, and every value follows from its quotes by the stated rule. The rest is dropped.
 */
export const verifyProposal = (
  proposal: unknown,
  pages: PageText[],
  categories: CategoryOption[],
  attributes: AttributeDefinition[] = [],
  /** The product's name, if it is known already. */
  known_name: string | null = null,
): Verification => {
  const dropped: Verification['dropped'] = [];
  const drop = (what: string, why: string): void => {
    if (dropped.length < MAX_DROPPED) dropped.push({ what, why });
  };
  const pageAt = indexPages(pages);
  const read = createEvidenceReader(pageAt);

  /** Verifies one part of the proposal; null if it is missing or unsupported. */
  const verifyPart = <V>(what: string, given: unknown, rule: (quotes: FoundQuote[]) => Ruling<V>): ProposedValue<V> | null => {
    if (given === undefined || given === null) return null;
    const ruling = rule(read(propertyOf(given, 'evidence'), (why) => drop(what, why)));
    if (!isText(ruling)) return { value: ruling.value, evidence: ruling.used.map(({ quote, url }) => ({ quote, url })) };
    drop(what, ruling);
    return null;
  };

  const verifyNamed = <K extends string, V>(part: string, names: readonly K[], ruleFor: (name: K) => ValueRule<V>) => {
    const accepted: Partial<Record<K, ProposedValue<V> & { rule: VerificationRule }>> = {};
    for (const name of names) {
      const given = propertyOf(propertyOf(proposal, part), name);
      const { rule, check } = ruleFor(name);
      const found = verifyPart(`${part}.${name}`, given, (quotes) => check(propertyOf(given, 'value'), quotes, categories));
      if (found) accepted[name] = { ...found, rule };
    }
    return accepted;
  };

  const verifyList = <V extends object>(
    part: string,
    most: number,
    rule: (given: unknown, quotes: FoundQuote[]) => Ruling<V>,
    keyOf: (value: NoInfer<V>) => string,
  ) => {
    const accepted = new Map<string, V & { evidence: EvidenceQuote[] }>();
    for (const [i, given] of firstItems(propertyOf(proposal, part), most * 4).entries()) {
      const what = `${part}[${i}]`;
      const found = verifyPart(what, given, (quotes) => rule(given, quotes));
      if (!found) continue;
      const key = keyOf(found.value);
      if (accepted.has(key)) drop(what, 'was said before');
      else if (accepted.size >= most) drop(what, 'is one too many');
      else accepted.set(key, { ...found.value, evidence: found.evidence });
    }
    return [...accepted.values()];
  };

  const verifyAttributes = () => {
    const accepted: Verification['attributes'] = {};
    for (const definition of attributes.slice(0, MAX_ATTRIBUTES)) {
      const given = propertyOf(propertyOf(proposal, 'attributes'), definition.key);
      const what = `attributes.${definition.key}`;
      const found = verifyPart(what, given, (quotes) => verifyAttribute(definition, propertyOf(given, 'value'), quotes));
      if (found) accepted[definition.key] = { ...found, rule: 'looked_up' };
    }
    return accepted;
  };

  const fields = verifyNamed('fields', PROFILE_FIELD_NAMES, (name): ValueRule<string | string[]> => FIELD_RULES[name]);
  const product = isText(fields.name?.value) ? fields.name.value : known_name;
  return {
    fields,
    faqs: verifyList(
      'faqs',
      MAX_FAQS,
      (given, quotes) => verifyFaq(given, quotes, pageAt),
      ({ question }) => fold(question),
    ),
    founders: verifyList(
      'founders',
      MAX_FOUNDERS,
      (given, quotes) => verifyFounder(given, quotes, product),
      ({ name }) => fold(name),
    ),
    company_socials: verifyNamed('company_socials', SOCIAL_PLATFORMS, profileRule),
    founder_socials: verifyNamed('founder_socials', SOCIAL_PLATFORMS, profileRule),
    story: verifyNamed('story', STORY_SECTIONS, () => ({ rule: 'composed', check: verifyParagraphs(LONGEST_SECTION) })),
    milestones: verifyList('milestones', MAX_MILESTONES, verifyMilestone, ({ date, title }) => `${date} ${fold(title)}`),
    attributes: verifyAttributes(),
    suggested: verifyNamed(
      'suggested',
      SUGGESTED_FIELDS,
      (): ValueRule<string[]> => ({ rule: 'composed', check: verifyItems(max('features')) }),
    ),
    dropped,
  };
};

/** A longer text is not a quote but a page. */
const LONGEST_QUOTE = 2000;
const LONGEST_ADDRESS = 4096;
const MAX_QUOTES = 60;
const MAX_QUOTES_IN_ALL = 1000;

type Finding = FoundQuote | string;

const findOn = (page: PageIndex, url: string, quote: string): Finding => {
  if (!hasWords(quote)) return 'a quote says nothing';
  if (!fitsLength(quote, LONGEST_QUOTE)) return 'a quote is too long';
  const places = findQuotePlaces(page, quote);
  return places.length > 0 ? { quote, url, places, base: page.base } : 'a quote is not on its page';
};

/** Reads evidence: returns the quotes found on their pages, once each, and reports what is wrong with the others. */
export const createEvidenceReader = (pageAt: (url: string) => PageIndex | undefined) => {
  let left = MAX_QUOTES_IN_ALL;
  /** By page, each quote as given and as normalized. */
  const known = new Map<PageIndex, Map<string, Finding>>();
  const find = (quote: string, url: string): Finding => {
    const page = pageAt(url);
    if (!page) return 'a quote names a page that was not read';
    if (!known.has(page)) known.set(page, new Map());
    const findings = known.get(page)!;
    const before = findings.get(quote);
    if (before !== undefined) return before;
    if (left-- <= 0) return 'there are too many quotes';
    if (!isClean(quote)) return 'a quote holds control characters';
    const written = flattenText(quote);
    const finding = findings.get(written) ?? findOn(page, url, written);
    findings.set(quote, finding).set(written, finding);
    return finding;
  };
  return (value: unknown, refuse: (why: string) => void): FoundQuote[] => {
    const quotes = new Set<FoundQuote>();
    for (const item of firstItems(value, MAX_QUOTES)) {
      const [quote, url] = [propertyOf(item, 'quote'), propertyOf(item, 'url')];
      const readable = isText(quote) && isText(url) && quote.length <= LONGEST_QUOTE * 4 && url.length <= LONGEST_ADDRESS;
      const finding = readable ? find(quote, url) : 'a quote is unreadable';
      if (isText(finding)) refuse(finding);
      else quotes.add(finding);
    }
    return [...quotes];
  };
};
