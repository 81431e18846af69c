import { getDomain } from 'tldts';
import { type AttributeDefinition, type AttributeValue, type Money, PROFILE_FIELDS, type ProfileFieldName } from '../proposal.ts';
import { EXTRA } from '../propose/attributes/prices.ts';
import { lettersOnly, type ProductSite } from '../propose/site.ts';
import { statementsIn } from '../verify/attribute-statements.ts';
import { moneyIn } from '../verify/money.ts';
import { attributeWordsOf, isBuiltIn } from '../words/attributes.ts';
import { COSTS, OTHER_AMOUNTS } from '../words/pricing.ts';
import { containsWhole, flattenText, paragraphsOf } from '../words/text.ts';
import type { WantedValues } from './blanks.ts';
import { type CitedLine, createSentenceTests, type LineQuote, quoteFacts, quoteValues, readCitations } from './citations.ts';
import { callsFounder, datesOneEvent, isFittingQuote, mentionsDate, mentionsFounder } from './fitting-quotes.ts';
import type { ShownPage } from './lines.ts';
import { isOwnProfile, isWholeLine, keepSentences, PLAUSIBLE_PARTS, type ShownText } from './plausible.ts';

const MONEY = /^(\d{1,9}(?:\.\d{1,4})?) ([A-Z]{3})(?: (month|year|week|day|once))?$/;

/** An attribute's value from the texts a model wrote for it; null if they are of another kind. */
const readAttributeValue = ({ kind }: AttributeDefinition, texts: string[]): AttributeValue | null => {
  const [first = ''] = texts;
  if (kind === 'list') return texts;
  if (kind === 'text') return first;
  if (kind === 'boolean') return first === 'yes' ? true : first === 'no' ? false : null;
  if (kind === 'number') return /^\d{1,12}(?:\.\d{1,4})?$/.test(first) ? Number(first) : null;
  const [, amount, currency, period] = MONEY.exec(first) ?? [];
  return amount === undefined ? null : { amount: Number(amount), currency: currency!, period: (period ?? null) as Money['period'] };
};

const LONGEST_PRICE = 60;

/** The amounts that visible lines name as prices, each with the line below it, which may have the period. */
const pricesOn = (shown: ShownPage[]) =>
  shown.flatMap(({ lines }) =>
    lines.flatMap(({ source, text }, at) => {
      if (source !== 'visible' || OTHER_AMOUNTS.test(text) || EXTRA.test(text)) return [];
      const below = lines[at + 1];
      const joined = below?.source === 'visible' && below.text.length <= LONGEST_PRICE ? `${text} ${below.text}` : text;
      return moneyIn(joined).filter(({ start }) => start < text.length);
    }),
  );

/** The one currency that a sign means: by its code in the quote, or on the site, or else by the sign alone. */
const meantCurrency = (currencies: string[], quote: string, shown: ShownPage[]): string | null => {
  if (currencies.length === 1) return currencies[0]!;
  const namedIn = (texts: string[]) => currencies.filter((code) => texts.some((text) => containsWhole(code, text)));
  const lines = shown.flatMap((page) => page.lines.flatMap(({ source, text }) => (source === 'visible' ? [text] : [])));
  const [first, ...others] = [namedIn([quote]), namedIn(lines)].find((codes) => codes.length > 0) ?? [];
  if (others.length > 0) return null;
  return first ?? currencies.find((code) => code === 'USD' || code === 'JPY') ?? null;
};

/** A price is the lowest of its currency and period, in the currency that its sign means on this site. Without a period, it costs something. */
const isPriceFrom = ({ amount, currency, period }: Money, quote: string, shown: ShownPage[]): boolean => {
  if (amount === 0 || EXTRA.test(quote) || quote.length > LONGEST_PRICE * 2 || (period === null && !COSTS.test(quote))) return false;
  const same = moneyIn(quote).some((one) => one.amount === amount && meantCurrency(one.currencies, quote, shown) === currency);
  const lower = pricesOn(shown).some(
    (one) => one.amount > 0 && one.amount < amount && one.currencies.includes(currency) && one.period === period,
  );
  return same && !lower;
};

/** Whether the line before names the attribute: "Supported platforms", then "iOS". */
const isAnnounced = (definition: AttributeDefinition, cited: CitedLine[], shown: ShownPage[]): boolean =>
  cited.some(({ page, at }) => {
    const before = shown.find(({ number }) => number === page)?.lines[at - 1]?.text ?? '';
    return before.length <= LONGEST_PRICE && attributeWordsOf(definition).findNames(before).length > 0;
  });

const isLoose = ({ source, text }: CitedLine): boolean => source === 'attribute' || (source === 'json_ld' && !/^"[^"]*": "/.test(text));

/** Whether a quote can support a value of a model, which may cite any line: a text that only names something does not say it. */
const isPlausibleAttribute = (
  definition: AttributeDefinition,
  value: AttributeValue | null,
  quote: string,
  cited: CitedLine[],
  shown: ShownPage[],
): boolean => {
  // Labels of links and unnamed values of structured data stand for anything.
  if (value === null || cited.some((line) => line.text === quote && isLoose(line))) return false;
  if (!isBuiltIn(definition)) return true;
  if (definition.kind === 'money') return isPriceFrom(value as Money, quote, shown);
  const statements = statementsIn(definition, quote);
  const needs_context =
    statements.length > 0 &&
    statements.every(({ strength }) => strength === 'bare' || (strength === 'weak' && definition.key === 'platforms'));
  return !needs_context || isAnnounced(definition, cited, shown);
};

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
/** More rows or items than a profile can have are ignored. */
const MAX_ROWS = 100;
const toRows = (value: unknown): Row[] => (Array.isArray(value) ? value.slice(0, MAX_ROWS).filter(isRow) : []);
const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, MAX_ROWS) : [value]).filter((one) => typeof one === 'string');

