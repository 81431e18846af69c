import { ancestorsOf, type HtmlTag, isTag, isTextNode, memoizeByObject } from '../../parse/dom.ts';
import { textInside } from '../../parse/parsed-page.ts';
import { getClassNames, type PageRegion } from '../../parse/regions.ts';
import { FEATURES_HEADING, isOtherSection, isPain, isPeopleOrSteps } from '../../words/features.ts';
import { isLabel, isProse, isSentence, isWord, labelOf, splitLead } from '../labels.ts';
import type { PageSection } from '../sections.ts';
import {
  headingLevel,
  isComparison,
  isHeading,
  isIn,
  isOnlyLinks,
  isOwnStatement,
  linksBetween,
  type PageBlock,
  type SitePage,
} from '../site.ts';

/** A card, entry or point: a short line, and the text that belongs to it. */
export interface RowItem {
  block: PageBlock;
  label: string;
  text: string;
  /** Whether the text is in the block of the label. */
  joined: boolean;
}

/** Items of the same shape under the same headings. */
export interface Row {
  page: SitePage;
  items: RowItem[];
  section: PageSection;
  /** Headlines as big as those of sections, not side by side. */
  big: boolean;
  columns: boolean;
}

const withoutMenu = ({ regions }: PageBlock): ReadonlySet<PageRegion> => new Set([...regions].filter((region) => region !== 'nav'));
/** Whether only a class name calls a list a menu: its entries have paragraphs, as cards do. */
const isCardOfMenu = ({ tag, regions }: PageBlock): boolean => {
  if (!regions.has('nav') || regions.has('header')) return false;
  const entry = ancestorsOf(tag, 2).find(({ name }) => name === 'li');
  const text = entry?.children.find((child) => isTag(child) && child.name === 'p');
  if (!text || !isTag(text) || !isProse(textInside(text))) return false;
  return ancestorsOf(tag, DEEPEST).every(({ name, attribs }) => name !== 'nav' && attribs.role !== 'navigation');
};
const DEEPEST = 12;

/** Whether a block is in a part of the page where a product can describe itself. */
export const isOwnBlock = (block: PageBlock): boolean =>
  isOwnStatement(isCardOfMenu(block) ? { regions: withoutMenu(block) } : block, 'footer', 'modal', 'tab', 'faq', 'step') &&
  // On the homepage, privacy is something to be proud of.
  !(block.page.kind !== 'home' && isIn(block, 'legal')) &&
  !isComparison(block);

/** Parts that class names call something else. An announcing headline says more than a class name. */
export const isElsewhere = (block: PageBlock, { title }: PageSection): boolean =>
  isIn(block, 'aside', 'team', 'customer', 'article', 'audience', 'work', 'community') &&
  !(FEATURES_HEADING.test(title) && !isOtherSection(title));

/** An element's tag and first classes. Cached, because blocks share parents. */
export const elementName = memoizeByObject(
  ({ name, attribs }: HtmlTag): string => `${name}.${(attribs.class ?? '').split(/\s+/).slice(0, 3).join('.')}`,
);
/** Tag and classes of a block and its ancestors: blocks of the same shape are items of one row. */
export const shapeOf = ({ tag }: PageBlock): string => ancestorsOf(tag, 3).map(elementName).join(' ');

const MAX_CONTENTS = 400;
/** The elements inside one, itself first; limited in number. */
const within = (tag: HtmlTag): HtmlTag[] => {
  const found = [tag];
  for (let at = 0; at < found.length && found.length < MAX_CONTENTS; at++)
    for (const child of found[at]!.children) if (isTag(child)) found.push(child);
  return found;
};

const isMadeButton = (tag: HtmlTag): boolean =>
  tag.name === 'button' || (tag.name === 'a' && /\b(btn|button|cta)\b/.test(getClassNames(tag)));

/** Whether an element contains words, a picture or a button, and which headlines. Cached for all blocks that share it. */
const contentsOf = memoizeByObject((tag: HtmlTag) => {
  const inside = within(tag);
  return {
    words: inside.some(({ children }) => children.some((child) => isTextNode(child) && /\p{L}/u.test(child.data))),
    heads: inside.filter(({ name }) => /^h[1-6]$/.test(name)),
    button: inside.some(isMadeButton),
    picture: inside.some(({ name }) => /^(img|picture|video|svg|figure)$/.test(name)),
  };
});

