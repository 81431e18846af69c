import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../http/deps.ts';
import { Refusal } from '../../kernel/errors.ts';
import { t } from '../../kernel/language/messages.ts';
import { type Limit, noLimits } from '../../kernel/limits.ts';
import { type PageLimit, pageLimit } from '../../modules/accounts/limits.ts';
import { FEEDS } from '../feeds/feeds.ts';
import { FEED_FORMATS } from '../feeds/formats.ts';
import {
  accountPaths,
  adminPaths,
  brandPaths,
  dashboardPaths,
  docsPaths,
  feedPaths,
  homePaths,
  ledgerPaths,
  listingPaths,
  orderPaths,
  peoplePaths,
  searchPaths,
  weekPaths,
} from '../paths.ts';
import { FORM_ACTIONS } from './form-table.ts';
import type { Query } from './page.ts';
import { NO_SITE } from './render.tsx';
import { readSession } from './sessions.ts';

interface PageCost {
  limit: PageLimit;
  units: number;
}

const pages = (units: number): PageCost => ({ limit: 'pages', units });
const FREE = pages(0);
const SEARCH = pages(5);
const FEED = pages(2);
const FILE = pages(10);
const SIGN_IN: PageCost = { limit: 'sign_in_pages', units: 1 };
const PICTURE: PageCost = { limit: 'pictures', units: 1 };
/** Rendered on first request, which takes a tenth of a second. */
const SHARE_IMAGE = pages(3);

const PAGE = pages(1);
const FORM = pages(2);

const hasQuery = (query: Query): boolean => Object.values(query).some((value) => value !== '');

/** Routes that cost something else than a page (1) or a form (2), by path; some depend on the query. */
export const PAGE_COSTS: Record<string, PageCost | ((query: Query) => PageCost)> = {
  [searchPaths.listings.pattern]: (query) => (hasQuery(query) ? SEARCH : PAGE),
  [searchPaths.category.pattern]: (query) => (hasQuery(query) ? SEARCH : PAGE),
  [peoplePaths.founders.pattern]: (query) => (hasQuery(query) ? SEARCH : PAGE),
  [listingPaths.compare.pattern]: (query) => (hasQuery(query) ? SEARCH : PAGE),
  [docsPaths.home.pattern]: (query) => (hasQuery(query) ? SEARCH : PAGE),
  [listingPaths.alternatives.pattern]: pages(3),
  [dashboardPaths.compare.pattern]: SEARCH,
  [dashboardPaths.stats.pattern]: pages(3),
  [`POST ${listingPaths.clicks.pattern}`]: PAGE,
  [`POST ${homePaths.views.pattern}`]: PAGE,
  // Typing one search requests several of these.
  [searchPaths.suggestions.pattern]: pages(2),
  '/pictures/home.png': SHARE_IMAGE,
  '/pictures/listings/:slug.png': SHARE_IMAGE,
  '/pictures/categories/:slug.png': SHARE_IMAGE,
  '/pictures/launches/weeks/:week.png': SHARE_IMAGE,
  '/pictures/founders/:slug.png': SHARE_IMAGE,
  '/pictures/blog/:slug.png': SHARE_IMAGE,
  '/sitemap.xml': FILE,
  '/sitemaps/:file': FILE,
  [weekPaths.ledgerFile.pattern]: FILE,
  [ledgerPaths.exportFile.pattern]: FILE,
  [ledgerPaths.checkpoints.pattern]: FEED,
  [dashboardPaths.statsFile.pattern]: FILE,
  [orderPaths.invoice.pattern]: FILE,
  [orderPaths.creditNote.pattern]: FILE,
  [adminPaths.vatFile.pattern]: FILE,
  [accountPaths.export.pattern]: FILE,
  [weekPaths.calendarFile.pattern]: FEED,
  '/llms.txt': FEED,
  '/llms-full.txt': FEED,
  '/server.json': FEED,
  [feedPaths.oembed.pattern]: FEED,
  ...Object.fromEntries(FEEDS.flatMap(({ path }) => FEED_FORMATS.map((format) => [`${path}.${format}`, FEED]))),
  // Embedded in pages, also on other sites: viewing them must not use up the visitor's page limit.
  [listingPaths.badgeImage.pattern]: PICTURE,
  [listingPaths.picture.pattern]: PICTURE,
  [listingPaths.drawing.pattern]: PICTURE,
  [brandPaths.file.pattern]: PICTURE,
  [brandPaths.manifest.pattern]: PICTURE,
  [brandPaths.favicon.pattern]: PICTURE,
  [brandPaths.icon.pattern]: PICTURE,
  // Visitors who share a network with a heavy user get their own limit by signing in, so sign-in has a separate one.
  [accountPaths.signIn.pattern]: SIGN_IN,
  [accountPaths.signInLinkSent.pattern]: SIGN_IN,
  [accountPaths.signInByLink.pattern]: SIGN_IN,
  [accountPaths.requestSignInLink.pattern]: SIGN_IN,
  [accountPaths.signInByPassword.pattern]: SIGN_IN,
  [accountPaths.signUp.pattern]: SIGN_IN,
  [accountPaths.signInWithPassword.pattern]: SIGN_IN,
  [accountPaths.continueWith.pattern]: SIGN_IN,
  [accountPaths.providerCallback.pattern]: SIGN_IN,
  // Signed by the payment provider, which sends from a few IP addresses.
  [orderPaths.stripeWebhook.pattern]: FREE,
  // One-click unsubscribe comes from mail providers on behalf of many people; the handler has its own limit.
  [`POST ${accountPaths.unsubscribe.pattern}`]: FREE,
  [`POST ${accountPaths.unsubscribeKind.pattern}`]: FREE,
  [`POST ${accountPaths.unsubscribeDigest.pattern}`]: FREE,
};

