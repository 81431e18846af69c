import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { ownAccount } from '../modules/accounts/account.ts';
import { contextOf, type House } from '../surfaces/house.ts';
import { OAUTH } from '../surfaces/oauth/addresses.ts';
import { allowConsent, type Back, denyConsent, openConsent } from '../surfaces/oauth/consent.ts';
import type { ProviderOf } from '../surfaces/oauth/providers.ts';
import type { Trouble } from '../surfaces/oauth/trouble.ts';
import { refuseForeign } from './actions/origin.ts';
import type { OpenPage } from './page.ts';
import { PAGE_HEADERS } from './page-headers.ts';
import { consentPage, consentTroublePage } from './pages/consent.tsx';
import { renderOpen } from './render.tsx';
import { sessionOf } from './visitor.ts';

/** Browsers hold a form's policy against the redirects that follow it, so the way back must be in it. */
const policyWith = ({ source }: Back): string =>
  PAGE_HEADERS['content-security-policy'].replace("form-action 'self'", `form-action 'self' ${source}`);

const contextOfPerson = async (house: House, request: FastifyRequest): Promise<Ctx<Caller>> => {
  const caller = await sessionOf(house, request);
  if (!caller) throw new Refusal('sign_in_needed');
  return (await contextOf(house, request, caller)) as Ctx<Caller>;
};

/** A page for a request of an application that can only be told to the person. */
export const drawTrouble = (site: Site, trouble: Trouble) => ({
  headers: { ...PAGE_HEADERS, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' },
  html: renderOpen({ site }, consentTroublePage(trouble)).html,
});

/** The page on which a person lets an application in, or not. */
export const serveConsent = (app: FastifyInstance, house: House, providerOf: ProviderOf): void => {
  const path = `${OAUTH.consent}/:uid`;

  app.get(path, async (request, reply) => {
    const ctx = await contextOfPerson(house, request);
    const consent = await openConsent(house, providerOf, ctx, request, reply);
    const page: OpenPage = consentPage(consent, { account_id: ctx.caller.account_id, email: (await ownAccount(ctx)).email }, ctx.site);
    return reply
      .headers({ ...PAGE_HEADERS, 'content-security-policy': policyWith(consent.back), 'referrer-policy': 'same-origin' })
      .header('cache-control', 'no-store')
      .send(renderOpen(ctx, page).html);
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', async (request) => refuseForeign(await house.siteOf(request.headers.host), request));
    scope.post(path, async (request, reply) => answer(house, providerOf, request, reply));
  });
};

const answer = async (house: House, providerOf: ProviderOf, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const ctx = await contextOfPerson(house, request);
  const form = new URLSearchParams(request.body as string);
  reply.header('cache-control', 'no-store');
  // Somebody else has signed in since the page was drawn: they are asked themselves.
  if (form.get('account_id') !== String(ctx.caller.account_id)) return reply.redirect(request.url, 303);
  const go_to =
    form.get('answer') === 'allow'
      ? await allowConsent(house, providerOf, ctx, request, reply)
      : await denyConsent(providerOf, ctx, request, reply);
  return reply.redirect(go_to, 303);
};
