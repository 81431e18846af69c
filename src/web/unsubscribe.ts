import type { FastifyInstance } from 'fastify';
import type { Ctx } from '../kernel/context.ts';
import { endKind } from '../modules/accounts/preferences.ts';
import { unsubscribe } from '../modules/listings/follows.ts';
import { contextOf, type House } from '../surfaces/house.ts';
import { countStranger } from '../surfaces/invoke.ts';
import { typed } from './asked.ts';
import type { OpenPage, Query } from './page.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { head as listingHead, view as listingView } from './pages/unsubscribe.tsx';
import { head as kindHead, view as kindView } from './pages/unsubscribe-kind.tsx';
import { renderOpen } from './render.tsx';

const BODY_BYTES = 4096;

/** What a link in a mail can end, and the page that then says so. */
const ENDINGS: Record<string, (ctx: Ctx, token: string) => Promise<OpenPage>> = {
  '/unsubscribe': async (ctx, token) => ({
    head: listingHead(),
    body: listingView({ token, done: true, ...(await unsubscribe(ctx, { token })) }),
  }),
  '/unsubscribe/kind': async (ctx, token) => ({
    head: kindHead(),
    body: kindView({ token, done: true, ...(await endKind(ctx, { token })) }),
  }),
};

/**
 * Ends mail with one click (RFC 8058). The post comes from a mail provider's machine: without a cookie, from nowhere in
 * particular, and it does not follow redirects. What it may do is in the token, so nothing else is asked of it.
 */
export const serveUnsubscribe = (app: FastifyInstance, house: House): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, _body, done) => done(null));
    for (const [path, end] of Object.entries(ENDINGS))
      scope.post(path, async (request, reply) => {
        const ctx = await contextOf(house, request);
        await countStranger(house, ctx.site, request.ip);
        const { html } = renderOpen(ctx, await end(ctx, typed((request.query as Query).token) ?? ''));
        return reply.headers({ ...PAGE_HEADERS, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' }).send(html);
      });
  });
};
