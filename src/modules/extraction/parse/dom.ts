import { memoize } from '../../../kernel/memoize.ts';
import { parseHtmlTree } from '../../../kernel/parsing/html-tree.ts';

export interface HtmlTag {
  type: string;
  name: string;
  attribs: Record<string, string>;
  children: PageNode[];
  parent: HtmlTag | null;
  prev: PageNode | null;
}

interface TextNode {
  type: 'text' | 'comment' | 'directive' | 'cdata';
  data: string;
  parent: HtmlTag | null;
  prev: PageNode | null;
}

export type PageNode = HtmlTag | TextNode;

export const ROOT_NAME = { name: 'root', attribs: {} };
const TAGS = new Set(['tag', 'script', 'style', 'root']);

export const isTag = (node: PageNode | null): node is HtmlTag => node !== null && TAGS.has(node.type);
/** The parser treats a template's content as a document of its own, without attributes. */
export const isTemplateRoot = (node: HtmlTag): boolean => node.type === 'root';
export const isTextNode = (node: PageNode): node is TextNode => node.type === 'text';

/** Parses a page as a browser would, in bounded time for any input. */
export const parseHtml = (html: string): HtmlTag => {
  // The parser's own node types differ, with the same properties.
  const root = parseHtmlTree(html) as unknown as HtmlTag;
  Object.assign(root, ROOT_NAME);
  return root;
};

/** An element and those around it, innermost first. */
export const ancestorsOf = (tag: HtmlTag, most = Number.POSITIVE_INFINITY): HtmlTag[] => {
  const path: HtmlTag[] = [];
  for (let at: HtmlTag | null = tag; at && path.length < most; at = at.parent) path.push(at);
  return path;
};

/** Remembers the result for each object as long as the object is in use. */
export const memoizeByObject = <K extends WeakKey, V>(compute: (key: K) => V): ((key: K) => V) => memoize(compute, new WeakMap<K, V>());

const NOT_SHOWN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Icon fonts that select a glyph by a word: the word is text, but not visible. */
const ICONS = /\b(material (icons|symbols)|google ?symbols|ligature|icon ligature|ms icon)\b/;
/** Opened by a click, so readers can see it. */
const EXPANDABLE = /\b(answer|accordion|collapse|collapsible|faq|toggle|expand|details|panel body)\b/;
export const SCRIPT_TEMPLATE = /template|text\/html|handlebars|mustache|text\/ng|jquery-tmpl/i;
/** The id of the element in which a one-page app has the content that its script will show. */
export const APP_DATA = /^__(?:NEXT|NUXT)_DATA__$/;
const FALLBACKS = new Set(['noscript', 'template', 'object', 'video', 'audio', 'canvas', 'iframe']);

export const isTemplateTag = (tag: HtmlTag): boolean =>
  FALLBACKS.has(tag.name) || (tag.name === 'script' && SCRIPT_TEMPLATE.test(tag.attribs.type ?? ''));

const isToggle = (tag: HtmlTag): boolean =>
  tag.name === 'button' ||
  tag.name === 'summary' ||
  tag.attribs['aria-expanded'] !== undefined ||
  tag.children.some((child) => isTag(child) && (child.name === 'button' || child.attribs?.['aria-expanded'] !== undefined));

const hasToggle = (tag: HtmlTag): boolean => {
  let before = tag.prev;
  while (before && !isTag(before)) before = before.prev;
  return before !== null && isTag(before) && isToggle(before);
};

const RESPONSIVE = /^(sm|md|lg|xl|2xl):(?!hidden)|^d-(sm|md|lg|xl)-(?!none)/;
const isNotShown = ({ name, attribs }: HtmlTag): boolean => {
  if (attribs.hidden !== undefined && attribs.hidden !== 'until-found') return true;
  if (attribs['aria-hidden']?.trim() === 'true' || (attribs.style && NOT_SHOWN.test(attribs.style))) return true;
  const classes = (attribs.class ?? '').split(/\s+/);
  if (classes.includes('hidden') || classes.includes('d-none') || classes.includes('w-condition-invisible'))
    return !classes.some((one) => RESPONSIVE.test(one));
  return name === 'dialog' && attribs.open === undefined;
};

/** Whether an element's text is hidden from readers. Screen-reader text counts as visible. */
export const isHiddenTag = (tag: HtmlTag, names: string): boolean => {
  if (ICONS.test(names)) return true;
  return isNotShown(tag) && !EXPANDABLE.test(names) && tag.attribs.role !== 'region' && tag.attribs.role !== 'tabpanel' && !hasToggle(tag);
};

const PLACEHOLDER_TEXT =
  /\blorem ipsum\b|\bdolor sit amet\b|\bconsectetur adipi|\bsed do eiusmod\b|\{\{(?:\{?[^{}])*\{?\}\}|\{%[^%]*%\}|<%|\$\{[\w.]+\}|\[\[[\w\s.]+\]\]|\[(your|company|insert|name|dein|ihr|tu|votre)[^\]]{0,40}\]|%[A-Z_]{3,}%|\b(your|insert) (headline|tagline|text|description|title|company name) (goes )?here\b/i;

export const isPlaceholderText = (text: string): boolean => PLACEHOLDER_TEXT.test(text);
