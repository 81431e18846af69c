import type { Proposed } from '../proposal.ts';
import { blocksOf, isOwnWord, quoteOn, type Site } from './site.ts';

/** Words that tell how far a product is. */
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

/** How far the product is, only where its own pages say so in words. */
export const stageOf = (site: Site): Proposed<string> | null => {
  const blocks = blocksOf(site, 'home', 'pricing', 'press').filter(
    (block) => isOwnWord(block, 'customer', 'article', 'compare', 'faq') && block.text.length <= 400,
  );
  for (const [stage, words] of STAGES) {
    const block = blocks.find(({ text }) => words.test(text));
    if (!block) continue;
    const { text, page } = block;
    const found = words.exec(text)!;
    const from = Math.max(0, text.lastIndexOf('. ', found.index) + 1);
    const stop = text.indexOf('. ', found.index);
    return { value: stage, evidence: [quoteOn(page, (stop < 0 ? text.slice(from) : text.slice(from, stop + 1)).trim())] };
  }
  return null;
};
