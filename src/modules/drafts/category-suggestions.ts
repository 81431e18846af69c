import type { ProfileFieldName } from '../extraction/proposal.ts';
import { findCategoryTerms } from '../extraction/words/topics.ts';
import type { Draft } from './schema.ts';

export interface CategorySuggestion {
  slug: string;
  name: string;
  /** The words the suggestion rests on, and the page they stand on; null if the owner wrote them. */
  quote: string;
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

/** Categories that the profile speaks of, each with the words that say so. A category without such words is not suggested. */
export const suggestCategories = (fields: Draft['fields'], categories: Category[]): CategorySuggestion[] => {
  const texts = TELLING_FIELDS.flatMap((name) => textsOf(name, fields[name])).filter(({ quote }) => quote.length <= LONGEST);
  return categories
    .flatMap(({ slug, name }) => {
      const hits = texts.filter(({ quote }) => findCategoryTerms({ name }, quote).length > 0);
      const [first] = hits;
      return first ? [{ slug, name, quote: first.quote, url: first.url, hits: hits.length, at: texts.indexOf(first) }] : [];
    })
    .toSorted((a, b) => b.hits - a.hits || a.at - b.at)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ hits: _, at: __, ...suggestion }) => suggestion);
};
