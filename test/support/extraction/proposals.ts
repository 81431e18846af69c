import type { PageContent } from '../../../src/modules/extraction/parse/page.ts';
import { pageTextOf } from '../../../src/modules/extraction/parse/parsed-page.ts';
import type { CategoryOption, EvidenceQuote, Proposal } from '../../../src/modules/extraction/proposal.ts';
import { proposeProfile } from '../../../src/modules/extraction/propose/propose.ts';

export const CATEGORIES: CategoryOption[] = ['Developer tools', 'Games', 'Scheduling', 'Education', 'Health'].map((name) => ({
  slug: name.toLowerCase().replace(' ', '-'),
  name,
  description: null,
}));

/** Pages of a small site by path; the first is the homepage. */
export const makeSite = (pages: Record<string, string>): PageContent[] =>
  Object.entries(pages).map(([path, html]) => ({ url: `https://acme.test${path}`, status: 200, read_at: new Date(0), html }));

/** Proposes a profile for a small site; a single page is its homepage. */
export const proposeFrom = (pages: string | Record<string, string>): Proposal =>
  proposeProfile(makeSite(typeof pages === 'string' ? { '/': pages } : pages), CATEGORIES);

/** The proposed field values, without their quotes. */
export const proposedValues = (pages: string | Record<string, string>): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(proposeFrom(pages).fields).map(([name, { value }]) => [name, value]));

export const listQuotes = ({ fields, faqs, founders, company_socials, founder_socials, story, milestones }: Proposal): EvidenceQuote[] =>
  [
    ...Object.values(fields),
    ...faqs,
    ...founders,
    ...Object.values(company_socials),
    ...Object.values(founder_socials),
    ...Object.values(story),
    ...milestones,
  ].flatMap(({ evidence }) => evidence);

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Whether a quote is verbatim on the page it names, in text that counts as evidence. */
export const isQuotedFrom =
  (pages: PageContent[]) =>
  ({ quote, url }: EvidenceQuote): boolean => {
    const page = pages.find((one) => one.url === url);
    if (!page || !collapse(quote)) return false;
    const pieces = pageTextOf(page).pieces.filter(({ source }) => source !== 'hidden' && source !== 'template');
    const running = pieces.filter(({ source }) => source === 'visible').map(({ text }) => text);
    return pieces.some(({ text }) => text.includes(collapse(quote))) || running.join(' ').includes(collapse(quote));
  };

/** A product's page with a name, to which tests add the part they are about. */
export const home = (body: string, head = ''): string =>
  `<html lang="en"><head><title>Acme | Plan your week in minutes</title><meta property="og:site_name" content="Acme">${head}</head>
  <body><header><a href="/">Acme</a><nav><a href="/pricing">Pricing</a></nav></header><main>${body}</main><footer>© 2019 Acme</footer></body></html>`;
