/**
 * HTML as a stream of tags and text, in one pass and without a tree. A tree nests as deeply as the page likes: parsers take minutes for
 * a hundred thousand open tags, and walking the tree overflows the stack.
 */
export type HtmlToken = (
  | { kind: 'open'; name: string; attributes: Record<string, string> }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }
) & {
  from: number;
  to: number;
};

export type OpenTag = Extract<HtmlToken, { kind: 'open' }>;

const SPACE = /[\t\n\f\r ]*/y;
const SPACE_OR_SLASH = /[\t\n\f\r /]*/y;
const TAG_START = /<(?=[A-Za-z/!?])/g;
const TAG_NAME = /[A-Za-z][^\t\n\f\r />]*/y;
const ATTRIBUTE_NAME = /=?[^\t\n\f\r />=]*/y;
const BARE_VALUE = /[^\t\n\f\r >]*/y;
const COMMENT_END = /--!?>/g;

/** Elements whose content browsers treat as text. */
const RAW = ['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'];
const RAW_END = new Map(RAW.map((name) => [name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]));

const MAX_ATTRIBUTES = 100;

const findFrom = (pattern: RegExp, html: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(html);
};
const matchAt = (pattern: RegExp, html: string, at: number): string => findFrom(pattern, html, at)?.[0] ?? '';

/** The attributes up to the end of the tag, and its end; null if it never ends. */
const attributesAt = (html: string, from: number): { attributes: Record<string, string>; end: number } | null => {
  const attributes: Record<string, string> = {};
  let at = from;
  for (let count = 0; ; count++) {
    at += matchAt(SPACE_OR_SLASH, html, at).length;
    if (at >= html.length) return null;
    if (html[at] === '>') return { attributes, end: at + 1 };
    const name = matchAt(ATTRIBUTE_NAME, html, at);
    at += name.length;
    const after = at + matchAt(SPACE, html, at).length;
    let value = '';
    if (html[after] === '=') {
      at = after + 1;
      at += matchAt(SPACE, html, at).length;
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, at + 1);
        if (close < 0) return null;
        value = html.slice(at + 1, close);
        at = close + 1;
      } else {
        value = matchAt(BARE_VALUE, html, at);
        at += value.length;
      }
    }
    const key = name.toLowerCase();
    if (count < MAX_ATTRIBUTES && !Object.hasOwn(attributes, key) && key !== '__proto__') attributes[key] = value;
  }
};

const declarationEnd = (html: string, at: number): number => {
  if (!html.startsWith('<!--', at)) return html.indexOf('>', at) + 1 || html.length;
  if (html.startsWith('>', at + 4)) return at + 5;
  if (html.startsWith('->', at + 4)) return at + 6;
  const end = findFrom(COMMENT_END, html, at + 4);
  return end ? end.index + end[0].length : html.length;
};

/** The tags and texts of a page in order, as a browser separates them. Character references are not decoded. */
export function* tokenize(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const next = findFrom(TAG_START, html, at)?.index ?? html.length;
    if (next > at) yield { kind: 'text', text: html.slice(at, next), from: at, to: next };
    if (next === html.length) return;
    const closes = html[next + 1] === '/';
    const written = matchAt(TAG_NAME, html, next + (closes ? 2 : 1));
    if (!written) {
      at = declarationEnd(html, next);
      continue;
    }
    const name = written.toLowerCase();
    const tag = attributesAt(html, next + (closes ? 2 : 1) + written.length);
    if (!tag) return;
    at = tag.end;
    if (closes) yield { kind: 'close', name, from: next, to: at };
    else {
      yield { kind: 'open', name, attributes: tag.attributes, from: next, to: at };
      const raw_end = RAW_END.get(name);
      if (!raw_end) continue;
      const close = findFrom(raw_end, html, at)?.index ?? html.length;
      if (close > at) yield { kind: 'text', text: html.slice(at, close), from: at, to: close };
      at = close;
    }
  }
}

const UNNESTED = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    // An opening tag of these closes the previous one, so they do not nest.
    'p li dt dd td th tr thead tbody tfoot colgroup caption option optgroup rp rt html head body'
  ).split(' '),
);

/** Pages made for people do not nest deeper; browsers stop at 512. */
const DEEPEST = 512;

/** Tracks how deeply tags nest; returns true once the limit is exceeded. */
export const createNestingGuard = (): ((token: HtmlToken) => boolean) => {
  const open: string[] = [];
  const count = new Map<string, number>();
  let too_deep = false;
  return (token) => {
    if (too_deep || token.kind === 'text' || UNNESTED.has(token.name)) return too_deep;
    const { name } = token;
    if (token.kind === 'open') {
      too_deep = open.push(name) > DEEPEST;
      count.set(name, (count.get(name) ?? 0) + 1);
    } else if (count.get(name)) {
      // A closing tag also closes what was left open inside; one without an opening tag closes nothing.
      let closed: string;
      do {
        closed = open.pop()!;
        count.set(closed, count.get(closed)! - 1);
      } while (closed !== name);
    }
    return too_deep;
  };
};
