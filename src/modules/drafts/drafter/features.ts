import type { Proposed } from '../proposal.ts';
import { cardsOf } from './feature-cards.ts';
import { itemsOf } from './feature-items.ts';
import { type Candidate, PAGES } from './feature-rows.ts';
import { isNoFeature } from './feature-words.ts';
import type { PageKind } from './kinds.ts';
import { isSentence, labelOf } from './labels.ts';
import { APART, FEATURES } from './section-words.ts';
import { sectionsOf } from './sections.ts';
import { bare, type Placed, quoteOn, type Site } from './site.ts';

const MOST = 20;
/** So many announced features need no others beside them, and so many of any kind none of plans. */
const ENOUGH = 6;
const PLENTY = 12;

/** The name itself, or an edition of it: "Acme Plus". */
const isOneOf = (name: string, label: string): boolean =>
  bare(label) === bare(name) ||
  (name !== '' && bare(label).startsWith(bare(name)) && label.split(/\s+/).length <= name.split(/\s+/).length + 1);

/** Pages about what is offered besides the product. */
const BESIDES =
  /train|consult|course|academy|career|job|event|webinar|partner|affiliat|customer|case|portfolio|donat|sponsor|communit|download|install|getting-started|template|example|showcase|investor|kurs|schulung|beratung/i;

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

/** Rows nobody announces, of which another part of the site announces one. */
const vouchedFor = (unsure: Candidate[][], sure: Candidate[]): Candidate[] => {
  const known = new Set(sure.filter(({ section }) => section.announced).map(({ block }) => bare(labelOf(block.text))));
  const vouched = unsure.filter((row) => row.some(({ block }) => known.has(bare(labelOf(block.text))))).flat();
  return vouched.map((one) => ({ ...one, section: { ...one.section, announced: true } }));
};

const candidatesOf = (site: Site): Candidate[] => {
  const order = Object.keys(PAGES) as PageKind[];
  const pages = order.flatMap((kind) => site.pages.filter((page) => page.kind === kind));
  const told = pages.filter((page) => page.kind !== 'other' || !BESIDES.test(new URL(page.url).pathname));
  const cards: Candidate[] = [];
  const unsure: Candidate[][] = [];
  const items: Candidate[] = [];
  for (const page of told) {
    const sections = sectionsOf(page);
    const rows = cardsOf(page, sections, site);
    cards.push(...rows.told);
    unsure.push(...rows.unsure);
    items.push(...itemsOf(page, sections));
  }
  return [...cards, ...vouchedFor(unsure, [...cards, ...items]), ...items].sort((a, b) => b.score - a.score);
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
