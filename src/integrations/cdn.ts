import { type GuardedFetch, isFetched } from './fetch/guarded-fetch.ts';

export const CDN_KINDS = ['varnish', 'fastly', 'cloudflare'] as const;
/** The longest time for which a CDN stores an answer or a file that can change: a process that starts purges what changed in it. */
export const MAX_CDN_SECONDS = 3600;

export type CdnKind = (typeof CDN_KINDS)[number];

export interface CdnSettings {
  kind: CdnKind;
  /** How long it stores an answer. */
  seconds: number;
  /** Where purges are sent; each of several Varnish has its own. None: answers only expire. */
  purge_urls: string[];
  token: string | null;
}

/** A cache of the site's public answers in front of the service, run by us or by a provider. */
export interface Cdn {
  seconds: number;
  /** Headers that tell it what an answer shows. It removes them. */
  tagHeaders(keys: readonly string[]): Record<string, string>;
  /** One for each address that takes purges; each stores answers of its own. */
  stores: readonly CdnStore[];
}

export interface CdnStore {
  /** Drops the answers with any of these keys. Throws if it did not drop all of them. */
  purge(keys: readonly string[]): Promise<void>;
}

interface PurgeRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

interface CdnProtocol {
  tagHeaders(keys: readonly string[]): Record<string, string>;
  /** The most keys that it accepts at once. */
  keys_per_purge: number;
  purgeRequest(keys: readonly string[], token: string): PurgeRequest;
}

const surrogateKey = (keys: readonly string[]): Record<string, string> => ({ 'surrogate-key': keys.join(' ') });

const PROTOCOLS: Record<CdnKind, CdnProtocol> = {
  // As deploy/varnish.vcl reads it. A header of Varnish has at most 8 KB.
  varnish: {
    tagHeaders: surrogateKey,
    keys_per_purge: 20,
    purgeRequest: (keys, token) => ({ method: 'PURGE', headers: { 'x-purge-token': token, 'x-purge-keys': keys.join('|') } }),
  },
  fastly: {
    tagHeaders: surrogateKey,
    keys_per_purge: 256,
    purgeRequest: (keys, token) => ({ method: 'POST', headers: { 'fastly-key': token, ...surrogateKey(keys) } }),
  },
  cloudflare: {
    tagHeaders: (keys) => ({ 'cache-tag': keys.join(',') }),
    keys_per_purge: 30,
    purgeRequest: (keys, token) => ({
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags: keys }),
    }),
  },
};

const PURGE_TIMEOUT_MS = 5000;

export const openCdn = ({ kind, seconds, purge_urls, token }: CdnSettings, fetch: GuardedFetch): Cdn => {
  const { tagHeaders, keys_per_purge, purgeRequest } = PROTOCOLS[kind];
  const purgeAt = async (url: string, keys: readonly string[]): Promise<void> => {
    const options = { ...purgeRequest(keys, token ?? ''), redirect: 'tell' as const, max_bytes: 64 * 1024, timeout_ms: PURGE_TIMEOUT_MS };
    const response = await fetch(url, options);
    if (isFetched(response) && response.status === 200) return;
    // The address may contain an account's id, so it is not repeated.
    throw new Error(`The CDN did not purge: ${isFetched(response) ? `status ${response.status}` : `${response.code}: ${response.detail}`}`);
  };
  const storeAt = (url: string): CdnStore => ({
    async purge(keys) {
      for (let at = 0; at < keys.length; at += keys_per_purge) await purgeAt(url, keys.slice(at, at + keys_per_purge));
    },
  });
  return { seconds, tagHeaders, stores: purge_urls.map(storeAt) };
};
