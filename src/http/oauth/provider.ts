import Provider, { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { GuardedFetch } from '../../integrations/fetch/guarded-fetch.ts';
import type { Site } from '../../kernel/context.ts';
import { API_SCOPES } from '../../modules/accounts/schema.ts';
import type { AppDeps } from '../deps.ts';
import { isClientDisconnect } from '../problems.ts';
import { clientDocumentFetch, clientRules } from './clients.ts';
import { type OauthProblem, oauthProblemOf } from './errors.ts';
import {
  ALL_SCOPES,
  AUTH_ALGORITHMS,
  AUTH_METHODS,
  findResource,
  GRANT_TYPES,
  OAUTH_PATHS,
  RESOURCE_SCOPES,
  resourceIdentifier,
  scopesIn,
  scopesOfResources,
} from './metadata.ts';
import { oauthStorage } from './storage.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Lifetimes in seconds. A refresh token is extended when used, for as long as its grant lasts. */
const TTL_SECONDS = {
  AccessToken: HOUR,
  AuthorizationCode: 60,
  RefreshToken: 30 * DAY,
  Grant: 365 * DAY,
  Interaction: HOUR,
  Session: HOUR,
};

export interface ProviderKeys {
  cookies: string[];
  signing: Record<string, string>;
}

export interface OauthDeps {
  fetch: GuardedFetch;
  /** Renders an error page if the user cannot be redirected to the application. */
  renderError(site: Site, problem: OauthProblem): { headers: Record<string, string>; html: string };
}

/** Prompts every time: sign-in and consent are handled by our own pages and never remembered by the library. */
const alwaysPrompt = () => {
  const { Check, Prompt } = interactionPolicy;
  const consent = new Check('consent_needed', 'consent is needed', 'consent_required', ({ oidc }: KoaContextWithOIDC) => {
    const requested = oidc.params?.scope as string | undefined;
    if (scopesIn(requested).length === 0) throw new errors.InvalidScope('none of the requested scopes exist', requested ?? '');
    return !oidc.result?.consent;
  });
  return [new Prompt({ name: 'login', requestable: true }), new Prompt({ name: 'consent', requestable: true }, consent)];
};

/** Both spellings of one of our resources, so that a flow may use it with and without a trailing slash. */
const spellingsOf = (root: string, identifier: string): string[] => {
  const resource = findResource(root, identifier);
  if (!resource) return [identifier];
  const own_identifier = resourceIdentifier(root, resource);
  return [own_identifier, `${own_identifier}/`];
};

const configure = (deps: AppDeps, site: Site, keys: ProviderKeys, oauth_deps: OauthDeps): Configuration => ({
  adapter: oauthStorage(deps, site),
  clientAuthMethods: [...AUTH_METHODS],
  enabledJWA: { clientAuthSigningAlgValues: [...AUTH_ALGORITHMS], idTokenSigningAlgValues: ['ES256'] },
  clientBasedCORS: () => true,
  clientDefaults: {
    application_type: 'native',
    grant_types: [...GRANT_TYPES],
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
      defaultResource: async (_ctx, _client, one_of) =>
        Array.isArray(one_of) ? one_of[0]! : spellingsOf(site.root, resourceIdentifier(site.root, 'mcp')),
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, identifier) => {
        const resource = findResource(site.root, identifier);
        if (!resource) throw new errors.InvalidTarget('this server doesn’t issue tokens for that resource');
        return {
          scope: RESOURCE_SCOPES[resource].join(' '),
          audience: resourceIdentifier(site.root, resource),
          accessTokenFormat: 'opaque',
        };
      },
    },
    revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  fetch: clientDocumentFetch(oauth_deps.fetch, deps.limits),
  fetchResponseBodyLimits: { 'client_id metadata document': Number.POSITIVE_INFINITY },
  findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  interactions: { policy: alwaysPrompt() as never, url: async (_ctx, { uid }) => `${OAUTH_PATHS.consent}/${uid}` },
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  jwks: { keys: [keys.signing] },
  loadExistingGrant: async ({ oidc }) =>
    oidc.result?.consent?.grantId ? oidc.provider.Grant.find(oidc.result.consent.grantId) : undefined,
  pkce: { required: () => true },
  renderError: async (ctx, out, error) => {
    const { headers, html } = oauth_deps.renderError(site, oauthProblemOf(out, error));
    ctx.set(headers);
    ctx.body = html;
  },
  responseTypes: ['code'],
  revokeGrantPolicy: () => true,
  rotateRefreshToken: ({ oidc }) => {
    // Check before the token is consumed: the library checks the resource only afterwards.
    const requested = oidc.params?.resource as string | undefined;
    if (requested && !oidc.entities.RefreshToken?.resourceIndicators.has(requested)) throw new errors.InvalidTarget();
    return true;
  },
  routes: {
    authorization: OAUTH_PATHS.authorize,
    token: OAUTH_PATHS.token,
    registration: OAUTH_PATHS.register,
    revocation: OAUTH_PATHS.revoke,
    jwks: OAUTH_PATHS.keys,
  },
  scopes: [...ALL_SCOPES],
  ttl: TTL_SECONDS,
});

export const buildProvider = (deps: AppDeps, site: Site, keys: ProviderKeys, oauth_deps: OauthDeps): Provider => {
  const provider = new Provider(site.root, configure(deps, site, keys, oauth_deps));
  // Our routes set the forwarded headers to the site's root, so that a proxy in front changes nothing.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    if (ctx.path === OAUTH_PATHS.authorize) {
      const requested = [ctx.query.resource ?? resourceIdentifier(site.root, 'mcp')].flat();
      ctx.query = {
        ...ctx.query,
        // Offered together: the person unticks what they do not want to allow.
        scope: ctx.query.scope || scopesOfResources(site.root, requested).join(' ') || API_SCOPES.join(' '),
        resource: requested.flatMap((identifier) => spellingsOf(site.root, identifier)),
      };
    }
    await next();
  });
  provider.on('server_error', ({ req }, err) => deps.log[isClientDisconnect(err, req) ? 'debug' : 'error']({ err }, 'oauth'));
  const logWarning = (err: Error, ctx?: KoaContextWithOIDC) =>
    deps.log[ctx && isClientDisconnect(err, ctx.req) ? 'debug' : 'warn']({ err }, 'oauth');
  (provider as NodeJS.EventEmitter).on('error', logWarning);
  return provider;
};
