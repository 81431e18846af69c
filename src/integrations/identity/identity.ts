import type { GuardedFetch } from '../fetch/guarded-fetch.ts';
import type { IdentityProviders, IdentitySettings } from './provider.ts';

/** `fetch` is for providers of a site, `fetchAnywhere` for those of the deployment. The library is loaded with the first sign-in. */
export const openIdentityProviders = (
  { providers, buttons_first }: IdentitySettings,
  fetch: GuardedFetch,
  fetchAnywhere: GuardedFetch,
): IdentityProviders => {
  let client: Promise<Pick<IdentityProviders, 'authorizationUrl' | 'identify'>> | undefined;
  const loadClient = () => {
    client ??= import('./openid.ts').then(({ openIdClient }) =>
      openIdClient(({ by_deployment }) => (by_deployment ? fetchAnywhere : fetch)),
    );
    return client;
  };
  return {
    configured: providers,
    buttons_first,
    authorizationUrl: async (...args) => (await loadClient()).authorizationUrl(...args),
    identify: async (...args) => (await loadClient()).identify(...args),
  };
};
