import type { EvidenceQuote, ProposedValue } from '../proposal.ts';
import { FEATURES_HEADING, isNoFeature, isPlanTerm, SETS_APART } from '../words/features.ts';
import type { PageKind } from '../words/page-kinds.ts';
import { findDataItems } from './data-rows.ts';
import { isLabel, isListPoint, isSentence, isWord } from './labels.ts';
import { findPoints } from './points.ts';
import { bigHeadlines, isOtherRow, isUnderOther, runsOf } from './row-kinds.ts';
import { findRows, type Row, type RowItem } from './rows.ts';
import { type PageSection, sectionsOf } from './sections.ts';
import {
  isHeading,
  lettersOnly,
  type PageBlock,
  type ProductSite,
  pagesInLanguage,
  quoteFrom,
  type SitePage,
  textValue,
  toList,
} from './site.ts';

interface FeatureCandidate {
  block: PageBlock;
  label: string;
  section: PageSection;
  score: number;
}

/** Pages and how reliable they are for features. */
const FEATURE_PAGES: Partial<Record<PageKind, number>> = { home: 1, features: 0.5, press: 0, other: -1, about: -2, pricing: -2 };
const scorePage = ({ kind }: SitePage): number => FEATURE_PAGES[kind] ?? -2;

/** Pages where a row counts without an announcing heading, unless they describe steps. */
const PAGES_WITH_ROWS = new Set<PageKind>(['home', 'features']);
const IN_ORDER = /how|tour|funktioniert/i;
const mayStandAlone = ({ kind, url }: SitePage): boolean =>
  PAGES_WITH_ROWS.has(kind) && !(kind === 'features' && IN_ORDER.test(new URL(url).pathname));

const toCandidate = ({ section, big }: Row, { block, label, joined }: RowItem): FeatureCandidate => ({
  block,
  label,
  section,
  score:
    (isHeading(block) ? (big ? -2 : 2) : joined ? 1 : 0) +
    (section.announced ? 2 : 0) +
    scorePage(block.page) -
    (block.regions.has('pricing') ? 2 : 0) -
    (block.tag.name === 'dt' ? 2 : 0),
});

const canBeFeature = ({ section, page }: Row, { block, label }: RowItem): boolean => {
  const plan = block.regions.has('pricing') || page.kind === 'pricing';
  return (isLabel(label) || (section.announced && isHeading(block) && isWord(label))) && !(plan && isPlanTerm(label));
};

/** Rows that count, and those that count only if another part of the site announces one of their labels. */
interface FoundRows {
  sure: FeatureCandidate[];
  unsure: FeatureCandidate[][];
}

const chooseRows = (page: SitePage, sections: PageSection[], site: ProductSite): FoundRows => {
  const found: FoundRows = { sure: [], unsure: [] };
  for (const row of findRows(page, sections)) {
    const { items, section, big, columns } = row;
    const few = section.announced && (isHeading(items[0]!.block) || items[0]!.joined) ? 2 : 3;
    if (items.length < few || isOtherRow(row, site) || (columns && isUnderOther(row))) continue;
    const candidatesOf = (chosen: RowItem[]) => chosen.filter((item) => canBeFeature(row, item)).map((item) => toCandidate(row, item));
    if (section.announced) found.sure.push(...candidatesOf(items));
    else if (!mayStandAlone(page)) continue;
    else if (!big) found.sure.push(...candidatesOf(items));
    else if (page.kind === 'home') found.unsure.push(...runsOf(row).map(candidatesOf));
    else if (bigHeadlines(row).length >= few) found.sure.push(...candidatesOf(bigHeadlines(row)));
  }
  return found;
};

const choosePoints = (page: SitePage, sections: PageSection[]): FeatureCandidate[] =>
  findPoints(page, sections).map(({ block, label, section, plan, listed }) => ({
    block,
    label,
    section,
    score: scorePage(page) + (section.announced ? 2.5 : 0) - (listed ? 0 : 1.5) - (plan ? 2 : 0),
  }));

