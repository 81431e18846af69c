import { isHiddenTag, isLeftOver, isTemplateTag } from './hidden.ts';
import { eachValue, foundersIn, type Json, objectsOf, readJsonLd, withoutTexts } from './json-ld.ts';
import { orderWatch } from './orders.ts';
import type { PageText, Piece, ReadPage, Source } from './page.ts';
import { isInnerPage, isTag, isWords, NAMELESS, type PageNode, parsePage, type Tag } from './parse.ts';
import { isOtherTab, type Region, regionReader } from './regions.ts';
import { folded, runningText, type Standing } from './running-text.ts';

export { folded } from './running-text.ts';

/** One block of text and where it stands. `lines` are what `<br>` parts; `lang` is a language said of this part of the page alone. */
export interface Block {
  at: number;
  text: string;
  lines: string[];
  tag: Tag;
  regions: ReadonlySet<Region>;
  lang: string;
}

/** An element that points somewhere or shows something. */
export interface Pointer {
  tag: Tag;
  text: string;
  regions: ReadonlySet<Region>;
  hidden: boolean;
  /** How many blocks came before it. */
  at: number;
}

export interface OpenPage {
  url: string;
  /** What relative addresses are relative to. */
  base: string;
  lang: string;
  text: PageText;
  /** What a reader sees, in order. */
  blocks: Block[];
  metas: { name: string; content: string }[];
  title: string;
  data: Json[];
  /** Links, pictures, videos and frames by tag name. */
  pointers: Record<'a' | 'img' | 'link' | 'video' | 'source' | 'iframe', Pointer[]>;
  /** Elements that describe a thing by their attributes, as far as they are shown. */
  items: Tag[];
}

const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark nobr picture q rp rt ruby s samp small source span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const SILENT = new Set(['script', 'style', 'link', 'meta', 'base', 'datalist', 'rp']);
const ATTRIBUTES = ['href', 'src', 'data-src', 'data-lazy-src', 'poster', 'alt', 'title', 'aria-label', 'datetime', 'content'];
const MAX_ATTRIBUTE = 2048;
const MAX_PIECES = 30_000;
const MAX_ITEMS = 200;
const NONE: ReadonlySet<Region> = new Set();
const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/i;

interface Frame extends Standing {
  tag: Tag;
  next: number;
}

const opened = new WeakMap<object, OpenPage>();

/** Reads a page, or remembers how it was read: taking one apart is what costs most. */
export const openPage = (page: Pick<ReadPage, 'url' | 'html'>): OpenPage => {
  const known = opened.get(page) ?? readPage(page);
  opened.set(page, known);
  return known;
};

/** Where the page's links begin, if it says so. */
const baseOf = (written: string | undefined, url: string): string => {
  const base = written === undefined ? null : URL.parse(written.trim(), url);
  return base && /^https?:$/.test(base.protocol) ? base.href : url;
};

const langOf = ({ name, attribs }: Tag): string => {
  const written = name === 'html' ? '' : (attribs.lang ?? attribs['data-lang'] ?? '');
  return LANGUAGE.test(written) ? written.slice(0, 2).toLowerCase() : '';
};

const wordsIn = (tag: Tag): string => tag.children.map((child) => (isWords(child) ? child.data : '')).join('');

