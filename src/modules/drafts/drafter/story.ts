import type { Proposal, StorySection } from '../proposal.ts';
import { blocksOf, isHeading, isOwnWord, levelOf, type Placed, quoteOn, type Site } from './site.ts';

const MAX = 4000;

/** Headings over the parts of a maker's story. */
const HEADINGS: [StorySection, RegExp][] = [
  [
    'story',
    /^(our|the|my) (story|history)\b|^(unsere|meine|die) geschichte\b|^nuestra historia\b|^notre histoire\b|^la nostra storia\b|^nossa história\b|^how (it|we) (all )?(started|began)\b|^story of\b|私たちのストーリー|我们的故事/i,
  ],
  [
    'why_started',
    /^why (we|i) (started|built|made|created|do|are|exist)\b|^why we['’]re building\b|^warum wir\b|^por qu[eé] (lo )?(creamos|hacemos)\b|^pourquoi (nous|on)\b|^motivation\b/i,
  ],
  ['problem', /^(the|our) problem\b|^das problem\b|^el problema\b|^le problème\b|^il problema\b|^o problema\b/i],
  [
    'whats_next',
    /^(what['’]?s next|roadmap|the future|our vision|looking ahead)\b|^(ausblick|wie es weitergeht)\b|^(qué sigue|próximos pasos)\b|^(la suite|et ensuite)\b/i,
  ],
];

const isOwn = (block: Placed): boolean => isOwnWord(block, 'footer', 'modal', 'customer', 'article');

/** The maker's story, where pages tell it under a heading that says so. */
export const storyOf = (site: Site): Proposal['story'] => {
  const story: Proposal['story'] = {};
  const blocks = blocksOf(site, 'about', 'home', 'press');
  for (const [at, head] of blocks.entries()) {
    if (!isHeading(head) || !isOwn(head)) continue;
    const section = HEADINGS.find(([name, words]) => !story[name] && words.test(head.text))?.[0];
    if (!section) continue;
    const told: Placed[] = [];
    for (const block of blocks.slice(at + 1, at + 14)) {
      if (block.page !== head.page || (isHeading(block) && levelOf(block) <= levelOf(head)) || !isOwn(block)) break;
      if (!isHeading(block) && block.text.length >= 40 && told.reduce((sum, { text }) => sum + text.length, block.text.length) <= MAX)
        told.push(block);
    }
    if (told.length > 0)
      story[section] = { value: told.map(({ text }) => text).join('\n\n'), evidence: told.map(({ page, text }) => quoteOn(page, text)) };
  }
  return story;
};