export const isIllustrated = (tag: HtmlTag): boolean => contentsOf(tag).picture;

/** Whether a line is a button: only a link that is styled as one. */
export const isButton = ({ tag, page, at, text }: PageBlock): boolean =>
  isMadeButton(tag) ||
  (isOnlyLinks(tag) && contentsOf(tag).button) ||
  (text.length <= 40 && linksBetween(page, at, at + 1).some((link) => link.text === text && isMadeButton(link.tag)));

/** Cached, because it is read for each heading inside. */
const childElements = memoizeByObject(({ children }: HtmlTag) => children.filter(isTag));

const HIGHEST = 4;
const MAX_COLUMNS = 40;
const FEWEST_COLUMNS = 3;
/** A headline and the element around it, which stay the same where sections alternate their sides. */
const headShape = (head: HtmlTag): string => `${elementName(head)} ${head.parent ? elementName(head.parent) : ''}`;
/**
 * The container of a big headline's columns: siblings of one kind, each with one such headline. Sections of a page differ more; those of
 * one kind, or with a headline of one kind, count if each has a picture.
 */
const columnsAbove = ({ tag }: PageBlock): HtmlTag | null => {
  let column = tag;
  for (let height = 0; height < HIGHEST && column.parent; height++) {
    column = column.parent;
    const around = column.parent ? childElements(column.parent) : [];
    if (around.length > MAX_COLUMNS) return null;
    const beside = around.filter((one) => contentsOf(one).words);
    if (beside.length < FEWEST_COLUMNS) continue;
    const isAlike = (one: HtmlTag): boolean => {
      const { heads } = contentsOf(one);
      return one.name === column.name && heads.length === 1 && heads[0]!.name === tag.name;
    };
    if (beside.every(isAlike)) return column.parent;
    const isOfKind = (one: HtmlTag): boolean =>
      (column.attribs.class && elementName(one) === elementName(column)) ||
      (tag.attribs.class !== undefined && headShape(contentsOf(one).heads[0]!) === headShape(tag));
    const illustrated = beside.filter((one) => isAlike(one) && contentsOf(one).picture && isOfKind(one));
    return illustrated.includes(column) && illustrated.length >= FEWEST_COLUMNS ? column.parent : null;
  }
  return null;
};

/** Whether the block after a label is its text; some sites mark even that as a smaller heading. */
const isTextOf = (block: PageBlock, next: PageBlock): boolean => {
  if (next.text.length < (isProse(next.text) ? 6 : 8)) return false;
  if (!isHeading(next)) return true;
  const after = next.page.blocks[next.at + 1];
  const heads = after !== undefined && isHeading(after) && headingLevel(after) > headingLevel(block);
  return headingLevel(next) > headingLevel(block) && isProse(next.text) && next.text.length > block.text.length * 2 && !heads;
};

const SET_OFF = /font-weight\s*:\s*(?:bold|[6-9]00)|font-size/i;
/** Whether a line is set off from the text below it by a style of its own. */
const isStyled = ({ tag }: PageBlock, next: PageBlock): boolean =>
  SET_OFF.test(tag.attribs.style ?? '') && tag.attribs.style !== next.tag.attribs.style;

/** The block below; below a heading, an ornament before the text in the same card is skipped. */
const textBelow = (block: PageBlock): PageBlock | undefined => {
  const { page, at, tag } = block;
  const [next, after] = page.blocks.slice(at + 1, at + 3);
  const ornament = isHeading(block) && next && after && !/[\p{L}\p{N}]/u.test(next.text) && !isHeading(after);
  return ornament && tag.parent && ancestorsOf(after.tag, HIGHEST).includes(tag.parent) ? after : next;
};

const LONGEST_LABEL = 120;
const LABEL_WORDS = 8;
/** The number of an item as its design shows it: "01. Overview". */
const IN_ORDER = /^0\d\s?[.)|·/–—-]\s?(?=\p{L})/u;
const UNLIKELY = /^(td|th|button|label|dd)$/;

