import { ancestorsOf, type HtmlTag } from '../../parse/dom.ts';
import type { AttributeDefinition } from '../../proposal.ts';
import { isName } from '../../verify/attribute-names.ts';
import { isTitleOf, listedName, valuesAlone } from '../../verify/attribute-places.ts';
import { attributeWordsOf } from '../../words/attributes.ts';
import { isPlannedText } from '../../words/hedges.ts';
import { isPageWord } from '../../words/page-kinds.ts';
import { headingLevel, isHeading, isIn, isOwnStatement, type PageBlock, type ProductSite, quoteFrom, type SitePage } from '../site.ts';
import { type AttributeClaim, attributePages, cellsOf } from './texts.ts';

/** A list or grid of names is not longer, and its names are short. */
const MOST_BLOCKS = 150;
const MOST_ON_PAGE = 600;
const LONGEST_ITEM = 40;
/** So many known names make others of the same shape names too. */
const ENOUGH_KNOWN = 2;
const KNOWN_PART = 0.25;

const isItem = (block: PageBlock): boolean =>
  block.text.length <= LONGEST_ITEM &&
  isOwnStatement(block, 'article', 'customer', 'work', 'footer') &&
  !isPageWord(block.text) &&
  !isPlannedText(block.text);

/** The blocks under a heading, up to the next one of its size. */
const blocksUnder = (heading: PageBlock): PageBlock[] => {
  const after = heading.page.blocks.slice(heading.at + 1, heading.at + 1 + MOST_BLOCKS);
  const end = after.findIndex((block) => isHeading(block) && headingLevel(block) <= headingLevel(heading));
  return end < 0 ? after : after.slice(0, end);
};

const rowOf = ({ tag }: PageBlock): HtmlTag | undefined => ancestorsOf(tag, 4).find(({ name }) => name === 'tr');

/** Whether the block after a name, or the rest of its row, says that it is yet to come. */
const isToCome = (block: PageBlock): boolean => {
  const row = rowOf(block);
  return block.page.blocks
    .slice(block.at + 1, block.at + 5)
    .filter((next, i) => (row ? rowOf(next) === row : i === 0 && !isHeading(next)))
    .some((next) => next.text.length <= 80 && isPlannedText(next.text));
};

/** Blocks that look the same: the cells of a first column are not those of the others. */
const shapeOf = ({ tag }: PageBlock): string => {
  const cell = ancestorsOf(tag, 3).find(({ name }) => /^t[hd]$/.test(name));
  return cell ? `${tag.name} in ${cellsOf(cell.parent!)[0] === cell ? 'first' : 'other'} cell` : tag.name;
};

/** The same, where names and what is said of them have one tag but not one style. */
const styleOf = (block: PageBlock): string => `${shapeOf(block)} ${block.tag.attribs.class ?? ''}`;

interface Announced {
  title: string;
  blocks: PageBlock[];
}

/** Logos among such blocks, by what their alternative text names. */
const logosIn = (definition: AttributeDefinition, page: SitePage, { blocks }: Announced): AttributeClaim[] => {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return [];
  const known = page.pointers.img
    .filter(
      ({ at, hidden, regions }) =>
        at >= first.at && at <= last.at + 1 && !hidden && !isIn({ regions }, 'customer', 'testimonial', 'footer'),
    )
    .flatMap(({ tag }) => {
      const alt = tag.attribs.alt?.trim() ?? '';
      const values = alt.length <= LONGEST_ITEM ? valuesAlone(definition, alt) : [];
      return values.map((value) => ({ value, quote: quoteFrom(page, alt) }));
    });
  return new Set(known.map(({ value }) => value)).size < ENOUGH_KNOWN ? [] : known;
};

/** Headings that announce values with what is below them; a page whose title does so is one as a whole. */
const announcedOn = (definition: AttributeDefinition, page: SitePage): Announced[] => {
  const headings = page.blocks.filter((block) => isHeading(block) && isTitleOf(definition, block.text));
  const below = headings.map((heading) => ({ title: heading.text, blocks: blocksUnder(heading) }));
  const is_whole = page.kind !== 'home' && isTitleOf(definition, page.title);
  return is_whole ? [...below, { title: page.title, blocks: page.blocks.slice(0, MOST_ON_PAGE) }] : below;
};

/** Names in a list or grid under a heading that announces them: those of one shape, if enough of them are known. */
export const announcedItems = (site: ProductSite, definition: AttributeDefinition): AttributeClaim[] => {
  if (!attributeWordsOf(definition).is_open) return [];
  const pages = attributePages(site).map((page) => ({ page, announced: announcedOn(definition, page) }));
  const logos = pages.flatMap(({ page, announced }) => announced.flatMap((one) => logosIn(definition, page, one)));
  const named = pages.flatMap(({ page, announced }) =>
    announced.flatMap(({ title, blocks }) =>
      [shapeOf, styleOf]
        .flatMap((looks) => [...Map.groupBy(blocks.filter(isItem), looks).values()])
        .flatMap((items): AttributeClaim[] => {
          const known = items.filter(({ text }) => valuesAlone(definition, text).length > 0).length;
          if (known < ENOUGH_KNOWN || known < items.length * KNOWN_PART) return [];
          return items
            .filter((block) => !isToCome(block))
            .flatMap(({ text }) => {
              const values = valuesAlone(definition, text);
              const named = values.length > 0 ? values : isName(listedName(text)) ? [listedName(text)] : [];
              return named.map((value) => ({ value, quote: quoteFrom(page, text), under: quoteFrom(page, title) }));
            });
        }),
    ),
  );
  return [...named, ...logos];
};
