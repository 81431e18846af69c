import {
  APP_DATA,
  type HtmlTag,
  isHiddenTag,
  isPlaceholderText,
  isTag,
  isTemplateRoot,
  isTemplateTag,
  isTextNode,
  memoizeByObject,
  type PageNode,
  parseHtml,
  ROOT_NAME,
} from './dom.ts';
import { type JsonObject, type JsonValue, listJsonLdFounders, listObjects, parseJsonLd, visitValues, withoutTexts } from './json-ld.ts';
import type { PageContent, PageText, TextPiece, TextSource } from './page.ts';
import { createInjectionFilter } from './prompt-injection.ts';
import { createRegionReader, isInactiveTab, type PageRegion } from './regions.ts';
import { collapseSpace, collectTextBlocks, type TextContext } from './text-blocks.ts';

/** A block of text and its context. `lines` are separated by `<br>`; `lang` is set if this part of the page declares its own language. */
export interface TextBlock {
  at: number;
  text: string;
  lines: string[];
  tag: HtmlTag;
  regions: ReadonlySet<PageRegion>;
  lang: string;
}

export interface LinkedElement {
  tag: HtmlTag;
  text: string;
  regions: ReadonlySet<PageRegion>;
  hidden: boolean;
  /** How many blocks precede it. */
  at: number;
}

