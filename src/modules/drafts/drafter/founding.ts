import { foundingYearsIn } from '../judge/years.ts';
import type { Proposed } from '../proposal.ts';
import { bare, blocksOf, isOwnWord, quoteOn, type Site, said } from './site.ts';

const YEAR = /\b(18\d{2}|19\d{2}|20[0-4]\d)\b/;
/** Who a sentence is about: the maker itself. */
const SELF =
  /\b(we|our|us|i|my|it|its|company|startup|studio|team|firm|project|wir|uns|unser\w*|unternehmen|firma|projekt|nosotros|nuestr[oa]|empresa|compañía|nous|notre|entreprise|société|azienda|noi|empresa|nós)\b|弊社|当社|会社|设立|設立|創業|公司|회사/iu;
const SENTENCE = /[^.!?。！？]+(?:[.!?。！？](?=\s|$)|$)|[^。！？]+[。！？]/gu;

/** The year the maker began, where the site says "founded" or its like beside it. A copyright's year says nothing. */
export const foundedYearOf = (site: Site, names: string[]): Proposed<string> | null => {
  for (const { page, says, written } of site.facts) {
    const date = said(says.foundingDate) ?? (typeof says.foundingDate === 'number' ? String(says.foundingDate) : null);
    const year = date ? YEAR.exec(date)?.[0] : null;
    if (year) return { value: year, evidence: [quoteOn(page, written('foundingDate', date!))] };
  }
  const ours = names.map(bare).filter((name) => name.length > 2);
  for (const block of blocksOf(site, 'about', 'press', 'home', 'imprint', 'contact')) {
    if (!isOwnWord(block, 'customer', 'article', 'compare')) continue;
    // In a table of facts the word stands in one cell and the year in the next.
    const next = /^(th|td|dt|div|p)$/.test(block.tag.name) && block.text.length <= 20 ? block.page.blocks[block.at + 1] : undefined;
    const text = next && next.text.length <= 40 && !YEAR.test(block.text) ? `${block.text} ${next.text}` : block.text;
    if (!YEAR.test(text)) continue;
    for (const [sentence] of text.matchAll(SENTENCE)) {
      const [found] = /©|copyright/i.test(sentence) ? [] : foundingYearsIn(sentence);
      const aboutUs = SELF.test(sentence) || ours.some((name) => bare(sentence).includes(name)) || sentence.length < 60;
      if (found && aboutUs) return { value: found.year, evidence: [quoteOn(block.page, sentence.trim())] };
    }
  }
  return null;
};