/** Reads a page once: its blocks, what it tells machines, its links and pictures, each with the part of the page it stands in. */
const readPage = ({ url, html }: Pick<ReadPage, 'url' | 'html'>): OpenPage => {
  const pieces: Piece[] = [];
  const page: OpenPage = {
    url,
    base: url,
    lang: '',
    text: { url, pieces },
    blocks: [],
    metas: [],
    title: '',
    data: [],
    pointers: { a: [], img: [], link: [], video: [], source: [], iframe: [] },
    items: [],
  };
  const isOrder = orderWatch();
  /** Keeps a piece; what orders a machine about is kept as hidden. Says whether it may be quoted. */
  const keep = (source: Source, text: string): boolean => {
    if (!text || pieces.length >= MAX_PIECES) return false;
    const kept = isOrder({ source, text }) ? 'hidden' : source;
    pieces.push({ source: kept, text });
    return kept === source;
  };
  const say = (source: Source, text: string): boolean => keep(source, folded(text));
  const running = runningText((lines, { source, regions, block, lang }) => {
    const text = lines.join(' ');
    const shown = source === 'visible' && (regions.has('code') || !isLeftOver(text));
    const kept = keep(shown || source !== 'visible' ? source : 'template', text);
    if (kept && shown) page.blocks.push({ at: page.blocks.length, text, lines, tag: block, regions, lang });
  }, say);

  const attributes = (tag: Tag, source: Source) => {
    const from = source === 'visible' ? 'attribute' : source;
    for (const name of ATTRIBUTES) {
      const value = tag.attribs[name];
      if (!value || value.length > MAX_ATTRIBUTE || value.startsWith('data:')) continue;
      if (!say(name === 'content' ? 'meta' : from, value)) delete tag.attribs[name];
    }
  };
  const headOf = (tag: Tag) => {
    if (tag.name === 'title' && !page.title) {
      const text = folded(wordsIn(tag));
      if (say('meta', text)) page.title = text;
    }
    if (tag.name === 'meta') {
      const { attribs } = tag;
      const name = (attribs.name ?? attribs.property ?? attribs.itemprop ?? attribs['http-equiv'] ?? '').toLowerCase().trim();
      const content = folded(attribs.content ?? '');
      if (content.length > MAX_ATTRIBUTE) return;
      const kept = say(isLeftOver(content) ? 'template' : 'meta', content);
      if (name && content && kept) page.metas.push({ name, content });
    }
    if (tag.name === 'base' && page.base === url) page.base = baseOf(tag.attribs.href, url);
  };
  const dataOf = (tag: Tag) => {
    const data = readJsonLd(wordsIn(tag));
    if (data === undefined) return;
    const refused = new Set<string>();
    eachValue(data, (key, value, listed) => {
      if (!say('json_ld', key && !listed ? `"${key}": "${folded(value)}"` : value)) refused.add(value);
    });
    const kept = refused.size > 0 ? withoutTexts(data, refused) : data;
    for (const { written } of objectsOf(kept).flatMap(foundersIn)) say('json_ld', written);
    page.data.push(kept);
  };

  const root = parsePage(html);
  const regionsAt = regionReader();
  const stack: Frame[] = [{ tag: root, next: 0, source: 'visible', regions: NONE, block: root, lang: '' }];
  const enter = (tag: Tag, above: Frame) => {
    if (isInnerPage(tag)) Object.assign(tag, NAMELESS);
    if (tag.name === 'html') page.lang = (tag.attribs.lang ?? '').toLowerCase();
    const { names, regions: own } = regionsAt(tag);
    const other = isOtherTab(tag, names) && !above.regions.has('tab');
    const more = other || own.some((region) => !above.regions.has(region));
    const regions: ReadonlySet<Region> = more ? new Set([...above.regions, ...own, ...(other ? (['tab'] as const) : [])]) : above.regions;
    let source = above.source;
    if (source === 'visible' && isTemplateTag(tag)) source = 'template';
    else if (source === 'visible' && isHiddenTag(tag, names)) source = 'hidden';
    const inline = INLINE.has(tag.name);
    if (tag.attribs.itemscope !== undefined && source === 'visible' && page.items.length < MAX_ITEMS) page.items.push(tag);
    if (tag.name in page.pointers)
      page.pointers[tag.name as 'a'].push({ tag, text: '', regions, hidden: source !== 'visible', at: page.blocks.length });
    if (tag.name === 'script' && /ld\+json/i.test(tag.attribs.type ?? '')) return dataOf(tag);
    if (tag.name === 'script' && source === 'template') {
      say('template', wordsIn(tag).slice(0, 20_000));
      return;
    }
    headOf(tag);
    if (tag.name === 'title') return;
    // A meta's content is told with its name. What a player plays is shown, though the words inside it are for those who cannot see it.
    const plays = tag.name === 'video' || tag.name === 'audio' || tag.name === 'iframe';
    const played = tag.name === 'source' && above.tag.name !== 'picture';
    if (tag.name !== 'meta') attributes(tag, plays ? above.source : played ? (stack.at(-2)?.source ?? source) : source);
    if (tag.name === 'br') return running.broken();
    if (SILENT.has(tag.name)) return;
    if (inline) running.opened();
    else running.flush();
    stack.push({ tag, next: 0, source, regions, block: inline ? above.block : tag, lang: langOf(tag) || above.lang });
  };

  while (stack.length > 0) {
    const frame = stack.at(-1)!;
    const child: PageNode | undefined = frame.tag.children[frame.next++];
    if (child === undefined) {
      stack.pop();
      if (INLINE.has(frame.tag.name)) running.closed();
      else running.flush();
    } else if (isTag(child)) enter(child, frame);
    else if (isWords(child)) running.add(child.data, frame, isTag(frame.tag.children[frame.next - 2] ?? null));
  }
  running.flush();
  if (page.base !== url) page.text.base = page.base;
  for (const pointer of page.pointers.a) pointer.text = textWithin(pointer.tag);
  return page;
};

/** The text inside an element, folded; at most a little of it, for naming things. */
export const textWithin = (tag: Tag, most = 400): string => {
  const out: string[] = [];
  const stack: PageNode[] = [tag];
  for (let seen = 0; stack.length > 0 && seen < 400; seen++) {
    const node = stack.pop()!;
    if (isWords(node)) out.push(node.data);
    else if (isTag(node) && node.name !== 'style' && node.name !== 'script')
      for (const child of node.children.toReversed()) stack.push(child);
  }
  return folded(out.join(' ')).slice(0, most);
};
