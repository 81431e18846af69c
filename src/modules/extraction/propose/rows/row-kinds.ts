import { ancestorsOf } from '../../parse/dom.ts';
import { pricesIn } from '../../verify/pricing.ts';
import { FEATURES_HEADING, isAudience, isDepartment, isOtherBrand, isOtherSection, isShopTerm } from '../../words/features.ts';
import { QUESTION_END } from '../../words/questions.ts';
import { BEGINS_STEPS, FIRST_PERSON } from '../../words/rows.ts';
import { isFigure } from '../labels.ts';
import { headingLevel, isHeading, isIn, isOnlyLinks, linksAway, type PageBlock, type ProductSite } from '../site.ts';
import { isButton, isOwnBlock, type Row, type RowItem } from './rows.ts';

/** Japanese marks single words as other languages mark speech. */
const SPEECH = /^["“„«]|["”»]$|^[『「].*[』」]$/;
const ROLE =
  /^(co-?)?(founder|ceo|cto|coo|chief|head of|director|manager|engineer|designer|developer|owner|product|marketing|vp|president|lead|student|teacher|professor|geschäftsführ|inhaber|gründer|entwickler|fondat|développeu|directeur|directrice|responsable|fundador|desarrollador|directora?\b|diseñador)/i;
const NUMBER = /^(?:(?:step|schritt|paso|étape|passo|stap|level|stufe|phase) ?)?0?(\d)[.)]?$|^ステップ\d$/iu;
const BEGINS_WITH_NUMBER = /^0?\d{1,2}\s?[.)：:–—-]\s?\S/;
const DATED = /\b(20\d\d|min(utes)? read|min\.? lesezeit)\b/i;
/** What a product cannot do. */
const LACKS =
  /(?:できません|対応していません|ありません|未対応|できない)[。]?$|不支持|^(?:no support for|does ?n[o'’]t|can(?:not|['’]t)|kein support|no admite|ne prend pas)(?!\p{L})/iu;
const LONGEST_ROLE = 60;

const textAbove = ({ page, at }: PageBlock): string => page.blocks[at - 1]?.text ?? '';
const isNumbered = ({ block, label }: RowItem): boolean =>
  NUMBER.test(textAbove(block)) || BEGINS_WITH_NUMBER.test(label) || ancestorsOf(block.tag, 3).some(({ name }) => name === 'ol');

/** Whether an item shows a person or what a person said, below the name or above it. */
const isPerson = ({ block, text, joined }: RowItem, before: RowItem | undefined): boolean =>
  SPEECH.test(text) ||
  (text.length <= LONGEST_ROLE && ROLE.test(text)) ||
  (before?.text !== textAbove(block) && SPEECH.test(textAbove(block))) ||
  (!joined && FIRST_PERSON.test(text));

const hasPrice = ({ block, label, text }: RowItem): boolean =>
  [label, text.slice(0, 80), block.page.blocks[block.at + 2]?.text.slice(0, 40) ?? ''].some((line) => pricesIn(line).length > 0);

const isDirectory = ({ block, joined }: RowItem): boolean => {
  const next = block.page.blocks[block.at + 1];
  return !joined && next !== undefined && /\p{L}/u.test(next.text) && isOnlyLinks(next.tag);
};

/** What items of other rows contain. A row is about something else if half of its items do. */
const OTHER_ITEMS: ((item: RowItem, before: RowItem | undefined) => boolean)[] = [
  isPerson,
  hasPrice,
  isDirectory,
  ({ label }) => isAudience(label),
  ({ label }) => isOtherBrand(label),
  ({ label }) => isFigure(label),
  ({ label }) => LACKS.test(label),
  ({ label }) => QUESTION_END.test(label),
  ({ block }) => DATED.test(textAbove(block)),
];
/** The same for rows that nothing announces. */
const OTHER_UNANNOUNCED: ((item: RowItem) => boolean)[] = [({ label }) => isDepartment(label), ({ label }) => isShopTerm(label)];

/** Whether most items link to other sites: products, networks and projects of others. */
const linksOut = ({ items }: Row, site: ProductSite): boolean => {
  const away = items.filter(({ block }, i) => linksAway(site, block, Math.min(items[i + 1]?.block.at ?? block.at + 5, block.at + 5)));
  return away.length * 2 > items.length;
};

/** Whether the items have the same label: "What we check". */
const repeatsLabel = ({ items }: Row): boolean => new Set(items.map(({ label }) => label)).size * 2 <= items.length;

/** Whether only a headline far above announces the row, not the one directly above it. */
const isFarFromTitle = ({ section, items }: Row): boolean => !FEATURES_HEADING.test(section.title) && !isIn(items[0]!.block, 'feature');

/** A process has few steps; longer numbered rows only count their items. */
const MOST_STEPS = 4;

/** Whether a row's items show that it is about something else than what the product does. */
export const isOtherRow = (row: Row, site: ProductSite): boolean => {
  const { items, section } = row;
  const half = (test: (item: RowItem, before: RowItem | undefined) => boolean): boolean =>
    items.filter((item, i) => test(item, items[i - 1])).length * 2 >= items.length;
  if (OTHER_ITEMS.some(half) || linksOut(row, site) || repeatsLabel(row)) return true;
  if (section.announced && !isFarFromTitle(row)) return false;
  if (section.announced) return items.length <= MOST_STEPS && half(isNumbered);
  return OTHER_UNANNOUNCED.some(half) || (items.length <= MOST_STEPS && (half(isNumbered) || BEGINS_STEPS.test(items[0]!.label)));
};

/** Whether the headline above the first of several columns, even of the same level, is about something else. */
export const isUnderOther = ({ items: [first], section }: Row): boolean => {
  if (section.announced) return false;
  const { page, at } = first!.block;
  return page.blocks.slice(Math.max(0, at - 3), at).some((above) => isHeading(above) && isOtherSection(above.text));
};

/** After this many blocks another part of the page begins. */
const FAR = 12;
/** Whether no smaller heading follows, so that the headline does not head a section of cards. */
const standsAlone = ({ block }: RowItem): boolean => {
  const below = block.page.blocks.slice(block.at + 1, block.at + FAR).find((one) => isHeading(one) && isOwnBlock(one));
  return below === undefined || headingLevel(below) <= headingLevel(block);
};

const isButtonBelow = ({ block }: RowItem): boolean => {
  const below = block.page.blocks[block.at + 2];
  return below !== undefined && isButton(below);
};

/** Of the big headlines on a features page, those that name features: no sections, and no call to action at the end. */
export const bigHeadlines = ({ items }: Row): RowItem[] => {
  const calls = items.filter(isButtonBelow);
  const cards = calls.length === 1 && calls[0] === items.at(-1) ? items.slice(0, -1) : items;
  return cards.filter((item) => standsAlone(item) && !isOtherSection(item.label));
};

/** The parts of a row of big headlines in which each directly follows the text of the one before. */
export const runsOf = ({ items }: Row): RowItem[][] => {
  const runs: RowItem[][] = [];
  for (const one of items) {
    const last = runs.at(-1);
    if (last && one.block.at - last.at(-1)!.block.at === 2) last.push(one);
    else runs.push([one]);
  }
  return runs.filter((run) => run.length >= 3);
};
