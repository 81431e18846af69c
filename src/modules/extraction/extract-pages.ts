import { proposalFromAnswer } from './model/answer.ts';
import { type ModelPrompt, type SelectedPage, writePrompt } from './model/question.ts';
import { type PageContent, unpackPage } from './parse/page.ts';
import { pageTextOf } from './parse/parsed-page.ts';
import { proposeProfile } from './propose/propose.ts';
import type { SitePages } from './tasks.ts';
import type { Verification } from './verify/ruling.ts';
import { verifyProposal } from './verify/verify.ts';

export const unpackPages = ({ pages }: SitePages): PageContent[] => pages.map((page) => ('packed' in page ? unpackPage(page) : page));

export const proposeByRules = (site: SitePages): Verification => {
  const pages = unpackPages(site);
  return verifyProposal(proposeProfile(pages, site.categories, site.attributes), pages.map(pageTextOf), site.categories, site.attributes);
};

export const writeModelPrompt = (site: SitePages & { max_tokens: number }): ModelPrompt | null =>
  writePrompt(unpackPages(site).map(pageTextOf), site.categories, site.max_tokens, undefined, site.attributes);

export const verifyModelAnswer = (site: SitePages & { answer: unknown; shown: SelectedPage[] }): Verification => {
  const texts = unpackPages(site).map(pageTextOf);
  return verifyProposal(proposalFromAnswer(site.answer, texts, site.shown, site.attributes), texts, site.categories, site.attributes);
};
