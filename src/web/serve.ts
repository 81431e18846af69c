import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
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
  /** Stands in for renderPage, such as a cache around it. */
  render?: typeof renderPage;
}

const sendPage = (reply: FastifyReply, { status, html }: Rendered): FastifyReply => reply.code(status).headers(PAGE_HEADERS).send(html);

/** Draws whatever went wrong as a page: a refusal with its reason, anything else as our fault, logged under the request's id. */
const sendTrouble = (request: FastifyRequest, reply: FastifyReply, error: unknown, ctx?: Ctx): FastifyReply => {
  if (error instanceof Refusal) return sendPage(reply, renderRefusal(error, ctx?.site));
  request.log.error(error);
  return sendPage(reply, renderFault(ctx?.request_id ?? request.id, ctx?.site));
};

/** Runs a page's handler so that every outcome, its context's failure included, is a page. */
const answering =
  (deps: WebDeps, answer: (ctx: Ctx, request: FastifyRequest) => Promise<Rendered>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    let ctx: Ctx | undefined;
    try {
      ctx = await deps.contextOf(request);
      return sendPage(reply, await answer(ctx, request));
    } catch (error) {
      return sendTrouble(request, reply, error, ctx);
    }
  };

/** The page for an address that has none. For the app's not-found handler, which the website shares with the API. */
export const missingPage = (deps: WebDeps) =>
  answering(deps, async () => {
    throw new Refusal('not_found');
  });

/** Puts every page and asset of the website on the app. */
export const webPages = (app: FastifyInstance, deps: WebDeps): void => {
  const render = deps.render ?? renderPage;
  serveAssets(app);
  for (const page of PAGES) {
    app.get(
      page.path,
      answering(deps, (ctx, request) => render(page, ctx, request.params as Params, request.query as Query)),
    );
  }
};