/** Unannounced rows of which another part of the site announces a label. */
const confirmedElsewhere = (unsure: FeatureCandidate[][], sure: FeatureCandidate[]): FeatureCandidate[] => {
  const known = new Set(sure.filter(({ section }) => section.announced).map(({ label }) => lettersOnly(label)));
  const confirmed = unsure.filter((row) => row.some(({ label }) => known.has(lettersOnly(label)))).flat();
  return confirmed.map((one) => ({ ...one, section: { ...one.section, announced: true } }));
};

const BESIDES =
  /train|consult|course|academy|career|job|event|webinar|partner|affiliat|customer|case|portfolio|donat|sponsor|communit|download|install|getting-started|template|example|showcase|investor|kurs|schulung|beratung/i;

const candidatesOf = (site: ProductSite): FeatureCandidate[] => {
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
    sure.push(...rows.sure);
    unsure.push(...rows.unsure);
    points.push(...choosePoints(page, sections).filter(({ block }) => !in_rows.has(block)));
  }
  return [...sure, ...confirmedElsewhere(unsure, [...sure, ...points]), ...points].sort((a, b) => b.score - a.score);
};

const MAX_FEATURES = 20;
/** With this many features, sentences are dropped, unless a heading announces them; with this many, items of plans
 * and rows of other pages are. */
const ENOUGH = 6;
const PLENTY = 12;

/** The name itself, or an edition of it: "Acme Plus". */
const isOneOf = (name: string, label: string): boolean =>
  lettersOnly(label) === lettersOnly(name) ||
  (name !== '' && lettersOnly(label).startsWith(lettersOnly(name)) && label.split(/\s+/).length <= name.split(/\s+/).length + 1);

const listOf = (found: FeatureCandidate[], name: string): ProposedValue<string[]> | null => {
  const chosen = new Map<string, FeatureCandidate>();
  for (const candidate of found) {
    const { label, section, score } = candidate;
    const key = lettersOnly(label);
    if (chosen.has(key) || isNoFeature(label) || isOneOf(name, label)) continue;
    if ((score < -1 || scorePage(candidate.block.page) < 0) && chosen.size >= PLENTY) continue;
    if (chosen.size >= ENOUGH && isSentence(label) && !FEATURES_HEADING.test(section.title)) continue;
    chosen.set(key, candidate);
    if (chosen.size === MAX_FEATURES) break;
  }
  if (chosen.size < 2) return null;
  const features = [...chosen.values()];
  return {
    value: features.map(({ label }) => label),
    evidence: features.map(({ block, label }) => quoteFrom(block.page, block.text.length <= MAX_QUOTE ? block.text : label)),
  };
};
/** Longer blocks are quoted by their label alone. */
const MAX_QUOTE = 400;

/** Features in data only: of a one-page app, or the `featureList` of structured data. */
const listOfData = (site: ProductSite): ProposedValue<string[]> | null => {
  const in_app = pagesInLanguage(site).flatMap((page) =>
    findDataItems(page, 'features').map(({ label }) => ({ page, label, quote: label })),
  );
  const declared = site.facts.flatMap(({ page, values: { featureList: written } }) =>
    toList(written).flatMap((value) => {
      const text = textValue(value) ?? '';
      return Array.isArray(written)
        ? [{ page, label: text, quote: text }]
        : text.split(/[,;、；]/).map((label) => ({ page, label: label.trim(), quote: text }));
    }),
  );
  const found = new Map<string, { label: string; quote: EvidenceQuote }>();
  for (const { page, label, quote } of [...in_app, ...declared])
    if (isListPoint(label) && !isNoFeature(label) && found.size < MAX_FEATURES && !found.has(lettersOnly(label)))
      found.set(lettersOnly(label), { label, quote: quoteFrom(page, quote) });
  const features = [...found.values()];
  return features.length < 2 ? null : { value: features.map(({ label }) => label), evidence: features.map(({ quote }) => quote) };
};

/** The product's features, and those it presents as setting it apart: labels of rows and points of lists. */
export const proposeFeatures = (
  site: ProductSite,
  name: string,
): { features: ProposedValue<string[]> | null; usps: ProposedValue<string[]> | null } => {
  const found = candidatesOf(site);
  return {
    features: listOf(found, name) ?? listOfData(site),
    usps: listOf(
      found.filter(({ section, block }) => section.titles.some((title) => SETS_APART.test(title)) && block.page.kind !== 'pricing'),
      name,
    ),
  };
};
