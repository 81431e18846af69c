import { fold } from '../../../kernel/words.ts';
import type { AttributeDefinition } from '../proposal.ts';
import { attributeWordsOf } from '../words/attributes.ts';
import { isName } from './attribute-names.ts';
import type { FoundQuote, QuotePlace } from './page-index.ts';

const LONGEST_TITLE = 80;
const LETTER = /[\p{L}\p{N}]/u;

/** Whether a text is a heading that announces the attribute's values: "Integrations", "Supported platforms". */
export const isTitleOf = (definition: AttributeDefinition, title: string): boolean =>
  title.length <= LONGEST_TITLE &&
  !/[?？]$/.test(title) &&
  // "Cross-platform" announces no platforms.
  attributeWordsOf(definition)
    .findNames(title)
    .some(({ start }) => title[start - 1] !== '-');

/** The values of a text that names nothing else. */
export const valuesAlone = (definition: AttributeDefinition, text: string): string[] => {
  const found = attributeWordsOf(definition).findValues(text);
  const rest = found.reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
  return LETTER.test(rest.replace(/\s(?:and|und|et|y|e|en)\s/gi, '')) ? [] : found.map(({ value }) => value);
};

/** A name as it is listed, without what is in brackets after it: "Elastic Stack (ELK)". */
export const listedName = (text: string): string => text.replace(/\s?\([^()]{1,40}\)$/, '').trim();

/** How far below its heading a list of names may go on. */
const REACH = 4000;

const isWhole = ({ start, end, from, to, source }: QuotePlace): boolean => source === 'visible' && start === from && end === to;

/** A name that stands alone below a heading, or on a page with a title, that announces such names: the name and the quote of the heading. */
export const announcedBy = (
  definition: AttributeDefinition,
  quote: FoundQuote,
  all: FoundQuote[],
): { name: string; heading: FoundQuote } | null => {
  const name = listedName(quote.quote);
  if (!attributeWordsOf(definition).is_open || !isName(name)) return null;
  const isBelow = (item: QuotePlace, title: QuotePlace): boolean =>
    title.text === item.text && title.end <= item.start && item.start - title.end <= REACH;
  const heading = all.find(
    (other) =>
      other.url === quote.url &&
      isTitleOf(definition, other.quote) &&
      quote.places.some(
        (item) => isWhole(item) && other.places.some((title) => title.source === 'meta' || (isWhole(title) && isBelow(item, title))),
      ),
  );
  return heading ? { name: fold(name), heading } : null;
};
