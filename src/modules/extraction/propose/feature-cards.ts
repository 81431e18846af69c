import type { HtmlTag } from '../parse/dom.ts';
import { isAudience, isDepartment, isOtherSection, isPlanTerm, isShopTerm } from '../words/features.ts';
import type { PageKind } from '../words/page-kinds.ts';
import {
  columnsAbove,
  elementName,
  FEATURE_PAGES,
  type FeatureCandidate,
  isButton,
  isLabel,
  isOwnBlock,
  isProse,
  isSentence,
  isWord,
  labelOf,
  shapeOf,
} from './feature-candidates.ts';
import type { PageSection } from './sections.ts';
import { headingLevel, isHeading, linksAway, type PageBlock, type ProductSite, type SitePage } from './site.ts';

/** Japanese marks single words as other languages mark speech. */
const SPEECH = /^["“„«]|["”»]$|^[『「].*[』」]$/;
const ROLE =
  /^(co-?)?(founder|ceo|cto|coo|chief|head of|director|manager|engineer|designer|developer|owner|product|marketing|vp|president|lead|student|teacher|professor|geschäftsführ|inhaber|gründer|entwickler|fondat|développeu|directeur|directrice|responsable|fundador|desarrollador|directora?\b|diseñador)/i;
/** A name above a quote or a job title. */
const isPerson = ({ page, at }: PageBlock, next: PageBlock): boolean =>
  SPEECH.test(next.text) || ROLE.test(next.text) || SPEECH.test(page.blocks[at - 1]?.text ?? '');
const NUMBER = /^(?:(?:step|schritt|paso|étape|passo|stap|level|stufe|phase) ?)?0?(\d)[.)]?$|^ステップ\d$/iu;
const DATED = /\b(20\d\d|min(utes)? read|min\.? lesezeit)\b/i;

/** Pages where a row of cards counts without an announcing heading. */
const PAGES_WITH_CARDS = new Set<PageKind>(['home', 'features']);
/** Pages that describe steps rather than features. */
const IN_ORDER = /how|tour|funktioniert/i;
const mayStandAlone = ({ kind, url }: SitePage): boolean =>
  PAGES_WITH_CARDS.has(kind) && !(kind === 'features' && IN_ORDER.test(new URL(url).pathname));

/** Whether most cards link to other sites: products, networks and projects of others. */
const linksOut = (row: FeatureCandidate[], site: ProductSite): boolean => {
  const away = row.filter(({ block }, i) => linksAway(site, block, Math.min(row[i + 1]?.block.at ?? block.at + 5, block.at + 5)));
  return away.length * 2 > row.length;
};

const isOther = (row: FeatureCandidate[], site: ProductSite): boolean => {
  const labels = row.map(({ block }) => labelOf(block.text));
  const half = (count: number): boolean => count * 2 >= row.length;
  const { section } = row[0]!;
  if (half(labels.filter(isAudience).length) || linksOut(row, site)) return true;
  if (half(row.filter(({ block }) => DATED.test(block.page.blocks[block.at - 1]?.text ?? '')).length)) return true;
  if (section.announced) return false;
  const numbered = row.filter(({ block }) => NUMBER.test(block.page.blocks[block.at - 1]?.text ?? '')).length;
  return half(numbered) || half(labels.filter(isDepartment).length) || half(labels.filter(isShopTerm).length);
};

/** Whether the block after a label is its text; some sites mark even that as a smaller heading. */
const isTextOf = (block: PageBlock, next: PageBlock): boolean => {
  if (!isHeading(next)) return true;
  const after = next.page.blocks[next.at + 1];
  const heads = after !== undefined && isHeading(after) && headingLevel(after) > headingLevel(block);
  return headingLevel(next) > headingLevel(block) && isProse(next.text) && next.text.length > block.text.length * 2 && !heads;
};

/** Whether the headline above the first of several columns, even of the same level, is about something else. */
const isUnderOther = ({ page, at }: PageBlock): boolean =>
  page.blocks.slice(Math.max(0, at - 3), at).some((above) => isHeading(above) && isOtherSection(above.text));

/** After this many blocks another part of the page begins. */
const FAR = 12;
/** Whether no smaller heading follows, so that the headline does not head a section of cards. */
const standsAlone = (block: PageBlock): boolean => {
  const below = block.page.blocks.slice(block.at + 1, block.at + FAR).find((one) => isHeading(one) && isOwnBlock(one));
  return below === undefined || headingLevel(below) <= headingLevel(block);
};

const isButtonBelow = ({ block }: FeatureCandidate): boolean => {
  const below = block.page.blocks[block.at + 2];
  return below !== undefined && isButton(below);
};

/** Of the big headlines on a features page, those that name features: no sections, and no call to action at the end. */
const bigHeadlines = (row: FeatureCandidate[]): FeatureCandidate[] => {
  const calls = row.filter(isButtonBelow);
  const cards = calls.length === 1 && calls[0] === row.at(-1) ? row.slice(0, -1) : row;
  return cards.filter(({ block }) => standsAlone(block) && !isOtherSection(block.text));
};

const runsOf = (row: FeatureCandidate[]): FeatureCandidate[][] => {
  const runs: FeatureCandidate[][] = [];
  for (const one of row) {
    const last = runs.at(-1);
    if (last && one.block.at - last.at(-1)!.block.at === 2) last.push(one);
    else runs.push([one]);
  }
  return runs.filter((run) => run.length >= 3);
};

/** Rows of cards, and those that count only if another part of the site announces one of their labels. */
export interface FeatureCards {
  accepted: FeatureCandidate[];
  unsure: FeatureCandidate[][];
}

/** Finds cards: short lines of the same shape, each with its own text below. */
export const findFeatureCards = (page: SitePage, sections: PageSection[], site: ProductSite): FeatureCards => {
  const rows = new Map<string | HtmlTag, FeatureCandidate[]>();
  for (const block of page.blocks) {
    const section = sections[block.at]!;
    if (section.elsewhere || !isOwnBlock(block) || /^(li|td|th|button|label|dd)$/.test(block.tag.name)) continue;
    const announced = block.regions.has('feature') || section.announced;
    if (!isLabel(block.text) && !(announced && isHeading(block) && isWord(block.text))) continue;
    const plan = block.regions.has('pricing') || page.kind === 'pricing';
    if (plan && isPlanTerm(labelOf(block.text))) continue;
    const next = page.blocks[block.at + 1];
    if (!next || !isTextOf(block, next) || isPerson(block, next) || next.text.length < 8) continue;
    if (elementName(next.tag) === elementName(block.tag) && next.text.length < block.text.length * 2) continue;
    if (!isHeading(block) && (!isProse(next.text) || block.text.split(/\s+/).length > 8 || /[.!。]$/.test(block.text))) continue;
    const columns = headingLevel(block) <= 2 ? columnsAbove(block) : null;
    const big = headingLevel(block) <= 2 && columns === null;
    if (big && headingLevel(block) === 1) continue;
    // A headline as big as those of sections is a card's only if it is short.
    if (headingLevel(block) <= 2 && (isSentence(block.text) || block.text.split(/\s+/).length > 5)) continue;
    if (!announced && isSentence(block.text)) continue;
    // Without a tag or class that sets it off from running text, a label counts only where cards are announced.
    if (!announced && /^(div|p|span)$/.test(block.tag.name) && !block.tag.attribs.class) continue;
    const score =
      (isHeading(block) ? (big ? -2 : 2) : 0) +
      (announced ? 2 : 0) +
      (FEATURE_PAGES[page.kind] ?? -2) -
      (block.regions.has('pricing') ? 2 : 0) -
      (block.tag.name === 'dt' ? 2 : 0);
    const key = columns ?? `${isHeading(block) ? block.tag.name : shapeOf(block)} ${section.title}`;
    const row = rows.get(key) ?? [];
    row.push({ block, section: announced ? { ...section, announced } : section, score });
    rows.set(key, row);
  }
  const cards: FeatureCards = { accepted: [], unsure: [] };
  for (const [key, row] of rows) {
    const { block, section } = row[0]!;
    const columns = typeof key !== 'string';
    const few = section.announced && isHeading(block) ? 2 : 3;
    if (row.length < few || isOther(row, site)) continue;
    if (columns && isUnderOther(block)) continue;
    if (section.announced) cards.accepted.push(...row);
    else if (!mayStandAlone(page)) continue;
    else if (columns || headingLevel(block) > 2) cards.accepted.push(...row);
    else if (page.kind === 'home') cards.unsure.push(...runsOf(row));
    else if (bigHeadlines(row).length >= few) cards.accepted.push(...bigHeadlines(row));
  }
  return cards;
};
