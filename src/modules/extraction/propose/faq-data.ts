import { collapseSpace } from '../parse/text-blocks.ts';
import type { Proposal } from '../proposal.ts';
import { findDataItems } from './rows/data-rows.ts';
import { type ProductSite, quoteFrom, type SitePage, textValue, toList, toObject } from './site.ts';

export type ProposedFaq = Proposal['faqs'][number];

export const MAX_QUESTION = 300;
export const MAX_ANSWER = 1500;

const LONGEST_TAG = 2000;
/** Replaces each tag by a space. Searches each closing bracket only once, so the time is linear. */
const withoutTags = (html: string): string => {
  const out: string[] = [];
  let copied = 0;
  let end = -1;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(at + 1, copied))) {
    if (end < at) end = html.indexOf('>', at);
    if (end < 0) break;
    if (end - at - 1 > LONGEST_TAG) continue;
    out.push(html.slice(copied, at), ' ');
    copied = end + 1;
  }
  return out.join('') + html.slice(copied);
};

const strip = (html: string): string =>
  collapseSpace(
    withoutTags(html)
      .replace(/&nbsp;/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/&#0?39;|&apos;/g, "'")
      .replace(/&quot;/g, '"'),
  );

const inStructuredData = (site: ProductSite): ProposedFaq[] =>
  site.facts.flatMap(({ page, types, values }) => {
    if (!types.includes('Question')) return [];
    const question = textValue(values.name);
    const written = textValue(toObject(toList(values.acceptedAnswer)[0])?.text);
    if (!question || !written || question.length > MAX_QUESTION) return [];
    const answer = /[<&]/.test(written) ? strip(written) : written;
    if (answer.length > MAX_ANSWER) return [];
    return [{ question, answer, evidence: [quoteFrom(page, question), quoteFrom(page, written)] }];
  });

const inApps = (pages: SitePage[]): ProposedFaq[] =>
  pages
    .flatMap((page) => findDataItems(page, 'faqs'))
    .filter(({ label, text }) => label.length <= MAX_QUESTION && text.length <= MAX_ANSWER && !/[<&]/.test(text))
    .map(({ page, label, text }) => ({ question: label, answer: text, evidence: [quoteFrom(page, label), quoteFrom(page, text)] }));

/** Questions in structured data and in the data of one-page apps. */
export const faqsInData = (site: ProductSite, pages: SitePage[]): ProposedFaq[] => [...inStructuredData(site), ...inApps(pages)];
