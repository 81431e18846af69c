import { categoryFound } from '../judge/categories.ts';
import type { CategoryName, Proposed, Quote } from '../proposal.ts';
import { isOwnWord, metaOf, quoteOn, type Site } from './site.ts';

const MOST = 3;
/** Longer texts speak of many things. */
const LONGEST = 500;

/** What the product says of itself first, the most telling before the rest. */
const telling = (site: Site): Quote[] => {
  const { home } = site;
  const head = [home.title, metaOf(home, 'description'), metaOf(home, 'og:description'), metaOf(home, 'keywords')];
  const data = site.facts
    .filter(({ page }) => page === home)
    .flatMap(({ says }) => [says.applicationCategory, says.genre, says.description]);
  const first = home.blocks
    .filter((block) => isOwnWord(block, 'footer', 'modal', 'customer', 'aside') && /^(h1|h2|p)$/.test(block.tag.name))
    .slice(0, 6)
    .map(({ text }) => text);
  const texts = [...head, ...data, ...first].flatMap((text) =>
    typeof text === 'string' && text && text.length <= LONGEST ? [text.replace(/\s+/g, ' ').trim()] : [],
  );
  return [...new Set(texts)].map((text) => quoteOn(home, text));
};

/** The site's categories that speak of what the product says of itself, the one most spoken of first. */
export const categoriesOf = (site: Site, categories: CategoryName[]): Proposed<string[]> | null => {
  const quotes = telling(site);
  const found = categories.flatMap((category) => {
    const hits = quotes
      .map((quote, at) => ({ quote, at, times: new Set(categoryFound(category, quote.quote).map(({ start }) => start)).size }))
      .filter(({ times }) => times > 0);
    const score = hits.reduce((sum, { at, times }) => sum + Math.min(3, times) / (1 + at * 0.3), 0);
    return hits[0] && score >= 0.6 ? [{ name: category.name, score, quote: hits[0].quote }] : [];
  });
  const ranked = found.sort((a, b) => b.score - a.score);
  // What is spoken of half as much as the first is spoken of by the way.
  const chosen = ranked.filter(({ score }) => score > ranked[0]!.score / 2).slice(0, MOST);
  return chosen.length > 0 ? { value: chosen.map(({ name }) => name), evidence: chosen.map(({ quote }) => quote) } : null;
};
