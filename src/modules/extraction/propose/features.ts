import { PROFILE_FIELDS, type ProposedValue } from '../proposal.ts';
import { FEATURES_HEADING, isNoFeature, isPlanTerm, SETS_APART } from '../words/features.ts';
import type { PageKind } from '../words/page-kinds.ts';
import { isLabel, isSentence, isWord, labelOf } from './labels.ts';
import { findChips } from './rows/chips.ts';
import { listOfData } from './rows/data-rows.ts';
import { findPoints, type Point } from './rows/points.ts';
import { bigHeadlines, isOtherRow, isUnderOther, runsOf } from './rows/row-kinds.ts';
import { elementName, findRows, type Row, type RowItem } from './rows/rows.ts';
import { findTableRows } from './rows/tables.ts';
import { type PageSection, sectionsOf } from './sections.ts';
import { isHeading, lettersOnly, type PageBlock, type ProductSite, pagesInLanguage, quoteFrom, type SitePage } from './site.ts';

interface FeatureCandidate {
  block: PageBlock;
  label: string;
  section: PageSection;
  score: number;
}

/** Pages and how reliable they are for features. */
const FEATURE_PAGES: Partial<Record<PageKind, number>> = { home: 1, features: 0.5, press: 0, other: -1, about: -2, pricing: 0 };
const scorePage = ({ kind }: SitePage): number => FEATURE_PAGES[kind] ?? -2;

/** Pages where a row counts without an announcing heading, unless they describe steps. */
const PAGES_WITH_ROWS = new Set<PageKind>(['home', 'features', 'other']);
const IN_ORDER = /how|tour|funktioniert/i;
const mayStandAlone = ({ kind, url }: SitePage): boolean =>
  PAGES_WITH_ROWS.has(kind) && !(kind !== 'home' && IN_ORDER.test(new URL(url).pathname));

const toCandidate = ({ section, big }: Row, { block, label }: RowItem): FeatureCandidate => ({
  block,
  label,
  section,
  score:
    (isHeading(block) ? (big && block.page.kind !== 'features' ? -2 : 2) : 1) +
    (section.announced ? 2 : 0) +
    scorePage(block.page) -
    (block.page.kind === 'other' && !section.announced ? 3 : 0) -
    (block.regions.has('pricing') ? 2 : 0) -
    (block.tag.name === 'dt' ? 2 : 0),
});

const canBeFeature = ({ page }: Row, { block, label }: RowItem): boolean => {
  const plan = block.regions.has('pricing') || page.kind === 'pricing';
  return (isLabel(label) || (isHeading(block) && isWord(label))) && !(plan && isPlanTerm(label));
};

/** Rows that count, and those that count only if another part of the site announces one of their labels. */
interface FoundRows {
  sure: FeatureCandidate[];
  unsure: FeatureCandidate[][];
}

/** Lists nobody announces, of few points with a few words each, are samples of what the product makes. */
const isSample = ({ items, section }: Row): boolean =>
  !section.announced &&
  items.length <= SHORT_LIST &&
  items.every(({ block, joined, text }) => joined && block.tag.name === 'li' && text.length < SHORT_TEXT);
const [SHORT_LIST, SHORT_TEXT] = [4, 40];

const chooseRows = (page: SitePage, sections: PageSection[], site: ProductSite): FoundRows => {
  const found: FoundRows = { sure: [], unsure: [] };
  const rows = findRows(page, sections).filter((row) => !isOtherRow(row, site) && !(row.columns && isUnderOther(row)) && !isSample(row));
  /** Styles of rows that are long enough: shorter ones of the same style count, too. */
  const styles = new Set(
    rows.flatMap(({ items: [first, , third] }) => (third && first!.block.tag.attribs.class ? elementName(first!.block.tag) : [])),
  );
  for (const row of rows) {
    const { items, section, big } = row;
    const [{ block, joined }] = items as [RowItem];
    const few = (section.announced && (isHeading(block) || joined)) || styles.has(elementName(block.tag)) ? 2 : 3;
    if (items.length < few) continue;
    const candidatesOf = (chosen: RowItem[]) => chosen.filter((item) => canBeFeature(row, item)).map((item) => toCandidate(row, item));
    if (section.announced) found.sure.push(...candidatesOf(items));
    else if (!mayStandAlone(page)) continue;
    else if (!big) found.sure.push(...candidatesOf(items));
    else if (page.kind === 'home') found.unsure.push(...runsOf(row).map(candidatesOf));
    else if (bigHeadlines(row).length >= few) found.sure.push(...candidatesOf(bigHeadlines(row)));
  }
  return found;
};

