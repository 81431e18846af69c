import { ancestorsOf, type HtmlTag, isTag, isTextNode, memoizeByObject } from '../parse/dom.ts';
import { getClassNames } from '../parse/regions.ts';
import type { PageKind } from '../words/page-kinds.ts';
import type { PageSection } from './sections.ts';
import { isComparison, isOnlyLinks, isOwnStatement, linksBetween, type PageBlock } from './site.ts';

const WIDE = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
const MARK = /^(?:[\s✓✔☑→➜➤▶►•·●○◆★☆*+\-–—]|\p{Extended_Pictographic}|\ufe0f|\u200d)+/u;
const TICK = /^\s*[✓✔☑✅]/u;

export const isWide = (text: string): boolean => WIDE.test(text);
export const isTicked = (text: string): boolean => TICK.test(text);
/** A label without a leading tick or emoji. */
export const labelOf = (text: string): string => text.replace(MARK, '').trim();

/** Figures and dates are what a product counts, not what it does. */
const FIGURES = /^[\d.,+~±<>€$£%\s]+(?:\p{L}{0,4}\b)?(?:\s\S{1,10})?$|^(?:R\$|US\$|[€$£])|^\p{L}{3,9}\.?[\s/]\d{4}$/u;
const SPEECH = /^["“„«『「]/;

/** "And much more", "Coming soon": the end of a list, or not available yet. */
const NOTHING_YET =
  /^(?:(?:…|\.\.\.)? ?(?:and|und|et|y|e|en|i|och|og)? ?(?:so |much |many |lots? |viel(?:es)? |beaucoup |mucho |molto |muito |veel ){0,9}(?:more|mehr|plus|más|altro|di più|mais|meer|więcej|mer)(?: features| to come)?[\s.…!]{0,20})$|(?<!\p{L})(?:(?:coming|launching|available|arriving) (?:very )?soon|demnächst|in kürze|bald (?:verfügbar|da)|in vorbereitung|próximamente|muy pronto|bientôt|prossimamente|in arrivo|em breve|binnenkort|wkrótce|snart)(?!\p{L})|近日公開|準備中|即将推出|敬请期待|출시 예정/iu;

/** Whether a line can name a feature: a few words, not a question, price, address, date or speech. */
export const isLabel = (written: string): boolean => {
  const text = labelOf(written);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const wide = WIDE.test(text);
  if (text.length < (wide ? 2 : 3) || text.length > 90 || letters < (wide ? 2 : 3) || text.split(/\s+/).length > 14) return false;
  if (/[?？:：]$|@|https?:|©|^\d+\s?[.)/|·–—]\s|\d\s?[€$£¥]|[€$£¥]\s?\d/.test(text) || FIGURES.test(text) || SPEECH.test(text))
    return false;
  if (NOTHING_YET.test(text)) return false;
  // One short word is a button or part of a slogan, unless it is an abbreviation.
  if (/^\p{L}{1,5}\.?$/u.test(text) && !wide && !/^\p{Lu}{2,}/u.test(text)) return false;
  // One word in capitals is the badge of a mock-up or a label above the real heading.
  return !/^\p{Lu}{6,}$/u.test(text);
};

/** One short word, which counts as a feature only in an announced row of cards with texts: "Chat", "Miete". */
export const isWord = (written: string): boolean => /^\p{Lu}\p{L}{2,4}$/u.test(labelOf(written));

/** Whether an item of an announced list can be a feature; whole sentences are allowed. */
export const isListPoint = (written: string): boolean => {
  const text = labelOf(written);
  return isLabel(written) || (text.length > 60 && text.length <= 200 && !/[?？:：]$|@|https?:|©/.test(text) && !SPEECH.test(text));
};

/** Running text, not data of a mock-up: words, and few figures. */
export const isProse = (text: string): boolean => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > text.length * 0.6 && (WIDE.test(text) ? text.length >= 8 : text.split(/\s+/).length >= 4);
};

/** A heading that is a full sentence is usually a section, not a feature. */
export const isSentence = (text: string): boolean => /[.!。]$/.test(text) && text.split(/\s+/).length >= 4;

export interface FeatureCandidate {
  block: PageBlock;
  section: PageSection;
  score: number;
}

/** Pages and how reliable they are for features. */
export const FEATURE_PAGES: Partial<Record<PageKind, number>> = { home: 1, features: 0.5, press: 0, other: -1, about: -2, pricing: -2 };

/** Whether a block is in a part of the page where the product describes itself. */
export const isOwnBlock = (block: PageBlock): boolean =>
  isOwnStatement(
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
  ) && !isComparison(block);

/** An element's tag and first classes. Cached, because blocks share parents. */
export const elementName = memoizeByObject(
  ({ name, attribs }: HtmlTag): string => `${name}.${(attribs.class ?? '').split(/\s+/).slice(0, 3).join('.')}`,
);
/** Tag and classes of a block and its ancestors: blocks of the same shape are cards of one row. */
export const shapeOf = ({ tag }: PageBlock): string => ancestorsOf(tag, 3).map(elementName).join(' ');

const MAX_CONTENTS = 400;
/** The elements inside one, itself first; limited in number. */
const within = (tag: HtmlTag): HtmlTag[] => {
  const found = [tag];
  for (let at = 0; at < found.length && found.length < MAX_CONTENTS; at++)
    for (const child of found[at]!.children) if (isTag(child)) found.push(child);
  return found;
};

/** Whether an element contains words or a button, and which headlines. Cached for all blocks that share it. */
const contentsOf = memoizeByObject((tag: HtmlTag) => {
  const inside = within(tag);
  return {
    words: inside.some(({ children }) => children.some((child) => isTextNode(child) && /\p{L}/u.test(child.data))),
    heads: inside.filter(({ name }) => /^h[1-6]$/.test(name)),
    button: inside.some(isMadeButton),
  };
});

/** Cached, because it is read for each heading inside. */
const childElements = memoizeByObject(({ children }: HtmlTag) => children.filter(isTag));

const HIGHEST = 3;
const MAX_COLUMNS = 40;
/** The container of a headline's columns: siblings of one kind, each with one such headline. Sections of a page differ more. */
export const columnsAbove = ({ tag }: PageBlock): HtmlTag | null => {
  let column = tag;
  for (let height = 0; height < HIGHEST && column.parent; height++) {
    column = column.parent;
    const around = column.parent ? childElements(column.parent) : [];
    if (around.length > MAX_COLUMNS) return null;
    const beside = around.filter((one) => contentsOf(one).words);
    if (beside.length < 2) continue;
    const heads = beside.map((one) => contentsOf(one).heads);
    const is_row = heads.every((found, at) => found.length === 1 && found[0]!.name === tag.name && beside[at]!.name === column.name);
    return is_row && beside.length >= 3 ? column.parent : null;
  }
  return null;
};

const isMadeButton = (tag: HtmlTag): boolean =>
  tag.name === 'button' || (tag.name === 'a' && /\b(btn|button|cta)\b/.test(getClassNames(tag)));

/** Whether a line is a button: only a link that is styled as one. */
export const isButton = ({ tag, page, at, text }: PageBlock): boolean =>
  isMadeButton(tag) ||
  (isOnlyLinks(tag) && contentsOf(tag).button) ||
  (text.length <= 40 && linksBetween(page, at, at + 1).some((link) => link.text === text && isMadeButton(link.tag)));
