import type { FastifyInstance } from 'fastify';
import { type AppDeps, requestContext } from '../../../../http/deps.ts';
import { countAnonymous } from '../../../../http/invoke.ts';
import type { Ctx } from '../../../../kernel/context.ts';
import { unsubscribeFromMailKind } from '../../../../modules/accounts/mail/preferences.ts';
import { unsubscribeMailbox } from '../../../../modules/accounts/mail/unsolicited.ts';
import { unsubscribeFromListing } from '../../../../modules/listings/follows/follows.ts';
import { accountPaths } from '../../../paths.ts';
import { type LoadedPage, type Query, textParam } from '../../../server/page.ts';
import { PAGE_HEADERS, renderLoaded } from '../../../server/render.tsx';
import { head as kindHead, view as kindView } from './kind.tsx';
import { head as listingHead, view as listingView } from './listing.tsx';
import { head as mailboxHead, view as mailboxView } from './mailbox.tsx';

const BODY_BYTES = 4096;

/** By path: unsubscribes with the token of a link in a mail, and returns the page that confirms it. */
const UNSUBSCRIBERS: Record<string, (ctx: Ctx, token: string) => Promise<LoadedPage>> = {
  [accountPaths.unsubscribe.pattern]: async (ctx, token) => ({
    head: listingHead(),
    body: listingView({ token, done: true, ...(await unsubscribeFromListing(ctx, { token })) }),
  }),
  [accountPaths.unsubscribeKind.pattern]: async (ctx, token) => ({
    head: kindHead(),
    body: kindView({ token, done: true, ...(await unsubscribeFromMailKind(ctx, { token })) }),
  }),
  [accountPaths.unsubscribeMailbox.pattern]: async (ctx, token) => ({
    head: mailboxHead(),
    body: mailboxView({ token, done: true, ...(await unsubscribeMailbox(ctx, { token })) }),
  }),
};

/**
 * One-click unsubscribe (RFC 8058). The mail provider's server sends the POST: without cookies or an origin, and without following
 * redirects. The token is the only authorization.
 */
export const serveUnsubscribe = (app: FastifyInstance, deps: AppDeps): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, _body, done) => done(null));
    for (const [path, unsubscribe] of Object.entries(UNSUBSCRIBERS))
      scope.post(path, async (request, reply) => {
        const ctx = await requestContext(deps, request);
        await countAnonymous(deps, ctx.site, request.ip);
        const { html } = renderLoaded(ctx, await unsubscribe(ctx, textParam((request.query as Query).token) ?? ''));
        return reply.headers({ ...PAGE_HEADERS, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' }).send(html);
      });
  });
};
