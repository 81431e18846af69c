import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { plainText } from './outline.ts';

const unpack = promisify(gunzip);

/** Of one sitemap, unpacked, and how many addresses of it are looked at. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_ADDRESSES = 5000;

export interface Sitemap {
  /** Whether its addresses are those of other sitemaps. */
  is_index: boolean;
  urls: URL[];
}

const addressesIn = (text: string): URL[] => {
  const urls: URL[] = [];
  for (let at = text.indexOf('<loc>'); at >= 0 && urls.length < MOST_ADDRESSES; at = text.indexOf('<loc>', at)) {
    const end = text.indexOf('<', at + 5);
    if (end < 0) break;
    const address = plainText(text.slice(at + 5, end).trim());
    if (address.length <= 2048 && URL.canParse(address)) urls.push(new URL(address));
    at = end;
  }
  return urls;
};

/** The addresses of a sitemap: XML, packed or not, or one a line. */
export const readSitemap = async (body: Buffer): Promise<Sitemap> => {
  const packed = body[0] === 0x1f && body[1] === 0x8b;
  const bytes = packed ? await unpack(body, { maxOutputLength: MOST_BYTES }).catch(() => Buffer.alloc(0)) : body;
  const text = bytes.toString('utf8').replaceAll('<![CDATA[', '').replaceAll(']]>', '');
  if (/^\ufeff?\s*https?:\/\//.test(text))
    return {
      is_index: false,
      urls: text
        .split(/\s+/, MOST_ADDRESSES)
        .filter((line) => URL.canParse(line))
        .map((line) => new URL(line)),
    };
  return { is_index: /<sitemapindex[\s>]/.test(text.slice(0, 4000)), urls: addressesIn(text) };
};
