import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { Site } from '../../kernel/context.ts';
import { sharedSecret } from '../../kernel/secrets.ts';
import type { AppDeps } from '../deps.ts';
import type { OauthDeps, ProviderKeys } from './provider.ts';

const makeSigningKey = (): string => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' });
};

/** Created by the first process and shared by all. */
const loadKeys = async ({ sql }: AppDeps): Promise<ProviderKeys> => ({
  cookies: [await sharedSecret(sql, 'oauth_cookies', randomBytes(32).toString('base64url'))],
  signing: JSON.parse(await sharedSecret(sql, 'oauth_signing', makeSigningKey())) as Record<string, string>,
});

/** The library takes a fifth of the service's start, so it is loaded with the first request that needs it. */
const createProvider = async (deps: AppDeps, site: Site, oauth_deps: OauthDeps): Promise<Provider> => {
  const [{ buildProvider }, keys] = await Promise.all([import('./provider.ts'), loadKeys(deps)]);
  return buildProvider(deps, site, keys, oauth_deps);
};

/** Returns the authorization server of a site, created on first use. */
export type ProviderOf = (site: Site) => Promise<Provider>;

export const createProviders = (deps: AppDeps, oauth_deps: OauthDeps): ProviderOf => {
  const providers = new Map<string, Promise<Provider>>();
  return (site) => {
    const key = `${site.id} ${site.root}`;
    let provider = providers.get(key);
    if (!provider) {
      provider = createProvider(deps, site, oauth_deps);
      providers.set(key, provider);
      provider.catch(() => providers.delete(key));
    }
    return provider;
  };
};
