import { gunzipSync } from 'node:zlib';
import { isSameSite, parseAddress, rankSitemaps } from '../crawl/addresses.ts';
import { collectLinks, type HomepageFacts } from '../crawl/candidates.ts';
import type { ParsedSitemap } from '../tasks.ts';
import { decodeEntities } from './outline.ts';

const MAX_SITEMAP_BYTES = 4 * 1024 * 1024;
const MAX_ADDRESSES = 5000;
/** Including character references. */
const LONGEST_ADDRESS = 4096;

const addressesIn = (text: string): URL[] => {
  const urls: URL[] = [];
  for (let at = text.indexOf('<loc>'); at >= 0 && urls.length < MAX_ADDRESSES; at = text.indexOf('<loc>', at)) {
    const end = text.indexOf('<', at + 5);
    if (end < 0) break;
    const url = end - at > LONGEST_ADDRESS ? null : parseAddress(decodeEntities(text.slice(at + 5, end).trim()));
    if (url) urls.push(url);
    at = end;
  }
  return urls;
};

const unpack = (body: Buffer): Buffer => {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_SITEMAP_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
};

/** The addresses of a sitemap: XML, gzipped or not, or plain text with one per line. */
export const readSitemapUrls = (body: Buffer): { is_index: boolean; urls: URL[] } => {
  const text = (body[0] === 0x1f && body[1] === 0x8b ? unpack(body) : body)
    .toString('utf8')
    .replaceAll('<![CDATA[', '')
    .replaceAll(']]>', '');
  if (/^\ufeff?\s*https?:\/\//.test(text))
    return {
      is_index: false,
      urls: text
        .split(/\s+/, MAX_ADDRESSES)
        .map((line) => parseAddress(line))
        .filter((url) => url !== null),
    };
  return { is_index: /<sitemapindex[\s>]/.test(text.slice(0, 4000)), urls: addressesIn(text) };
};

const MAX_SITEMAPS = 10;

export const parseSitemap = ({ body, home }: { body: Uint8Array; home: HomepageFacts }): ParsedSitemap => {
  const { is_index, urls } = readSitemapUrls(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  const collector = collectLinks(home);
  if (is_index) {
    const own = urls.map(collector.onCrawledHost).filter((url) => isSameSite(new URL(home.url), url));
    const sitemaps = rankSitemaps(own, ({ pathname }) => pathname).slice(0, MAX_SITEMAPS);
    return { sitemaps: sitemaps.map(({ href }) => href), found: [] };
  }
  for (const url of urls) collector.add({ url, text: '', in_menu: false });
  return { sitemaps: [], found: collector.best() };
};
