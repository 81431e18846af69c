import type { Tag } from '../page/parse.ts';
import { isAudience, isDepartment } from './audience-words.ts';
import { type Candidate, columnsOver, isButton, isOwn, nameOf, PAGES, shapeOf } from './feature-rows.ts';
import { isOfPlan, isShopTerm } from './feature-words.ts';
import type { PageKind } from './kinds.ts';
import { isLabel, isProse, isSentence, isWord, labelOf } from './labels.ts';
import { isElsewhere } from './section-words.ts';
import type { Section } from './sections.ts';
import { isHeading, leadsAway, levelOf, type Placed, type Site, type SitePage } from './site.ts';

/** Japanese marks single words as others mark speech. */
const SPEECH = /^["“„«]|["”»]$|^[『「].*[』」]$/;
const ROLE =
  /^(co-?)?(founder|ceo|cto|coo|chief|head of|director|manager|engineer|designer|developer|owner|product|marketing|vp|president|lead|student|teacher|professor|geschäftsführ|inhaber|gründer|entwickler|fondat|développeu|directeur|directrice|responsable|fundador|desarrollador|directora?\b|diseñador)/i;
/** A name over what somebody said or what somebody is. */
const isPerson = ({ page, at }: Placed, next: Placed): boolean =>
  SPEECH.test(next.text) || ROLE.test(next.text) || SPEECH.test(page.blocks[at - 1]?.text ?? '');
const NUMBER = /^(?:(?:step|schritt|paso|étape|passo|stap|level|stufe|phase)\s*)?0?(\d)[.)]?$|^ステップ\d$/iu;
const DATED = /\b(20\d\d|min(utes)? read|min\.? lesezeit)\b/i;

/** Where a row of cards may stand without a heading that announces it. */
const TELLS_UNASKED = new Set<PageKind>(['home', 'features']);
/** Pages of that kind that tell what is to be done, one thing after the other. */
const IN_ORDER = /how|tour|funktioniert/i;
const tellsUnasked = ({ kind, url }: SitePage): boolean =>
  TELLS_UNASKED.has(kind) && !(kind === 'features' && IN_ORDER.test(new URL(url).pathname));

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
  if (section.announced) return false;
  const numbered = row.filter(({ block }) => NUMBER.test(block.page.blocks[block.at - 1]?.text ?? '')).length;
  return half(numbered) || half(labels.filter(isDepartment).length) || half(labels.filter(isShopTerm).length);
};

/** Whether the block behind a label is its text; some makers set even that as a heading, a smaller one. */
const isTextOf = (block: Placed, next: Placed): boolean => {
  if (!isHeading(next)) return true;
  const after = next.page.blocks[next.at + 1];
  const heads = after !== undefined && isHeading(after) && levelOf(after) > levelOf(block);
  return levelOf(next) > levelOf(block) && isProse(next.text) && next.text.length > block.text.length * 2 && !heads;
};

/** Whether the headline above the first of several columns, be it as big as theirs, speaks of something else. */
const isUnderOther = ({ page, at }: Placed): boolean =>
  page.blocks.slice(Math.max(0, at - 3), at).some((above) => isHeading(above) && isElsewhere(above.text));

/** Behind so many blocks another part of the page begins. */
const FAR = 12;
/** Whether nothing smaller is told below a headline, so that it heads no section of cards. */
const standsAlone = (block: Placed): boolean => {
  const below = block.page.blocks.slice(block.at + 1, block.at + FAR).find((one) => isHeading(one) && isOwn(one));
  return below === undefined || levelOf(below) <= levelOf(block);
};

const isButtonBelow = ({ block }: Candidate): boolean => {
  const below = block.page.blocks[block.at + 2];
  return below !== undefined && isButton(below);
};

/** Of the big headlines of a page about what the product does, those that tell it: no sections, and no call at the end. */
const toldBig = (row: Candidate[]): Candidate[] => {
  const calls = row.filter(isButtonBelow);
  const told = calls.length === 1 && calls[0] === row.at(-1) ? row.slice(0, -1) : row;
  return told.filter(({ block }) => standsAlone(block) && !isElsewhere(block.text));
};

/** Cards that follow each other without anything between. */
const runsOf = (row: Candidate[]): Candidate[][] => {
  const runs: Candidate[][] = [];
  for (const one of row) {
    const last = runs.at(-1);
    if (last && one.block.at - last.at(-1)!.block.at === 2) last.push(one);
    else runs.push([one]);
  }
  return runs.filter((run) => run.length >= 3);
};

/** Rows of cards, and those that are believed only if another part of the site announces one of them. */
export interface Cards {
  told: Candidate[];
  unsure: Candidate[][];
}

/** Cards: short lines made alike, each with a text of its own below. */
export const cardsOf = (page: SitePage, sections: Section[], site: Site): Cards => {
  const rows = new Map<string | Tag, Candidate[]>();
  for (const block of page.blocks) {
    const section = sections[block.at]!;
    if (section.elsewhere || !isOwn(block) || /^(li|td|th|button|label|dd)$/.test(block.tag.name)) continue;
    const announced = block.regions.has('feature') || section.announced;
    if (!isLabel(block.text) && !(announced && isHeading(block) && isWord(block.text))) continue;
    const plan = block.regions.has('pricing') || page.kind === 'pricing';
    if (plan && isOfPlan(labelOf(block.text))) continue;
    const next = page.blocks[block.at + 1];
    const alike = next && nameOf(next.tag) === nameOf(block.tag) && next.text.length < block.text.length * 2;
    if (!next || !isTextOf(block, next) || isPerson(block, next) || alike || next.text.length < 8) continue;
    if (!isHeading(block) && (!isProse(next.text) || block.text.split(/\s+/).length > 8 || /[.!。]$/.test(block.text))) continue;
    const columns = levelOf(block) <= 2 ? columnsOver(block) : null;
    const big = levelOf(block) <= 2 && columns === null;
    if (big && levelOf(block) === 1) continue;
    // A headline as big as those over whole sections is a card's only if it is short.
    if (levelOf(block) <= 2 && (isSentence(block.text) || block.text.split(/\s+/).length > 5)) continue;
    if (!announced && isSentence(block.text)) continue;
    // What neither its tag nor a name of its own sets off from running text is a card's label only where cards are announced.
    if (!announced && /^(div|p|span)$/.test(block.tag.name) && !block.tag.attribs.class) continue;
    const score =
      (isHeading(block) ? (big ? -2 : 2) : 0) +
      (announced ? 2 : 0) +
      (PAGES[page.kind] ?? -2) -
      (block.regions.has('pricing') ? 2 : 0) -
      (block.tag.name === 'dt' ? 2 : 0);
    const key = columns ?? `${isHeading(block) ? block.tag.name : shapeOf(block)} ${section.title}`;
    rows.set(key, [...(rows.get(key) ?? []), { block, section: announced ? { ...section, announced } : section, score }]);
  }
  const cards: Cards = { told: [], unsure: [] };
  for (const [key, row] of rows) {
    const { block, section } = row[0]!;
    const columns = typeof key !== 'string';
    const few = section.announced && isHeading(block) ? 2 : 3;
    if (row.length < few || isOther(row, site)) continue;
    if (columns && isUnderOther(block)) continue;
    if (section.announced) cards.told.push(...row);
    else if (!tellsUnasked(page)) continue;
    else if (columns || levelOf(block) > 2) cards.told.push(...row);
    else if (page.kind === 'home') cards.unsure.push(...runsOf(row));
    else if (toldBig(row).length >= few) cards.told.push(...toldBig(row));
  }
  return cards;
};
