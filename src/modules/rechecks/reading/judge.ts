import type { PageText } from '../../extraction/parse/page.ts';
import { type EvidenceQuote, PROFILE_FIELDS, type ProposedValue } from '../../extraction/proposal.ts';
import { indexPages, type PageIndex, propertyOf } from '../../extraction/verify/page-index.ts';
import { verifyProposal } from '../../extraction/verify/verify.ts';
import { containsWhole, flattenText } from '../../extraction/words/text.ts';
import { isSameValue } from '../../listings/history/rules.ts';
import { findTextsNear, findTextsWithWord, locateQuote, selectorAt, type TextQuoteSelector } from './selectors.ts';
import type { Fact, FactQuote, FactReading, QuoteReading, SiteReading } from './tasks.ts';

/** Where a fact stands in a proposal. Facts without a row there, such as those of attributes, have their part in the path. */
const placeInProposal = (path: string): { part: string; name: string } => {
  const [first, ...rest] = path.split('.');
  if (rest.length === 0) return { part: 'fields', name: path };
  return { part: first === 'socials' ? 'company_socials' : first!, name: rest.join('.') };
};

type Found = ProposedValue<unknown>;

/** A proposal's value for a fact. */
export const proposedFor = (proposal: unknown, path: string): Found | null => {
  const { part, name } = placeInProposal(path);
  return (propertyOf(propertyOf(proposal, part), name) as Found | undefined) ?? null;
};

/** The part of a value that quotes support, by the same judge as for drafts; null if they support nothing. */
export const judgeFact = (
  path: string,
  value: unknown,
  evidence: EvidenceQuote[],
  pages: PageText[],
  { categories, attributes }: Pick<SiteReading, 'categories' | 'attributes'> = { categories: [], attributes: [] },
) => {
  const { part, name } = placeInProposal(path);
  return proposedFor(verifyProposal({ [part]: { [name]: { value, evidence } } }, pages, categories, attributes), path);
};

const toSelector = ({ quote, prefix, suffix }: FactQuote): TextQuoteSelector => ({
  exact: quote,
  prefix: prefix ?? '',
  suffix: suffix ?? '',
});

const readingAt = (state: QuoteReading['state'], { url, page }: { url: string; page: PageIndex }, quote: string): QuoteReading | null => {
  const located = locateQuote(page, { exact: quote, prefix: '', suffix: '' });
  if (!located) return null;
  const { exact, prefix, suffix } = selectorAt(located.place);
  return { state, quote: exact, url, prefix, suffix };
};

/** Texts that speak for a website at one place. Elsewhere, as in old metadata, the same words are a leftover. */
const HEADLINES = new Set(['tagline', 'short_description']);

const ADDRESS = /^(?:https?:\/\/|mailto:|[^\s@]+@[^\s@]+$)/i;
const addressKey = (address: string): string => address.replace(/^(?:https?:\/\/)?(?:www\.|web\.|m\.)?/i, '').replace(/\/$/, '');
const isAddress = (value: unknown): value is string => typeof value === 'string' && ADDRESS.test(value);
/** Whether two values are the same email address or the same page. */
const isSameAddress = (one: unknown, other: unknown): boolean =>
  isAddress(one) && isAddress(other) && addressKey(one) === addressKey(other);

const isAttribute = ({ path }: Fact): boolean => path.startsWith('attributes.');

const inOrder = (value: unknown): unknown => (Array.isArray(value) ? value.toSorted() : value);
/** Whether two values of an attribute say the same; the order of a list says nothing. */
const isSameStatement = (one: unknown, other: unknown): boolean => isSameValue(inOrder(one), inOrder(other));

/** Words for the same thing in another order or list are no news; logos change address with every release of a website. */
const NEVER_PROPOSED = new Set(['categories', 'tags', 'keywords', 'stage', 'logo_url']);

/** A list without the items whose quotes are gone, and with what the website says now. Items that never had a quote are the owner's. */
const mergeList = (path: string, before: string[], lost: string[], found: string[]): string[] => {
  const isLost = (item: string) => lost.some((quote) => containsWhole(flattenText(item), quote));
  const kept = before.filter((item) => !isLost(item));
  const field = PROFILE_FIELDS[path as keyof typeof PROFILE_FIELDS];
  const all = [...kept, ...found.filter((item) => !kept.some((other) => isSameValue(other, item)))];
  return all.slice(0, Math.max(field?.max ?? all.length, kept.length));
};

