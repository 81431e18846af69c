import type { CategoryOption, EvidenceQuote, ProposedValue } from '../proposal.ts';

import { collapseSpaces } from '../words/text.ts';
import { findCategoryTerms } from '../words/topics.ts';
import {
  blocksOf,
  isOwnStatement,
  lettersOnly,
  metaContent,
  type ProductSite,
  quoteFrom,
  type SitePage,
  textValue,
  toList,
} from './site.ts';

const MAX_CATEGORIES = 3;
/** Each fact is checked for every category. */
const MAX_FACTS = 200;
/** Longer texts cover many topics. */
const LONGEST = 500;

/** What the product says about itself first, the most informative texts before the rest. */
const keyTexts = (site: ProductSite): EvidenceQuote[] => {
  const { home } = site;
  const head = [home.title, metaContent(home, 'description'), metaContent(home, 'og:description'), metaContent(home, 'keywords')];
  const data = site.facts
    .filter(({ page }) => page === home)
    .slice(0, MAX_FACTS)
    .flatMap(({ values }) => [values.applicationCategory, values.genre, values.description]);
  const first = home.blocks
    .filter((block) => isOwnStatement(block, 'footer', 'modal', 'customer', 'aside') && /^(h1|h2|p)$/.test(block.tag.name))
    .slice(0, 6)
    .map(({ text }) => text);
  const texts = [...head, ...data, ...first].flatMap((text) =>
    typeof text === 'string' && text && text.length <= LONGEST ? [collapseSpaces(text)] : [],
  );
  return [...new Set(texts)].map((text) => quoteFrom(home, text));
};

export const proposeCategories = (site: ProductSite, categories: CategoryOption[]): ProposedValue<string[]> | null => {
  const quotes = keyTexts(site);
  const found = categories.flatMap((category) => {
    const hits = quotes
      .map((quote, at) => ({ quote, at, times: new Set(findCategoryTerms(category, quote.quote).map(({ start }) => start)).size }))
      .filter(({ times }) => times > 0);
    const score = hits.reduce((sum, { at, times }) => sum + Math.min(3, times) / (1 + at * 0.3), 0);
    return hits[0] && score >= 0.6 ? [{ name: category.name, score, quote: hits[0].quote }] : [];
  });
  const ranked = found.sort((a, b) => b.score - a.score);
  // Categories with less than half the best score are only mentioned in passing.
  const chosen = ranked.filter(({ score }) => score > ranked[0]!.score / 2).slice(0, MAX_CATEGORIES);
  return chosen.length > 0 ? { value: chosen.map(({ name }) => name), evidence: chosen.map(({ quote }) => quote) } : null;
};

const MAX_KEYWORDS = 20;
const split = (text: string): string[] =>
  text
    .split(/[,;，、]/)
    .map((word) => word.trim())
    .filter((word) => word.length >= 2 && word.length <= 60);

export const proposeKeywords = (site: ProductSite): ProposedValue<string[]> | null => {
  const { home } = site;
  const declared = site.facts.filter(({ page }) => page === home).flatMap(({ values }) => toList(values.keywords));
  const chosen = new Map<string, string>();
  for (const text of [metaContent(home, 'keywords'), ...declared].filter((value) => typeof value === 'string'))
    for (const word of split(text))
      if (chosen.size < MAX_KEYWORDS && lettersOnly(word) && !chosen.has(lettersOnly(word))) chosen.set(lettersOnly(word), word);
  const words = [...chosen.values()];
  return words.length > 0 ? { value: words, evidence: words.map((word) => quoteFrom(home, word)) } : null;
};

const CATEGORY_TYPES = /Application|VideoGame|Product|SoftwareSourceCode/;

/** Tags from structured data: the category of an application, the genre of a game. */
export const proposeTags = (site: ProductSite): ProposedValue<string[]> | null => {
  const found = new Map<string, { word: string; page: SitePage }>();
  for (const { page, types, values } of site.facts) {
    if (!types.some((type) => CATEGORY_TYPES.test(type))) continue;
    const { applicationCategory, applicationSubCategory, genre, operatingSystem } = values;
    for (const value of [applicationCategory, applicationSubCategory, genre, operatingSystem].flatMap(toList)) {
      const text = textValue(value);
      // `BusinessApplication` is a schema.org type, not a word for readers.
      if (text && !/^https?:|^[A-Z]\w*Application$|^VideoGame$/.test(text))
        for (const word of split(text)) if (!found.has(lettersOnly(word))) found.set(lettersOnly(word), { word, page });
    }
  }
  const tags = [...found.values()].slice(0, 8);
  return tags.length > 0 ? { value: tags.map(({ word }) => word), evidence: tags.map(({ word, page }) => quoteFrom(page, word)) } : null;
};

const STAGES: [stage: string, words: RegExp][] = [
  [
    'beta',
    /\b(?:(?:public|open|closed|private|early|now in|currently in|still in|in) beta|beta (?:version|release|phase|test(?:ers|ing)?|programm?e?|access)|early access|early beta|offene beta|betaphase|beta-?(?:phase|version|test)|en beta|fase beta|versi[oó]n beta|phase b[eê]ta|en b[eê]ta)\b|\bBETA\b|ベータ版|公测|内测/u,
  ],
  ['prototype', /\b(?:working prototype|early prototype|prototype (?:stage|phase)|proof of concept|im prototypenstadium|prototipo)\b/iu],
  [
    'launched',
    /\b(?:now (?:live|available)|officially launched|we(?:'|’)?ve launched|just launched|jetzt (?:verfügbar|live)|ya disponible|maintenant disponible|disponible dès maintenant)\b|好評配信中|已上线/iu,
  ],
];

export const proposeStage = (site: ProductSite): ProposedValue<string> | null => {
  const blocks = blocksOf(site, 'home', 'pricing', 'press').filter(
    (block) => isOwnStatement(block, 'customer', 'article', 'compare', 'faq') && block.text.length <= 400,
  );
  for (const [stage, words] of STAGES) {
    const block = blocks.find(({ text }) => words.test(text));
    if (!block) continue;
    const { text, page } = block;
    const found = words.exec(text)!;
    const from = Math.max(0, text.lastIndexOf('. ', found.index) + 1);
    const stop = text.indexOf('. ', found.index);
    return { value: stage, evidence: [quoteFrom(page, (stop < 0 ? text.slice(from) : text.slice(from, stop + 1)).trim())] };
  }
  return null;
};
