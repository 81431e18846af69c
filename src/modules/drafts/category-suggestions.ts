import type { ProfileFieldName } from '../extraction/proposal.ts';
import { findCategoryTerms } from '../extraction/words/topics.ts';
import type { Draft } from './schema.ts';

export interface CategorySuggestion {
  slug: string;
  name: string;
  /** The words the suggestion rests on, with a few around them. */
  excerpt: string;
  /** The page they stand on; null if the owner wrote them. */
  url: string | null;
}

interface Category {
  slug: string;
  name: string;
}

/** Where a product says what it is, the most telling first. */
const TELLING_FIELDS: ProfileFieldName[] = ['categories', 'tagline', 'short_description', 'keywords', 'tags', 'features'];
/** Longer texts cover many topics. */
const LONGEST = 500;
const MAX_SUGGESTIONS = 4;
const EXCERPT_MARGIN = 40;

interface Text {
  quote: string;
  url: string | null;
}

/** What a field rests on: its quotes, or what the owner wrote. A chosen category says nothing about itself. */
const textsOf = (name: ProfileFieldName, { value, evidence }: Draft['fields'][ProfileFieldName]): Text[] => {
  if (evidence.length > 0) return evidence;
  const own = name === 'categories' || value === null ? [] : [value].flat();
  return own.map((quote) => ({ quote, url: null }));
};

/** A part of a text with whole words around it. */
const excerptOf = (text: string, start: number, end: number): string => {
  const from = start > EXCERPT_MARGIN ? text.indexOf(' ', start - EXCERPT_MARGIN) + 1 : 0;
  const stop = text.lastIndexOf(' ', end + EXCERPT_MARGIN);
  const to = end + EXCERPT_MARGIN >= text.length || stop < end ? text.length : stop;
  return `${from > 0 ? '… ' : ''}${text.slice(Math.min(from, start), to)}${to < text.length ? ' …' : ''}`;
};

/** Categories that the profile speaks of, each with the words that say so. A category without such words is not suggested. */
export const suggestCategories = (fields: Draft['fields'], categories: Category[]): CategorySuggestion[] => {
  const texts = TELLING_FIELDS.flatMap((name) => textsOf(name, fields[name])).filter(({ quote }) => quote.length <= LONGEST);
  return categories
    .flatMap(({ slug, name }) => {
      const hits = texts.flatMap(({ quote, url }, at) => {
        const [term] = findCategoryTerms({ name }, quote);
        return term ? [{ excerpt: excerptOf(quote, term.start, term.end), url, at }] : [];
      });
      const [first] = hits;
      return first ? [{ slug, name, ...first, hits: hits.length }] : [];
    })
    .toSorted((a, b) => b.hits - a.hits || a.at - b.at)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ hits: _, at: __, ...suggestion }) => suggestion);
};
