import { isTag, isWords, type Tag } from '../page/parse.ts';
import { namesOf } from '../page/regions.ts';
import type { PageKind } from './kinds.ts';
import type { Section } from './sections.ts';
import { isAgainstRivals, isLinks, isOwnWord, type Placed } from './site.ts';

/** A line that may name a feature, where it stands, and how much is to be thought of it. */
export interface Candidate {
  block: Placed;
  section: Section;
  score: number;
}

/** Pages in the order they are believed to tell what the product does. */
export const PAGES: Partial<Record<PageKind, number>> = { home: 1, features: 0.5, press: 0, other: -1, about: -2, pricing: -2 };

/** Whether a block stands where the product tells of itself. */
export const isOwn = (block: Placed): boolean =>
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

export const nameOf = (tag: Tag | null): string =>
  tag ? `${tag.name}.${(tag.attribs.class ?? '').split(/\s+/).slice(0, 3).join('.')}` : '';
/** How a block is made and what it stands in: blocks made alike are cards of one row. */
export const shapeOf = ({ tag }: Placed): string => `${nameOf(tag)} ${nameOf(tag.parent)} ${nameOf(tag.parent?.parent ?? null)}`;

const HOLDS_MOST = 400;
/** The elements inside one, itself first; only the first of very many. */
const within = (tag: Tag): Tag[] => {
  const found = [tag];
  for (let at = 0; at < found.length && found.length < HOLDS_MOST; at++) found.push(...found[at]!.children.filter(isTag));
  return found;
};
const hasWords = (tag: Tag): boolean =>
  within(tag).some(({ children }) => children.some((child) => isWords(child) && /\p{L}/u.test(child.data)));

const HIGHEST = 3;
const MOST_COLUMNS = 40;
/**
 * What holds the columns one of which a headline heads: only others of its kind stand beside it, each with one such headline.
 * A page's sections have something else among them, be it the first headline.
 */
export const columnsOver = ({ tag }: Placed): Tag | null => {
  let column = tag;
  for (let height = 0; height < HIGHEST && column.parent; height++) {
    column = column.parent;
    const around = (column.parent?.children ?? []).filter(isTag);
    if (around.length > MOST_COLUMNS) return null;
    const beside = around.filter(hasWords);
    if (beside.length < 2) continue;
    const heads = beside.map((one) => within(one).filter(({ name }) => /^h[1-6]$/.test(name)));
    const alike = heads.every((found, at) => found.length === 1 && found[0]!.name === tag.name && beside[at]!.name === column.name);
    return alike && beside.length >= 3 ? column.parent : null;
  }
  return null;
};

const isMadeButton = (tag: Tag): boolean => tag.name === 'button' || (tag.name === 'a' && /\b(btn|button|cta)\b/.test(namesOf(tag)));

/** Whether a line is a button: nothing but a link that is made to look like one. */
export const isButton = ({ tag, page, at, text }: Placed): boolean =>
  isMadeButton(tag) ||
  (isLinks(tag) && within(tag).some(isMadeButton)) ||
  (text.length <= 40 && page.pointers.a.some((link) => link.at === at && link.text === text && isMadeButton(link.tag)));
