import { USUAL_LOOK } from '../modules/launches/badge-embed.ts';
import type { GetBadges, ListLaunches } from '../modules/launches/schema.ts';
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

const USUAL_BADGE: Partial<GetBadges> = { ...USUAL_LOOK, rel: 'none' };

const withoutUsual = (look: Partial<GetBadges>): Asked =>
  Object.fromEntries(Object.entries(look).filter(([name, value]) => USUAL_BADGE[name as keyof GetBadges] !== value));

/** Where every page is: an operation's address without /api/v1. */
export const to = {
  home: () => '/',
  listings: (asked: Partial<SearchListings> = {}) => withQuery('/listings', withoutDefaults(asked)),
  listing: (slug: string) => `/listings/${encodeURIComponent(slug)}`,
  alternatives: (slug: string) => `/listings/${encodeURIComponent(slug)}/alternatives`,
  badges: (slug: string, look: Partial<Omit<GetBadges, 'slug'>> = {}) =>
    withQuery(`/listings/${encodeURIComponent(slug)}/badges`, withoutUsual(look)),
  checkBadge: (slug: string) => `/listings/${encodeURIComponent(slug)}/badges/check`,
  compare: (a?: string | null, b?: string | null) => withQuery('/compare', { a, b }),
  categories: () => '/categories',
  category: (slug: string, page?: number) => withQuery(`/categories/${encodeURIComponent(slug)}`, { page }),
  founders: (asked: { q?: string; country?: string; page?: number } = {}) => withQuery('/founders', asked),
  founder: (slug: string) => `/founders/${encodeURIComponent(slug)}`,
  blog: (asked: { q?: string; page?: number } = {}) => withQuery('/blog', asked),
  post: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  launches: ({ section, ...asked }: Partial<ListLaunches> = {}) =>
    withQuery('/launches', {
      section: section === 'this-week' ? undefined : section,
      ...asked,
      per_page: asked.per_page === 20 ? undefined : asked.per_page,
    }),
  week: (week: string) => `/launches/weeks/${week}`,
  calendar: (page?: number) => withQuery('/launches/calendar', { page }),
  awards: (asked: { listing?: string; page?: number } = {}) => withQuery('/awards', asked),
  leaderboards: () => '/leaderboards',
  leaderboard: (board: string, asked: { week?: string | null; page?: number } = {}) => withQuery(`/leaderboards/${board}`, asked),
  weekLedger: (week: string) => `/launches/weeks/${week}/ledger.jsonl`,
  ranking: () => '/how-ranking-works',
  vote: (slug: string) => `/listings/${encodeURIComponent(slug)}/vote`,
  unvote: (slug: string) => `/listings/${encodeURIComponent(slug)}/vote/take-back`,
  adminVotes: (asked: { page?: number; done?: string; changed?: number } = {}) => withQuery('/admin/votes', asked),
  reviews: (slug: string, asked: { page?: number; done?: string } = {}) =>
    withQuery(`/listings/${encodeURIComponent(slug)}/reviews`, asked),
  changeReview: (slug: string) => `/listings/${encodeURIComponent(slug)}/reviews/change`,
  withdrawReview: (slug: string) => `/listings/${encodeURIComponent(slug)}/reviews/withdraw`,
  answerReview: (slug: string, id: number) => `/listings/${encodeURIComponent(slug)}/reviews/${id}/answer`,
  reportReview: (slug: string, id: number) => `/listings/${encodeURIComponent(slug)}/reviews/${id}/report`,
  adminReviews: (asked: { page?: number; done?: string } = {}) => withQuery('/admin/reviews', asked),
  signIn: (go_to?: string) => withQuery('/sign-in', { go_to }),
  signUp: (go_to?: string) => withQuery('/sign-up', { go_to }),
  account: (done?: string) => withQuery('/account', { done }),
  keys: () => '/account/keys',
  votes: (page?: number) => withQuery('/account/votes', { page }),
  follows: (page?: number) => withQuery('/account/follows', { page }),
  mail: (done?: string) => withQuery('/account/mail', { done }),
  deleteAccount: () => '/account/delete',
  applications: (done?: string) => withQuery('/account/applications', { done }),
  adminMail: (page?: number) => withQuery('/admin/mail', { page }),
  adminLetter: (id: number) => `/admin/mail/${id}`,
  submit: (url?: string) => withQuery('/submit', { url }),
  drafts: (page?: number) => withQuery('/drafts', { page }),
  draft: (id: string, done?: string, place?: string) =>
    `${withQuery(`/drafts/${encodeURIComponent(id)}`, { done })}${place ? `#${place}` : ''}`,
  draftPreview: (id: string) => `/drafts/${encodeURIComponent(id)}/preview`,
  draftInvites: (id: string, done?: string) => withQuery(`/drafts/${encodeURIComponent(id)}/invites`, { done }),
  claim: (slug: string, done?: string) => withQuery(`/listings/${encodeURIComponent(slug)}/claim`, { done }),
  claimObjection: (slug: string) => `/listings/${encodeURIComponent(slug)}/claim/objection`,
  claims: (page?: number) => withQuery('/claims', { page }),
  checkClaim: (id: number) => `/claims/${id}/check`,
  freePlan: (id: number, done?: string) => withQuery(`/dashboard/listings/${id}/free`, { done }),
  lookForBadge: (id: number) => `/dashboard/listings/${id}/free/look`,
  dashboard: (page?: number) => withQuery('/dashboard', { page }),
  ownListing: (id: number, place = 'overview', done?: string) =>
    withQuery(`/dashboard/listings/${id}${place === 'overview' ? '' : `/${place}`}`, { done }),
  ownHistory: (id: number, page: number) => withQuery(`/dashboard/listings/${id}/history`, { page }),
  restoreVersion: (id: number) => `/dashboard/listings/${id}/history/restore`,
  postUpdate: (id: number) => `/dashboard/listings/${id}/updates`,
  addMilestone: (id: number) => `/dashboard/listings/${id}/milestones`,
  deleteMilestone: (id: number) => `/dashboard/listings/${id}/milestones/delete`,
  ownPicture: (id: number, act: 'first' | 'delete') => `/dashboard/listings/${id}/media/${act}`,
  ownAlternative: (id: number, act: 'approve' | 'drop') => `/dashboard/listings/${id}/alternatives/${act}`,
  ownAttributes: (id: number) => `/dashboard/listings/${id}/attributes`,
  interview: (done?: string) => withQuery('/dashboard/interview', { done }),
  picture: (hash: string) => `/media/${hash}.webp`,
  updates: (page?: number) => withQuery('/updates', { page }),
  notifications: (page?: number) => withQuery('/notifications', { page }),
  follow: (slug: string) => `/listings/${encodeURIComponent(slug)}/follow`,
  followMail: (slug: string) => `/listings/${encodeURIComponent(slug)}/follow/mail`,
  unfollow: (slug: string) => `/listings/${encodeURIComponent(slug)}/unfollow`,
  adminEdits: (page?: number) => withQuery('/admin/edits', { page }),
  products: () => '/products',
  orderForm: (id: number, choose?: string) => withQuery(`/dashboard/listings/${id}/order`, choose ? { [choose]: 'on' } : {}),
  checkout: (number: string, done?: string) => withQuery(`/checkout/${encodeURIComponent(number)}`, { done }),
  checkoutBilling: (number: string) => `/checkout/${encodeURIComponent(number)}/billing`,
  cancelOrder: (number: string) => `/checkout/${encodeURIComponent(number)}/cancel`,
  payOrder: (number: string) => `/checkout/${encodeURIComponent(number)}/pay`,
  orders: (page?: number) => withQuery('/orders', { page }),
  order: (number: string, done?: string) => withQuery(`/orders/${encodeURIComponent(number)}`, { done }),
  invoice: (number: string) => `/orders/${encodeURIComponent(number)}/invoice.pdf`,
  creditNote: (number: string, paper: string) => `/orders/${encodeURIComponent(number)}/credit-notes/${encodeURIComponent(paper)}.pdf`,
  testPayment: (session: string) => `/payments/test/${encodeURIComponent(session)}`,
  adminOrders: (asked: { status?: string; q?: string; page?: number } = {}) => withQuery('/admin/orders', asked),
  adminOrder: (number: string, done?: string) => withQuery(`/admin/orders/${encodeURIComponent(number)}`, { done }),
  adminOrderAct: (number: string, act: 'refund' | 'retry' | 'task' | 'deliver' | 'finish' | 'give-up') =>
    `/admin/orders/${encodeURIComponent(number)}/${act}`,
  adminProducts: (done?: string) => withQuery('/admin/products', { done }),
  adminSeller: () => '/admin/products/seller',
  adminVat: (quarter?: string) => withQuery('/admin/vat', { quarter }),
  vatCsv: (of: 'vat' | 'reverse-charge', quarter: string) => `/admin/vat/${of}-${quarter}.csv`,
  weekCalendar: () => '/launches/calendar.ics',
  feed: (of: string, format: string) => `/feeds/${of}.${format}`,
  suggestions: () => '/suggestions',
  docs: () => '/docs',
  docsPage: (name: 'rest' | 'mcp' | 'authentication' | 'limits') => `/docs/${name}`,
  operation: (id: string) => `/docs/operations/${encodeURIComponent(id)}`,
  errors: () => '/docs/errors',
};

/** The address if a browser may follow it to another site; null for javascript: and everything else that is not the web. */
export const webAddress = (address: string | null | undefined): string | null => {
  const url = URL.parse(address ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
};

const WORDS_AT_AN_END = 6;

/** The dash stands for something of its own in a text fragment. */
const fragmentText = (words: string[]): string => encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D');

/** The page a quote stands on, opened at the quote: a long one is found by how it begins and ends. */
export const quoteAddress = ({ quote, url }: { quote: string; url: string }): string => {
  const words = quote.split(/\s+/).filter(Boolean);
  if (words.length === 0 || !webAddress(url)) return url;
  const text =
    words.length > 2 * WORDS_AT_AN_END
      ? `${fragmentText(words.slice(0, WORDS_AT_AN_END))},${fragmentText(words.slice(-WORDS_AT_AN_END))}`
      : fragmentText(words);
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${text}`;
};
