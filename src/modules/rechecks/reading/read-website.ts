import type { GuardedFetch } from '../../../integrations/fetch/guarded-fetch.ts';
import { runParser } from '../../../kernel/parsing/pool.ts';
import { isTooCostly } from '../../../kernel/parsing/task.ts';
import { crawlSite } from '../../extraction/crawl/crawl-site.ts';
import { type CrawledPage, fetchIfChanged, isCrawled, type PageValidators } from '../../extraction/crawl/fetch-page.ts';
import { type FetchRefusal, openCrawlSession } from '../../extraction/crawl/session.ts';
import { CRAWL_LIMITS } from '../../extraction/crawl/types.ts';
import type { PackedPage } from '../../extraction/parse/page.ts';
import type { CategoryOption } from '../../extraction/proposal.ts';
import type { PlanPrice } from '../../extraction/propose/plans.ts';
import { type Fact, type FactQuote, type FactReading, type QuoteReading, reread_facts, type SiteReading } from './tasks.ts';

/** A page as it was at the last reading. */
export interface KnownPage extends PageValidators {
  url: string;
  hash: string;
}

export interface WebsiteFacts {
  website: string;
  facts: Fact[];
  /** Of the last reading. */
  pages: KnownPage[];
  categories: CategoryOption[];
}

export type WebsiteReading = { requests: number } & (
  | { outcome: 'unchanged' }
  | { outcome: 'read'; facts: FactReading[]; plans: PlanPrice[]; pages: KnownPage[] }
  /** `no_answer`: nothing there answers; `host_down`: nor does the host. Otherwise the website does not let us read it. */
  | { outcome: 'failed'; no_answer: boolean; host_down: boolean; detail: string }
);

/** Nobody waits for a re-reading, so it is slower than a first one: a request at a time, half a second apart. */
const LIMITS = { ...CRAWL_LIMITS, delay_ms: 500, at_once: 1, total_ms: 60_000 };
const GONE = [404, 410];

/** Whether a homepage is not there: no answer, an error of the server, or a page that does not exist. */
const isNoAnswer = ({ code, status }: FetchRefusal): boolean =>
  status === undefined ? code === 'unreachable' || code === 'timed_out' : status >= 500 || GONE.includes(status);

const toPacked = ({ url, status, read_at, packed }: CrawledPage): PackedPage => ({ url: url.href, status, read_at, packed });

interface ReadOptions {
  now(): Date;
  user_agent: string;
  limits?: Partial<typeof CRAWL_LIMITS>;
}

/** Fetches the homepage and the pages of all quotes, as far as they changed. */
const fetchKnownPages = async (fetch: GuardedFetch, site: WebsiteFacts, { now, user_agent, limits }: ReadOptions) => {
  const bounds = { ...LIMITS, ...limits };
  const session = openCrawlSession(fetch, bounds, user_agent);
  const quotes = site.facts.flatMap((fact) => fact.quotes);
  // A quote that was never located must be looked for, whether its page changed or not.
  const unlocated = new Set(quotes.filter(({ prefix, missing }) => prefix === undefined && !missing).map(({ url }) => url));
  const known = new Map(site.pages.filter(({ url }) => !unlocated.has(url)).map((page) => [page.url, page]));
  const home_url = new URL(site.website).href;
  const urls = [...new Set([home_url, ...quotes.map(({ url }) => url)])].filter((url) => URL.canParse(url));
  const changed: CrawledPage[] = [];
  const pages: KnownPage[] = [];
  const refused = new Map<string, FetchRefusal>();
  /** Addresses of pages that were fetched, also by a redirect. */
  const done = new Set<string>();
  const unchanged = new Set<string>();
  const fetchPage = async (url: string): Promise<void> => {
    const before = known.get(url);
    const page = await fetchIfChanged(session, new URL(url), {
      limits: bounds,
      now,
      timeout_ms: url === home_url ? bounds.home_ms : bounds.page_ms,
      may_follow: () => true,
      home: null,
      ...(before && { validators: before }),
    });
    if (!('unchanged' in page) && !isCrawled(page)) return void refused.set(url, page);
    pages.push(isCrawled(page) ? { url, hash: page.hash, ...page.validators } : before!);
    if (!isCrawled(page) || page.hash === before?.hash) unchanged.add(url).add(page.url.href);
    else if (!done.has(page.url.href)) changed.push(page);
    done.add(page.url.href);
  };
  try {
    for (const url of urls.slice(0, bounds.pages)) {
      if (done.has(url)) continue;
      await fetchPage(url);
      // Without its homepage a website is not read.
      if (refused.has(home_url)) break;
    }
  } finally {
    session.close();
  }
  return { changed, unchanged, pages, refused, home: refused.get(home_url), unread: urls.slice(bounds.pages) };
};

