import type { SearchListings } from '../modules/listings/schema.ts';

type Asked = Record<string, string | number | boolean | null | undefined>;

/** An address with its query: what is absent, empty or the first page is left out, so that one page has one address. */
export const withQuery = (path: string, asked: Asked): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    if (value === undefined || value === null || value === '' || (name === 'page' && value === 1)) continue;
    query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
};

const SEARCH_DEFAULTS: Partial<SearchListings> = { status: 'live', sort: 'relevance', per_page: 20 };

const withoutDefaults = (asked: Partial<SearchListings>): Asked =>
  Object.fromEntries(Object.entries(asked).filter(([name, value]) => SEARCH_DEFAULTS[name as keyof SearchListings] !== value));

/** Where every page is: an operation's address without /api/v1. */
export const to = {
  home: () => '/',
  listings: (asked: Partial<SearchListings> = {}) => withQuery('/listings', withoutDefaults(asked)),
  listing: (slug: string) => `/listings/${encodeURIComponent(slug)}`,
  alternatives: (slug: string) => `/listings/${encodeURIComponent(slug)}/alternatives`,
  compare: (a?: string | null, b?: string | null) => withQuery('/compare', { a, b }),
  categories: () => '/categories',
  category: (slug: string, page?: number) => withQuery(`/categories/${encodeURIComponent(slug)}`, { page }),
  founders: (asked: { q?: string; country?: string; page?: number } = {}) => withQuery('/founders', asked),
  founder: (slug: string) => `/founders/${encodeURIComponent(slug)}`,
  blog: (asked: { q?: string; page?: number } = {}) => withQuery('/blog', asked),
  post: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  signIn: (go_to?: string) => withQuery('/sign-in', { go_to }),
  signUp: (go_to?: string) => withQuery('/sign-up', { go_to }),
  account: (done?: string) => withQuery('/account', { done }),
  keys: () => '/account/keys',
  applications: (done?: string) => withQuery('/account/applications', { done }),
  adminMail: (page?: number) => withQuery('/admin/mail', { page }),
  adminLetter: (id: number) => `/admin/mail/${id}`,
  docs: () => '/docs',
  operation: (id: string) => `/docs/operations/${encodeURIComponent(id)}`,
  errors: () => '/docs/errors',
};

/** The address if a browser may follow it to another site; null for javascript: and everything else that is not the web. */
export const webAddress = (address: string | null | undefined): string | null => {
  const url = URL.parse(address ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
};
