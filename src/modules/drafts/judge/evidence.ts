import { fits, flat, isClean } from './flat.ts';
import { at, isText, itemsOf } from './given.ts';
import { type Found, type PageIndex, placesOn } from './page-index.ts';
import { saysSomething } from './ruling.ts';

/** A longer quote is no quote but a page. */
const LONGEST_QUOTE = 2000;
const LONGEST_ADDRESS = 4096;
/** More quotes of one value are not looked at, nor more of a whole proposal. */
const MOST_READ = 60;
const MOST_IN_ALL = 1000;

/** A quote where it stands, or what is wrong with it. */
type Finding = Found | string;

const findOn = (page: PageIndex, url: string, quote: string): Finding => {
  if (!saysSomething(quote)) return 'a quote says nothing';
  if (!fits(quote, LONGEST_QUOTE)) return 'a quote is too long';
  const places = placesOn(page, quote);
  return places.length > 0 ? { quote, url, places, base: page.base } : 'a quote is not on its page';
};

/** Reads evidence: keeps the quotes that stand on the pages they name, once each, and tells what is wrong with the others. */
export const evidenceReader = (pageAt: (url: string) => PageIndex | undefined) => {
  let left = MOST_IN_ALL;
  /** By page: each quote as it was given, and as it is compared. */
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
    const written = flat(quote);
    const finding = findings.get(written) ?? findOn(page, url, written);
    findings.set(quote, finding).set(written, finding);
    return finding;
  };
  return (value: unknown, refuse: (why: string) => void): Found[] => {
    const quotes = new Set<Found>();
    for (const item of itemsOf(value, MOST_READ)) {
      const [quote, url] = [at(item, 'quote'), at(item, 'url')];
      const readable = isText(quote) && isText(url) && quote.length <= LONGEST_QUOTE * 4 && url.length <= LONGEST_ADDRESS;
      const finding = readable ? find(quote, url) : 'a quote is unreadable';
      if (isText(finding)) refuse(finding);
      else quotes.add(finding);
    }
    return [...quotes];
  };
};
