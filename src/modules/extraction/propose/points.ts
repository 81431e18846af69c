import type { HtmlTag } from '../parse/dom.ts';
import { PRICING_SIGNS, pricesIn } from '../verify/pricing.ts';
import { FEATURES_HEADING, isChangelog, isPlanTerm, isPricingSection, leadsToFeatures, leadsToPaid } from '../words/features.ts';
import { isLabel, isListPoint, isSentence, isTicked, labelOf, splitLead } from './labels.ts';
import { isButton, isElsewhere, isOwnBlock, shapeOf } from './rows.ts';
import type { PageSection } from './sections.ts';
import { headingLevel, isHeading, isOnlyLinks, isWide, type PageBlock, type SitePage } from './site.ts';

/** An item of a list without a text of its own. */
export interface Point {
  block: PageBlock;
  label: string;
  section: PageSection;
  /** Whether it is an item of a plan. */
  plan: boolean;
  listed: boolean;
}

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

const listAbove = ({ tag }: PageBlock): HtmlTag | null => {
  const item = tag.name === 'li' ? tag : tag.parent?.name === 'li' ? tag.parent : null;
  return item?.parent ?? null;
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

const isLine = ({ tag, text }: PageBlock): boolean =>
  /^(p|div|h[3-6])$/.test(tag.name) &&
  text.length <= 60 &&
  isLabel(text) &&
  !isSentence(text) &&
  (isWide(text) || /\S\s\S/.test(text) || /^h/.test(tag.name));

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
    if (last && (shapeOf(last) !== shapeOf(block) || sections[last.at]!.title !== sections[block.at]!.title)) close();
    if (isLine(block) && headingLevel(block) > 2) run.push(block);
    else close();
  }
  close();
  return lines;
};

/** Drops changelogs, and items that are mere links in a list of other things. */
const withoutOtherLists = (points: Point[]): Point[] => {
  const rows = Map.groupBy(points, ({ block, section }) => listAbove(block) ?? section.title);
  return [...rows.values()].flatMap((row) => {
    if (isChangelog(row.map(({ block }) => labelOf(block.text)))) return [];
    const plain = row.filter(({ block }) => !isOnlyLinks(block.tag));
    return plain.length * 2 > row.length ? plain : row;
  });
};

/** Items of announced lists and plans, and lines of the same shape in a feature or pricing section. */
export const findPoints = (page: SitePage, sections: PageSection[]): Point[] => {
  const leads = findLeads(page);
  const lines = findLines(page, sections);
  const points = page.blocks.flatMap((block): Point[] => {
    const section = sections[block.at]!;
    const list = listAbove(block);
    if (!list && !lines.has(block)) return [];
    const lead = list ? leads.get(list) : undefined;
    const plan = block.regions.has('pricing') || page.kind === 'pricing' || isPricingSection(section.title);
    const is_announced = block.regions.has('feature') || section.announced || lead !== undefined;
    if (!is_announced && !plan && !(page.kind === 'features' && list && !section.elsewhere) && !isTicked(block.text)) return [];
    if (section.elsewhere && !plan && lead !== 'paid') return [];
    const own = isOwnBlock(block) || (lead === 'paid' && block.regions.has('faq'));
    const ticked = list !== null && isTicked(block.text);
    if (!own || (isElsewhere(block, section) && !ticked) || isButton(block) || (list && isHeading(block))) return [];
    const is_whole = lead || FEATURES_HEADING.test(section.title) ? isListPoint(block.text) : isLabel(block.text);
    const label = is_whole ? labelOf(block.text) : splitLead(block)?.label;
    if (label === undefined || !isListPoint(label)) return [];
    if (!list) {
      // Lines without a price above are row labels of a table.
      const by_class = block.regions.has('feature');
      if (plan && !by_class ? priceAbove(block) === 'unsaid' : !by_class && !FEATURES_HEADING.test(section.title)) return [];
    }
    if ((plan || !is_announced) && (isPlanTerm(label) || priceAbove(block) === 'none')) return [];
    return [{ block, label, section: { ...section, announced: is_announced && !plan }, plan, listed: list !== null }];
  });
  return withoutOtherLists(points);
};
