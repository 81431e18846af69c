import { parseAddress } from '../crawl/addresses.ts';
import { createNestingGuard, type OpenTag, tokenize } from './tokenizer.ts';

/** A link, or a sitemap entry, which has no text. */
export interface OutlineLink {
  url: URL;
  text: string;
  /** Whether it is in a menu, header or footer. */
  in_menu: boolean;
}

export interface PageOutline {
  language: string | null;
  canonical: URL | null;
  /** Its og:url. */
  own_address: URL | null;
  alternates: URL[];
  links: OutlineLink[];
  refresh: URL | null;
  /** Robots meta directives for all robots or for us. */
  directives: string[];
  /** Nested too deeply: building or walking its tree would be a denial of service. */
  too_deep: boolean;
}

const LONGEST_TEXT = 200;
const LONGEST_ADDRESS = 2048;
const MAX_LINKS = 2000;
const MENUS: readonly string[] = ['nav', 'header', 'footer'];
/** A page that redirects after a longer delay is a page of its own. */
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

/** Decodes character references as far as words and addresses need it: accented letters become plain ones. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text
        .replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi, (all, hex?: string, decimal?: string) => {
          const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
        })
        .replace(/&([a-z])(?:uml|acute|grave|circ|tilde|cedil|ring|slash|caron);/gi, '$1')
        .replace(/&([a-z]{2,5});/gi, (all, name: string) => NAMED[name.toLowerCase()] ?? all)
    : text;

const resolveLink = (href: string | undefined, base: URL): URL | null => {
  const url = parseAddress(decodeEntities((href ?? '').slice(0, LONGEST_ADDRESS + 1)), base);
  if (!url) return null;
  url.hash = '';
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : null;
};

const parseRefresh = (content: string, base: URL): URL | null => {
  const parts = /^(\d{0,4})(?:\.\d*)? ?[;, ] ?(?:url ?= ?)?["']?([^"']+)/i.exec(content.replace(/\s+/g, ' ').trim());
  return parts && Number(parts[1]) <= LONGEST_REFRESH_S ? resolveLink(parts[2], base) : null;
};

export const outlinePage = (html: string, url: URL, robot_names: readonly string[]): PageOutline => {
  const outline: PageOutline = {
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
  const state: { open: (OutlineLink & { label: string }) | null; raw: boolean } = { open: null, raw: false };
  const getBase = () => base ?? url;

  const addLink = (link: OutlineLink) => {
    if (outline.links.length < MAX_LINKS) outline.links.push(link);
  };
  const finish = () => {
    if (!state.open) return;
    const { label, ...link } = state.open;
    const text = decodeEntities(link.text).replace(/\s+/g, ' ').trim() || decodeEntities(label.slice(0, LONGEST_TEXT)).trim();
    addLink({ ...link, text: text.slice(0, LONGEST_TEXT) });
    state.open = null;
  };

  const ON_OPEN: Record<string, (tag: OpenTag['attributes']) => void> = {
    html: ({ lang, 'xml:lang': xml }) => {
      outline.language ??= (lang || xml || '').trim().toLowerCase() || null;
    },
    base: ({ href }) => {
      if (href !== undefined) base ??= resolveLink(href, url);
    },
    meta: ({ name = '', property = '', 'http-equiv': equiv = '', content }) => {
      if (property === 'og:url') outline.own_address ??= resolveLink(content, getBase());
      const cut = (content ?? '').slice(0, LONGEST_ADDRESS);
      if (equiv.toLowerCase() === 'refresh') outline.refresh ??= parseRefresh(decodeEntities(cut), getBase());
      if (robot_names.includes(name.trim().toLowerCase())) outline.directives.push(...cut.toLowerCase().split(/[\s,]+/));
    },
    link: ({ rel = '', href, hreflang }) => {
      const rels = rel.toLowerCase().split(/\s+/);
      if (rels.includes('canonical')) outline.canonical ??= resolveLink(href, getBase());
      const alternate = rels.includes('alternate') && hreflang ? resolveLink(href, getBase()) : null;
      if (alternate && outline.alternates.length < 200) outline.alternates.push(alternate);
    },
    a: ({ href, 'aria-label': label, title }) => {
      finish();
      const to = href === undefined ? null : resolveLink(href, getBase());
      if (to) state.open = { url: to, text: '', in_menu: menus.length > 0, label: label ?? title ?? '' };
    },
    area: ({ href, alt = '' }) => {
      const to = href === undefined ? null : resolveLink(href, getBase());
      if (to) addLink({ url: to, text: decodeEntities(alt.slice(0, LONGEST_TEXT)), in_menu: false });
    },
    img: ({ alt }) => {
      if (state.open && alt && !state.open.label) state.open.label = alt;
    },
  };

  const isTooDeep = createNestingGuard();
  for (const token of tokenize(html)) {
    if (isTooDeep(token)) return { ...outline, too_deep: true };
    if (token.kind === 'text') {
      if (state.open && !state.raw && state.open.text.length < LONGEST_TEXT) state.open.text += ` ${token.text.slice(0, LONGEST_TEXT)}`;
    } else if (token.kind === 'open') {
      state.raw = token.name === 'script' || token.name === 'style';
      if (MENUS.includes(token.name)) menus.push(token.name);
      if (Object.hasOwn(ON_OPEN, token.name)) ON_OPEN[token.name]!(token.attributes);
    } else {
      state.raw = false;
      if (token.name === 'a') finish();
      if (menus.at(-1) === token.name) menus.pop();
    }
  }
  finish();
  return outline;
};
