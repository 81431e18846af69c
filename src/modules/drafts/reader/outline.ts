import { type Token, tokensOf, watchNesting } from './tags.ts';

/** A link of a page. */
export interface Link {
  url: URL;
  text: string;
  /** Whether it stands where a site names its main pages. */
  in_menu: boolean;
}

/** What a page says about itself and where it leads. */
export interface Outline {
  language: string | null;
  canonical: URL | null;
  /** Where it says it stands, to those who share it. */
  own_address: URL | null;
  /** The same page in other languages. */
  alternates: URL[];
  links: Link[];
  refresh: URL | null;
  /** From its robots meta tags, for everybody or for us. */
  directives: string[];
  /** It nests so deep that to build its tree, or to walk it, would be an attack on whoever does. */
  too_deep: boolean;
}

const LONGEST_TEXT = 200;
const LONGEST_ADDRESS = 2048;
const MOST_LINKS = 2000;
const MENUS: readonly string[] = ['nav', 'header', 'footer'];
/** A page that sends people on after a while is a page of its own. */
const LONGEST_REFRESH_S = 5;

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  szlig: 'ss',
  aelig: 'ae',
  oelig: 'oe',
};

/** Character references, as far as words and addresses need them: an accented letter becomes its plain one. */
export const plainText = (text: string): string =>
  text.includes('&')
    ? text
        .replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi, (all, hex?: string, decimal?: string) => {
          const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
        })
        .replace(/&([a-z])(?:uml|acute|grave|circ|tilde|cedil|ring|slash|caron);/gi, '$1')
        .replace(/&([a-z]{2,5});/gi, (all, name: string) => NAMED[name.toLowerCase()] ?? all)
    : text;

const parse = (href: string | undefined, base: URL): URL | null => {
  const text = plainText((href ?? '').slice(0, LONGEST_ADDRESS + 1)).trim();
  if (!text || text.length > LONGEST_ADDRESS || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
};

const refreshOf = (content: string | undefined, base: URL): URL | null => {
  const parts = /^\s*(\d{0,4})(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content ?? '');
  return parts && Number(parts[1]) <= LONGEST_REFRESH_S ? parse(parts[2], base) : null;
};

type Opened = Extract<Token, { kind: 'open' }>;

/** Reads a page's links and what it says about itself, in one pass over its tags. */
export const outlineOf = (html: string, url: URL, robot_names: readonly string[]): Outline => {
  const outline: Outline = {
    language: null,
    canonical: null,
    own_address: null,
    alternates: [],
    links: [],
    refresh: null,
    directives: [],
    too_deep: false,
  };
  const menus: string[] = [];
  let base: URL | null = null;
  const now: { open: (Link & { label: string }) | null; raw: boolean } = { open: null, raw: false };
  const here = () => base ?? url;

  const keep = (link: Link) => {
    if (outline.links.length < MOST_LINKS) outline.links.push(link);
  };
  const finish = () => {
    if (!now.open) return;
    const { label, ...link } = now.open;
    const text = plainText(link.text).replace(/\s+/g, ' ').trim() || plainText(label.slice(0, LONGEST_TEXT)).trim();
    keep({ ...link, text: text.slice(0, LONGEST_TEXT) });
    now.open = null;
  };

  const ON_OPEN: Record<string, (tag: Opened['attributes']) => void> = {
    html: ({ lang, 'xml:lang': xml }) => {
      outline.language ??= (lang || xml || '').trim().toLowerCase() || null;
    },
    base: ({ href }) => {
      if (href !== undefined) base ??= parse(href, url);
    },
    meta: ({ name = '', property = '', 'http-equiv': equiv = '', content }) => {
      if (property === 'og:url') outline.own_address ??= parse(content, here());
      if (equiv.toLowerCase() === 'refresh') outline.refresh ??= refreshOf(plainText((content ?? '').slice(0, LONGEST_ADDRESS)), here());
      if (robot_names.includes(name.trim().toLowerCase())) outline.directives.push(...(content ?? '').toLowerCase().split(/[\s,]+/));
    },
    link: ({ rel = '', href, hreflang }) => {
      const rels = rel.toLowerCase().split(/\s+/);
      if (rels.includes('canonical')) outline.canonical ??= parse(href, here());
      const alternate = rels.includes('alternate') && hreflang ? parse(href, here()) : null;
      if (alternate && outline.alternates.length < 200) outline.alternates.push(alternate);
    },
    a: ({ href, 'aria-label': label, title }) => {
      finish();
      const to = href === undefined ? null : parse(href, here());
      if (to) now.open = { url: to, text: '', in_menu: menus.length > 0, label: label ?? title ?? '' };
    },
    area: ({ href, alt = '' }) => {
      const to = href === undefined ? null : parse(href, here());
      if (to) keep({ url: to, text: plainText(alt.slice(0, LONGEST_TEXT)), in_menu: false });
    },
    img: ({ alt }) => {
      if (now.open && alt && !now.open.label) now.open.label = alt;
    },
  };

  const nests = watchNesting();
  for (const token of tokensOf(html)) {
    if (nests(token)) return { ...outline, too_deep: true };
    if (token.kind === 'text') {
      if (now.open && !now.raw && now.open.text.length < LONGEST_TEXT) now.open.text += ` ${token.text.slice(0, LONGEST_TEXT)}`;
    } else if (token.kind === 'open') {
      now.raw = token.name === 'script' || token.name === 'style';
      if (MENUS.includes(token.name)) menus.push(token.name);
      if (Object.hasOwn(ON_OPEN, token.name)) ON_OPEN[token.name]!(token.attributes);
    } else {
      now.raw = false;
      if (token.name === 'a') finish();
      if (menus.at(-1) === token.name) menus.pop();
    }
  }
  finish();
  return outline;
};
