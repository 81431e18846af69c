import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { msg } from '../../../kernel/language/messages.ts';
import { inEnglish } from '../../../kernel/language/stored.ts';
import { limitMarks } from '../../../kernel/unicode.ts';
import { pageKey } from '../crawl/addresses.ts';
import { collectLinks, type FoundPage, type HomepageFacts, homepageFacts } from '../crawl/candidates.ts';
import { APP_DATA, SCRIPT_TEMPLATE } from './dom.ts';
import legacy_charsets from './legacy-charsets.json' with { type: 'json' };
import { outlinePage } from './outline.ts';
import { packHtml } from './page.ts';
import { ROBOTS_TOKEN } from './robots.ts';
import { type OpenTag, tokenize } from './tokenizer.ts';

/** Decoding: the byte order mark decides, then the header, then the page's own declaration, then the best guess. */

const BYTE_ORDER_MARKS: [number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/** Legacy charsets of pages without a declaration, by language; windows-1252 otherwise. */
const LEGACY_CHARSETS: Record<string, string> = legacy_charsets;

const SNIFFED_BYTES = 4096;

const resolveCharset = (label: string | undefined): string | null => {
  try {
    return label ? new TextDecoder(label.trim()).encoding : null;
  } catch {
    return null;
  }
};

const detectCharset = (bytes: Buffer, content_type: string | null): string => {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[1];
  const declared = resolveCharset(/charset\s*=\s*["']?([^"';\s]+)/i.exec(content_type ?? '')?.[1]);
  // Many servers declare latin1 by default. Bytes that are valid UTF-8 are almost never latin1.
  if (declared) return declared === 'windows-1252' && isUtf8(bytes) ? 'utf-8' : declared;
  const start = bytes.subarray(0, SNIFFED_BYTES).toString('latin1');
  const declared_in_page = resolveCharset(
    /<meta[^>]{0,500}?charset\s{0,20}=\s{0,20}["']?\s{0,20}([^"'\s/>;]{1,40})/i.exec(start)?.[1] ??
      /<\?xml[^>]{0,200}encoding\s{0,20}=\s{0,20}["']([^"']{1,40})/i.exec(start)?.[1],
  );
  // A page whose declaration is readable as ASCII is not in UTF-16.
  if (declared_in_page)
    return declared_in_page.startsWith('utf-16') || (declared_in_page === 'windows-1252' && isUtf8(bytes)) ? 'utf-8' : declared_in_page;
  if (isUtf8(bytes)) return 'utf-8';
  const language = /<html[^>]{0,500}?\blang\s{0,20}=\s{0,20}["']?([a-z]{2,3})/i.exec(start)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(LEGACY_CHARSETS, language) ? LEGACY_CHARSETS[language]! : 'windows-1252';
};

/** The text of a page. Invalid bytes and NUL, which databases do not accept, become the replacement character. */
export const decodePage = (bytes: Buffer, content_type: string | null): string =>
  limitMarks(new TextDecoder(detectCharset(bytes, content_type)).decode(bytes).replaceAll('\0', '\ufffd'));

/** Limits per page. Longer pages are cut: text further down is not used as evidence anyway. */
const MAX_LETTERS = 512 * 1024;
const MAX_TAGS = 15_000;
const LONGEST_TEMPLATE = 20_000;
/** Longer tags are reduced attribute by attribute. */
const LONG_TAG = 256;
/** One more than the limit of readers, so that overlong values are still recognized. */
const LONGEST_VALUE = 2049;
const LONGEST_DATA = 64;

/** The attributes that extraction reads. A test compares them with the code. */
export const READ_ATTRIBUTES = new Set(
  `alt aria-expanded aria-hidden aria-label class content data-lang data-lazy-src data-src datetime hidden href http-equiv id itemprop
  itemscope itemtype lang name open poster property rel role sizes src style title type`.split(/\s+/),
);

const STRUCTURED_DATA = /ld\+json/i;
/** The content of a one-page app; longer data is more than its texts. */
const LONGEST_APP_DATA = 200_000;

const shortenValue = (value: string): string => value.slice(0, /^\s*data:/i.test(value) ? LONGEST_DATA : LONGEST_VALUE);

/** A tag without unused attributes: paths of drawings, script settings, embedded images. */
const reduceTag = ({ name, attributes, from, to }: OpenTag, html: string): string => {
  if (to - from <= LONG_TAG) return html.slice(from, to);
  const read_attributes = Object.entries(attributes).filter(([key]) => READ_ATTRIBUTES.has(key));
  const written = read_attributes.map(([key, value]) => ` ${key}="${shortenValue(value).replaceAll('"', '&quot;')}"`);
  return `<${name}${written.join('')}${html[to - 2] === '/' ? '/' : ''}>`;
};

const getTextLimit = ({ name, attributes: { type = '', id = '' } }: OpenTag): number => {
  if (name === 'style') return 0;
  if (name !== 'script') return Number.POSITIVE_INFINITY;
  if (APP_DATA.test(id)) return LONGEST_APP_DATA;
  return STRUCTURED_DATA.test(type) ? Number.POSITIVE_INFINITY : SCRIPT_TEMPLATE.test(type) ? LONGEST_TEMPLATE : 0;
};

/** The page without what extraction never uses: scripts, styles, comments, drawings. The rest is unchanged. */
export const reduceHtml = (html: string): { html: string; tags: number } => {
  const out: string[] = [];
  let letters = 0;
  let tags = 0;
  let at = 0;
  let remaining = Number.POSITIVE_INFINITY;
  const keep = (part: string): void => {
    out.push(part);
    letters += part.length;
  };
  for (const token of tokenize(html)) {
    // Gaps between tokens are neither tag nor text. A comment separates texts, so an empty one is kept.
    if (token.from > at) keep(/^<!doctype/i.test(html.slice(at, at + 9)) ? html.slice(at, token.from).slice(0, LONG_TAG) : '<!---->');
    at = token.to;
    if (token.kind === 'open') {
      keep(reduceTag(token, html));
      remaining = getTextLimit(token);
      if (++tags >= MAX_TAGS) break;
    } else if (token.kind === 'close') {
      keep(html.slice(token.from, token.to).slice(0, LONG_TAG));
      remaining = Number.POSITIVE_INFINITY;
    } else {
      const text = html.slice(token.from, Math.min(token.to, token.from + remaining));
      keep(text.length + letters > MAX_LETTERS ? text.slice(0, MAX_LETTERS - letters) : text);
    }
    if (letters >= MAX_LETTERS) break;
  }
  return { html: out.join(''), tags };
};

export interface FetchedPage {
  body: Uint8Array;
  url: string;
  content_type: string | null;
  x_robots_tag: string | null;
  /** The site's homepage once it was fetched; null if this page is the homepage. */
  home: HomepageFacts | null;
}

export interface CrawledPageParts {
  packed: Uint8Array;
  /** Size of the reduced HTML, which determines the cost of extraction. */
  letters: number;
  tags: number;
  /** Of the original bytes, to recognize duplicates. */
  hash: string;
  home: HomepageFacts;
  canonical_key: string | null;
  alternate_keys: string[];
  refresh: string | null;
  noindex: boolean;
  found: FoundPage[];
}

export type PageParseResult = CrawledPageParts | { not_a_page: string };

const ROBOT_NAMES = ['robots', ROBOTS_TOKEN.toLowerCase()];
const LOOKS_LIKE_HTML = /^[\s\ufeff]*<(!doctype\s+html|html|head|body|title|meta|!--)/i;

/** The X-Robots-Tag directives for all robots or for us: `noindex`, `launchweek: none`, `otherbot: noindex`. */
const parseDirectives = (header: string | null): string[] => {
  let robot_name = '';
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [, name, directive] = /^(?:([a-z_-]+)\s*:)?\s*(.*)$/s.exec(part.trim())!;
      if (name && !/^(unavailable_after|max-)/.test(name)) robot_name = name;
      return robot_name === '' || ROBOT_NAMES.includes(robot_name) ? [directive!] : [];
    });
};

export const parseCrawledPage = (page: FetchedPage): PageParseResult => {
  const { body, content_type, x_robots_tag } = page;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (content_type === null && !LOOKS_LIKE_HTML.test(bytes.toString('latin1', 0, 500)))
    return { not_a_page: inEnglish(msg('the address doesn’t serve a web page')) };
  const html = decodePage(bytes, content_type);
  if (html.trim() === '') return { not_a_page: inEnglish(msg('the page is empty')) };
  const url = new URL(page.url);
  const outline = outlinePage(html, url, ROBOT_NAMES);
  if (outline.too_deep) return { not_a_page: inEnglish(msg('the page’s HTML is nested too deeply to read')) };
  const directives = [...outline.directives, ...parseDirectives(x_robots_tag)];
  const hasDirective = (directive: string) => directives.includes(directive) || directives.includes('none');
  const home = page.home ?? homepageFacts(url, outline);
  const collector = collectLinks(home);
  if (!hasDirective('nofollow')) for (const link of outline.links) collector.add(link, page.home === null);
  const reduced = reduceHtml(html);
  return {
    packed: packHtml(reduced.html),
    letters: reduced.html.length,
    tags: reduced.tags,
    hash: createHash('sha256').update(bytes).digest('base64'),
    home,
    canonical_key: outline.canonical && pageKey(collector.onCrawledHost(outline.canonical)),
    alternate_keys: outline.alternates.map((alternate) => pageKey(collector.onCrawledHost(alternate))),
    refresh: outline.refresh?.href ?? null,
    noindex: hasDirective('noindex'),
    found: collector.best(),
  };
};
