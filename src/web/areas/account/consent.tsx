import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppDeps, requestContext } from '../../../http/deps.ts';
import { allowConsent, type Consent, denyConsent, openConsent, type ReturnTarget } from '../../../http/oauth/consent.ts';
import type { OauthProblem } from '../../../http/oauth/errors.ts';
import { OAUTH_PATHS, SCOPE_TEXTS } from '../../../http/oauth/metadata.ts';
import type { ProviderOf } from '../../../http/oauth/providers.ts';
import type { Caller, Ctx, Site } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { getOwnAccount } from '../../../modules/accounts/account.ts';
import { ADMIN_SCOPE } from '../../../modules/accounts/schema.ts';
import { accountPaths, homePaths } from '../../paths.ts';
import type { LoadedPage } from '../../server/page.ts';
import { PAGE_HEADERS, renderLoaded } from '../../server/render.tsx';
import { readSession, requireSameOrigin } from '../../server/sessions.ts';
import { scopeFieldId } from './keys.tsx';

/** Says whether the application's name is verified; clients choose their names themselves. */
export const PublisherNote = ({ host }: { host: string | null }) =>
  host
    ? rich('Verified by {host}.', { host: <strong dir="ltr">{host}</strong> })
    : t('Not verified. Anyone can use this name for an application.');

const RETURN_NOTES: Record<ReturnTarget['kind'], (name: string) => string> = {
  site: (name) => t('You’ll then be sent to {name}.', { name }),
  this_computer: (name) =>
    t('You’ll then be sent to a program on this computer ({name}). Only allow this if you’ve just started it yourself.', { name }),
  application: (name) => t('The app on this device that opens {name}: links will then open.', { name }),
};

/** The OAuth consent page: the application, whether it is verified, the scopes it requests, and where it redirects to. */
export const consentPage = (consent: Consent, person: { account_id: number; email: string }, site: Site): LoadedPage => {
  const { client_name, client_host, back, scopes, known, uid } = consent;
  const asks_more = known && scopes.some(({ is_new }) => is_new);
  const is_possible = scopes.length > 0;
  const is_admin = scopes.some(({ scope }) => scope === ADMIN_SCOPE);
  const first_title = is_admin
    ? t('Allow {client_name} to run {site_name}?', { client_name, site_name: site.name })
    : t('Allow {client_name} to access your account?', { client_name });
  const title = asks_more ? t('{client_name} wants more access', { client_name }) : first_title;
  return {
    head: {
      title,
      description: t('An application wants to access your account on {name}.', { name: site.name }),
      canonical: homePaths.home(),
      index: false,
    },
    body: (
      <div class="narrow">
        <header class="page-head">
          <h1 dir="auto">{title}</h1>
          <p class={client_host ? 'lede' : 'lede notice'}>
            <PublisherNote host={client_host} />
          </p>
        </header>
        <form method="post" action={accountPaths.consent({ uid })}>
          <input type="hidden" name="account_id" value={String(person.account_id)} />
          {is_admin && (
            <p class="notice">
              {rich(
                '<strong>This is powerful.</strong> It acts as you in the back office of {name}. Allow it only for an application you trust.',
                { strong: (text) => <strong>{text}</strong>, name: site.name },
              )}
            </p>
          )}
          {!is_possible && (
            <p class="notice">{t('Only admins of {name} can allow this, and your account isn’t one.', { name: site.name })}</p>
          )}
          <fieldset class="choices" hidden={!is_possible}>
            <legend>{t('On {name}, it will be able to', { name: site.name })}</legend>
            {scopes.map(({ scope, is_new }) => (
              <div class="choice">
                <input id={scopeFieldId(scope)} type="checkbox" name={scope} checked />
                <label for={scopeFieldId(scope)}>
                  <strong>{SCOPE_TEXTS[scope].title}</strong> {asks_more && is_new && <span class="chip">{t('new')}</span>}
                  <br />
                  <span class="quiet">{SCOPE_TEXTS[scope].words}</span>
                </label>
              </div>
            ))}
          </fieldset>
          {scopes.length > 1 && <p class="quiet">{t('Untick anything you don’t want to allow. You can allow it later.')}</p>}
          <p class="consent-back" dir="auto">
            {RETURN_NOTES[back.kind](back.name)}
          </p>
          <div class="actions">
            {is_possible && (
              <button class="button button-main" type="submit" name="answer" value="allow">
                {t('Allow')}
              </button>
            )}
            <button class="button" type="submit" name="answer" value="deny">
              {t('Deny')}
            </button>
          </div>
        </form>
        <p class="quiet">
          {rich(
            'You are signed in as {email}. <link>Use another account</link>. You can disconnect it at any time under <link2>connected applications</link2>.',
            {
              email: <strong dir="auto">{person.email}</strong>,
              link: (text) => <a href={accountPaths.signIn({ go_to: accountPaths.consent({ uid }) })}>{text}</a>,
              link2: (text) => <a href={accountPaths.applications()}>{text}</a>,
            },
          )}
        </p>
      </div>
    ),
  };
};

