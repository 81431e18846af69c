import { getDomain, getSubdomain } from 'tldts';

/** What is added to an address to know where people came from. */
const TRACKING = /^(utm_.*|gclid|fbclid|msclkid|mc_[ce]id|ref|source|src|_ga|hsa_.*)$/i;
const ASSET =
  /\.(pdf|zip|gz|tgz|bz2|xz|7z|rar|dmg|pkg|exe|msi|deb|rpm|apk|appimage|iso|png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|ogg|og[av]|wav|mov|avi|css|m?js|json|xml|rss|atom|txt|csv|xlsx?|docx?|pptx?|od[tsp]|epub|ics|vcf|woff2?|ttf|otf|eot|wasm|md|yml|yaml|webmanifest|map|asc|sig)$/i;
const INDEX = /\/(index|default|home)\.(html?|php|aspx?|jsp|cfm)$/i;

const OPTIONS = { allowPrivateDomains: true };
/** Parts of a site that stand under a name of their own. */
const OWN_PARTS: readonly string[] = ['', 'www', 'about', 'company', 'press', 'pricing'];

/** The address without what does not change the page. */
export const plainAddress = (url: URL): URL => {
  const plain = new URL(url);
  plain.hash = '';
  for (const name of [...plain.searchParams.keys()]) if (TRACKING.test(name)) plain.searchParams.delete(name);
  if ([...plain.searchParams.keys()].length === 0) plain.search = '';
  return plain;
};

/** The same for addresses that most likely show the same page. */
export const keyOf = (url: URL): string => {
  const { host, pathname, searchParams } = plainAddress(url);
  const sorted = new URLSearchParams(searchParams);
  sorted.sort();
  const path = pathname
    .replace(INDEX, '/')
    .replace(/\.(html?|php|aspx?)$/i, '')
    .replace(/\/+$/, '');
  return `${host.replace(/^www\./, '')}${path}${sorted.size > 0 ? `?${sorted}` : ''}`;
};

export const isAsset = (url: URL): boolean => ASSET.test(url.pathname);

/** Whether an address is part of the site of this homepage. Without a registrable domain a site is its host and port. */
export const isSameSite = (home: URL, url: URL): boolean => {
  if (url.host === home.host) return true;
  const domain = getDomain(home.hostname, OPTIONS);
  if (!domain || home.port || url.port || getDomain(url.hostname, OPTIONS) !== domain) return false;
  const [ours, theirs] = [home, url].map(({ hostname }) => getSubdomain(hostname, OPTIONS) ?? '');
  // A site under a name of its own (shop.example.com) is that name, with or without www.
  const strip = (name: string) => name.replace(/^www(\.|$)/, '');
  return strip(ours!) === strip(theirs!) || (strip(ours!) === '' && OWN_PARTS.includes(theirs!));
};

/** The parts of the path, decoded. */
export const segmentsOf = (url: URL): string[] =>
  url.pathname
    .split('/')
    .filter(Boolean)
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });
