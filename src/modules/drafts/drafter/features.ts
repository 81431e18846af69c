import { PRICING_SIGNS, pricesIn } from '../judge/pricing.ts';
import type { Tag } from '../page/parse.ts';
import type { Proposed } from '../proposal.ts';
import { isAudience } from './audience-words.ts';
import { isNoFeature, isOfPlan } from './feature-words.ts';
import type { PageKind } from './kinds.ts';
import { isLabel, isPoint, isProse, isSentence, isTicked, labelOf } from './labels.ts';
import { APART, FEATURES, isPlans } from './section-words.ts';
import { type Section, sectionsOf } from './sections.ts';
import { bare, isAgainstRivals, isHeading, isOwnWord, leadsAway, levelOf, type Placed, quoteOn, type Site, type SitePage } from './site.ts';

const MOST = 20;
/** So many announced features need no others beside them, and so many of any kind none of plans. */
const ENOUGH = 6;
const PLENTY = 12;

interface Candidate {
  block: Placed;
  section: Section;
  score: number;
}

const isOwn = (block: Placed): boolean =>
  isOwnWord(
    block,
    'footer',
    'modal',
    'aside',
    'team',
    'customer',
    'tab',
    'article',
    'faq',
    'legal',
    'step',
    'audience',
    'work',
    'community',
  ) && !isAgainstRivals(block);

const nameOf = (tag: Tag | null): string => (tag ? `${tag.name}.${(tag.attribs.class ?? '').split(/\s+/).slice(0, 3).join('.')}` : '');
/** How a block is made and what it stands in: blocks made alike are cards of one row. */
const shapeOf = ({ tag }: Placed): string => `${nameOf(tag)} ${nameOf(tag.parent)} ${nameOf(tag.parent?.parent ?? null)}`;

/** Japanese marks single words as others mark speech. */
const SPEECH = /^["“„«]|["”»]$|^[『「].*[』」]$/;
const ROLE =
  /^(co-?)?(founder|ceo|cto|coo|chief|head of|director|manager|engineer|designer|developer|owner|product|marketing|vp|president|lead|student|teacher|professor|geschäftsführ|inhaber|gründer|entwickler|fondat|développeu|directeur|directrice|responsable|fundador|desarrollador|directora?\b|diseñador)/i;
/** A name over what somebody said or what somebody is. */
const isPerson = ({ page, at }: Placed, next: Placed): boolean =>
  SPEECH.test(next.text) || ROLE.test(next.text) || SPEECH.test(page.blocks[at - 1]?.text ?? '');
const NUMBER = /^(?:(?:step|schritt|paso|étape|passo|stap|level|stufe|phase)\s*)?0?(\d)[.)]?$|^ステップ\d$/iu;
const DATED = /\b(20\d\d|min(utes)? read|min\.? lesezeit)\b/i;

/** The name itself, or an edition of it: "Acme Plus". */
const isOneOf = (name: string, label: string): boolean =>
  bare(label) === bare(name) ||
  (name !== '' && bare(label).startsWith(bare(name)) && label.split(/\s+/).length <= name.split(/\s+/).length + 1);

/** Pages in the order they are believed to tell what the product does. */
const PAGES: Partial<Record<PageKind, number>> = { home: 1, features: 0.5, press: 0, other: -1, about: -2, pricing: -2 };
/** Where a row of cards may stand without a heading that announces it. */
const TELLS_UNASKED = new Set<PageKind>(['home', 'features']);
/** Pages about what is offered besides the product. */
const BESIDES =
  /train|consult|course|academy|career|job|event|webinar|partner|affiliat|customer|case|portfolio|donat|sponsor|communit|download|install|getting-started|template|example|showcase|investor|kurs|schulung|beratung/i;

/** Whether cards lead out of the site, each to its own place: products, networks and projects of others. */
const leadOut = (row: Candidate[], site: Site): boolean => {
  const away = row.filter(({ block }, i) => leadsAway(site, block, Math.min(row[i + 1]?.block.at ?? block.at + 5, block.at + 5)));
  return away.length * 2 > row.length;
};

/** Whether a row of cards tells something else than what the product does. */
const isOther = (row: Candidate[], site: Site): boolean => {
  const labels = row.map(({ block }) => labelOf(block.text));
  const half = (count: number): boolean => count * 2 >= row.length;
  const { section } = row[0]!;
  if (half(labels.filter(isAudience).length) || leadOut(row, site)) return true;
  if (half(row.filter(({ block }) => DATED.test(block.page.blocks[block.at - 1]?.text ?? '')).length)) return true;
  const numbered = row.filter(({ block }) => NUMBER.test(block.page.blocks[block.at - 1]?.text ?? '')).length;
  return !section.announced && half(numbered);
};

