import { draftFrom } from '../../../src/modules/drafts/drafter/built-in.ts';
import type { ReadPage } from '../../../src/modules/drafts/page/page.ts';
import { pageTextOf } from '../../../src/modules/drafts/page/text.ts';
import type { CategoryName, Proposal, Quote } from '../../../src/modules/drafts/proposal.ts';

export const CATEGORIES: CategoryName[] = ['Developer tools', 'Games', 'Scheduling', 'Education', 'Health'].map((name) => ({
  slug: name.toLowerCase().replace(' ', '-'),
  name,
  description: null,
}));

/** Pages of a small site by their paths; the first is the homepage. */
export const siteOf = (pages: Record<string, string>): ReadPage[] =>
  Object.entries(pages).map(([path, html]) => ({ url: `https://acme.test${path}`, status: 200, read_at: new Date(0), html }));

/** Drafts a small site; a single page is its homepage. */
export const draftOf = (pages: string | Record<string, string>): Proposal =>
  draftFrom(siteOf(typeof pages === 'string' ? { '/': pages } : pages), CATEGORIES);

/** The values of a draft's fields, without their quotes. */
export const valuesOf = (pages: string | Record<string, string>): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(draftOf(pages).fields).map(([name, { value }]) => [name, value]));

export const quotesOf = ({ fields, faqs, founders, company_socials, founder_socials, story, milestones }: Proposal): Quote[] =>
  [
    ...Object.values(fields),
    ...faqs,
    ...founders,
    ...Object.values(company_socials),
    ...Object.values(founder_socials),
    ...Object.values(story),
    ...milestones,
  ].flatMap(({ evidence }) => evidence);

const folded = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Whether a quote stands word for word on the page it names, in what is evidence. */
export const standsOn =
  (pages: ReadPage[]) =>
  ({ quote, url }: Quote): boolean => {
    const page = pages.find((one) => one.url === url);
    if (!page || !folded(quote)) return false;
    const pieces = pageTextOf(page).pieces.filter(({ source }) => source !== 'hidden' && source !== 'template');
    const running = pieces.filter(({ source }) => source === 'visible').map(({ text }) => text);
    return pieces.some(({ text }) => text.includes(folded(quote))) || running.join(' ').includes(folded(quote));
  };

/** A page of a product with a name, so that tests can add the part they are about. */
export const home = (body: string, head = ''): string =>
  `<html lang="en"><head><title>Acme | Plan your week in minutes</title><meta property="og:site_name" content="Acme">${head}</head>
  <body><header><a href="/">Acme</a><nav><a href="/pricing">Pricing</a></nav></header><main>${body}</main><footer>© 2019 Acme</footer></body></html>`;
