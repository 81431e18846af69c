import * as openid from 'openid-client';
import { ttlCache } from '../../kernel/ttl-cache.ts';
import { type GuardedFetch, isFetched } from '../fetch/guarded-fetch.ts';
import { type IdentityProviders, type ProviderAnswer, ProviderError, type ProviderSettings, type SignInChecks } from './provider.ts';

const TIMEOUT_MS = 8000;
const MAX_BYTES = 256 * 1024;
/** How long a provider's metadata and keys are used before they are fetched again. */
const METADATA_TTL_MS = 10 * 60_000;

const NO_BODY = [204, 205, 304];

/** Requests of the library go through our fetch, with its limits. Redirects are not followed. */
const fetchWith =
  (fetch: GuardedFetch): openid.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const outcome = await fetch(url, {
      method,
      headers: { ...(body instanceof URLSearchParams && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
      ...(body && { body: String(body) }),
      signal,
      redirect: 'tell',
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
    });
    if (!isFetched(outcome)) throw new ProviderError('unreachable', `${new URL(outcome.url).host}: ${outcome.detail}`);
    const { status, body: answer } = outcome;
    return new Response(NO_BODY.includes(status) ? null : new Uint8Array(answer), { status, headers: outcome.headers });
  };

const SCOPES: Record<ProviderSettings['kind'], string> = { oidc: 'openid email', github: 'user:email' };

/** The errors of a provider and of the library, as ours. A person who declines is no error of anybody. */
const toProviderError = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error;
  const cause = (error as Error).cause;
  if (cause instanceof ProviderError) return cause;
  if (error instanceof openid.AuthorizationResponseError)
    return new ProviderError(error.error === 'access_denied' ? 'cancelled' : 'rejected', error.error, { cause: error });
  return new ProviderError('rejected', (error as Error).message, { cause: error });
};

const explained = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toProviderError(error);
  }
};

interface GithubEmail {
  email: string;
  primary: boolean;
  verified: boolean;
}

/** The signed-in user of GitHub, with the primary address. */
const askGithub = async (config: openid.Configuration, { issuer, api_url }: ProviderSettings, token: string): Promise<ProviderAnswer> => {
  const ask = async (path: string): Promise<unknown> => {
    const headers = new Headers({ accept: 'application/vnd.github+json' });
    const response = await openid.fetchProtectedResource(config, token, new URL(`${api_url}${path}`), 'GET', undefined, headers);
    if (!response.ok) throw new ProviderError('rejected', `${path} answered ${response.status}`);
    return response.json();
  };
  const [user, emails] = await Promise.all([ask('/user') as Promise<{ id?: unknown }>, ask('/user/emails') as Promise<GithubEmail[]>]);
  if (typeof user.id !== 'number' || !Array.isArray(emails)) throw new ProviderError('rejected', 'the user has no id or no addresses');
  const address = emails.find(({ primary }) => primary) ?? emails.find(({ verified }) => verified);
  return { issuer, subject: String(user.id), email: address?.email ?? null, email_verified: address?.verified === true };
};

/** What the ID token says; some providers name the address only to who asks for it. */
const readClaims = async (
  config: openid.Configuration,
  tokens: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
): Promise<ProviderAnswer> => {
  const claims = tokens.claims()!;
  const named =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint
      ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      : claims;
  const email = typeof named.email === 'string' ? named.email : null;
  return { issuer: claims.iss, subject: claims.sub, email, email_verified: named.email_verified === true };
};

const githubConfig = ({ issuer, client_id, client_secret }: ProviderSettings): openid.Configuration =>
  new openid.Configuration(
    { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/access_token` },
    client_id,
    {},
    openid.ClientSecretPost(client_secret),
  );

/** Signs in with providers by authorization code with PKCE, state and nonce. ID tokens are verified by the provider's keys. */
export const openIdClient = (
  fetchFor: (provider: ProviderSettings) => GuardedFetch,
): Pick<IdentityProviders, 'authorizationUrl' | 'identify'> => {
  const configs = ttlCache<openid.Configuration>({ ttl_ms: METADATA_TTL_MS, max_size: 100 });

  const loadConfig = async (provider: ProviderSettings): Promise<openid.Configuration> => {
    const { kind, issuer, client_id, client_secret } = provider;
    const customFetch = fetchWith(fetchFor(provider));
    const is_insecure = issuer.startsWith('http:');
    if (kind === 'github') {
      const config = githubConfig(provider);
      config[openid.customFetch] = customFetch;
      if (is_insecure) openid.allowInsecureRequests(config);
      return config;
    }
    return openid.discovery(new URL(issuer), client_id, client_secret, undefined, {
      [openid.customFetch]: customFetch,
      execute: [openid.enableNonRepudiationChecks, ...(is_insecure ? [openid.allowInsecureRequests] : [])],
    });
  };
  const configOf = (provider: ProviderSettings) => configs.get(JSON.stringify(provider), () => loadConfig(provider));

  return {
    authorizationUrl: (provider, { redirect_uri, state, nonce, code_verifier }) =>
      explained(async () => {
        const config = await configOf(provider);
        return openid.buildAuthorizationUrl(config, {
          redirect_uri,
          scope: SCOPES[provider.kind],
          state,
          code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
          code_challenge_method: 'S256',
          ...(provider.kind === 'oidc' && { nonce }),
        }).href;
      }),

    identify: (provider, { state, nonce, code_verifier }: SignInChecks, callback_url) =>
      explained(async () => {
        const config = await configOf(provider);
        const tokens = await openid.authorizationCodeGrant(config, new URL(callback_url), {
          expectedState: state,
          pkceCodeVerifier: code_verifier,
          ...(provider.kind === 'oidc' && { expectedNonce: nonce }),
        });
        return provider.kind === 'github' ? askGithub(config, provider, tokens.access_token) : readClaims(config, tokens);
      }),
  };
};
