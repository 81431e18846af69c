import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { Answers, sendStored, stored } from '../surfaces/answers.ts';
import { refusalOf } from '../surfaces/problems.ts';
import { serveAssets } from './assets.ts';
import type { Params, Query } from './page.ts';
import { type Rendered, renderFault, renderPage, renderRefusal } from './render.tsx';
import { PAGES } from './routes.ts';

/** Nothing from elsewhere runs or styles these pages; only pictures, which listings bring, may come from other sites. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'self'; img-src 'self' https: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export interface WebDeps {
  contextOf(request: FastifyRequest): Promise<Ctx>;
}

const sendPage = (reply: FastifyReply, { status, html }: Rendered): FastifyReply =>
  reply.code(status).headers(PAGE_HEADERS).header('cache-control', 'no-store').send(html);

/** Draws whatever went wrong as a page: a refusal with its reason, anything else as our fault, logged under the request's id. */
const sendTrouble = async (deps: WebDeps, request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> => {
  const refusal = refusalOf(error);
  const site = (await deps.contextOf(request).catch(() => undefined))?.site;
  if (refusal.status < 500) return sendPage(reply, renderRefusal(refusal, site));
  request.log.error({ err: error }, 'fault');
  return sendPage(reply, renderFault(request.id, site));
};

/** Puts every page and asset of the website on the app. What strangers see is kept for less than a second, as the API's answers are. */
export const webPages = (app: FastifyInstance, deps: WebDeps): void => {
  const answers = new Answers();
  serveAssets(app);
  app.setErrorHandler((error, request, reply) => sendTrouble(deps, request, reply, error));
  app.setNotFoundHandler((request, reply) => sendTrouble(deps, request, reply, new Refusal('not_found')));
  for (const page of PAGES) {
    const make = async (request: FastifyRequest) => {
      const { status, html } = await renderPage(page, await deps.contextOf(request), request.params as Params, request.query as Query);
      return stored(status, PAGE_HEADERS['content-type'], html);
    };
    app.get(page.path, async (request, reply) => {
      const made = await answers.get(`${request.headers.host} ${request.url}`, () => make(request));
      return sendStored(request, reply.headers(PAGE_HEADERS).header('cache-control', 'public, no-cache'), made);
    });
  }
};