/** Static files are served from memory and cached by browsers. */
const isAsset = (route: string): boolean => route.startsWith('/assets/');

/** The cost of a request by method, route (undefined for a 404) and query. */
export const costOf = (method: string, route: string | undefined, query: Query): PageCost => {
  const known = PAGE_COSTS[`${method} ${route}`] ?? PAGE_COSTS[route ?? ''];
  if (known) return typeof known === 'function' ? known(query) : known;
  if (isAsset(route ?? '')) return FREE;
  return method === 'POST' ? FORM : PAGE;
};

/** How many forms over the page limit are still parsed and returned with their values; after that they are rejected unread. */
const RETURNED_FORMS: Limit = { name: 'returned_forms', limit: 20, window_seconds: 60, local: 2 };

const SHORT_FORMS = new Set(FORM_ACTIONS.filter(({ bytes }) => bytes === undefined).map(({ path }) => path));

const limitedRequests = new WeakMap<FastifyRequest, Refusal>();

/** Rejects a form over its limit, after its fields are parsed. */
export const refuseLimitedForm = (request: FastifyRequest): void => {
  const refusal = limitedRequests.get(request);
  if (refusal) throw refusal;
};

/** The API counts its own requests, including 404s. */
const API = '/api/v1/';

/** Counts every website request against its limit, before anything else happens. */
export const limitPages = (app: FastifyInstance, deps: AppDeps): void => {
  if (deps.limits === noLimits) return;
  // Only routes registered from here on; those registered before have their own limits.
  const routes = new Set<string>();
  app.addHook('onRoute', ({ url }) => void routes.add(url));
  const countPage = async (request: FastifyRequest, route: string | undefined): Promise<void> => {
    const cost = costOf(request.method, route, request.query as Query);
    if (cost.units === 0) return;
    // Requests to unknown hosts count too.
    const site = await deps.siteOf(request.headers.host).catch(() => NO_SITE);
    const caller = cost.limit === 'pages' && site !== NO_SITE ? await readSession(deps, request) : null;
    const { who, limit } = pageLimit(site, cost.limit, caller?.account_id ?? null, request.ip);
    const { granted, ...status } = await deps.limits.take(who, limit, cost.units);
    if (granted) return;
    const refusal = new Refusal('rate_limited', {
      limit: status,
      detail: t('You sent too many requests in a short time. Wait a minute, then try again.'),
    });
    const is_returned = request.method === 'POST' && SHORT_FORMS.has(route ?? '') && (await deps.limits.take(who, RETURNED_FORMS)).granted;
    if (!is_returned) throw refusal;
    limitedRequests.set(request, refusal);
  };
  // The hook also runs for requests to the API, which neither wait here nor compute their route options.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.startsWith(API)) return done();
    const { url: route } = request.routeOptions;
    if (route !== undefined && !routes.has(route)) return done();
    countPage(request, route).then(() => done(), done);
  });
};
