import type { HtmlTag } from '../parse/dom.ts';
import type { ProposedValue } from '../proposal.ts';
import { PRICING_SIGNS, pricesIn } from '../verify/pricing.ts';
import {
  FEATURES_HEADING,
  isChangelog,
  isNoFeature,
  isPlanTerm,
  isPricingSection,
  leadsToFeatures,
  leadsToPaid,
  SETS_APART,
} from '../words/features.ts';
import type { PageKind } from '../words/page-kinds.ts';
import {
  FEATURE_PAGES,
  type FeatureCandidate,
  isButton,
  isLabel,
  isListPoint,
  isOwnBlock,
  isSentence,
  isTicked,
  isWide,
  labelOf,
  shapeOf,
} from './feature-candidates.ts';
import { findFeatureCards } from './feature-cards.ts';
import { type PageSection, sectionsOf } from './sections.ts';
import { headingLevel, isHeading, isOnlyLinks, lettersOnly, type PageBlock, type ProductSite, quoteFrom, type SitePage } from './site.ts';

const CONTINUES_PLAN = /^(everything|all) |^alles |^todo |^tout |^tutto |^tudo |^alle /i;
const priceAbove = ({ page, at }: PageBlock): 'some' | 'none' | 'unsaid' => {
  const above = page.blocks.slice(Math.max(0, at - 12), at).filter(({ text }) => text.length <= 40 && !CONTINUES_PLAN.test(text));
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

/** Consecutive short lines of the same shape under an announcing heading, which form a list. */
const findLines = (page: SitePage, sections: PageSection[]): Set<PageBlock> => {
  const lines = new Set<PageBlock>();
  let run: PageBlock[] = [];
  const close = () => {
    if (run.length >= 3) for (const one of run) lines.add(one);
    run = [];
  };
  for (const block of page.blocks) {
    const section = sections[block.at]!;
    const last = run.at(-1);
    if (last && (shapeOf(last) !== shapeOf(block) || sections[last.at]!.title !== section.title)) close();
    if (isLine(block) && FEATURES_HEADING.test(section.title) && headingLevel(block) > 2) run.push(block);
    else close();
  }
  close();
  return lines;
};

/** Drops changelogs, and items that are mere links in a list of other things. */
const withoutOtherLists = (items: FeatureCandidate[]): FeatureCandidate[] => {
  const rows = Map.groupBy(items, ({ block, section }) => listAbove(block) ?? section.title);
  return [...rows.values()].flatMap((row) => {
    if (isChangelog(row.map(({ block }) => labelOf(block.text)))) return [];
    const plain = row.filter(({ block }) => !isOnlyLinks(block.tag));
    return plain.length * 2 > row.length ? plain : row;
  });
};

/** Items of announced lists, and lines of the same shape in a feature or pricing section. */
export const findFeatureItems = (page: SitePage, sections: PageSection[]): FeatureCandidate[] => {
  const blocks_by_shape = Map.groupBy(page.blocks, shapeOf);
  const leads = findLeads(page);
  const lines = findLines(page, sections);
  const items = page.blocks.flatMap((block) => {
    const section = sections[block.at]!;
    const list = listAbove(block);
    const lead = list ? leads.get(list) : undefined;
    const plan = block.regions.has('pricing') || page.kind === 'pricing' || isPricingSection(section.title);
    const is_announced = block.regions.has('feature') || section.announced || lead !== undefined;
    if (!is_announced && !plan && !(page.kind === 'features' && !section.elsewhere) && !isTicked(block.text)) return [];
    if ((section.elsewhere && !plan && lead !== 'paid') || !isOwnBlock(block) || isButton(block)) return [];
    const line =
      block.tag.name === 'div' && blocks_by_shape.get(shapeOf(block))!.length >= 2 && /\S\s\S/.test(block.text) && block.text.length <= 60;
    if (list) {
      if (isHeading(block) || !(lead || FEATURES_HEADING.test(section.title) ? isListPoint(block.text) : isLabel(block.text))) return [];
    } else if (!lines.has(block)) {
      if (isHeading(block) || !line || !(block.regions.has('feature') || plan) || !isLabel(block.text)) return [];
      // Lines without a price above are row labels of a table.
      if (!block.regions.has('feature') && priceAbove(block) === 'unsaid') return [];
    }
    if (plan && (isPlanTerm(labelOf(block.text)) || priceAbove(block) === 'none')) return [];
    const score = (FEATURE_PAGES[page.kind] ?? -2) + (is_announced && !plan ? 2.5 : 0) - (list ? 0 : 1.5) - (plan ? 2 : 0);
    return [{ block, section: { ...section, announced: is_announced && !plan }, score }];
  });
  return withoutOtherLists(items);
};

const MAX_FEATURES = 20;
/** With this many announced features, unannounced ones are dropped; with this many of any kind, plan items are. */
const ENOUGH = 6;
const PLENTY = 12;

/** The name itself, or an edition of it: "Acme Plus". */
const isOneOf = (name: string, label: string): boolean =>
  lettersOnly(label) === lettersOnly(name) ||
  (name !== '' && lettersOnly(label).startsWith(lettersOnly(name)) && label.split(/\s+/).length <= name.split(/\s+/).length + 1);

const BESIDES =
  /train|consult|course|academy|career|job|event|webinar|partner|affiliat|customer|case|portfolio|donat|sponsor|communit|download|install|getting-started|template|example|showcase|investor|kurs|schulung|beratung/i;

const listOf = (found: FeatureCandidate[], name: string): ProposedValue<string[]> | null => {
  const chosen = new Map<string, PageBlock>();
  let announced = 0;
  for (const { block, section, score } of found) {
    const label = labelOf(block.text);
    const key = lettersOnly(label);
    if (chosen.has(key) || isNoFeature(label) || isOneOf(name, label)) continue;
    if (!section.announced && announced >= ENOUGH) continue;
    if (score < -1 && chosen.size >= PLENTY) continue;
    if (chosen.size >= ENOUGH && isSentence(label) && !FEATURES_HEADING.test(section.title)) continue;
    chosen.set(key, block);
    if (section.announced) announced++;
    if (chosen.size === MAX_FEATURES) break;
  }
  if (chosen.size < 2) return null;
  const blocks = [...chosen.values()];
  return { value: blocks.map(({ text }) => labelOf(text)), evidence: blocks.map(({ page, text }) => quoteFrom(page, text)) };
};

/** Unannounced rows of which another part of the site announces a label. */
const confirmedElsewhere = (unsure: FeatureCandidate[][], sure: FeatureCandidate[]): FeatureCandidate[] => {
  const known = new Set(sure.filter(({ section }) => section.announced).map(({ block }) => lettersOnly(labelOf(block.text))));
  const confirmed = unsure.filter((row) => row.some(({ block }) => known.has(lettersOnly(labelOf(block.text))))).flat();
  return confirmed.map((one) => ({ ...one, section: { ...one.section, announced: true } }));
};

const candidatesOf = (site: ProductSite): FeatureCandidate[] => {
  const order = Object.keys(FEATURE_PAGES) as PageKind[];
  const pages = order.flatMap((kind) => site.pages.filter((page) => page.kind === kind));
  const product_pages = pages.filter((page) => page.kind !== 'other' || !BESIDES.test(new URL(page.url).pathname));
  const cards: FeatureCandidate[] = [];
  const unsure: FeatureCandidate[][] = [];
  const items: FeatureCandidate[] = [];
  for (const page of product_pages) {
    const sections = sectionsOf(page);
    const rows = findFeatureCards(page, sections, site);
    cards.push(...rows.accepted);
    unsure.push(...rows.unsure);
    items.push(...findFeatureItems(page, sections));
  }
  return [...cards, ...confirmedElsewhere(unsure, [...cards, ...items]), ...items].sort((a, b) => b.score - a.score);
};

/** The product's features, and those it presents as setting it apart: headings of cards and items of lists. */
export const proposeFeatures = (
  site: ProductSite,
  name: string,
): { features: ProposedValue<string[]> | null; usps: ProposedValue<string[]> | null } => {
  const found = candidatesOf(site);
  return {
    features: listOf(found, name),
    usps: listOf(
      found.filter(({ section, block }) => section.titles.some((title) => SETS_APART.test(title)) && block.page.kind !== 'pricing'),
      name,
    ),
  };
};