/** For errors that cannot be sent to the application, because the client is unknown or its redirect URI is not trusted. */
export const consentErrorPage = ({ title, words, code, detail }: OauthProblem): LoadedPage => ({
  head: { title, description: words, canonical: homePaths.home(), index: false, status: 400 },
  body: (
    <div class="stack trouble">
      <p class="eyebrow">{t('Connecting an application')}</p>
      <h1>{title}</h1>
      <p class="lede">{words}</p>
      <p class="quiet" dir="auto">
        {rich('For its developers: {code}', { code: <code>{code}</code> })}
        {detail && `, ${detail}`}
      </p>
      <p>
        <a href={homePaths.home()}>{t('Back to the home page')}</a>
      </p>
    </div>
  ),
});

/** Browsers apply `form-action` to redirects after a form too, so the policy must allow the redirect target. */
const policyFor = ({ source }: ReturnTarget): string =>
  PAGE_HEADERS['content-security-policy'].replace("form-action 'self'", `form-action 'self' ${source}`);

const signedInContext = async (deps: AppDeps, request: FastifyRequest): Promise<Ctx<Caller>> => {
  const caller = await readSession(deps, request);
  if (!caller) throw new Refusal('sign_in_needed');
  return requestContext(deps, request, caller);
};

/** Renders the error page of an OAuth request. */
export const renderConsentError = (site: Site, problem: OauthProblem) => ({
  headers: { ...PAGE_HEADERS, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' },
  html: renderLoaded({ site }, consentErrorPage(problem)).html,
});

/** Serves the consent page and handles the decision. */
export const serveConsent = (app: FastifyInstance, deps: AppDeps, providerOf: ProviderOf): void => {
  const path = `${OAUTH_PATHS.consent}/:uid`;

  app.get(path, async (request, reply) => {
    const ctx = await signedInContext(deps, request);
    const consent = await openConsent(providerOf, ctx, { request, reply });
    const page = consentPage(consent, { account_id: ctx.caller.account_id, email: (await getOwnAccount(ctx)).email }, ctx.site);
    return reply
      .headers({ ...PAGE_HEADERS, 'content-security-policy': policyFor(consent.back), 'referrer-policy': 'same-origin' })
      .header('cache-control', 'no-store')
      .send(renderLoaded(ctx, page).html);
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onRequest', async (request) => requireSameOrigin(await deps.siteOf(request.headers.host), request));
    scope.post(path, async (request, reply) => handleDecision(deps, providerOf, request, reply));
  });
};

const handleDecision = async (
  deps: AppDeps,
  providerOf: ProviderOf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const ctx = await signedInContext(deps, request);
  const form = new URLSearchParams(request.body as string);
  reply.header('cache-control', 'no-store');
  // Another account has signed in since the page was rendered: show the page to that account.
  if (form.get('account_id') !== String(ctx.caller.account_id)) return reply.redirect(request.url, 303);
  const exchange = { request, reply };
  const go_to =
    form.get('answer') === 'allow'
      ? await allowConsent(providerOf, ctx, exchange, [...form.keys()])
      : await denyConsent(providerOf, ctx, exchange);
  return reply.redirect(go_to, 303);
};
