import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppDeps, positionOf, publicContext, requestContext } from '../../http/deps.ts';
import { endDisconnected, refusalOf, setRetryHeaders } from '../../http/problems.ts';
import { nameRoute } from '../../http/request-metrics.ts';
import { cachedResponse, ResponseCache, sendCachedResponse } from '../../http/response-cache.ts';
import { strangerHeaders } from '../../http/shared-cache.ts';
import type { Caller, Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { splitLanguage } from '../../kernel/language/languages.ts';
import { currentLanguage } from '../../kernel/language/locale.ts';
import { ttlCache } from '../../kernel/ttl-cache.ts';
import { isNetworkAdminCaller, isOnTeam } from '../../modules/accounts/account.ts';
import { TrafficCounter } from '../../modules/stats/traffic-counter.ts';
import { serveProviderCallback } from '../areas/account/providers.tsx';
import { serveUnsubscribe } from '../areas/account/unsubscribe.tsx';
import { REFUSED_ROWS_FILE, SITE_EXPORT_FILE, serveImportUpload } from '../areas/admin/imports/upload.ts';
import { NUMBERS_FILE } from '../areas/admin/overview/numbers.tsx';
import { serveBrandPreview } from '../areas/admin/settings/brand-preview.tsx';
import { serveDigestPreview } from '../areas/admin/settings/digest.tsx';
import { serveBrand } from '../areas/brand/endpoints.ts';
import { STATS_FILE } from '../areas/dashboard/listing-stats.tsx';
import { serveNotificationLinks } from '../areas/dashboard/notifications.tsx';
import { serveDatasets } from '../areas/data/endpoints.ts';
import { serveLedger } from '../areas/ledger/endpoints.ts';
import { serveClicks } from '../areas/listing/endpoints.ts';
import { ORDER_DOCUMENTS, serveStripeWebhook } from '../areas/orders/endpoints.ts';
import { serveFeeds } from '../feeds/routes.ts';
import { serveSitemaps } from '../feeds/sitemaps.ts';
import { accountPaths, homePaths } from '../paths.ts';
import { serveShareImages } from '../share-images/routes.ts';
import { serveAssets } from './assets.ts';
import { serveBadges, serveCredentials, serveDrawings, serveLedgers, serveMedia } from './files.ts';
import { serveForms } from './form-handler.ts';
import { errorInLanguage, readLanguageChoice, serveInLanguages } from './language.ts';
import { type Audience, MovedPermanently, type Page, type Params, type Query } from './page.ts';
import { limitPages } from './page-limits.ts';
import { servePrivateFiles } from './private-files.ts';
import { PAGE_HEADERS, type Rendered, renderFault, renderPage, renderRefusal } from './render.tsx';
import { WEB_PAGES } from './routes.ts';
import { readSession, serializeCookie, sessionToken } from './sessions.ts';
import { countView, serveViews, visitorOf } from './views.ts';
import { notePositions } from './write-position.ts';

/** Sends a page that nobody may cache. Its address may hold a token, so other sites get no referrer. */
const sendPage = (reply: FastifyReply, { status, html, headers }: Rendered): FastifyReply =>
  reply
    .code(status)
    .headers({ ...PAGE_HEADERS, 'referrer-policy': 'same-origin', 'cache-control': 'no-store', ...headers })
    .send(html);

/** The page a form was sent from, if it is on this site. */
const refererPath = ({ headers }: FastifyRequest): string | undefined => {
  const page = URL.parse(headers.referer ?? '');
  return page && page.host === headers.host ? page.pathname + page.search : undefined;
};

const redirectToSignIn = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .redirect(accountPaths.signIn({ go_to: request.method === 'GET' ? request.originalUrl : refererPath(request) }), 303);

/** The rate limit page, rendered at most every 10 seconds and shared by all visitors. */
const rateLimitPages = ttlCache<Rendered>({ ttl_ms: 10_000 });

/** Renders an error as a page: a refusal with its reason, anything else as a fault, logged with the request id. */
const sendErrorPage = async (deps: AppDeps, request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> => {
  if (error instanceof MovedPermanently) return reply.header('cache-control', 'public, no-cache').redirect(error.path, 301);
  const aborted = endDisconnected(deps, request, reply, error);
  if (aborted) return aborted;
  const refusal = refusalOf(error);
  if (refusal.code === 'sign_in_needed' || refusal.code === 'invalid_credentials') return redirectToSignIn(request, reply);
  setRetryHeaders(reply, refusal);
  if (refusal.limit) {
    // Keep this response cheap: the client is already over its limit.
    const site = await deps.siteOf(request.headers.host).catch(() => undefined);
    return sendPage(
      reply,
      await rateLimitPages.get(`${currentLanguage()} ${site?.root ?? ''}`, async () => renderRefusal(refusal, site && { site })),
    );
  }
  const reader = await readSession(deps, request)
    .then((caller) => requestContext(deps, request, caller))
    .catch(() => requestContext(deps, request))
    .catch(() => undefined);
  if (refusal.code !== 'fault') return sendPage(reply, renderRefusal(refusal, reader));
  deps.log.error({ err: error, request_id: request.id }, 'fault');
  return sendPage(reply, renderFault(request.id, reader));
};

/** The context of a visitor who may use this page or action. Throws if they have to sign in; team and admin routes answer 404. */
const contextFor = async (deps: AppDeps, audience: Audience, request: FastifyRequest, caller: Caller | null): Promise<Ctx> => {
  const ctx = await requestContext(deps, request, caller);
  if (audience !== 'anyone' && !caller) throw new Refusal('sign_in_needed');
  if (audience === 'team' && !(await isOnTeam(ctx))) throw new Refusal('not_found');
  if (audience === 'admin' && !(await isNetworkAdminCaller(ctx))) throw new Refusal('not_found');
  return ctx;
};

/** Whether a page shows everybody the same, and members only their own votes and name in addition. */
const isPublic = (page: Page): boolean => page.for === 'anyone' && !page.personal;

/** Renders a page for one visitor, if they may see it. */
const sendPersonal = async (
  deps: AppDeps,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | null,
  render: (ctx: Ctx, request: FastifyRequest) => Promise<Rendered>,
) => {
  const ctx = isPublic(page) ? await publicContext(deps, request, caller) : await contextFor(deps, page.for, request, caller);
  const response = await render(ctx, request);
  const token = caller && sessionToken(ctx.site, request);
  // Extend the cookie along with the session.
  if (token) {
    const seconds = (caller.expires_at!.getTime() - ctx.clock.now().getTime()) / 1000;
    reply.header('set-cookie', serializeCookie(ctx.site.root, 'lw_session', token, seconds));
  }
  return sendPage(reply, response);
};

/** Registers every page, action and asset of the website. Pages for anonymous visitors are cached for less than a second, like API responses. */
export const serveWebsite = (app: FastifyInstance, deps: AppDeps): void => {
  const cache = new ResponseCache('pages', deps.response_ttl_ms);
  limitPages(app, deps);
  notePositions(app, deps);
  serveInLanguages(app, deps);
  serveAssets(app);
  serveBrand(app, deps);
  serveBrandPreview(app, deps, { pages: WEB_PAGES, sendPage });
  serveLedgers(app, deps);
  serveLedger(app, deps);
  serveDatasets(app, deps);
  serveBadges(app, deps);
  serveCredentials(app, deps);
  serveMedia(app, deps);
  serveDrawings(app);
  servePrivateFiles(app, deps, [...ORDER_DOCUMENTS, STATS_FILE, NUMBERS_FILE, REFUSED_ROWS_FILE, SITE_EXPORT_FILE]);
  serveFeeds(app, deps);
  serveSitemaps(app, deps);
  serveShareImages(app, deps);
  serveUnsubscribe(app, deps);
  serveDigestPreview(app, deps);
  serveNotificationLinks(app, deps);
  serveStripeWebhook(app, deps);
  serveProviderCallback(app, deps, { pages: WEB_PAGES, sendPage });
  const { isPrimaryDown } = deps.reads;
  const traffic = new TrafficCounter(deps.sql, deps.clock, (err) => deps.log.warn({ err }, 'views and clicks not counted'), isPrimaryDown);
  app.addHook('onClose', () => traffic.close());
  serveClicks(app, deps, traffic);
  serveViews(app, deps, traffic, WEB_PAGES);
  const { cdn } = deps.integrations;
  const sendError = errorInLanguage(deps, (request, reply: FastifyReply, error: unknown) => sendErrorPage(deps, request, reply, error));
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendError(request, reply, new Refusal('not_found')));
  for (const page of WEB_PAGES) {
    const render = async (ctx: Ctx, request: FastifyRequest): Promise<Rendered> => {
      const rendered = await renderPage(page, ctx, request.params as Params, request.query as Query);
      if (rendered.search_miss && request.method === 'GET')
        traffic.recordSearchMiss({ site: ctx.site, visitor: visitorOf(request, ctx.caller) }, rendered.search_miss);
      return rendered;
    };
    const renderPublic = async (request: FastifyRequest, from_primary: boolean) => {
      const ctx = await (from_primary ? requestContext(deps, request) : publicContext(deps, request));
      const site = cdn ? { ...ctx.site, counts_views_by_script: true } : ctx.site;
      const { status, html, headers } = await render({ ...ctx, site }, request);
      return cachedResponse(status, PAGE_HEADERS['content-type'], html, headers);
    };
    app.get(page.path, { config: { route: nameRoute('page', page.name) } }, async (request, reply) => {
      const caller = await readSession(deps, request);
      const choice = page.path === homePaths.home.pattern && readLanguageChoice(await deps.siteOf(request.headers.host), request);
      if (choice && !splitLanguage(request.originalUrl).language)
        return reply.header('cache-control', 'no-store').redirect(`/${choice}${request.url.slice(1)}`, 302);
      // Behind a CDN the script of the page counts, where the page is shared.
      if (page.for === 'anyone' && request.method === 'GET' && (!cdn || caller || page.personal)) {
        const { slug = '' } = request.params as Params;
        await countView(deps, traffic, request, caller, { page, slug, query: request.query as Query, referrer: request.headers.referer });
      }
      if (caller || page.personal) return sendPersonal(deps, page, request, reply, caller, render);
      // A cookie can have any position, so all who may need the primary share an answer that was read there.
      const from_primary = deps.reads.mayLack(positionOf(request));
      const key = `${request.headers.host} ${request.originalUrl} ${from_primary ? 'primary' : ''}`;
      const response = await cache.get(key, () => renderPublic(request, from_primary));
      const { id } = await deps.siteOf(request.headers.host);
      return sendCachedResponse(request, reply, response, { ...PAGE_HEADERS, ...strangerHeaders(deps, id, request.originalUrl, 'cookie') });
    });
  }
  serveImportUpload(app, deps);
  serveForms(app, {
    app_deps: deps,
    pages: WEB_PAGES,
    contextFor: async ({ for: audience, resume }, request) =>
      // A visitor may send a resumable form, which then waits for the sign-in.
      contextFor(deps, resume ? 'anyone' : audience, request, await readSession(deps, request)),
    sendPage,
  });
};
