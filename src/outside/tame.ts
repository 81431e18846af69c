import { openTags } from './nesting.ts';

/** Deeper than any page people write; browsers stop at about as much. */
const MAX_DEPTH = 600;
/** A tag longer than this is looked at attribute by attribute. */
const LONG_TAG = 2048;
const MAX_ATTRIBUTES = 60;
/** What reopening unclosed formatting may cost before formatting is left out altogether. */
const MAX_REOPENED = 400_000;

const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));

const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isSpace = (char: string) => char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f';

/** Where the tag that begins at `from` ends; quotes count only behind an equals sign, as in HTML. */
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
const shortened = (tag: string): string => {
  const parts = tag.slice(1, -1).match(ATTRIBUTE) ?? [];
  return parts.length > MAX_ATTRIBUTES ? `<${parts.slice(0, MAX_ATTRIBUTES).join(' ')}>` : tag;
};

/** One pass over the tags; what is not a tag always stays. Without formatting, where reopening it would cost too much. */
const pass = (html: string, formatted: boolean): { html: string; reopened: number } => {
  const out: string[] = [];
  const open = openTags();
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
    const formats = FORMATTING.has(name);
    let stays = formatted || !formats;
    if (stays) stays = closing ? open.close(name) : open.begin(name, MAX_DEPTH);
    if (formats) {
      const left = formatting.get(name) ?? 0;
      if (!closing) formatting.set(name, left + 1);
      else if (left > 0) formatting.set(name, left - 1);
      unclosed += closing ? (left > 0 ? -1 : 0) : 1;
    }
    if (!closing) reopened += unclosed;
    if (!stays || end - at > LONG_TAG) {
      out.push(html.slice(copied, at));
      if (stays) out.push(shortened(html.slice(at, end + 1)));
      copied = end + 1;
    }
    let next = end + 1;
    if (!closing && RAW.has(name) && html[end - 1] !== '/') {
      const raw = html.slice(next, next + 4_000_000).search(new RegExp(`</${name}`, 'i'));
      if (raw < 0) break;
      next += raw;
    }
    at = html.indexOf('<', next);
  }
  out.push(html.slice(copied));
  return { html: out.join(''), reopened };
};

/**
 * The same page with what would make a parser slow taken out: tags nested without end, thousands of attributes on one tag,
 * formatting that is never closed and reopened in each paragraph. An ordinary page comes back as it was.
 */
export const tamed = (html: string): string => {
  const first = pass(html, true);
  return first.reopened <= MAX_REOPENED ? first.html : pass(html, false).html;
};