/** Cards: short lines made alike, each with a text of its own below. */
const cardsOf = (page: SitePage, sections: Section[], site: Site): Candidate[] => {
  const rows = new Map<string, Candidate[]>();
  for (const block of page.blocks) {
    const section = sections[block.at]!;
    if (section.elsewhere || !isLabel(block.text) || !isOwn(block) || /^(li|td|th|button|label|dd|h1)$/.test(block.tag.name)) continue;
    const next = page.blocks[block.at + 1];
    const alike = next && nameOf(next.tag) === nameOf(block.tag) && next.text.length < block.text.length * 2;
    if (!next || isHeading(next) || isPerson(block, next) || alike || next.text.length < 8) continue;
    if (!isHeading(block) && (!isProse(next.text) || block.text.split(/\s+/).length > 8 || /[.!。]$/.test(block.text))) continue;
    // A headline as big as those over whole sections is a card's only if it is short.
    if (levelOf(block) === 2 && (isSentence(block.text) || block.text.split(/\s+/).length > 5)) continue;
    const announced = block.regions.has('feature') || section.announced;
    if (!announced && isSentence(block.text)) continue;
    // What neither its tag nor a name of its own sets off from running text is a card's label only where cards are announced.
    if (!announced && /^(div|p|span)$/.test(block.tag.name) && !block.tag.attribs.class) continue;
    const score =
      (isHeading(block) ? (levelOf(block) === 2 ? -2 : 2) : 0) +
      (announced ? 2 : 0) +
      (PAGES[page.kind] ?? -2) -
      (block.regions.has('pricing') ? 2 : 0) -
      (block.tag.name === 'dt' ? 2 : 0);
    const key = `${isHeading(block) ? block.tag.name : shapeOf(block)} ${section.title}`;
    rows.set(key, [...(rows.get(key) ?? []), { block, section: announced ? { ...section, announced } : section, score }]);
  }
  return [...rows.values()].flatMap((row) => {
    const first = row[0]!;
    const few = first.section.announced ? 2 : 3;
    if (isOther(row, site) || row.length < (isHeading(first.block) ? few : 3)) return [];
    if (!first.section.announced && (!TELLS_UNASKED.has(page.kind) || levelOf(first.block) === 2)) return [];
    return row;
  });
};

const GOES_ON = /^(everything|all) |^alles |^todo |^tout |^tutto |^tudo |^alle /i;
/** Whether the price above an item is none. */
const isOfFreePlan = ({ page, at }: Placed): boolean => {
  const above = page.blocks.slice(Math.max(0, at - 12), at).filter(({ text }) => text.length <= 40 && !GOES_ON.test(text));
  const price = above.findLast(({ text }) => pricesIn(text).length > 0 || PRICING_SIGNS.free(text).length > 0);
  return price !== undefined && PRICING_SIGNS.free(price.text).length > 0;
};

const isInList = ({ tag }: Placed): boolean => tag.name === 'li' || tag.parent?.name === 'li';

/** Items of lists that are announced, and lines made alike in a part of the page named for features or plans. */
const itemsOf = (page: SitePage, sections: Section[]): Candidate[] => {
  const alike = new Map<string, number>();
  for (const block of page.blocks) alike.set(shapeOf(block), (alike.get(shapeOf(block)) ?? 0) + 1);
  return page.blocks.flatMap((block) => {
    const section = sections[block.at]!;
    const plan = block.regions.has('pricing') || page.kind === 'pricing' || isPlans(section.title);
    const told = block.regions.has('feature') || section.announced;
    if (!told && !plan && !(page.kind === 'features' && !section.elsewhere) && !isTicked(block.text)) return [];
    if ((section.elsewhere && !plan) || isHeading(block) || !isOwn(block)) return [];
    const line = block.tag.name === 'div' && alike.get(shapeOf(block))! >= 2 && /\S\s\S/.test(block.text) && block.text.length <= 60;
    const listed = FEATURES.test(section.title) ? isPoint(block.text) : isLabel(block.text);
    if (isInList(block) ? !listed : !line || !(block.regions.has('feature') || plan) || !isLabel(block.text)) return [];
    if (plan && (isOfPlan(labelOf(block.text)) || isOfFreePlan(block))) return [];
    const score = (PAGES[page.kind] ?? -2) + (told && !plan ? 2.5 : 0) - (isInList(block) ? 0 : 1.5) - (plan ? 2 : 0);
    return [{ block, section: { ...section, announced: told && !plan }, score }];
  });
};

const listOf = (found: Candidate[], name: string): Proposed<string[]> | null => {
  const chosen = new Map<string, Placed>();
  let announced = 0;
  for (const { block, section, score } of found) {
    const label = labelOf(block.text);
    const key = bare(label);
    if (chosen.has(key) || isNoFeature(label) || isOneOf(name, label)) continue;
    if (!section.announced && announced >= ENOUGH) continue;
    if (score < -1 && chosen.size >= PLENTY) continue;
    if (chosen.size >= ENOUGH && isSentence(label) && !FEATURES.test(section.title)) continue;
    chosen.set(key, block);
    if (section.announced) announced++;
    if (chosen.size === MOST) break;
  }
  if (chosen.size < 2) return null;
  const blocks = [...chosen.values()];
  return { value: blocks.map(({ text }) => labelOf(text)), evidence: blocks.map(({ page, text }) => quoteOn(page, text)) };
};

const candidatesOf = (site: Site): Candidate[] => {
  const order = Object.keys(PAGES) as PageKind[];
  const pages = order.flatMap((kind) => site.pages.filter((page) => page.kind === kind));
  const told = pages.filter((page) => page.kind !== 'other' || !BESIDES.test(new URL(page.url).pathname));
  const cards: Candidate[] = [];
  const items: Candidate[] = [];
  for (const page of told) {
    const sections = sectionsOf(page);
    cards.push(...cardsOf(page, sections, site));
    items.push(...itemsOf(page, sections));
  }
  return [...cards, ...items].sort((a, b) => b.score - a.score);
};

/** What the product can do, and of that what it says sets it apart: headings of cards and items of lists, a line each. */
export const featuresOf = (site: Site, name: string): { features: Proposed<string[]> | null; usps: Proposed<string[]> | null } => {
  const found = candidatesOf(site);
  return {
    features: listOf(found, name),
    usps: listOf(
      found.filter(({ section, block }) => section.titles.some((title) => APART.test(title)) && block.page.kind !== 'pricing'),
      name,
    ),
  };
};
