import { MAX_CDN_SECONDS } from '../integrations/cdn.ts';
import { listsKey, recordKeys, siteKey } from '../integrations/surrogate-keys.ts';
import { splitLanguage } from '../kernel/language/languages.ts';
import { memoize } from '../kernel/memoize.ts';
import type { AppDeps } from './deps.ts';

/** How long a cache may serve an answer while it fetches the next one. */
const STALE_SECONDS = 10;

/** Addresses of one record: what comes before its slug or week, the kind of the record, its slug or week, and what of it is shown. */
const RECORD =
  /^(?:\/api\/v1|\/feeds|\/pictures)?\/(listings|categories|founders|blog|launches\/weeks)\/([a-z0-9-]+)(?![^/.?])(?:\/([a-z]+))?/;
const KINDS: Record<string, string> = {
  listings: 'listing',
  categories: 'category',
  founders: 'founder',
  blog: 'post',
  'launches/weeks': 'week',
};

/** The record that an address is about. */
const recordIn = (site_id: number, url: string): { kind?: string; part?: string; keys: string[] } => {
  const [, folder = '', key, part] = RECORD.exec(splitLanguage(url).rest) ?? [];
  const kind = KINDS[folder];
  return kind && key ? { kind, part, keys: recordKeys(site_id, kind, key) } : { keys: [] };
};

/** What a page or an answer of the API is purged by. A listing's own pages show no others but its alternatives; all other pages list records. */
export const surrogateKeys = (site_id: number, url: string): string[] => {
  const { kind, keys, part } = recordIn(site_id, url);
  return [siteKey(site_id), ...(kind === 'listing' && part !== 'alternatives' ? [] : [listsKey(site_id)]), ...keys];
};

/** For a file that is purged with everything of its site, and with what it shows: lists, or one record. */
export const fileTagHeaders = (
  { integrations: { cdn } }: AppDeps,
  site_id: number,
  shown?: 'lists' | { kind: string; key: string },
): Record<string, string> => {
  if (!cdn) return {};
  const keys = shown === 'lists' ? [listsKey(site_id)] : shown ? recordKeys(site_id, shown.kind, shown.key) : [];
  return cdn.tagHeaders([siteKey(site_id), ...keys]);
};

/** For a file that browsers keep for longer than a CDN may: it can be deleted while no process runs that would purge it. */
export const limitSharedAge = (caching: string): string => `${caching}, s-maxage=${MAX_CDN_SECONDS}`;

/** For a picture of the record that its address names. It lists nothing. */
export const recordTagHeaders = ({ integrations: { cdn } }: AppDeps, site_id: number, url: string): Record<string, string> =>
  cdn?.tagHeaders([siteKey(site_id), ...recordIn(site_id, url).keys]) ?? {};

/** The header of a request that makes its answer somebody's own. Caches that know nothing else of the site keep such answers apart. */
type PersonalHeader = 'cookie' | 'authorization';

const cachingFor = memoize((seconds: number): string => `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${STALE_SECONDS}`);

/**
 * Headers of an answer that is the same for every stranger. A shared cache stores it for a second and then serves it for some more while
 * it fetches the next one; browsers ask each time.
 */
export const strangerHeaders = (
  { integrations: { cdn } }: AppDeps,
  site_id: number,
  url: string,
  differs_by?: PersonalHeader,
): Record<string, string> => {
  const headers = {
    'cache-control': cachingFor(cdn?.seconds ?? 1),
    vary: differs_by ? `accept-encoding, ${differs_by}` : 'accept-encoding',
  };
  return cdn ? { ...headers, ...cdn.tagHeaders(surrogateKeys(site_id, url)) } : headers;
};
