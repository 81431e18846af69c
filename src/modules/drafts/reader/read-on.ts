import { createHash } from 'node:crypto';
import { keyOf } from './addresses.ts';
import { type Candidate, fillUp, firstOfEachKind } from './choose.ts';
import type { Kind } from './kinds.ts';
import { openLeads } from './leads.ts';
import { isOutlined, type OutlinedPage, readPage } from './read-page.ts';
import type { Bounds } from './reading.ts';
import { sitemapAddresses } from './sitemaps.ts';
import type { Visits } from './visits.ts';

interface ReadingOn {
  bounds: Bounds;
  now(): Date;
  about_to(url: URL): Promise<unknown>;
  keep(page: OutlinedPage): void;
}

/** A site that links to fewer of its main pages is worth a look into its sitemap. */
const MAIN: readonly (Kind | null)[] = ['about', 'pricing', 'contact', 'imprint', 'team', 'faq', 'features'];
const ENOUGH_MAIN = 3;
/** So many pages that are the homepage again say that the server has one answer for everything. */
const MOST_ALIKE = 2;

const hashOf = (html: string): string => createHash('sha256').update(html).digest('base64');

/** Reads the pages that matter, starting from the homepage: one of each kind first, then what else there is room for. */
export const readOn = async (visits: Visits, home: OutlinedPage, { bounds, now, about_to, keep }: ReadingOn): Promise<void> => {
  const leads = openLeads(home);
  const contents = new Set([hashOf(home.html)]);
  const canonicals = new Set<string>();
  const kinds: (Kind | null)[] = [];
  let requests = 1;
  let alike = 0;

  /** Neither the same text again, nor what calls itself a page that was read. */
  const isNew = ({ html, outline }: OutlinedPage): boolean => {
    const content = hashOf(html);
    const own = outline.canonical && leads.keyOf(outline.canonical);
    // Some sites name the homepage as the canonical of every page; that says nothing.
    const named = own !== null && own !== keyOf(home.url) && canonicals.has(own);
    if (contents.has(content) || named) return false;
    contents.add(content);
    if (own) canonicals.add(own);
    return true;
  };

  const readOne = async (candidate: Candidate): Promise<OutlinedPage | null> => {
    leads.close(candidate.key);
    requests++;
    await about_to(candidate.url);
    const may_go = (next: URL) => leads.isOpen(next, candidate.key);
    const page = await readPage(visits, candidate.url, { bounds, now, timeout_ms: bounds.page_ms, may_go });
    if (isOutlined(page) && page.html === home.html) alike++;
    return isOutlined(page) && !page.noindex ? page : null;
  };

  const goesOn = (within_ms: number) => alike < MOST_ALIKE && visits.time_left(within_ms) > 0;

  /** Some at once, but kept in the order they were chosen in, so that the same site gives the same reading. */
  const readAll = async (chosen: Candidate[], within_ms: number): Promise<void> => {
    const waiting = chosen.slice(0, Math.max(0, bounds.pages - requests));
    const pages: (OutlinedPage | null)[] = [];
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < waiting.length && goesOn(within_ms); at = next++) pages[at] = await readOne(waiting[at]!);
    };
    await Promise.all(Array.from({ length: await visits.at_once(home.url) }, worker));
    for (const [at, page] of pages.entries()) {
      if (!page) continue;
      leads.close(keyOf(page.url));
      if (!isNew(page)) continue;
      kinds.push(waiting[at]!.kind);
      keep(page);
      leads.follow(page);
    }
  };

  leads.follow(home);
  await readAll(firstOfEachKind(leads.open(), kinds), bounds.total_ms);
  if (requests < bounds.pages && goesOn(bounds.total_ms) && kinds.filter((kind) => MAIN.includes(kind)).length < ENOUGH_MAIN)
    leads.add(await sitemapAddresses(visits, home.url, leads.here));
  await readAll(firstOfEachKind(leads.open(), kinds), bounds.total_ms);
  await readAll(fillUp(leads.open(), kinds), bounds.fill_up_ms);
};
