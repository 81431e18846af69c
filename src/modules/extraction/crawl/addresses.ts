import { getDomain, getSubdomain } from 'tldts';
import { decodeEscapes } from '../words/text.ts';

const TRACKING = /^(utm_.*|gclid|fbclid|msclkid|mc_[ce]id|ref|source|src|_ga|hsa_.*)$/i;
const ASSET =
  /\.(pdf|zip|gz|tgz|bz2|xz|7z|rar|dmg|pkg|exe|msi|deb|rpm|apk|appimage|iso|png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|ogg|og[av]|wav|mov|avi|css|m?js|json|xml|rss|atom|txt|csv|xlsx?|docx?|pptx?|od[tsp]|epub|ics|vcf|woff2?|ttf|otf|eot|wasm|md|yml|yaml|webmanifest|map|asc|sig)$/i;
const INDEX = /\/(index|default|home)\.(html?|php|aspx?|jsp|cfm)$/i;

const OPTIONS = { allowPrivateDomains: true };
/** Subdomains that belong to the main site. */
const OWN_SUBDOMAINS: readonly string[] = ['', 'www', 'about', 'company', 'press', 'pricing'];

/** Host names have at most 253 characters. Normalizing longer ones costs more than parsing a page. */
const LONGEST_HOST = 300;
const LONGEST_ADDRESS = 2048;
const HOST = /^(?:https?:[\\/]*|[\\/]{2,})([^\\/?#]*)/i;

/** Parses an address as written on a page; null if it cannot be a web address. */
export const parseAddress = (written: string, base?: URL): URL | null => {
  if (written.length > LONGEST_ADDRESS) return null;
  const text = written.replace(/[\t\n\r]/g, '').trim();
  const [, host = ''] = HOST.exec(text) ?? [];
  return text && host.length <= LONGEST_HOST ? URL.parse(text, base) : null;
};

/** The address without parts that do not change the page. */
export const canonicalAddress = (url: URL): URL => {
  const plain = new URL(url);
  plain.hash = '';
  const all = [...plain.searchParams];
  const remaining_params = all.filter(([name]) => !TRACKING.test(name));
  // Rewrite the query only if something is removed, and all at once, since every change serializes the whole URL.
  if (remaining_params.length === 0) plain.search = '';
  else if (remaining_params.length < all.length) plain.search = new URLSearchParams(remaining_params).toString();
  return plain;
};

/** Removes trailing slashes. A regular expression would rescan from every slash. */
const withoutSlashes = (path: string): string => {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
};

/** Equal for addresses that most likely show the same page. */
export const pageKey = (url: URL): string => {
  const { host, pathname, searchParams } = canonicalAddress(url);
  const sorted = new URLSearchParams(searchParams);
  sorted.sort();
  const path = withoutSlashes(pathname.replace(INDEX, '/').replace(/\.(html?|php|aspx?)$/i, ''));
  return `${host.replace(/^www\./, '')}${path}${sorted.size > 0 ? `?${sorted}` : ''}`;
};

export const isAsset = (url: URL): boolean => ASSET.test(url.pathname);

/** Whether an address belongs to the site of this homepage. Without a registrable domain, a site is its host and port. */
export const isSameSite = (home: URL, url: URL): boolean => {
  if (url.host === home.host) return true;
  const domain = getDomain(home.hostname, OPTIONS);
  if (!domain || home.port || url.port || getDomain(url.hostname, OPTIONS) !== domain) return false;
  const [ours, theirs] = [home, url].map(({ hostname }) => getSubdomain(hostname, OPTIONS) ?? '');
  // A site on a subdomain (shop.example.com) is only that subdomain, with or without www.
  const strip = (name: string) => name.replace(/^www(\.|$)/, '');
  return strip(ours!) === strip(theirs!) || (strip(ours!) === '' && OWN_SUBDOMAINS.includes(theirs!));
};

export const segmentsOf = (url: URL): string[] => url.pathname.split('/').filter(Boolean).map(decodeEscapes);

const rankOf = (address: string): number =>
  /page|main|static|general|site/i.test(address) ? 0 : /post|blog|news|product|tag|categor|author|image|video/i.test(address) ? 2 : 1;

/** Sorts sitemaps of plain pages before those of posts, products and tags. */
export const rankSitemaps = <T>(sitemaps: T[], pathOf: (sitemap: T) => string): T[] =>
  sitemaps.toSorted((a, b) => rankOf(pathOf(a)) - rankOf(pathOf(b)));