/** Rows of tables come after everything else. */
const chooseTableRows = (page: SitePage, sections: PageSection[], names: readonly string[]): FeatureCandidate[] =>
  findTableRows(page, names).map((block) => ({
    block,
    label: labelOf(block.text),
    section: sections[block.at]!,
    score: scorePage(page) - 1.5,
  }));

const chooseChips = (page: SitePage, sections: PageSection[]): FeatureCandidate[] =>
  findChips(page, sections).map((chip) => ({ ...chip, score: scorePage(page) + (chip.section.announced ? 2 : 0) }));

const MEASURED = /\d/;
/** Lists inside items say more about a feature that is already named, and amounts in plans say least. */
const scorePoint = ({ block, label, section, plan, listed }: Point, is_inside: boolean): number =>
  scorePage(block.page) +
  (section.announced ? 2.5 : 0) -
  (listed ? 0 : 1.5) -
  (plan ? (MEASURED.test(label) ? 3 : 1) : is_inside ? (block.page.kind === 'home' ? 2 : 4.5) : 0);

const choosePoints = (page: SitePage, sections: PageSection[], inside: ReadonlySet<PageBlock>): FeatureCandidate[] =>
  findPoints(page, sections, inside).map((point) => ({
    block: point.block,
    label: point.label,
    section: point.section,
    score: scorePoint(point, inside.has(point.block)),
  }));

const LONGEST_ITEM = 20;
/** The blocks that belong to items: those up to the next heading, or the next item without one. */
const blocksInside = (rows: FeatureCandidate[]): Set<PageBlock> => {
  const lines = new Set(rows.flatMap(({ block }) => (isHeading(block) || block.tag.name === 'li' ? [] : [block])));
  const inside = new Set<PageBlock>();
  for (const { block } of rows) {
    if (block.tag.name === 'li') continue;
    for (const one of block.page.blocks.slice(block.at + 1, block.at + LONGEST_ITEM)) {
      if (isHeading(one) || (lines.has(one) && !isHeading(block))) break;
      inside.add(one);
    }
  }
  return inside;
};

/** Unannounced rows of which another part of the site announces a label. */
const confirmedElsewhere = (unsure: FeatureCandidate[][], sure: FeatureCandidate[]): FeatureCandidate[] => {
  const known = new Set(sure.filter(({ section }) => section.announced).map(({ label }) => lettersOnly(label)));
  const confirmed = unsure.filter((row) => row.some(({ label }) => known.has(lettersOnly(label)))).flat();
  return confirmed.map((one) => ({ ...one, section: { ...one.section, announced: true } }));
};

const BESIDES =
  /research|stud(?:y|ies)|sample|galler|licen[cs]|roadmap|changelog|market(?!ing)|resource|methodolog|invest|pitch|compar|versus|(?<![a-z])vs(?![a-z])|alternativ|glossar|lexikon|mode-emploi|train|consult|course|academy|career|job|event|webinar|partner|affiliat|customer|case|portfolio|donat|sponsor|communit|download|install|getting-started|template|example|showcase|investor|kurs|schulung|beratung/i;