const isFound = ({ quotes }: FactReading): boolean => quotes.every(({ state }) => state === 'confirmed' || state === 'moved');

/**
 * Reads the website of a listing again. Pages that did not change cost a conditional request each. If a quote is not found on the pages
 * that changed, the whole website is read as for a draft, because the quote may have moved or the fact changed.
 */
export const readWebsite = async (guarded: GuardedFetch, site: WebsiteFacts, options: ReadOptions): Promise<WebsiteReading> => {
  let requests = 0;
  const fetch: GuardedFetch = (url, request) => {
    requests++;
    return guarded(url, request);
  };
  const compare = async (reading: Omit<SiteReading, 'categories' | 'attributes'>) => {
    const pages = reading.pages.map((page) => ('packed' in page ? { ...page, packed: page.packed.slice() } : page));
    return runParser(reread_facts, { ...reading, pages, categories: site.categories, attributes: [] });
  };
  try {
    const { changed, unchanged, pages, refused, home, unread } = await fetchKnownPages(fetch, site, options);
    if (home)
      return {
        outcome: 'failed',
        no_answer: isNoAnswer(home),
        host_down: isNoAnswer(home) && !GONE.includes(home.status!),
        detail: home.detail,
        requests,
      };
    if (changed.length === 0 && refused.size === 0 && unread.length === 0) return { outcome: 'unchanged', requests };
    const missing = [...refused].filter(([, { status }]) => GONE.includes(status!)).map(([url]) => url);
    const unreadable = [...[...refused.keys()].filter((url) => !missing.includes(url)), ...unread];
    const fetched = changed.map(toPacked);
    const quick = await compare({ pages: fetched, facts: withoutQuotesOn(site.facts, unchanged), missing, unreadable, locate_only: true });
    if (quick.facts.every(isFound))
      return { outcome: 'read', facts: withConfirmed(site.facts, quick.facts), plans: quick.plans, pages, requests };
    const crawled = await crawlSite(fetch, site.website, {
      now: options.now,
      user_agent: options.user_agent,
      bounds: { ...LIMITS, ...options.limits },
    });
    if (crawled.failure) return { outcome: 'failed', no_answer: false, host_down: false, detail: crawled.failure.detail, requests };
    const urls = new Set(crawled.pages.map(({ url }) => url));
    const all = [...crawled.pages, ...fetched.filter(({ url }) => !urls.has(url))];
    const has_text = new Set(all.map(({ url }) => url));
    // A page that did not change and was not read now still has its quotes.
    const unread_now = [...unchanged].filter((url) => !has_text.has(url));
    const { facts, plans } = await compare({ pages: all, facts: site.facts, missing, unreadable: [...unreadable, ...unread_now] });
    return {
      outcome: 'read',
      facts: facts.map((fact, at) => confirmUnchanged(fact, site.facts[at]!, unread_now)),
      plans,
      pages,
      requests,
    };
  } catch (error) {
    if (!isTooCostly(error)) throw error;
    return { outcome: 'failed', no_answer: false, host_down: false, detail: 'the pages are too large to read', requests };
  }
};

const withoutQuotesOn = (facts: Fact[], urls: Set<string>): Fact[] =>
  facts.flatMap((fact) => {
    const quotes = fact.quotes.filter(({ url }) => !urls.has(url));
    return quotes.length > 0 ? [{ ...fact, quotes }] : [];
  });

/** A quote on a page that did not change: it is where it was, or still missing. */
const unchangedQuote = ({ quote, url, prefix = '', suffix = '', missing }: FactQuote): QuoteReading => ({
  state: missing ? 'gone' : 'confirmed',
  quote,
  url,
  prefix,
  suffix,
});

/** All facts, given those that were compared: quotes on pages that did not change are where they were. */
const withConfirmed = (facts: Fact[], compared: FactReading[]): FactReading[] => {
  const by_path = new Map(compared.map((fact) => [fact.path, [...fact.quotes]]));
  return facts.map(({ path, quotes }) => {
    const found = by_path.get(path) ?? [];
    return {
      path,
      holds: !quotes.some(({ missing }) => missing) || found.length === quotes.length,
      change: null,
      quotes: quotes.map((quote) => {
        const at = found.findIndex((reading) => reading.quote === quote.quote);
        return at >= 0 ? found.splice(at, 1)[0]! : unchangedQuote(quote);
      }),
    };
  });
};

const confirmUnchanged = (reading: FactReading, fact: Fact, urls: string[]): FactReading => ({
  ...reading,
  quotes: reading.quotes.map((quote, at) =>
    quote.state === 'unreadable' && urls.includes(quote.url) ? unchangedQuote(fact.quotes[at]!) : quote,
  ),
});
