import type { Proposed } from '../proposal.ts';
import { bare, type Fact, metaOf, quoteOn, type Site, said } from './site.ts';

const MOST = 20;
const split = (text: string): string[] =>
  text
    .split(/\s*[,;，、]\s*/)
    .map((word) => word.trim())
    .filter((word) => word.length >= 2 && word.length <= 60);

const fromData = ({ says }: Fact): string[] => [says.keywords ?? []].flat().flatMap((value) => (typeof value === 'string' ? [value] : []));

/** Words the site itself wants to be found by. */
export const keywordsOf = (site: Site): Proposed<string[]> | null => {
  const { home } = site;
  const written = [metaOf(home, 'keywords'), ...site.facts.filter(({ page }) => page === home).flatMap(fromData)].filter(
    (text) => text !== null,
  );
  const chosen = new Map<string, { word: string; quote: string }>();
  for (const text of written)
    for (const word of split(text))
      if (chosen.size < MOST && bare(word) && !chosen.has(bare(word))) chosen.set(bare(word), { word, quote: word });
  const words = [...chosen.values()];
  return words.length > 0 ? { value: words.map(({ word }) => word), evidence: words.map(({ quote }) => quoteOn(home, quote)) } : null;
};

const CATEGORY_TYPES = /Application|VideoGame|Product|SoftwareSourceCode/;

/** What kind of thing it is, as its structured data puts it: the category of an application, the genre of a game. */
export const tagsOf = (site: Site): Proposed<string[]> | null => {
  const found = new Map<string, { word: string; url: Fact['page'] }>();
  for (const { page, types, says } of site.facts) {
    if (!types.some((type) => CATEGORY_TYPES.test(type))) continue;
    for (const value of [
      says.applicationCategory ?? [],
      says.applicationSubCategory ?? [],
      says.genre ?? [],
      says.operatingSystem ?? [],
    ].flat()) {
      const text = said(value);
      // `BusinessApplication` is a word of machines.
      if (text && !/^https?:|^[A-Z]\w*Application$|^VideoGame$/.test(text))
        for (const word of split(text)) if (!found.has(bare(word))) found.set(bare(word), { word, url: page });
    }
  }
  const tags = [...found.values()].slice(0, 8);
  return tags.length > 0 ? { value: tags.map(({ word }) => word), evidence: tags.map(({ word, url }) => quoteOn(url, word)) } : null;
};
