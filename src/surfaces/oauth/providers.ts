import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type Provider from 'oidc-provider';
import type { Site } from '../../kernel/context.ts';
import { keepSecret } from '../../kernel/secrets.ts';
import type { House } from '../house.ts';
import { buildProvider, type Keys, type OauthDeps } from './provider.ts';

const makeSigningKey = (): string => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' });
};

/** Made by whichever process comes first, and the same in all of them. */
const keysOf = async ({ sql }: House): Promise<Keys> => ({
  cookies: [await keepSecret(sql, 'oauth_cookies', randomBytes(32).toString('base64url'))],
  signing: JSON.parse(await keepSecret(sql, 'oauth_signing', makeSigningKey())) as Record<string, string>,
});

/** The authorization server of a site, made when it is first asked for. */
export type ProviderOf = (site: Site) => Promise<Provider>;

export const providersOf = (house: House, deps: OauthDeps): ProviderOf => {
  const made = new Map<string, Promise<Provider>>();
  return (site) => {
    const key = `${site.id} ${site.root}`;
    let provider = made.get(key);
    if (!provider) {
      provider = keysOf(house).then((keys) => buildProvider(house, site, keys, deps));
      made.set(key, provider);
      provider.catch(() => made.delete(key));
    }
    return provider;
  };
};
