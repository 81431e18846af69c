import { type ParserOptions, parse } from 'parse5';
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';

const words = (text: string): string[] => text.split(' ');

/** Void elements, raw text, elements closed by the next of their kind or removed without their content: they add no depth. */
const NOT_NESTED = new Set(
  words(
    'area base br col embed hr img input link meta param source track wbr script style textarea title xmp iframe noembed noframes ' +
      'p li dt dd td th tr thead tbody tfoot colgroup caption option optgroup rp rt html head body form',
  ),
);
const FORMATTING = new Set(words('a b big code em font i nobr s small strike strong tt u'));
/** End tags that close everything left open inside. */
const BLOCKS = new Set(
  words(
    'address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header hgroup listing ' +
      'main menu nav ol pre search section summary ul h1 h2 h3 h4 h5 h6',
  ),
);
/** Scopes: an end tag outside cannot close what is open inside them. */
const SCOPES = new Set(words('table template object marquee applet select'));

/**
 * Counts how deep a parser would nest tags. An end tag that closes nothing changes nothing: a block's end tag does not reach out of a
 * table, an inline end tag not out of a block, and a formatting end tag leaves its content open. In doubt it overestimates.
 */
const createNestingCounter = () => {
  const open: string[] = [];
  /** Per tag name: how many are open, and how many were dropped for being too deep. */
  const count = new Map<string, number>();
  const dropped = new Map<string, number>();
  const add = (map: Map<string, number>, name: string, by: number) => map.set(name, (map.get(name) ?? 0) + by);

  /** Index of the open tag that this end tag closes; -1 if none. */
  const indexClosedBy = (name: string): number => {
    if (FORMATTING.has(name)) return open.lastIndexOf(name);
    for (let at = open.length - 1; at >= 0; at--) {
      const inner = open[at]!;
      if (inner === name) return at;
      if (SCOPES.has(name)) continue;
      if (SCOPES.has(inner) || (BLOCKS.has(inner) && !BLOCKS.has(name))) return -1;
    }
    return -1;
  };

  return {
    /** Whether to keep a start tag: not if it would nest deeper than `max_depth`. */
    begin: (name: string, max_depth: number): boolean => {
      if (NOT_NESTED.has(name)) return true;
      const stays = open.length < max_depth;
      if (stays) open.push(name);
      add(stays ? count : dropped, name, 1);
      return stays;
    },
    /** Whether to keep an end tag: not if its start tag was dropped. */
    close: (name: string): boolean => {
      if (NOT_NESTED.has(name)) return true;
      if (dropped.get(name)) {
        add(dropped, name, -1);
        return false;
      }
      const at = count.get(name) ? indexClosedBy(name) : -1;
      if (at < 0) return true;
      for (const tag of FORMATTING.has(name) ? open.splice(at, 1) : open.splice(at)) add(count, tag, -1);
      return true;
    },
  };
};

/** Deeper than real pages; browsers have a similar limit. */
const MAX_DEPTH = 600;
/** Longer tags are checked for too many attributes. */
const LONG_TAG = 2048;
const MAX_ATTRIBUTES = 60;
/** Cost of reopening unclosed formatting tags above which all formatting is dropped. */
const MAX_REOPENED = 400_000;

const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const RAW_END = new Map([...RAW].map((name) => [name, new RegExp(`</${name}`, 'i')]));

const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isSpace = (char: string) => char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f';

/** Index of the end of the tag that starts at `from`. Quotes only count after an equals sign, as in HTML. */
const endOfTag = (html: string, from: number): number => {
  let before = '';
  for (let at = from; at < html.length; at++) {
    const char = html[at]!;
    if (char === '>') return at;
    if ((char === '"' || char === "'") && before === '=') {
      const closing = html.indexOf(char, at + 1);
      if (closing < 0) return -1;
      at = closing;
    }
    if (!isSpace(char)) before = char;
  }
  return -1;
};

const nameAt = (html: string, from: number): string => {
  let end = from;
  while (end < html.length && end - from < 40 && !isSpace(html[end]!) && html[end] !== '>' && html[end] !== '/') end++;
  return html.slice(from, end).toLowerCase();
};

const ATTRIBUTE = /[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/g;
const limitAttributes = (tag: string): string => {
  const parts = tag.slice(1, -1).match(ATTRIBUTE) ?? [];
  return parts.length > MAX_ATTRIBUTES ? `<${parts.slice(0, MAX_ATTRIBUTES).join(' ')}>` : tag;
};

/** One pass over the tags; text always stays. Without `keep_formatting` formatting tags are dropped. */
const limitPass = (html: string, keep_formatting: boolean): { html: string; reopened: number } => {
  const out: string[] = [];
  const open = createNestingCounter();
  const formatting = new Map<string, number>();
  let unclosed = 0;
  let reopened = 0;
  let copied = 0;
  let at = html.indexOf('<');
  while (at >= 0) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end < 0) break;
      at = html.indexOf('<', end + 3);
      continue;
    }
    const closing = html[at + 1] === '/';
    const start = at + (closing ? 2 : 1);
    if (!isLetter(html.charCodeAt(start))) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    const end = endOfTag(html, start);
    if (end < 0) break;
    const name = nameAt(html, start);
    const is_formatting = FORMATTING.has(name);
    let stays = keep_formatting || !is_formatting;
    if (stays) stays = closing ? open.close(name) : open.begin(name, MAX_DEPTH);
    if (is_formatting) {
      const left = formatting.get(name) ?? 0;
      const change = closing ? -Math.min(left, 1) : 1;
      formatting.set(name, left + change);
      unclosed += change;
    }
    if (!closing) reopened += unclosed;
    if (!stays || end - at > LONG_TAG) {
      out.push(html.slice(copied, at));
      if (stays) out.push(limitAttributes(html.slice(at, end + 1)));
      copied = end + 1;
    }
    let next = end + 1;
    if (!closing && RAW.has(name) && html[end - 1] !== '/') {
      const raw = html.slice(next, next + 4_000_000).search(RAW_END.get(name)!);
      if (raw < 0) break;
      next += raw;
    }
    at = html.indexOf('<', next);
  }
  out.push(html.slice(copied));
  return { html: out.join(''), reopened };
};

/**
 * Removes what would make a parser slow: unbounded nesting, thousands of attributes on one tag, formatting that is never closed and
 * reopened in each paragraph. An ordinary page stays as it is.
 */
const limitHtml = (html: string): string => {
  const first = limitPass(html, true);
  return first.reopened <= MAX_REOPENED ? first.html : limitPass(html, false).html;
};

/** Parses a page as browsers do, in bounded time. Use in worker threads only. */
export const parseHtmlTree = (html: string, options: ParserOptions<Htmlparser2TreeAdapterMap> = {}) =>
  parse(limitHtml(html), { ...options, treeAdapter: adapter });
