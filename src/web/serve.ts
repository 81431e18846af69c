import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { isAdmin, isOnTeam } from '../modules/accounts/account.ts';
import { Views } from '../modules/listings/views.ts';
import { Answers, sendStored, stored } from '../surfaces/answers.ts';
import { contextOf, type House } from '../surfaces/house.ts';
import { refusalOf } from '../surfaces/problems.ts';
import { serveActions } from './actions/serve.ts';
import { to } from './addresses.ts';
import { serveAssets } from './assets.ts';
import { serveBadges } from './badges.ts';
import { serveFiles } from './files.ts';
import { serveInvoices } from './invoices.ts';
import { serveMachines } from './machines/serve.ts';
import { serveMedia } from './media.ts';
import { type Audience, MovedTo, type Page, type Params, type Query } from './page.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { serveNotices } from './payments.ts';
import { servePictures } from './pictures/serve.ts';
import { type Rendered, renderFault, renderPage, renderRefusal } from './render.tsx';
import { PAGES } from './routes.ts';
import { serveSitemaps } from './sitemaps.ts';
import { serveUnsubscribe } from './unsubscribe.ts';
import { cookie, sessionOf, sessionToken } from './visitor.ts';

/** A page for one person, kept by nobody. Its address may hold a token, so no other site is told it. */
const sendPage = (reply: FastifyReply, { status, html }: Rendered): FastifyReply =>
  reply
    .code(status)
    .headers({ ...PAGE_HEADERS, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' })
    .send(html);

/** The page a form was sent from, where it is one of ours. */
const sentFrom = ({ headers }: FastifyRequest): string | undefined => {
  const page = URL.parse(headers.referer ?? '');
  return page && page.host === headers.host ? page.pathname + page.search : undefined;
};

const askToSignIn = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(to.signIn(request.method === 'GET' ? request.url : sentFrom(request)), 303);

/** Draws whatever went wrong as a page: a refusal with its reason, anything else as our fault, logged under the request's id. */
const sendTrouble = async (house: House, request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> => {
  if (error instanceof MovedTo) return reply.header('cache-control', 'public, no-cache').redirect(error.path, 301);
  const refusal = refusalOf(error);
  if (refusal.code === 'sign_in_needed' || refusal.code === 'invalid_credentials') return askToSignIn(request, reply);
  const reader = await sessionOf(house, request)
    .then((caller) => contextOf(house, request, caller))
    .catch(() => undefined);
  if (refusal.code === 'not_ready') reply.header('retry-after', '1');
  if (refusal.code !== 'fault') return sendPage(reply, renderRefusal(refusal, reader));
  house.log.error({ err: error, request_id: request.id }, 'fault');
  return sendPage(reply, renderFault(request.id, reader));
};

/** The context of a visitor whom this is for. Strangers are asked to sign in first; to who is no admin, the admin's part is not there. */
const contextFor = async (house: House, audience: Audience, request: FastifyRequest, caller: Caller | null): Promise<Ctx> => {
  const ctx = await contextOf(house, request, caller);
  if (audience !== 'anyone' && !caller) throw new Refusal('sign_in_needed');
  if (audience === 'team' && !(await isOnTeam(ctx))) throw new Refusal('not_found');
  if (audience === 'admin' && !(await isAdmin(ctx))) throw new Refusal('not_found');
  return ctx;
};

/** Draws a page for who asks for it, if it is for them. */
const sendPersonal = async (house: House, page: Page, request: FastifyRequest, reply: FastifyReply, caller: Caller | null) => {
  const ctx = await contextFor(house, page.for, request, caller);
  const made = await renderPage(page, ctx, request.params as Params, request.query as Query);
  const token = caller && sessionToken(ctx.site, request);
  // The browser's end of the session moves on with ours.
  if (token)
    reply.header(
      'set-cookie',
      cookie(ctx.site.root, 'lw_session', token, (caller.expires_at!.getTime() - ctx.clock.now().getTime()) / 1000),
    );
  return sendPage(reply, made);
};

const countView = async (house: House, views: Views, { headers, params, ip }: FastifyRequest): Promise<void> => {
  const { id: site_id } = await house.siteOf(headers.host);
  views.see({ site_id, slug: (params as { slug: string }).slug, address: ip, headers });
};

const KEPT_HEADERS = { ...PAGE_HEADERS, 'cache-control': 'public, no-cache' };

/** Puts every page, action and asset of the website on the app. What strangers see is kept for less than a second, as the API's answers are. */
export const webPages = (app: FastifyInstance, house: House): void => {
  const answers = new Answers();
  serveAssets(app);
  serveFiles(app, house);
  serveBadges(app, house);
  serveMedia(app, house);
  serveInvoices(app, house);
  serveMachines(app, house);
  serveSitemaps(app, house);
  servePictures(app, house);
  serveUnsubscribe(app, house);
  serveNotices(app, house);
  const views = new Views(house.sql, house.clock, (err) => house.log.warn({ err }, 'views not counted'));
  app.addHook('onClose', () => views.close());
  app.setErrorHandler((error, request, reply) => sendTrouble(house, request, reply, error));
  app.setNotFoundHandler((request, reply) => sendTrouble(house, request, reply, new Refusal('not_found')));
  for (const page of PAGES) {
    const make = async (request: FastifyRequest) => {
      const { status, html } = await renderPage(page, await contextOf(house, request), request.params as Params, request.query as Query);
      return stored(status, PAGE_HEADERS['content-type'], html);
    };
    app.get(page.path, async (request, reply) => {
      const caller = await sessionOf(house, request);
      if (page.counts_views && request.method === 'GET') await countView(house, views, request);
      if (caller || page.personal) return sendPersonal(house, page, request, reply, caller);
      const made = await answers.get(`${request.headers.host} ${request.url}`, () => make(request));
      return sendStored(request, reply, made, KEPT_HEADERS);
    });
  }
  serveActions(app, {
    house,
    pages: PAGES,
    contextFor: async (action, request) => contextFor(house, action.for, request, await sessionOf(house, request)),
    sendPage,
  });
};
