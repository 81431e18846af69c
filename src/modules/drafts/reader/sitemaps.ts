import { isFetched } from '../../../outside/guarded-fetch.ts';
import { isSameSite, keyOf } from './addresses.ts';
import { readSitemap, type Sitemap } from './sitemap.ts';
import type { Visits } from './visits.ts';

const MOST_SITEMAPS = 3;
const SITEMAP_BYTES = 2 * 1024 * 1024;
const SITEMAP_MS = 4_000;

const fetchSitemap = async (visits: Visits, url: URL): Promise<Sitemap> => {
  const nothing = { is_index: false, urls: [] };
  if (await visits.mayVisit(url)) return nothing;
  const fetched = await visits.visit(url, {
    timeout_ms: SITEMAP_MS,
    max_bytes: SITEMAP_BYTES,
    cut: true,
    accept: 'application/xml, text/xml, */*;q=0.1',
  });
  return isFetched(fetched) && fetched.status === 200 ? readSitemap(fetched.body) : nothing;
};

/** Sitemaps of plain pages before those of posts, products and tags. */
const promising = (urls: URL[]): URL[] => {
  const rank = ({ pathname }: URL) =>
    /page|main|static|general|site/i.test(pathname) ? 0 : /post|blog|news|product|tag|categor|author|image|video/i.test(pathname) ? 2 : 1;
  return urls.toSorted((a, b) => rank(a) - rank(b));
};

/** The addresses of the site's sitemaps: those that robots.txt names, or else the usual one. */
export const sitemapAddresses = async (visits: Visits, home: URL, here: (url: URL) => URL): Promise<URL[]> => {
  const { file } = await visits.robotsOf(home);
  const named = file.sitemaps.filter((address) => URL.canParse(address, home)).map((address) => here(new URL(address, home)));
  const waiting = promising([
    ...named.filter((url) => isSameSite(home, url)),
    ...(named.length === 0 ? [new URL('/sitemap.xml', home)] : []),
  ]);
  const seen = new Set<string>();
  const urls: URL[] = [];
  while (waiting.length > 0 && seen.size < MOST_SITEMAPS) {
    const next = waiting.shift()!;
    if (seen.has(keyOf(next))) continue;
    seen.add(keyOf(next));
    const { is_index, urls: found } = await fetchSitemap(visits, next);
    if (!is_index) urls.push(...found.map(here));
    else waiting.push(...promising(found.map(here).filter((url) => isSameSite(home, url))));
  }
  return urls;
};
