import { DEFAULT_BADGE_STYLE } from '../../modules/launches/badges/render.ts';
import type { GetBadges, ListLaunches } from '../../modules/launches/schema.ts';
import type { SearchListings } from '../../modules/listings/schema.ts';

type QueryValues = Record<string, string | number | boolean | null | undefined>;

/** An address with its query. Empty values and page 1 are left out, so that each page has exactly one address. */
export const withQuery = (path: string, params: QueryValues): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '' || (name === 'page' && value === 1)) continue;
    query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
};

const SEARCH_DEFAULTS: Partial<SearchListings> = { status: 'live', sort: 'relevance', per_page: 20 };

const withoutSearchDefaults = (params: Partial<SearchListings>): QueryValues =>
  Object.fromEntries(Object.entries(params).filter(([name, value]) => SEARCH_DEFAULTS[name as keyof SearchListings] !== value));

const BADGE_DEFAULTS: Partial<GetBadges> = { ...DEFAULT_BADGE_STYLE, rel: 'none' };

const withoutBadgeDefaults = (style: Partial<GetBadges>): QueryValues =>
  Object.fromEntries(Object.entries(style).filter(([name, value]) => BADGE_DEFAULTS[name as keyof GetBadges] !== value));

/** The address of every page: its operation's path without /api/v1. */
export const to = {
  home: () => '/',
  listings: (params: Partial<SearchListings> = {}) => withQuery('/listings', withoutSearchDefaults(params)),
  listing: (slug: string) => `/listings/${encodeURIComponent(slug)}`,
  alternatives: (slug: string) => `/listings/${encodeURIComponent(slug)}/alternatives`,
  badges: (slug: string, style: Partial<Omit<GetBadges, 'slug'>> = {}) =>
    withQuery(`/listings/${encodeURIComponent(slug)}/badges`, withoutBadgeDefaults(style)),
  checkBadge: (slug: string) => `/listings/${encodeURIComponent(slug)}/badges/check`,
  compare: (a?: string | null, b?: string | null) => withQuery('/compare', { a, b }),
  categories: () => '/categories',
  category: (slug: string, page?: number) => withQuery(`/categories/${encodeURIComponent(slug)}`, { page }),
  founders: (params: { q?: string; country?: string; page?: number } = {}) => withQuery('/founders', params),
  founder: (slug: string) => `/founders/${encodeURIComponent(slug)}`,
  blog: (params: { q?: string; page?: number } = {}) => withQuery('/blog', params),
  post: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  launches: ({ section, ...params }: Partial<ListLaunches> = {}) =>
    withQuery('/launches', {
      section: section === 'this-week' ? undefined : section,
      ...params,
      per_page: params.per_page === 20 ? undefined : params.per_page,
    }),
  week: (week: string) => `/launches/weeks/${week}`,
  calendar: (page?: number) => withQuery('/launches/calendar', { page }),
  awards: (params: { listing?: string; page?: number } = {}) => withQuery('/awards', params),
  leaderboards: () => '/leaderboards',
  leaderboard: (board: string, params: { week?: string | null; page?: number } = {}) => withQuery(`/leaderboards/${board}`, params),
  weekLedger: (week: string) => `/launches/weeks/${week}/ledger.jsonl`,
  ranking: () => '/how-ranking-works',
  vote: (slug: string) => `/listings/${encodeURIComponent(slug)}/vote`,
  unvote: (slug: string) => `/listings/${encodeURIComponent(slug)}/vote/take-back`,
  adminVotes: (params: { page?: number; done?: string; changed?: number } = {}) => withQuery('/admin/votes', params),
  reviews: (slug: string, params: { page?: number; done?: string } = {}) =>
    withQuery(`/listings/${encodeURIComponent(slug)}/reviews`, params),
  changeReview: (slug: string) => `/listings/${encodeURIComponent(slug)}/reviews/change`,
  withdrawReview: (slug: string) => `/listings/${encodeURIComponent(slug)}/reviews/withdraw`,
  answerReview: (slug: string, id: number) => `/listings/${encodeURIComponent(slug)}/reviews/${id}/answer`,
  reportReview: (slug: string, id: number) => `/listings/${encodeURIComponent(slug)}/reviews/${id}/report`,
  adminReviews: (params: { page?: number; done?: string } = {}) => withQuery('/admin/reviews', params),
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
  draft: (id: string, done?: string, anchor?: string) =>
    `${withQuery(`/drafts/${encodeURIComponent(id)}`, { done })}${anchor ? `#${anchor}` : ''}`,
  draftPreview: (id: string) => `/drafts/${encodeURIComponent(id)}/preview`,
  draftInvites: (id: string, done?: string) => withQuery(`/drafts/${encodeURIComponent(id)}/invites`, { done }),
  claim: (slug: string, done?: string) => withQuery(`/listings/${encodeURIComponent(slug)}/claim`, { done }),
  claimObjection: (slug: string) => `/listings/${encodeURIComponent(slug)}/claim/objection`,
  claims: (page?: number) => withQuery('/claims', { page }),
  checkClaim: (id: number) => `/claims/${id}/check`,
  freePlan: (id: number, done?: string) => withQuery(`/dashboard/listings/${id}/free`, { done }),
  lookForBadge: (id: number) => `/dashboard/listings/${id}/free/look`,
  dashboard: (page?: number) => withQuery('/dashboard', { page }),
  ownListing: (id: number, tab = 'overview', done?: string) =>
    withQuery(`/dashboard/listings/${id}${tab === 'overview' ? '' : `/${tab}`}`, { done }),
  ownHistory: (id: number, page: number) => withQuery(`/dashboard/listings/${id}/history`, { page }),
  restoreVersion: (id: number) => `/dashboard/listings/${id}/history/restore`,
  postUpdate: (id: number) => `/dashboard/listings/${id}/updates`,
  addMilestone: (id: number) => `/dashboard/listings/${id}/milestones`,
  deleteMilestone: (id: number) => `/dashboard/listings/${id}/milestones/delete`,
  ownPicture: (id: number, action: 'first' | 'delete') => `/dashboard/listings/${id}/media/${action}`,
  ownAlternative: (id: number, action: 'approve' | 'drop') => `/dashboard/listings/${id}/alternatives/${action}`,
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
  orderWeek: (number: string, line_id: number) => `/checkout/${encodeURIComponent(number)}/weeks/${line_id}`,
  cancelOrder: (number: string) => `/checkout/${encodeURIComponent(number)}/cancel`,
  payOrder: (number: string) => `/checkout/${encodeURIComponent(number)}/pay`,
  orders: (page?: number) => withQuery('/orders', { page }),
  order: (number: string, done?: string) => withQuery(`/orders/${encodeURIComponent(number)}`, { done }),
  invoice: (number: string) => `/orders/${encodeURIComponent(number)}/invoice.pdf`,
  creditNote: (number: string, note: string) => `/orders/${encodeURIComponent(number)}/credit-notes/${encodeURIComponent(note)}.pdf`,
  testPayment: (session: string) => `/payments/test/${encodeURIComponent(session)}`,
  adminOrders: (params: { status?: string; q?: string; page?: number } = {}) => withQuery('/admin/orders', params),
  adminOrder: (number: string, done?: string) => withQuery(`/admin/orders/${encodeURIComponent(number)}`, { done }),
  adminOrderAct: (number: string, action: 'refund' | 'retry' | 'task' | 'deliver' | 'finish' | 'give-up') =>
    `/admin/orders/${encodeURIComponent(number)}/${action}`,
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

/** The address if it is http(s), so that a browser may follow it; null for javascript: and everything else. */
export const webUrl = (address: string | null | undefined): string | null => {
  const url = URL.parse(address ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
};

const EDGE_WORDS = 6;

/** A dash has a special meaning in text fragments. */
const fragmentText = (words: string[]): string => encodeURIComponent(words.join(' ').toWellFormed()).replaceAll('-', '%2D');

/** Links to a quote on its page with a text fragment; a long quote is matched by its first and last words. */
export const quoteUrl = ({ quote, url }: { quote: string; url: string }): string => {
  const words = quote.split(/\s+/).filter(Boolean);
  if (words.length === 0 || !webUrl(url)) return url;
  const text =
    words.length > 2 * EDGE_WORDS
      ? `${fragmentText(words.slice(0, EDGE_WORDS))},${fragmentText(words.slice(-EDGE_WORDS))}`
      : fragmentText(words);
  return `${url}${url.includes('#') ? '' : '#'}:~:text=${text}`;
};
