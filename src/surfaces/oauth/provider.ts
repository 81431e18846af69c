import Provider, { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Site } from '../../kernel/context.ts';
import type { GuardedFetch } from '../../outside/guarded-fetch.ts';
import type { House } from '../house.ts';
import { AUTH_ALGORITHMS, AUTH_METHODS, identifierOf, OAUTH, type Resource, resourceNamed } from './addresses.ts';
import { clientRules } from './clients.ts';
import { documentFetch } from './documents.ts';
import { recordsOf } from './records.ts';
import { ALL_SCOPES, scopesIn, USUAL_SCOPE } from './scopes.ts';
import { type Trouble, troubleOf } from './trouble.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** How long things live, in seconds. A refresh token lives on as long as it is used, within the year its consent lasts. */
const LIVES = {
  AccessToken: HOUR,
  AuthorizationCode: 60,
  RefreshToken: 30 * DAY,
  Grant: 365 * DAY,
  Interaction: HOUR,
  Session: HOUR,
};

export interface Keys {
  cookies: string[];
  signing: Record<string, string>;
}

export interface OauthDeps {
  fetch: GuardedFetch;
  /** A page for people whose request cannot be sent back to the application. */
  drawTrouble(site: Site, trouble: Trouble): { headers: Record<string, string>; html: string };
}

/** Asks every time: who signs in, and what is allowed, is decided on our own page and nowhere remembered by the library. */
const asksAlways = () => {
  const { Check, Prompt } = interactionPolicy;
  const consent = new Check('consent_needed', 'consent is needed', 'consent_required', ({ oidc }: KoaContextWithOIDC) => {
    const asked = oidc.params?.scope as string | undefined;
    if (scopesIn(asked).length === 0) throw new errors.InvalidScope('none of the scopes asked for exists here', asked ?? '');
    return !oidc.result?.consent;
  });
  return [new Prompt({ name: 'login', requestable: true }), new Prompt({ name: 'consent', requestable: true }, consent)];
};

/** Both spellings of a resource, so that it may be named with and without the slash in one and the same flow. */
const spellings = (root: string, resource: Resource): string[] => [identifierOf(root, resource), `${identifierOf(root, resource)}/`];

const named = (root: string, identifier: string): string[] => {
  const resource = resourceNamed(root, identifier);
  return resource ? spellings(root, resource) : [identifier];
};

const configure = (house: House, site: Site, keys: Keys, deps: OauthDeps): Configuration => ({
  adapter: recordsOf(house, site),
  clientAuthMethods: [...AUTH_METHODS],
  enabledJWA: { clientAuthSigningAlgValues: [...AUTH_ALGORITHMS], idTokenSigningAlgValues: ['ES256'] },
  clientBasedCORS: () => true,
  clientDefaults: {
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  },
  cookies: {
    keys: keys.cookies,
    names: { session: 'lw_oauth', interaction: 'lw_consent', resume: 'lw_resume' },
    long: { path: '/oauth', httpOnly: true, sameSite: 'lax' },
    short: { httpOnly: true, sameSite: 'lax' },
  },
  expiresWithSession: async () => false,
  extraClientMetadata: clientRules,
  features: {
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02', cacheDuration: { min: 30, max: HOUR } },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: async (_ctx, _client, one_of) => (Array.isArray(one_of) ? one_of[0]! : spellings(site.root, 'mcp')),
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, identifier) => {
        const resource = resourceNamed(site.root, identifier);
        if (!resource) throw new errors.InvalidTarget('this server gives no tokens for that resource');
        return { scope: ALL_SCOPES.join(' '), audience: identifierOf(site.root, resource), accessTokenFormat: 'opaque' };
      },
    },
    revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  fetch: documentFetch(deps.fetch),
  fetchResponseBodyLimits: { 'client_id metadata document': Number.POSITIVE_INFINITY },
  findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  interactions: { policy: asksAlways() as never, url: async (_ctx, { uid }) => `${OAUTH.consent}/${uid}` },
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  jwks: { keys: [keys.signing] },
  loadExistingGrant: async ({ oidc }) =>
    oidc.result?.consent?.grantId ? oidc.provider.Grant.find(oidc.result.consent.grantId) : undefined,
  pkce: { required: () => true },
  renderError: async (ctx, out, error) => {
    const { headers, html } = deps.drawTrouble(site, troubleOf(out, error));
    ctx.set(headers);
    ctx.body = html;
  },
  responseTypes: ['code'],
  revokeGrantPolicy: () => true,
  rotateRefreshToken: ({ oidc }) => {
    // Said before the token is used up: the library looks at the resource only after that.
    const asked = oidc.params?.resource as string | undefined;
    if (asked && !oidc.entities.RefreshToken?.resourceIndicators.has(asked)) throw new errors.InvalidTarget();
    return true;
  },
  routes: { authorization: OAUTH.authorize, token: OAUTH.token, registration: OAUTH.register, revocation: OAUTH.revoke, jwks: OAUTH.keys },
  scopes: [...ALL_SCOPES],
  ttl: LIVES,
});

/** The authorization server of a site. Everything that people see of it is ours. */
export const buildProvider = (house: House, site: Site, keys: Keys, deps: OauthDeps): Provider => {
  const provider = new Provider(site.root, configure(house, site, keys, deps));
  // The site's own root is put there by our routes, so that a proxy in front changes nothing.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    if (ctx.path === OAUTH.authorize) {
      const asked = [ctx.query.resource ?? identifierOf(site.root, 'mcp')].flat();
      ctx.query = {
        ...ctx.query,
        scope: ctx.query.scope || USUAL_SCOPE,
        resource: asked.flatMap((identifier) => named(site.root, identifier)),
      };
    }
    await next();
  });
  provider.on('server_error', (_ctx, err) => house.log.error({ err }, 'oauth'));
  (provider as NodeJS.EventEmitter).on('error', (err) => house.log.warn({ err }, 'oauth'));
  return provider;
};