const candidatesOf = (site: ProductSite, name: string): { certain: FeatureCandidate[]; doubtful: FeatureCandidate[] } => {
  const names = [lettersOnly(name), ...site.labels].filter((one) => one.length > 2);
  const order = Object.keys(FEATURE_PAGES) as PageKind[];
  const in_language = pagesInLanguage(site);
  const pages = order.flatMap((kind) => in_language.filter((page) => page.kind === kind));
  const sure: FeatureCandidate[] = [];
  const unsure: FeatureCandidate[][] = [];
  const points: FeatureCandidate[] = [];
  for (const page of pages) {
    if (page.kind === 'other' && BESIDES.test(new URL(page.url).pathname)) continue;
    const sections = sectionsOf(page);
    const rows = chooseRows(page, sections, site);
    const in_rows = new Set(rows.sure.map(({ block }) => block));
    const inside = blocksInside(rows.sure);
    // Items inside others come after them.
    sure.push(...rows.sure.map((one) => (inside.has(one.block) ? { ...one, score: one.score - 2 } : one)));
    unsure.push(...rows.unsure);
    points.push(
      ...choosePoints(page, sections, inside).filter(({ block }) => !in_rows.has(block)),
      ...chooseChips(page, sections),
      ...chooseTableRows(page, sections, names),
    );
  }
  const confirmed = confirmedElsewhere(unsure, [...sure, ...points]);
  return { certain: [...sure, ...confirmed, ...points].sort((a, b) => b.score - a.score), doubtful: unsure.flat() };
};

const MAX_FEATURES = PROFILE_FIELDS.features.max;
/** With this many features, sentences are dropped, unless a heading announces them; with this many, rows of other pages are. */
const ENOUGH = 6;
const PLENTY = 20;

/** The name itself, or an edition of it: "Acme Plus". */
const isOneOf = (name: string, label: string): boolean =>
  lettersOnly(label) === lettersOnly(name) ||
  (name !== '' && lettersOnly(label).startsWith(lettersOnly(name)) && label.split(/\s+/).length <= name.split(/\s+/).length + 1);

/** Whether a candidate can be filled in next to those already chosen. */
const isCertain = ({ block, label, section }: FeatureCandidate, chosen: number): boolean =>
  !(chosen >= PLENTY && block.page.kind === 'other' && !section.announced) &&
  !(chosen >= ENOUGH && isSentence(label) && !FEATURES_HEADING.test(section.title));

type Chosen = Map<string, FeatureCandidate>;

const choose = (found: FeatureCandidate[], name: string, isChosen: (candidate: FeatureCandidate, chosen: number) => boolean): Chosen => {
  const chosen: Chosen = new Map();
  for (const candidate of found) {
    const key = lettersOnly(candidate.label);
    if (chosen.size >= MAX_FEATURES) break;
    if (!chosen.has(key) && !isNoFeature(candidate.label) && !isOneOf(name, candidate.label) && isChosen(candidate, chosen.size))
      chosen.set(key, candidate);
  }
  return chosen;
};

const toValue = (chosen: Chosen, fewest: number): ProposedValue<string[]> | null => {
  if (chosen.size < fewest) return null;
  const features = [...chosen.values()];
  return {
    value: features.map(({ label }) => label),
    evidence: features.map(({ block, label }) => quoteFrom(block.page, block.text.length <= MAX_QUOTE ? block.text : label)),
  };
};
/** Longer blocks are quoted by their label alone. */
const MAX_QUOTE = 400;

/** The product's features, those it presents as setting it apart, and those that are only probable. */
export const proposeFeatures = (
  site: ProductSite,
  name: string,
): Record<'features' | 'usps' | 'suggested', ProposedValue<string[]> | null> => {
  const { certain, doubtful } = candidatesOf(site, name);
  const features = choose(certain, name, isCertain);
  const apart = certain.filter(
    ({ section, block }) => section.titles.some((title) => SETS_APART.test(title)) && block.page.kind !== 'pricing',
  );
  const others = choose([...certain, ...doubtful], name, ({ label }) => !features.has(lettersOnly(label)));
  return {
    features: toValue(features, FEWEST) ?? listOfData(site),
    usps: toValue(choose(apart, name, isCertain), FEWEST),
    suggested: toValue(others, 1),
  };
};
const FEWEST = 2;
