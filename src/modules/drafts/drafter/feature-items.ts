import { PRICING_SIGNS, pricesIn } from '../judge/pricing.ts';
import type { Tag } from '../page/parse.ts';
import { type Candidate, isButton, isOwn, PAGES, shapeOf } from './feature-rows.ts';
import { areChanges, isOfPlan } from './feature-words.ts';
import { isLabel, isPoint, isSentence, isTicked, isWide, labelOf } from './labels.ts';
import { leadsToFeatures, leadsToPaid } from './lead-words.ts';
import { FEATURES, isPlans } from './section-words.ts';
import type { Section } from './sections.ts';
import { isHeading, isLinks, levelOf, type Placed, type SitePage } from './site.ts';

const GOES_ON = /^(everything|all) |^alles |^todo |^tout |^tutto |^tudo |^alle /i;
/** What is asked for the plan an item stands in: the price nearest above. */
const priceOver = ({ page, at }: Placed): 'some' | 'none' | 'unsaid' => {
  const above = page.blocks.slice(Math.max(0, at - 12), at).filter(({ text }) => text.length <= 40 && !GOES_ON.test(text));
  const price = above.findLast(({ text }) => pricesIn(text).length > 0 || PRICING_SIGNS.free(text).length > 0);
  if (price === undefined) return 'unsaid';
  return PRICING_SIGNS.free(price.text).length > 0 ? 'none' : 'some';
};

/** The list a block is an item of. */
const listOver = ({ tag }: Placed): Tag | null => {
  const item = tag.name === 'li' ? tag : tag.parent?.name === 'li' ? tag.parent : null;
  return item?.parent ?? null;
};

/** What the sentence right above a list says of it. */
const leadsOf = (page: SitePage): Map<Tag, 'features' | 'paid'> => {
  const leads = new Map<Tag, 'features' | 'paid'>();
  const seen = new Set<Tag>();
  for (const block of page.blocks) {
    const list = listOver(block);
    if (!list || seen.has(list)) continue;
    seen.add(list);
    const lead = page.blocks[block.at - 1];
    if (!lead || isHeading(lead) || listOver(lead)) continue;
    if (leadsToPaid(lead.text)) leads.set(list, 'paid');
    else if (leadsToFeatures(lead.text)) leads.set(list, 'features');
  }
  return leads;
};

const isLine = ({ tag, text }: Placed): boolean =>
  /^(p|div|h[3-6])$/.test(tag.name) &&
  text.length <= 60 &&
  isLabel(text) &&
  !isSentence(text) &&
  (isWide(text) || /\S\s\S/.test(text) || /^h/.test(tag.name));

/** Short lines made alike that follow each other under a heading that announces them, as others write a list. */
const linesIn = (page: SitePage, sections: Section[]): Set<Placed> => {
  const lines = new Set<Placed>();
  let run: Placed[] = [];
  const close = () => {
    if (run.length >= 3) for (const one of run) lines.add(one);
    run = [];
  };
  for (const block of page.blocks) {
    const section = sections[block.at]!;
    const last = run.at(-1);
    if (last && (shapeOf(last) !== shapeOf(block) || sections[last.at]!.title !== section.title)) close();
    if (isLine(block) && FEATURES.test(section.title) && levelOf(block) > 2) run.push(block);
    else close();
  }
  close();
  return lines;
};

/** Leaves out lists that tell of a release, and what is but a link in a list of other things. */
const withoutStrangers = (items: Candidate[]): Candidate[] => {
  const rows = Map.groupBy(items, ({ block, section }) => listOver(block) ?? section.title);
  return [...rows.values()].flatMap((row) => {
    if (areChanges(row.map(({ block }) => labelOf(block.text)))) return [];
    const plain = row.filter(({ block }) => !isLinks(block.tag));
    return plain.length * 2 > row.length ? plain : row;
  });
};

/** Items of lists that are announced, and lines made alike in a part of the page named for features or plans. */
export const itemsOf = (page: SitePage, sections: Section[]): Candidate[] => {
  const alike = new Map<string, number>();
  for (const block of page.blocks) alike.set(shapeOf(block), (alike.get(shapeOf(block)) ?? 0) + 1);
  const leads = leadsOf(page);
  const lines = linesIn(page, sections);
  const items = page.blocks.flatMap((block) => {
    const section = sections[block.at]!;
    const list = listOver(block);
    const lead = list ? leads.get(list) : undefined;
    const plan = block.regions.has('pricing') || page.kind === 'pricing' || isPlans(section.title);
    const told = block.regions.has('feature') || section.announced || lead !== undefined;
    if (!told && !plan && !(page.kind === 'features' && !section.elsewhere) && !isTicked(block.text)) return [];
    if ((section.elsewhere && !plan && lead !== 'paid') || !isOwn(block) || isButton(block)) return [];
    const line = block.tag.name === 'div' && alike.get(shapeOf(block))! >= 2 && /\S\s\S/.test(block.text) && block.text.length <= 60;
    if (list) {
      if (isHeading(block) || !(lead || FEATURES.test(section.title) ? isPoint(block.text) : isLabel(block.text))) return [];
    } else if (!lines.has(block)) {
      if (isHeading(block) || !line || !(block.regions.has('feature') || plan) || !isLabel(block.text)) return [];
      // Lines without a price over them are the names of a table's rows.
      if (!block.regions.has('feature') && priceOver(block) === 'unsaid') return [];
    }
    if (plan && (isOfPlan(labelOf(block.text)) || priceOver(block) === 'none')) return [];
    const score = (PAGES[page.kind] ?? -2) + (told && !plan ? 2.5 : 0) - (list ? 0 : 1.5) - (plan ? 2 : 0);
    return [{ block, section: { ...section, announced: told && !plan }, score }];
  });
  return withoutStrangers(items);
};
