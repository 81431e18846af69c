import { ancestorsOf, type HtmlTag, isTag, isTextNode } from '../../parse/dom.ts';
import { textInside } from '../../parse/parsed-page.ts';
import { getClassNames } from '../../parse/regions.ts';
import { PRICING_SIGNS, pricesIn } from '../../verify/pricing.ts';
import { FEATURES_HEADING, isChangelog, isPlanTerm, isPricingSection, leadsToFeatures, leadsToPaid } from '../../words/features.ts';
import { isFigure, isLabel, isListPoint, isSentence, isTicked, labelOf, splitLead } from '../labels.ts';
import type { PageSection } from '../sections.ts';
import { headingLevel, isHeading, isOnlyLinks, isWide, type PageBlock, type SitePage } from '../site.ts';
import { isButton, isElsewhere, isIllustrated, isOwnBlock, shapeOf } from './rows.ts';

/** An item of a list without a text of its own. */
export interface Point {
  block: PageBlock;
  label: string;
  section: PageSection;
  /** Whether it is an item of a plan. */
  plan: boolean;
  listed: boolean;
}

/** Many blocks may share an element with many children. */
const MOST_CHILDREN = 20;
/** What a plan does not contain: crossed out, greyed, or with a cross as its mark. */
const LACKING =
  /\b(dim|dimmed|disabled|excluded|exclude|not included|no|off|cross|crossed|unavailable|inactive|line through|strike|x|missing|false)\b/;
const CROSS = /^\s*[✕✖✗✘×❌⛔🚫]/u;
const isLacking = ({ tag, text }: PageBlock): boolean =>
  CROSS.test(text) ||
  ancestorsOf(tag, 2).some((one) => /^(del|s|strike)$/.test(one.name) || (one.name === 'li' && LACKING.test(getClassNames(one)))) ||
  tag.children
    .slice(0, MOST_CHILDREN)
    .some(
      (child) =>
        isTag(child) &&
        (/^(del|s|strike)$/.test(child.name) || (/^(svg|i|span)$/.test(child.name) && LACKING_ICON.test(getClassNames(child)))),
    );
const LACKING_ICON = /\b(x|cross|times|xmark|close|lucide x|no)\b/;

const CONTINUES_PLAN = /^(everything|all) |^alles |^todo |^tout |^tutto |^tudo |^alle /i;
const priceAbove = (block: PageBlock): 'some' | 'none' | 'unsaid' => {
  const { page, at } = block;
  const shape = shapeOf(block);
  const above = page.blocks
    .slice(Math.max(0, at - 12), at)
    .filter((one) => one.text.length <= 40 && !CONTINUES_PLAN.test(one.text) && shapeOf(one) !== shape);
  const price = above.findLast(({ text }) => pricesIn(text).length > 0 || PRICING_SIGNS.free(text).length > 0);
  if (price === undefined) return 'unsaid';
  return PRICING_SIGNS.free(price.text).length > 0 ? 'none' : 'some';
};

const SHORT = 60;
/** Few points with a name and a few words each: a sample of what the product makes. */
const isSample = (row: Point[], inside: ReadonlySet<PageBlock>): boolean =>
  row.length <= 4 &&
  row.every(
    ({ block }) =>
      inside.has(block) &&
      block.text.length <= SHORT &&
      block.tag.children.slice(0, MOST_CHILDREN).some((child) => isTag(child) && /^(b|strong)$/.test(child.name)),
  );

const listAbove = ({ tag }: PageBlock): HtmlTag | null => {
  const item = tag.name === 'li' ? tag : tag.parent?.name === 'li' ? tag.parent : null;
  return item?.parent ?? null;
};

/** Whether a block is the text below the first line of its entry. */
const isBelowFirst = ({ tag, page, at }: PageBlock): boolean => {
  const above = page.blocks[at - 1];
  return above !== undefined && tag.parent?.name === 'li' && /\p{L}/u.test(above.text) && ancestorsOf(above.tag, 2).includes(tag.parent);
};

const findLeads = (page: SitePage): Map<HtmlTag, 'features' | 'paid'> => {
  const leads = new Map<HtmlTag, 'features' | 'paid'>();
  const seen = new Set<HtmlTag>();
  for (const block of page.blocks) {
    const list = listAbove(block);
    if (!list || seen.has(list)) continue;
    seen.add(list);
    const lead = page.blocks[block.at - 1];
    if (!lead || isHeading(lead) || listAbove(lead)) continue;
    if (leadsToPaid(lead.text)) leads.set(list, 'paid');
    else if (leadsToFeatures(lead.text)) leads.set(list, 'features');
  }
  return leads;
};

/** A name and a value in elements of their own: data of a mock-up. */
const isPair = ({ tag, text }: PageBlock): boolean => {
  const shown = tag.children.slice(0, MOST_CHILDREN).filter((child) => isTag(child) || (isTextNode(child) && /\S/.test(child.data)));
  const [first] = shown;
  if (shown.length !== 2 || !shown.every((child) => isTag(child) && child.name === 'span')) return false;
  const name = textInside(first as HtmlTag, SHORT);
  return /\p{L}{2}/u.test(name) && text.startsWith(name);
};

/** Whether a line has a style of its own and no class around it: a mock-up that is drawn by hand. */
const isDrawn = ({ tag }: PageBlock): boolean =>
  tag.attribs.style !== undefined && ancestorsOf(tag, 3).every(({ name, attribs }) => name === 'div' && !attribs.class);

