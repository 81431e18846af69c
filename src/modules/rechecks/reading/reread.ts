import { unpackPages } from '../../extraction/extract-pages.ts';
import { pageTextOf } from '../../extraction/parse/parsed-page.ts';
import { findPlanPrices, type PlanPrice } from '../../extraction/propose/plans.ts';
import { proposeProfile } from '../../extraction/propose/propose.ts';
import { verifyProposal } from '../../extraction/verify/verify.ts';
import { judgeFacts } from './judge.ts';
import type { FactReading, SiteReading } from './tasks.ts';

/** Compares a listing's facts with the pages of its website. The first page is the homepage. */
export const rereadFacts = (site: SiteReading): { facts: FactReading[]; plans: PlanPrice[] } => {
  const pages = unpackPages(site);
  const texts = pages.map(pageTextOf);
  const propose = () => verifyProposal(proposeProfile(pages, site.categories), texts, site.categories);
  return { facts: judgeFacts(site, texts, propose), plans: findPlanPrices(pages) };
};
