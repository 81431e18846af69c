import { isTag, type Tag } from './parse.ts';

const NOT_SHOWN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
/** Icon fonts whose glyph is chosen by a word: the word is text, but nobody sees it. */
const ICONS = /\b(material (icons|symbols)|google ?symbols|ligature|icon ligature|ms icon)\b/;
/** Opened by a click, so a reader can see it. */
const OPENS = /\b(answer|accordion|collapse|collapsible|faq|toggle|expand|details|panel body)\b/;
/** Text a program fills in. */
const SCRIPT_TEMPLATE = /template|text\/html|handlebars|mustache|text\/ng|jquery-tmpl/i;
const FALLBACKS = new Set(['noscript', 'template', 'object', 'video', 'audio', 'canvas', 'iframe']);

export const isTemplateTag = (tag: Tag): boolean =>
  FALLBACKS.has(tag.name) || (tag.name === 'script' && SCRIPT_TEMPLATE.test(tag.attribs.type ?? ''));

const isSwitch = (tag: Tag): boolean =>
  tag.name === 'button' ||
  tag.name === 'summary' ||
  tag.attribs['aria-expanded'] !== undefined ||
  tag.children.some((child) => isTag(child) && (child.name === 'button' || child.attribs?.['aria-expanded'] !== undefined));

/** Whether the element right before is what a reader clicks to see this one. */
const hasSwitch = (tag: Tag): boolean => {
  const siblings = tag.parent?.children ?? [];
  const before = siblings.slice(0, siblings.indexOf(tag)).findLast((node) => isTag(node));
  return before !== undefined && isTag(before) && isSwitch(before);
};

const RESPONSIVE = /^(sm|md|lg|xl|2xl):(?!hidden)|^d-(sm|md|lg|xl)-(?!none)/;
const isNotShown = ({ name, attribs }: Tag): boolean => {
  if (attribs.hidden !== undefined && attribs.hidden !== 'until-found') return true;
  if (attribs['aria-hidden']?.trim() === 'true' || (attribs.style && NOT_SHOWN.test(attribs.style))) return true;
  const classes = (attribs.class ?? '').split(/\s+/);
  if (classes.includes('hidden') || classes.includes('d-none') || classes.includes('w-condition-invisible'))
    return !classes.some((one) => RESPONSIVE.test(one));
  return name === 'dialog' && attribs.open === undefined;
};

/** Whether an element's text is not shown to a reader. Screen-reader text is: it is read out. */
export const isHiddenTag = (tag: Tag, names: string): boolean => {
  if (ICONS.test(names)) return true;
  return isNotShown(tag) && !OPENS.test(names) && tag.attribs.role !== 'region' && tag.attribs.role !== 'tabpanel' && !hasSwitch(tag);
};

/** What a template's maker left to be filled in, by its words. */
const LEFT_OVER =
  /\blorem ipsum\b|\bdolor sit amet\b|\bconsectetur adipi|\bsed do eiusmod\b|\{\{[^}]*\}\}|\{%[^%]*%\}|<%|\$\{[\w.]+\}|\[\[[\w\s.]+\]\]|\[(your|company|insert|name|dein|ihr|tu|votre)[^\]]{0,40}\]|%[A-Z_]{3,}%|\b(your|insert) (headline|tagline|text|description|title|company name) (goes )?here\b/i;

export const isLeftOver = (text: string): boolean => LEFT_OVER.test(text);