const isLine = (block: PageBlock): boolean => {
  const { tag, text } = block;
  return (
    !isDrawn(block) &&
    /^(p|div|h[3-6])$/.test(tag.name) &&
    text.length <= SHORT &&
    isLabel(text) &&
    !isSentence(text) &&
    (isWide(text) || /\S\s\S/.test(text) || /^h/.test(tag.name)) &&
    // Last, because it reads all children of the element.
    !isPair(block)
  );
};

const isMark = ({ text }: PageBlock): boolean => !/[\p{L}\p{N}]/u.test(text);
/** Whether a block has a tick, in itself or in an element before it. */
const hasTick = (block: PageBlock): boolean => {
  const before = block.page.blocks[block.at - 1];
  const beside = before?.tag.parent === block.tag || before?.tag.parent === block.tag.parent;
  return isTicked(block.text) || (before !== undefined && beside && isMark(before) && isTicked(before.text));
};

/** Consecutive short lines of the same shape, which form a list. Two are enough where the class names speak of features. */
const findLines = (page: SitePage, sections: PageSection[]): Set<PageBlock> => {
  const lines = new Set<PageBlock>();
  let run: PageBlock[] = [];
  const close = () => {
    if (run.length >= (run[0]?.regions.has('feature') ? 2 : 3)) for (const one of run) lines.add(one);
    run = [];
  };
  for (const block of page.blocks) {
    const last = run.at(-1);
    if (last && isMark(block)) continue;
    if (last && (shapeOf(last) !== shapeOf(block) || sections[last.at]!.title !== sections[block.at]!.title)) close();
    if (isLine(block) && headingLevel(block) > 2) run.push(block);
    else close();
  }
  close();
  return lines;
};

/** Drops changelogs, samples, and items that are mere links in a list of other things. */
const withoutOtherLists = (points: Point[], inside: ReadonlySet<PageBlock>): Point[] => {
  const rows = Map.groupBy(points, ({ block, section }) => listAbove(block) ?? section.title);
  return [...rows.values()].flatMap((row) => {
    if (isChangelog(row.map(({ block }) => labelOf(block.text))) || isSample(row, inside)) return [];
    const plain = row.filter(({ block }) => !isOnlyLinks(block.tag));
    return plain.length * 2 > row.length ? plain : row;
  });
};

const FEWEST_PLAIN = 4;
const INTRODUCTION = 3;
/** Lists where the homepage introduces the product: several points that link nowhere, in no order. */
const findPlainLists = (page: SitePage): Set<HtmlTag> => {
  if (page.kind !== 'home') return new Set();
  const end = page.blocks.filter(isHeading)[INTRODUCTION - 1]?.at ?? page.blocks.length;
  const items = Map.groupBy(
    page.blocks
      .slice(0, end)
      .filter((block) => !isHeading(block) && !isOnlyLinks(block.tag) && isListPoint(block.text) && !isFigure(block.text)),
    (block) => listAbove(block),
  );
  return new Set([...items].flatMap(([list, points]) => (list?.name === 'ul' && points.length >= FEWEST_PLAIN ? [list] : [])));
};

/** Lines with a picture each. */
const findIconLines = (lines: Iterable<PageBlock>): Set<PageBlock> =>
  new Set([...lines].filter(({ tag }) => isIllustrated(tag) || (tag.parent !== null && isIllustrated(tag.parent) && isAlone(tag))));
const isAlone = ({ parent }: HtmlTag): boolean => parent!.children.slice(0, MOST_CHILDREN).filter(isTag).length <= 2;

/** Items of announced lists and plans, of lists inside cards, and lines of the same shape in a feature or pricing section. */
export const findPoints = (page: SitePage, sections: PageSection[], inside: ReadonlySet<PageBlock>): Point[] => {
  const leads = findLeads(page);
  const lines = findLines(page, sections);
  const plain = findPlainLists(page);
  const with_icons = page.kind === 'home' || page.kind === 'features' ? findIconLines(lines) : new Set<PageBlock>();
  const points = page.blocks.flatMap((block): Point[] => {
    const section = sections[block.at]!;
    const list = listAbove(block);
    if ((!list && !lines.has(block)) || isBelowFirst(block)) return [];
    const lead = list ? leads.get(list) : undefined;
    const plan = block.regions.has('pricing') || page.kind === 'pricing' || isPricingSection(section.title);
    const is_announced = block.regions.has('feature') || section.announced || lead !== undefined;
    const is_shown = with_icons.has(block) || (list !== null && (page.kind === 'features' || inside.has(block) || plain.has(list)));
    if (!is_announced && !plan && !is_shown && !hasTick(block)) return [];
    if (section.elsewhere && !plan && lead !== 'paid') return [];
    const own = isOwnBlock(block) || (lead === 'paid' && block.regions.has('faq'));
    const ticked = list !== null && isTicked(block.text);
    if (!own || (isElsewhere(block, section) && !ticked) || isButton(block) || (list && isHeading(block))) return [];
    const is_whole =
      lead || FEATURES_HEADING.test(section.title) || (list && plain.has(list)) ? isListPoint(block.text) : isLabel(block.text);
    const label = is_whole ? labelOf(block.text) : splitLead(block)?.label;
    if (label === undefined || !isListPoint(label)) return [];
    if (!list) {
      // Lines without a price above are row labels of a table.
      const by_class = block.regions.has('feature');
      const is_set_off = by_class || with_icons.has(block) || hasTick(block);
      if (plan && !by_class ? priceAbove(block) === 'unsaid' : !is_set_off && !FEATURES_HEADING.test(section.title)) return [];
    }
    if ((plan || !is_announced) && isPlanTerm(label)) return [];
    if (isLacking(block)) return [];
    return [{ block, label, section: { ...section, announced: is_announced && !plan }, plan, listed: list !== null }];
  });
  return withoutOtherLists(points, inside);
};
