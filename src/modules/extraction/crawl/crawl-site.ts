import { parseWith } from '../../../integrations/fetch/fetch-parsed.ts';
import { type GuardedFetch, isFetched } from '../../../integrations/fetch/guarded-fetch.ts';
import { msg } from '../../../kernel/language/messages.ts';
import { inEnglish } from '../../../kernel/language/stored.ts';
import { type ParsedSitemap, read_sitemap, SITEMAP_BYTES } from '../tasks.ts';
import type { CrawlKind } from '../words/page-kinds.ts';
import { isSameSite, pageKey, rankSitemaps } from './addresses.ts';
import {
  bestOfEachKind,
  chooseReferences,
  chooseRemaining,
  collectLinks,
  type FoundPage,
  firstOfEachKind,
  type HomepageFacts,
  mergeCandidates,
  type PageCandidate,
} from './candidates.ts';
import { type CrawledPage, fetchPage, isCrawled } from './fetch-page.ts';
import { type CrawlSession, type FetchRefusal, openCrawlSession } from './session.ts';
import { CRAWL_LIMITS, type CrawlLimits, type CrawlResult, type CrawlStep, type RobotsReport } from './types.ts';

export interface CrawlOptions {
  now(): Date;
  onStep?(step: CrawlStep, so_far: CrawlResult): Promise<void> | void;
  user_agent: string;
  bounds?: Partial<CrawlLimits>;
}

const robotsReport = async (session: CrawlSession, url: URL): Promise<RobotsReport> => {
  const { found, shown: rules } = await session.robotsOf(url);
  return { found, allowed: (await session.mayFetch(url)) === null, rules };
};

const crawlInto = async (
  result: CrawlResult,
  session: CrawlSession,
  url: URL,
  options: CrawlOptions,
  limits: CrawlLimits,
): Promise<void> => {
  let reporting: Promise<unknown> = Promise.resolve();
  // Reports are sequential, although pages may be fetched concurrently.
  const reportStep = (step: CrawlStep) => {
    reporting = reporting.then(() => options.onStep?.(step, { ...result, pages: [...result.pages] }));
    return reporting;
  };
  const refuse = async ({ code, detail, at }: FetchRefusal) => {
    result.failure = { code, detail };
    if (code === 'robots_disallowed') result.robots = await robotsReport(session, at);
  };
  await reportStep({ doing: 'robots' });
  result.robots = await robotsReport(session, url);
  const refused = await session.mayFetch(url);
  if (refused) return refuse(refused);
  await reportStep({ doing: 'reading', url: url.href, robots: result.robots });
  const home = await fetchPage(session, url, { limits, now: options.now, timeout_ms: limits.home_ms, may_follow: () => true, home: null });
  if (!isCrawled(home)) return refuse(home);
  // A homepage that redirected to another host is subject to that host's robots.txt.
  result.robots = await robotsReport(session, home.url);
  const remaining = { ...limits.kept };
  const keep = ({ url: at, status, read_at, packed, letters, tags }: CrawledPage): boolean => {
    remaining.bytes -= packed.byteLength;
    remaining.letters -= letters;
    remaining.tags -= tags;
    const fits = remaining.bytes >= 0 && remaining.letters >= 0 && remaining.tags >= 0;
    if (fits) result.pages.push({ url: at.href, status, read_at, packed });
    return fits;
  };
  const onFetch = (next: URL) => reportStep({ doing: 'reading', url: next.href, robots: result.robots! });
  keep(home);
  await crawlPages(session, home, { limits, now: options.now, onFetch, keep });
};

/** Never throws because of the site: a failure explains why there is no homepage; after that, whatever could be fetched is returned. */
export const crawlSite = async (fetch: GuardedFetch, url: string, options: CrawlOptions): Promise<CrawlResult> => {
  const result: CrawlResult = { robots: null, pages: [], failure: null };
  const limits = { ...CRAWL_LIMITS, ...options.bounds };
  if (!URL.canParse(url)) return { ...result, failure: { code: 'not_a_website', detail: inEnglish(msg('this is not a web address')) } };
  const session = openCrawlSession(fetch, limits, options.user_agent);
  try {
    await crawlInto(result, session, new URL(url), options, limits);
    return result;
  } finally {
    session.close();
  }
};

/** Keeps the linked pages of a site, each once, until they are fetched. */
const createFrontier = ({ url }: HomepageFacts) => {
  const home = new URL(url);
  const closed = new Set([pageKey(home)]);
  let pool = new Map<string, PageCandidate>();
  return {
    add(found: FoundPage[]): void {
      for (const page of found)
        if (!closed.has(page.key)) pool.set(page.key, mergeCandidates(pool.get(page.key), { ...page, url: new URL(page.url) }));
      pool = new Map(bestOfEachKind([...pool.values()]).map((candidate) => [candidate.key, candidate]));
    },
    all: (): PageCandidate[] => [...pool.values()],
    /** Whether an address may still be fetched, or is a redirect from the page with this key. */
    isOpen: (url: URL, key: string): boolean => isSameSite(home, url) && (pageKey(url) === key || !closed.has(pageKey(url))),
    close(key: string): void {
      closed.add(key);
      pool.delete(key);
    },
  };
};

interface CrawlPagesOptions {
  limits: CrawlLimits;
  now(): Date;
  onFetch(url: URL): Promise<unknown>;
  /** Returns false if the page exceeds the limits. */
  keep(page: CrawledPage): boolean;
}

/** If fewer of these are linked, the sitemap is checked. */
const MAIN_KINDS: readonly (CrawlKind | null)[] = ['about', 'pricing', 'contact', 'imprint', 'team', 'faq', 'features'];
const ENOUGH_MAIN_PAGES = 3;
/** After this many copies of the homepage, assume the server answers everything with it. */
const MAX_HOMEPAGE_COPIES = 2;

