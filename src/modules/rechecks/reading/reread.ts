import { unpackPages } from '../../extraction/extract-pages.ts';
import type { PageText } from '../../extraction/parse/page.ts';
import { pageTextOf } from '../../extraction/parse/parsed-page.ts';
import { findPlanPrices, type PlanPrice } from '../../extraction/propose/plans.ts';
import { proposeProfile } from '../../extraction/propose/propose.ts';
import { verifyProposal } from '../../extraction/verify/verify.ts';
import type { EditedFact } from '../../listings/history/parser-tasks.ts';
import { judgeFact, judgeFacts } from './judge.ts';
import type { FactReading, SiteReading } from './tasks.ts';

/** Compares a listing's facts with the pages of its website. The first page is the homepage. */
export const rereadFacts = (site: SiteReading): { facts: FactReading[]; plans: PlanPrice[] } => {
  const pages = unpackPages(site);
  const texts = pages.map(pageTextOf);
  const propose = () => verifyProposal(proposeProfile(pages, site.categories), texts, site.categories);
  return { facts: judgeFacts(site, texts, propose), plans: findPlanPrices(pages) };
};

/** The quotes as a page each: whether a value follows from them does not depend on what stood around them. */
const quotesAsPages = ({ quotes }: EditedFact): PageText[] =>
  quotes.map(({ quote, url }, at) => ({
    url: `quote:${at}`,
    base: url,
    pieces: (['visible', 'attribute', 'json_ld', 'meta'] as const).map((source) => ({ source, text: quote })),
  }));

/** For each fact, which of its quotes speak for its value. */
export const findSpeakingQuotes = (facts: EditedFact[]): boolean[][] =>
  facts.map((fact) => {
    const evidence = fact.quotes.map(({ quote }, at) => ({ quote, url: `quote:${at}` }));
    const pages = quotesAsPages(fact);
    const judge = (given: typeof evidence) => judgeFact(fact.path, fact.value, given, pages, [])?.evidence.map(({ url }) => url) ?? [];
    const used = judge(evidence);
    // Of many quotes for the same value the judge names the first.
    return evidence.map((one) => used.includes(one.url) || judge([one]).length > 0);
  });