/** Fields whose values are looked up or chosen, so that any sentence might seem to support them. */
const FACTS: ProfileFieldName[] = ['stage', 'pricing_model', 'country', 'city', 'founded_year'];
const TOPICS: ProfileFieldName[] = ['categories', 'tags', 'keywords'];

/**
 * Converts a model's answer of any shape into a proposal: what was asked for is kept, and the quotes are taken from the lines it cites,
 * never from its own words. The proposal is untrusted until it is verified.
 */
export const proposalFromAnswer = (answer: unknown, site: ProductSite, shown: ShownPage[], wanted: WantedValues): unknown => {
  const parts = isRow(answer) ? answer : {};
  const text: ShownText = {
    pieces: shown.flatMap((page) => page.lines.map((line) => ({ ...line, text: flattenText(line.text) }))),
    domain: getDomain(site.home.url),
    product: wanted.product,
    own_names: [...new Set([lettersOnly(wanted.product ?? ''), ...site.labels])].filter((name) => name.length > 2),
  };
  const { isOwn, isPlain } = createSentenceTests(shown, wanted.product, text.own_names);
  const toEvidence = (quotes: LineQuote[]) => quotes.map(({ page, quote }) => ({ quote, url: site.pages[page - 1]!.url }));
  const citedBy = (row: Row) => readCitations(row.lines, shown);
  const copied = (row: Row, ...values: unknown[]) => toEvidence(quoteValues(citedBy(row), values.flatMap(toTexts).flatMap(paragraphsOf)));
  const stated = (row: Row, isFitting: (quote: string) => boolean, by?: 'sentence') =>
    toEvidence(quoteFacts(citedBy(row), isPlain, by).filter(({ quote }) => isFitting(quote)));
  const readEvidence = (row: Row, name: ProfileFieldName, value: unknown) => {
    if (FACTS.includes(name)) return stated(row, (quote) => isFittingQuote(name, value, quote, text));
    if (TOPICS.includes(name)) return toEvidence(quoteFacts(citedBy(row), isOwn));
    return copied(row, typeof value === 'string' && name === 'pricing_summary' ? value.split(' · ') : value);
  };

  /** Of several rows with the same name, the first counts. */
  const byName = <N extends string>(part: string, key: string, names: readonly N[], read: (row: Row, name: N) => object) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const row = toRows(parts[part]).find((one) => one[key] === name);
        return row ? [[name, read(row, name)]] : [];
      }),
    );
  const readField = (row: Row, name: ProfileFieldName) => {
    const given = PROFILE_FIELDS[name].kind === 'list' ? row.values : row.value;
    const bounded = Array.isArray(given) ? given.slice(0, MAX_ROWS) : given;
    const value = PLAUSIBLE_PARTS[name] ? PLAUSIBLE_PARTS[name](bounded, text) : bounded;
    return { value, evidence: readEvidence(row, name, value) };
  };
  const readLink = (row: Row) => ({ value: isOwnProfile(row.link, text) ? row.link : null, evidence: copied(row, row.link) });
  const rowsOf = (part: WantedValues['records'][number]): Row[] => (wanted.records.includes(part) ? toRows(parts[part]) : []);
  const isWhole = (given: unknown): boolean =>
    typeof given === 'string' && paragraphsOf(given).every((paragraph) => isWholeLine(paragraph, text));

  const wantedOf = (kind: 'text' | 'list') => wanted.fields.filter((name) => PROFILE_FIELDS[name].kind === kind);
  return {
    fields: { ...byName('texts', 'field', wantedOf('text'), readField), ...byName('lists', 'field', wantedOf('list'), readField) },
    faqs: rowsOf('faqs')
      .filter(({ question, answer }) => isWhole(question) && isWhole(answer))
      .map((row) => ({ question: row.question, answer: row.answer, evidence: copied(row, row.question, row.answer) })),
    founders: rowsOf('founders').map((row) => {
      const bio = keepSentences(row.bio, text);
      const evidence = [
        ...stated(row, (quote) => callsFounder(quote, row.name, text), 'sentence'),
        ...copied(row, bio).filter(({ quote }) => !mentionsFounder(quote)),
      ];
      return { name: row.name, title: row.title ?? null, bio, evidence };
    }),
    company_socials: byName('company_socials', 'platform', wanted.company_socials, readLink),
    founder_socials: byName('founder_socials', 'platform', wanted.founder_socials, readLink),
    story: byName('story', 'section', wanted.story, (row) => {
      const value = keepSentences(row.text, text);
      return { value, evidence: copied(row, value) };
    }),
    milestones: rowsOf('milestones').map((row) => {
      const description = keepSentences(row.description, text);
      const evidence = [
        ...stated(row, datesOneEvent, 'sentence'),
        ...copied(row, description, row.url).filter(({ quote }) => !mentionsDate(quote)),
      ];
      return { date: row.date, title: row.title, description, url: row.url ?? null, evidence };
    }),
    attributes: Object.fromEntries(
      wanted.attributes.flatMap((definition) => {
        const row = toRows(parts.attributes).find(({ key }) => key === definition.key);
        if (!row) return [];
        const value = readAttributeValue(definition, toTexts(row.values));
        const cited = citedBy(row);
        const evidence = stated(row, (quote) => isPlausibleAttribute(definition, value, quote, cited, shown));
        return [[definition.key, { value, evidence }]];
      }),
    ),
  };
};