/** A block as the label of an item, with the text after it or in it; null if its form is that of neither. */
const readItem = (block: PageBlock, announced: boolean, in_columns: boolean): RowItem | null => {
  const { tag, text } = block;
  const next = textBelow(block);
  const is_heading = isHeading(block) || /^(dt|summary)$/.test(tag.name);
  if (!is_heading && !isButton(block)) {
    const lead = splitLead(block);
    if (lead) return { block, ...lead, joined: true };
  }
  if (!next || text.length > LONGEST_LABEL || UNLIKELY.test(tag.name) || !isTextOf(block, next)) return null;
  if (tag.name === 'li' && !ancestorsOf(next.tag, 4).includes(tag)) return null;
  if (elementName(next.tag) === elementName(tag) && next.text.length < text.length * 2) return null;
  if (!is_heading) {
    if (!isProse(next.text) || text.split(/\s+/).length > LABEL_WORDS || /[.!。]$/.test(text)) return null;
    // Without a tag, class or style that sets it off from running text, a label counts only where cards are announced.
    if (!announced && /^(div|p|span)$/.test(tag.name) && !tag.attribs.class && !isStyled(block, next)) return null;
  }
  const name = announced ? text.replace(IN_ORDER, '') : text;
  if (!isLabel(name) && !isWord(name) && !isSentence(name)) return null;
  // A headline as big as those of sections is a card's only if it is short, or in a column.
  const most = in_columns || block.regions.has('feature') ? LABEL_WORDS * 2 : LABEL_WORDS;
  if (headingLevel(block) <= 2 && (isSentence(text) || isPeopleOrSteps(text) || text.split(/\s+/).length > most)) return null;
  return { block, label: labelOf(name), text: next.text, joined: false };
};

const TITLES = /\b(title|titel|titre|titulo|heading|headline|head|name|label)\b/;
const EYEBROWS = /\b(eyebrow|kicker|overline|sub ?title|tag|badge|pill|chip|number|num|step|icon|role|position|meta|date)\b/;
/** How likely lines of a card are its title: a card has one. */
const rankTitle = ({ items: [item] }: Row): number => {
  const { block } = item!;
  if (isHeading(block)) return 3;
  const names = getClassNames(block.tag);
  return EYEBROWS.test(names) ? 0 : TITLES.test(names) ? 2 : 1;
};

/** Of several rows in the same cards, such as small lines, titles and subtitles, only the titles. */
const withoutOtherLines = (rows: Row[]): Row[] => {
  const row_at = new Map(rows.flatMap((row) => row.items.map(({ block }) => [block.at, row] as const)));
  const dropped = new Set<Row>();
  for (const row of rows) {
    const below = row.items.flatMap(({ block, joined }) => (joined ? [] : (row_at.get(block.at + 1) ?? [])));
    const [[other, count] = [row, 0]] = [...Map.groupBy(below, (one) => one)].map(([one, hits]) => [one, hits.length] as const);
    if (other === row || count * 2 < row.items.length) continue;
    dropped.add(rankTitle(row) > rankTitle(other) ? other : row);
  }
  return rows.filter((row) => !dropped.has(row));
};

/** Without what is bad without the product: two or more such items, and those between them. */
const withoutPains = (row: Row): Row => {
  const { items } = row;
  const first = items.findIndex(({ label }) => isPain(label));
  const last = items.findLastIndex(({ label }) => isPain(label));
  if (first === last) return row;
  return { ...row, items: items.filter((_, at) => at < first || at > last) };
};

/** Finds the rows of a page: short lines of the same shape, each with a text of its own. */
export const findRows = (page: SitePage, sections: PageSection[]): Row[] => {
  const rows = new Map<string | HtmlTag, Row>();
  for (const block of page.blocks) {
    const section = sections[block.at]!;
    if (section.elsewhere || !isOwnBlock(block) || isElsewhere(block, section)) continue;
    const announced = block.regions.has('feature') || section.announced;
    const level = headingLevel(block);
    const columns = level <= 2 ? columnsAbove(block) : null;
    const item = readItem(block, announced, columns !== null);
    if (!item) continue;
    if (level === 1 && columns === null) continue;
    const key = columns ?? `${item.joined ? 'lead ' : ''}${isHeading(block) ? block.tag.name : shapeOf(block)} ${section.title}`;
    const row = rows.get(key);
    if (row) row.items.push(item);
    else
      rows.set(key, {
        page,
        items: [item],
        section: announced ? { ...section, announced } : section,
        big: level <= 2 && columns === null,
        columns: columns !== null,
      });
  }
  return withoutOtherLines([...rows.values()].map(withoutPains).filter(({ items }) => items.length >= 2));
};
