/**
 * HTML as a run of tags and text, in one pass and without a tree. A tree would nest as deep as the page likes: parsers take
 * minutes for a hundred thousand open tags, and whoever walks the tree runs out of stack. Here nothing nests.
 */
export type Token =
  | { kind: 'open'; name: string; attributes: Record<string, string> }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

const SPACE = /[\t\n\f\r ]*/y;
const SPACE_OR_SLASH = /[\t\n\f\r /]*/y;
const TAG_START = /<(?=[A-Za-z/!?])/g;
const TAG_NAME = /[A-Za-z][^\t\n\f\r />]*/y;
const ATTRIBUTE_NAME = /=?[^\t\n\f\r />=]*/y;
const BARE_VALUE = /[^\t\n\f\r >]*/y;
const COMMENT_END = /--!?>/g;

/** What stands in these is text to the browser, whatever it looks like. */
const RAW: readonly string[] = ['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'];
const RAW_END = Object.fromEntries(RAW.map((name) => [name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]));

const MOST_ATTRIBUTES = 100;

const take = (pattern: RegExp, html: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(html)?.[0] ?? '';
};

const found = (pattern: RegExp, html: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(html);
};

/** The attributes from here to the end of the tag, and where it ends; null if it never does. */
const attributesAt = (html: string, from: number): { attributes: Record<string, string>; end: number } | null => {
  const attributes: Record<string, string> = {};
  let at = from;
  for (let count = 0; ; count++) {
    at += take(SPACE_OR_SLASH, html, at).length;
    if (at >= html.length) return null;
    if (html[at] === '>') return { attributes, end: at + 1 };
    const name = take(ATTRIBUTE_NAME, html, at);
    at += name.length;
    const after = at + take(SPACE, html, at).length;
    let value = '';
    if (html[after] === '=') {
      at = after + 1;
      at += take(SPACE, html, at).length;
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, at + 1);
        if (close < 0) return null;
        value = html.slice(at + 1, close);
        at = close + 1;
      } else {
        value = take(BARE_VALUE, html, at);
        at += value.length;
      }
    }
    const key = name.toLowerCase();
    if (count < MOST_ATTRIBUTES && !Object.hasOwn(attributes, key) && key !== '__proto__') attributes[key] = value;
  }
};

/** Where a comment or another declaration that begins here ends. */
const declarationEnd = (html: string, at: number): number => {
  if (!html.startsWith('<!--', at)) return html.indexOf('>', at) + 1 || html.length;
  if (html.startsWith('>', at + 4)) return at + 5;
  if (html.startsWith('->', at + 4)) return at + 6;
  const end = found(COMMENT_END, html, at + 4);
  return end ? end.index + end[0].length : html.length;
};

/** The tags and texts of a page, in its order, as a browser would tell them apart. Character references are left as they are. */
export function* tokensOf(html: string): Generator<Token> {
  let at = 0;
  while (at < html.length) {
    const next = found(TAG_START, html, at)?.index ?? html.length;
    if (next > at) yield { kind: 'text', text: html.slice(at, next) };
    if (next === html.length) return;
    const closes = html[next + 1] === '/';
    const written = take(TAG_NAME, html, next + (closes ? 2 : 1));
    if (!written) {
      at = declarationEnd(html, next);
      continue;
    }
    const name = written.toLowerCase();
    const tag = attributesAt(html, next + (closes ? 2 : 1) + written.length);
    if (!tag) return;
    at = tag.end;
    if (closes) yield { kind: 'close', name };
    else {
      yield { kind: 'open', name, attributes: tag.attributes };
      const raw_end = RAW.includes(name) ? RAW_END[name]! : null;
      if (!raw_end) continue;
      const close = found(raw_end, html, at)?.index ?? html.length;
      if (close > at) yield { kind: 'text', text: html.slice(at, close) };
      at = close;
    }
  }
}

const UNNESTED = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    // An opening tag of these closes the one before, so that they do not nest by themselves.
    'p li dt dd td th tr thead tbody tfoot colgroup caption option optgroup rp rt html head body'
  ).split(' '),
);

/** No page for people nests deeper; browsers themselves give up at 512. */
const DEEPEST = 512;

/** Counts how deep a page's tags nest; says true from the tag on that nests deeper than any page for people. */
export const watchNesting = (): ((token: Token) => boolean) => {
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
      // An end closes what was left open inside, too; one without a beginning closes nothing.
      let closed: string;
      do {
        closed = open.pop()!;
        count.set(closed, count.get(closed)! - 1);
      } while (closed !== name);
    }
    return too_deep;
  };
};