/** Compares the facts of a listing with the pages that were read. `propose` extracts the website anew, if any quote is lost. */
export const judgeFacts = (
  { facts, missing, unreadable, locate_only = false, ...options }: Omit<SiteReading, 'pages'>,
  texts: PageText[],
  propose: () => unknown,
): FactReading[] => {
  const pageAt = indexPages(texts);
  const pages = texts.map(({ url }) => ({ url, page: pageAt(url)! }));
  let proposal: unknown;
  const proposeOnce = () => {
    proposal ??= propose();
    return proposal;
  };

  /** Whether a quote is still there, on its page or another; null if it is not. */
  const find = (quote: FactQuote): QuoteReading | null => {
    const home = pages.find(({ url }) => url === quote.url);
    const others = pages.filter(({ url }) => url !== quote.url);
    for (const { url, page } of home ? [home, ...others] : others) {
      const located = locateQuote(page, toSelector(quote));
      if (!located) continue;
      const { exact, prefix, suffix } = selectorAt(located.place);
      return { state: url === quote.url && located.same_place ? 'confirmed' : 'moved', quote: exact, url, prefix, suffix };
    }
    return null;
  };

  /** A text near the old place from which the same value follows, together with the quotes that are still there. */
  const findReworded = (fact: Fact, quote: FactQuote, present: QuoteReading[]): QuoteReading | null => {
    const page = pages.find(({ url }) => url === quote.url);
    if (!page) return null;
    for (const text of findTextsNear(page.page, toSelector(quote))) {
      const judged = judgeFact(fact.path, fact.value, [{ quote: text, url: page.url }, ...present], texts, options);
      if (judged && isSameValue(judged.value, fact.value) && judged.evidence.some((used) => used.quote === flattenText(text)))
        return readingAt('reworded', page, text);
    }
    return null;
  };

  /** A text anywhere on the website, with a word of the old quote, from which an attribute's value follows. */
  const findStated = (fact: Fact, quote: FactQuote): QuoteReading | null => {
    if (!isAttribute(fact)) return null;
    for (const page of pages)
      for (const text of findTextsWithWord(page.page, quote.quote)) {
        const judged = judgeFact(fact.path, fact.value, [{ quote: text, url: page.url }], texts, options);
        if (judged && isSameStatement(judged.value, fact.value)) return readingAt('reworded', page, text);
      }
    return null;
  };

  /** The same address or attribute in other words, anywhere on the website. Other values are too easily read from other statements. */
  const findRestated = (fact: Fact, used: Set<string>): QuoteReading | null => {
    const is_attribute = isAttribute(fact);
    if (!is_attribute && !isAddress(fact.value)) return null;
    const found = proposedFor(proposeOnce(), fact.path);
    if (!found || !(is_attribute ? isSameStatement : isSameAddress)(found.value, fact.value)) return null;
    const other = found.evidence.find(({ quote }) => !used.has(flattenText(quote)));
    const reading = other && readingAt('reworded', { url: other.url, page: pageAt(other.url)! }, flattenText(other.quote));
    if (reading) used.add(reading.quote);
    return reading ?? null;
  };

  /** What the website says now instead, where the lost quotes stood. */
  const findChange = (fact: Fact, lost: FactQuote[]): FactReading['change'] => {
    if (NEVER_PROPOSED.has(fact.path)) return null;
    const found = proposedFor(proposeOnce(), fact.path);
    if (!found) return null;
    const places = lost.map(({ url }) => url);
    const is_there = found.evidence.some(({ url }) => places.includes(url)) || places.every((url) => missing.includes(url));
    if (!is_there) return null;
    const is_list = Array.isArray(fact.value) && Array.isArray(found.value);
    const value = is_list
      ? mergeList(
          fact.path,
          fact.value as string[],
          lost.map(({ quote }) => flattenText(quote)),
          found.value as string[],
        )
      : found.value;
    if (isSameValue(value, fact.value) || (Array.isArray(value) && value.length === 0)) return null;
    if (is_list && (value as string[]).every((item) => (fact.value as string[]).includes(item))) return null;
    const evidence = found.evidence.flatMap(
      ({ quote, url }) => readingAt('changed', { url, page: pageAt(url)! }, flattenText(quote)) ?? [],
    );
    return evidence.length > 0 ? { value, quotes: evidence.map(({ state: _, ...quote }) => quote) } : null;
  };

  /** A headline that stands only elsewhere by now is lost if its page has another. */
  const isReplaced = (fact: Fact, quote: FactQuote, found: QuoteReading | null): boolean =>
    found?.state === 'moved' && HEADLINES.has(fact.path) && (locate_only || findChange(fact, [quote]) !== null);

  const judge = (fact: Fact): FactReading => {
    const located = fact.quotes.map(find);
    const replaced = fact.quotes.map((quote, at) => isReplaced(fact, quote, located[at]!));
    const found = located.map((reading, at) => (replaced[at] ? null : reading));
    const present = found.filter((reading) => reading !== null);
    const lost = fact.quotes.filter((_, at) => !found[at]);
    if (lost.length === 0) return { path: fact.path, quotes: present, holds: true, change: null };
    const used = new Set(present.map(({ quote }) => quote));
    const cannotSay = (quote: FactQuote) => unreadable.includes(quote.url);
    const readings = fact.quotes.map((quote, at): QuoteReading => {
      if (found[at]) return found[at];
      const same = { quote: quote.quote, url: quote.url, prefix: quote.prefix ?? '', suffix: quote.suffix ?? '' };
      if (cannotSay(quote)) return { state: 'unreadable', ...same };
      if (locate_only || replaced[at]) return { state: 'gone', ...same };
      return findReworded(fact, quote, present) ?? findRestated(fact, used) ?? findStated(fact, quote) ?? { state: 'gone', ...same };
    });
    if (locate_only) return { path: fact.path, quotes: readings, holds: false, change: null };
    const standing = readings.filter(({ state }) => state !== 'gone' && state !== 'unreadable');
    const judged = standing.length > 0 ? judgeFact(fact.path, fact.value, standing, texts, options) : null;
    const holds =
      readings.every(({ state }) => state !== 'gone' && state !== 'unreadable') ||
      (judged !== null && isSameValue(judged.value, fact.value));
    const gone = fact.quotes.filter((_, at) => readings[at]!.state === 'gone');
    const change = holds || gone.length === 0 || lost.some(cannotSay) ? null : findChange(fact, gone);
    const quotes = readings.map((reading) => (change && reading.state === 'gone' ? { ...reading, state: 'changed' as const } : reading));
    return { path: fact.path, quotes, holds, change };
  };

  return facts.map(judge);
};
