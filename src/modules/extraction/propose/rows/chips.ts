import { ancestorsOf, type HtmlTag, isTag, isTextNode } from '../../parse/dom.ts';
import { textInside } from '../../parse/parsed-page.ts';
import { getClassNames } from '../../parse/regions.ts';
import { isLabel, isListPoint, labelOf } from '../labels.ts';
import type { PageSection } from '../sections.ts';
import { isIn, isOwnStatement, isWide, type PageBlock, type SitePage } from '../site.ts';
import { elementName } from './rows.ts';

/** A short label in a line of several: a tab, or a pill. */
interface ShortLabel {
  block: PageBlock;
  label: string;
  section: PageSection;
}

const FEWEST = 3;
const MAX_CHIPS = 12;
const PILLS = /\b(pills?|chips?|badges?|tags?|points?|highlights?)\b/;
const LONGEST = 60;

/** The pills in a block: elements of one kind with nothing between them. */
const pillsIn = ({ tag }: PageBlock): string[] => {
  const shown = tag.children.slice(0, MAX_CHIPS * 3).filter((child) => isTag(child) || (isTextNode(child) && /\S/.test(child.data)));
  const pills = shown.filter((child) => isTag(child));
  const [first] = pills;
  if (!first || pills.length !== shown.length || pills.length < FEWEST || pills.length > MAX_CHIPS) return [];
  if (!PILLS.test(getClassNames(first)) || pills.some((pill) => elementName(pill) !== elementName(first))) return [];
  return pills.map((pill) => textInside(pill, LONGEST + 1));
};

const FEWEST_LINES = 3;
const MARKED = /^\s*(?:[✓✔☑★]|\p{Extended_Pictographic})/u;
/** The lines of a paragraph that each begin with a mark; a button may follow them. */
const markedLines = ({ lines }: PageBlock): string[] => {
  const marked = lines.slice(0, MAX_CHIPS).filter((line) => MARKED.test(line));
  const others = lines.slice(marked.length);
  return marked.length >= FEWEST_LINES && others.length <= 1 && !others.some((line) => MARKED.test(line)) ? marked.map(labelOf) : [];
};

const isTabLabel = (tag: HtmlTag): boolean =>
  (tag.attribs.role ?? '').trim() === 'tab' || /^(tab|pill)$/.test(tag.attribs['data-bs-toggle'] ?? tag.attribs['data-toggle'] ?? '');
const isTab = ({ tag }: PageBlock): boolean =>
  ancestorsOf(tag, 2).some(isTabLabel) || tag.children.slice(0, MAX_CHIPS).some((child) => isTag(child) && isTabLabel(child));

const fits = (label: string): boolean => label.length <= LONGEST && isLabel(label);

/** Tabs below a heading that announces features, and pills there or where the product is introduced. Names of one word are something else. */
export const findChips = (page: SitePage, sections: PageSection[]): ShortLabel[] => {
  if (page.kind !== 'home' && page.kind !== 'features') return [];
  const chips: ShortLabel[] = [];
  for (const block of page.blocks) {
    const section = sections[block.at]!;
    if (section.elsewhere) continue;
    if (section.announced && isTab(block) && fits(block.text)) chips.push({ block, label: block.text, section });
    if (!isOwnStatement(block, 'footer', 'modal', 'tab', 'faq') || !(section.announced || isIn(block, 'hero'))) continue;
    chips.push(
      ...markedLines(block)
        .filter(isListPoint)
        .map((label) => ({ block, label, section })),
    );
    const pills = pillsIn(block);
    if (pills.filter((pill) => isWide(pill) || /\p{L}\s\p{L}/u.test(pill)).length * 2 <= pills.length) continue;
    chips.push(...pills.filter(fits).map((label) => ({ block, label, section })));
  }
  return chips;
};