/** Crawls the pages that matter, starting from the homepage: one of each kind first, then others within the limits. */
const crawlPages = async (session: CrawlSession, home: CrawledPage, { limits, now, onFetch, keep }: CrawlPagesOptions): Promise<void> => {
  const frontier = createFrontier(home.home);
  const contents = new Set([home.hash]);
  const canonicals = new Set<string>();
  const kinds: (CrawlKind | null)[] = [];
  let requests = 1;
  let homepage_copies = 0;
  /** The limits are reached, or a page was too costly to parse. */
  let is_full = false;

  /** Whether neither its content nor its canonical address was seen before. */
  const isNew = ({ hash, canonical_key: own }: CrawledPage): boolean => {
    // Some sites declare the homepage as the canonical of every page; ignore that.
    const declared = own !== null && own !== pageKey(home.url) && canonicals.has(own);
    if (contents.has(hash) || declared) return false;
    contents.add(hash);
    if (own) canonicals.add(own);
    return true;
  };

  const fetchOne = async (candidate: PageCandidate): Promise<CrawledPage | null> => {
    frontier.close(candidate.key);
    requests++;
    await onFetch(candidate.url);
    const may_follow = (next: URL) => frontier.isOpen(next, candidate.key);
    const page = await fetchPage(session, candidate.url, { limits, now, timeout_ms: limits.page_ms, may_follow, home: home.home });
    if (!isCrawled(page)) {
      is_full ||= page.ended ?? false;
      return null;
    }
    if (page.hash === home.hash) homepage_copies++;
    return page.noindex ? null : page;
  };

  const canContinue = (within_ms: number) => !is_full && homepage_copies < MAX_HOMEPAGE_COPIES && session.time_left(within_ms) > 0;

  /** Fetches concurrently, but keeps pages in the chosen order, so that the same site gives the same result. */
  const fetchAll = async (chosen: PageCandidate[], within_ms: number): Promise<void> => {
    const waiting = chosen.slice(0, Math.max(0, limits.pages - requests));
    const pages: (CrawledPage | null)[] = [];
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < waiting.length && canContinue(within_ms); at = next++) pages[at] = await fetchOne(waiting[at]!);
    };
    await Promise.all(Array.from({ length: await session.concurrency(home.url) }, worker));
    for (const [at, page] of pages.entries()) {
      if (!page) continue;
      frontier.close(pageKey(page.url));
      if (!isNew(page)) continue;
      is_full ||= !keep(page);
      if (is_full) return;
      kinds.push(waiting[at]!.kind);
      follow(page);
    }
  };

  const follow = ({ alternate_keys, found }: CrawledPage): void => {
    for (const key of alternate_keys) frontier.close(key);
    frontier.add(found);
  };

  follow(home);
  await fetchAll(firstOfEachKind(frontier.all(), kinds), limits.total_ms);
  const main_pages = kinds.filter((kind) => MAIN_KINDS.includes(kind)).length;
  if (main_pages < ENOUGH_MAIN_PAGES && requests < limits.pages && canContinue(limits.total_ms))
    frontier.add(await findSitemapPages(session, home.home));
  await fetchAll(firstOfEachKind(frontier.all(), kinds), limits.total_ms);
  await fetchAll(chooseRemaining(frontier.all(), kinds), limits.fill_up_ms);
  await fetchAll(firstOfEachKind(frontier.all(), kinds), limits.fill_up_ms);
  // The documentation's first page leads to its others.
  await fetchAll(chooseReferences(frontier.all(), kinds).slice(0, 1), limits.fill_up_ms);
  await fetchAll(chooseReferences(frontier.all(), kinds), limits.fill_up_ms);
};

const MAX_SITEMAPS = 3;
const SITEMAP_MS = 4_000;
const NOTHING: ParsedSitemap = { sitemaps: [], found: [] };

const fetchSitemap = async (session: CrawlSession, url: URL, home: HomepageFacts): Promise<ParsedSitemap> => {
  if (await session.mayFetch(url)) return NOTHING;
  const request = { timeout_ms: SITEMAP_MS, max_bytes: SITEMAP_BYTES, cut: true, accept: 'application/xml, text/xml, */*;q=0.1' };
  return session.fetch(url, request, read_sitemap, (answer) =>
    isFetched(answer) && answer.status === 200 ? parseWith({ home }) : NOTHING,
  );
};

const firstSitemaps = async (session: CrawlSession, home: HomepageFacts): Promise<URL[]> => {
  const url = new URL(home.url);
  const { sitemaps } = await session.robotsOf(url);
  const { onCrawledHost: here } = collectLinks(home);
  const declared = sitemaps.flatMap((address) => URL.parse(address, url) ?? []).map(here);
  const own = declared.filter((sitemap) => isSameSite(url, sitemap));
  return rankSitemaps(declared.length === 0 ? [new URL('/sitemap.xml', url)] : own, ({ pathname }) => pathname);
};

const findSitemapPages = async (session: CrawlSession, home: HomepageFacts): Promise<FoundPage[]> => {
  const waiting = await firstSitemaps(session, home);
  const seen = new Set<string>();
  const found: FoundPage[] = [];
  while (waiting.length > 0 && seen.size < MAX_SITEMAPS) {
    const next = waiting.shift()!;
    if (seen.has(pageKey(next))) continue;
    seen.add(pageKey(next));
    const parts = await fetchSitemap(session, next, home);
    found.push(...parts.found);
    waiting.push(...parts.sitemaps.map((address) => new URL(address)));
  }
  return found;
};