export interface ParsedPage {
  url: string;
  base: string;
  lang: string;
  text: PageText;
  blocks: TextBlock[];
  metas: { name: string; content: string }[];
  title: string;
  data: JsonValue[];
  pointers: Record<'a' | 'img' | 'link' | 'video' | 'source' | 'iframe', LinkedElement[]>;
  items: HtmlTag[];
  /** The content of a one-page app whose page shows next to nothing without its script. */
  app_data: JsonValue | null;
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
/** A page with less visible text waits for its script. */
const FEW_LETTERS = 600;
const NONE: ReadonlySet<PageRegion> = new Set();
const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/i;

interface Frame extends TextContext {
  tag: HtmlTag;
  next: number;
}

const resolveBase = (written: string | undefined, url: string): string => {
  const base = written === undefined ? null : URL.parse(written.trim(), url);
  return base && /^https?:$/.test(base.protocol) ? base.href : url;
};

const getLanguage = ({ name, attribs }: HtmlTag): string => {
  const written = name === 'html' ? '' : (attribs.lang ?? attribs['data-lang'] ?? '');
  return LANGUAGE.test(written) ? written.slice(0, 2).toLowerCase() : '';
};

const getOwnText = (tag: HtmlTag): string => tag.children.map((child) => (isTextNode(child) ? child.data : '')).join('');

const ENCODED_HREF = /\/cdn-cgi\/l\/email-protection#([0-9a-f]{2,400})$/i;
/** An email address that Cloudflare hid from robots: bytes in hexadecimal, each combined with the first. Scripts show it to people. */
const decodeEmail = ({ href = '', 'data-cfemail': data }: HtmlTag['attribs']): string | null => {
  const encoded = data ?? ENCODED_HREF.exec(href)?.[1];
  if (!encoded || encoded.length > 400) return null;
  const [key, ...bytes] = Buffer.from(encoded, 'hex');
  const address = Buffer.from(bytes.map((byte) => byte ^ key!)).toString();
  return /^[^\s@]+@[^\s@]+$/.test(address) ? address : null;
};

/** Parses a page: blocks, metadata, links and images, each with its regions. Cached: this is the most expensive step. */
export const parsePage = memoizeByObject(({ url, html }: Pick<PageContent, 'url' | 'html'>): ParsedPage => {
  const pieces: TextPiece[] = [];
  const page: ParsedPage = {
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
    app_data: null,
  };
  const isInjection = createInjectionFilter();
  /** Adds a piece; prompt injections are stored as hidden. Returns whether it may be quoted. */
  const addPiece = (source: TextSource, text: string): boolean => {
    if (!text || pieces.length >= MAX_PIECES) return false;
    const kept = isInjection({ source, text }) ? 'hidden' : source;
    pieces.push({ source: kept, text });
    return kept === source;
  };
  const addText = (source: TextSource, text: string): boolean => addPiece(source, collapseSpace(text));
  const blocks = collectTextBlocks((lines, { source, regions, block, lang }) => {
    const text = lines.join(' ');
    const shown = source === 'visible' && (regions.has('code') || !isPlaceholderText(text));
    const kept = addPiece(shown || source !== 'visible' ? source : 'template', text);
    if (kept && shown) page.blocks.push({ at: page.blocks.length, text, lines, tag: block, regions, lang });
  }, addText);

  const addAttributes = (tag: HtmlTag, source: TextSource) => {
    const from = source === 'visible' ? 'attribute' : source;
    const email = decodeEmail(tag.attribs);
    if (email) tag.attribs.href = `mailto:${email}`;
    for (const name of ATTRIBUTES) {
      const value = tag.attribs[name];
      if (!value || value.length > MAX_ATTRIBUTE || value.startsWith('data:')) continue;
      if (!addText(name === 'content' ? 'meta' : from, value)) delete tag.attribs[name];
    }
  };
  const readHead = (tag: HtmlTag) => {
    if (tag.name === 'title' && !page.title) {
      const text = collapseSpace(getOwnText(tag));
      if (addText('meta', text)) page.title = text;
    }
    if (tag.name === 'meta') {
      const { attribs } = tag;
      const name = (attribs.name ?? attribs.property ?? attribs.itemprop ?? attribs['http-equiv'] ?? '').toLowerCase().trim();
      const content = collapseSpace(attribs.content ?? '');
      if (content.length > MAX_ATTRIBUTE) return;
      const kept = addText(isPlaceholderText(content) ? 'template' : 'meta', content);
      if (name && content && kept) page.metas.push({ name, content });
    }
    if (tag.name === 'base' && page.base === url) page.base = resolveBase(tag.attribs.href, url);
  };
  const readJsonLd = (tag: HtmlTag) => {
    const data = parseJsonLd(getOwnText(tag));
    if (data === undefined) return;
    const rejected_texts = new Set<string>();
    visitValues(data, (key, value, listed) => {
      if (!addText('json_ld', key && !listed ? `"${key}": "${collapseSpace(value)}"` : value)) rejected_texts.add(value);
    });
    const kept = rejected_texts.size > 0 ? withoutTexts(data, rejected_texts) : data;
    for (const { written } of listObjects(kept).flatMap(listJsonLdFounders)) addText('json_ld', written);
    page.data.push(kept);
  };

  let app_data: JsonValue | undefined;
  /** Texts of the app, for a page that has none of its own. */
  const readAppData = (data: JsonValue) => {
    const rejected_texts = new Set<string>();
    visitValues(data, (_, value) => {
      if (/\p{L}{2}/u.test(value) && !addText('json_ld', value)) rejected_texts.add(value);
    });
    page.app_data = rejected_texts.size > 0 ? withoutTexts(data, rejected_texts) : data;
  };

  const root = parseHtml(html);
  const regionsAt = createRegionReader();
  const stack: Frame[] = [{ tag: root, next: 0, source: 'visible', regions: NONE, block: root, lang: '' }];
  const enter = (tag: HtmlTag, above: Frame) => {
    if (isTemplateRoot(tag)) Object.assign(tag, ROOT_NAME);
    if (tag.name === 'html') page.lang = (tag.attribs.lang ?? '').toLowerCase();
    const { names, regions: own } = regionsAt(tag);
    const other = isInactiveTab(tag, names) && !above.regions.has('tab');
    const more = other || own.some((region) => !above.regions.has(region));
    const regions: ReadonlySet<PageRegion> = more
      ? new Set([...above.regions, ...own, ...(other ? (['tab'] as const) : [])])
      : above.regions;
    let source = above.source;
    if (source === 'visible' && isTemplateTag(tag)) source = 'template';
    else if (source === 'visible' && isHiddenTag(tag, names)) source = 'hidden';
    const inline = INLINE.has(tag.name);
    if (tag.attribs.itemscope !== undefined && source === 'visible' && page.items.length < MAX_ITEMS) page.items.push(tag);
    if (tag.name in page.pointers)
      page.pointers[tag.name as 'a'].push({ tag, text: '', regions, hidden: source !== 'visible', at: page.blocks.length });
    if (tag.name === 'script' && /ld\+json/i.test(tag.attribs.type ?? '')) return readJsonLd(tag);
    if (tag.name === 'script' && APP_DATA.test(tag.attribs.id ?? '')) {
      app_data ??= parseJsonLd(getOwnText(tag));
      return;
    }
    if (tag.name === 'script' && source === 'template') {
      addText('template', getOwnText(tag).slice(0, 20_000));
      return;
    }
    readHead(tag);
    if (tag.name === 'title') return;
    // A meta's content is added with its name. The source of a player is visible, though the fallback text inside it is not.
    const plays = tag.name === 'video' || tag.name === 'audio' || tag.name === 'iframe';
    const played = tag.name === 'source' && above.tag.name !== 'picture';
    if (tag.name !== 'meta') addAttributes(tag, plays ? above.source : played ? (stack.at(-2)?.source ?? source) : source);
    if (tag.name === 'br') return blocks.breakLine();
    if (SILENT.has(tag.name)) return;
    if (inline) blocks.openInline();
    else blocks.flush();
    stack.push({ tag, next: 0, source, regions, block: inline ? above.block : tag, lang: getLanguage(tag) || above.lang });
  };

  while (stack.length > 0) {
    const frame = stack.at(-1)!;
    const child: PageNode | undefined = frame.tag.children[frame.next++];
    if (child === undefined) {
      stack.pop();
      if (INLINE.has(frame.tag.name)) blocks.closeInline();
      else blocks.flush();
    } else if (isTag(child)) enter(child, frame);
    else if (isTextNode(child)) blocks.add(child.data, frame, isTag(frame.tag.children[frame.next - 2] ?? null));
  }
  blocks.flush();
  const letters = page.blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (app_data !== undefined && letters < FEW_LETTERS) readAppData(app_data);
  if (page.base !== url) page.text.base = page.base;
  for (const pointer of page.pointers.a) pointer.text = textInside(pointer.tag);
  return page;
});

const MAX_TEXT_NODES = 400;
/** Collapsing white space must be bounded: at most this multiple of the requested length is read. */
const MAX_WHITE_SPACE = 50;

/** The text inside an element, collapsed and shortened; for labels. */
export const textInside = (tag: HtmlTag, most = 400): string => {
  const out: string[] = [];
  const stack: PageNode[] = [tag];
  let left = most * MAX_WHITE_SPACE;
  for (let seen = 0; stack.length > 0 && seen < MAX_TEXT_NODES && left > 0; seen++) {
    const node = stack.pop()!;
    if (isTextNode(node)) {
      out.push(node.data.slice(0, left));
      left -= node.data.length;
    } else if (isTag(node) && node.name !== 'style' && node.name !== 'script')
      for (const child of node.children.slice(0, MAX_TEXT_NODES).reverse()) stack.push(child);
  }
  return collapseSpace(out.join(' ')).slice(0, most);
};

const MAX_VALUE_LENGTH = 2000;
const MAX_ITEM_NODES = 2000;

/** The value of a microdata property: its address, its machine-readable form, or its text. */
const propertyValue = (tag: HtmlTag): string => {
  const { content, href, src, datetime } = tag.attribs;
  return (
    content ??
    (tag.name === 'a' || tag.name === 'link' ? href : undefined) ??
    src ??
    datetime ??
    textInside(tag, MAX_VALUE_LENGTH)
  ).trim();
};

/** Converts a microdata item to the shape of JSON-LD; nested items become values. */
export const readMicrodata = (item: HtmlTag, known = new Map<HtmlTag, JsonObject>()): JsonObject => {
  const before = known.get(item);
  if (before) return before;
  const data: JsonObject = { '@type': item.attribs.itemtype ?? '' };
  known.set(item, data);
  const stack: PageNode[] = item.children.slice(0, MAX_ITEM_NODES).reverse();
  for (let seen = 0; stack.length > 0 && seen < MAX_ITEM_NODES; seen++) {
    const node = stack.pop()!;
    if (!isTag(node)) continue;
    const inner = node.attribs.itemscope !== undefined;
    for (const name of (node.attribs.itemprop ?? '').split(/\s+/).filter(Boolean)) {
      const value = inner ? readMicrodata(node, known) : propertyValue(node);
      const before = data[name];
      if (before === undefined) data[name] = value;
      else if (Array.isArray(before)) before.push(value);
      else data[name] = [before, value];
    }
    if (!inner) stack.push(...node.children.slice(0, MAX_ITEM_NODES).reverse());
  }
  return data;
};

export const pageTextOf = (page: Pick<PageContent, 'url' | 'html'>): PageText => parsePage(page).text;
