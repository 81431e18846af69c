import { proposalFromAnswer } from './model/answer.ts';
import type { WantedValues } from './model/blanks.ts';
import type { ShownPage } from './model/lines.ts';
import { type ModelPrompt, writePrompt } from './model/question.ts';
import { type PageContent, unpackPage } from './parse/page.ts';
import { pageTextOf } from './parse/parsed-page.ts';
import { proposeProfile } from './propose/propose.ts';
import { openProductSite } from './propose/site.ts';
import type { SitePages } from './tasks.ts';
import type { Verification } from './verify/ruling.ts';
import { verifyProposal } from './verify/verify.ts';

export const unpackPages = ({ pages }: SitePages): PageContent[] => pages.map((page) => ('packed' in page ? unpackPage(page) : page));

export const proposeByRules = (site: SitePages): Verification => {
  const pages = unpackPages(site);
  return verifyProposal(proposeProfile(pages, site.categories, site.attributes), pages.map(pageTextOf), site.categories, site.attributes);
};

export const writeModelPrompt = (site: SitePages & { wanted: WantedValues; max_tokens: number }): ModelPrompt | null => {
  const pages = unpackPages(site);
  return pages.length > 0 ? writePrompt(openProductSite(pages), site.wanted, site.categories, site.max_tokens) : null;
};

/** The verified part of a model's answer: of what was wanted, and of the lines it was shown. */
export const verifyModelAnswer = (site: SitePages & { wanted: WantedValues; answer: unknown; shown: ShownPage[] }): Verification => {
  const pages = unpackPages(site);
  const proposal = proposalFromAnswer(site.answer, openProductSite(pages), site.shown, site.wanted);
  return verifyProposal(proposal, pages.map(pageTextOf), site.categories, site.wanted.attributes, site.wanted.product);
};
