import { listsKey, recordKey, siteKey } from '../integrations/surrogate-keys.ts';
import { splitLanguage } from '../kernel/language/languages.ts';
import { memoize } from '../kernel/memoize.ts';
import type { AppDeps } from './deps.ts';

/** How long a cache may serve an answer while it fetches the next one. */
const STALE_SECONDS = 10;

/** Addresses of one record: what comes before its slug or week, and the kind of the record. */
const RECORD = /^(?:\/api\/v1|\/feeds|\/pictures)?\/(listings|categories|founders|blog|launches\/weeks)\/([a-z0-9-]+)(?![^/.?])/;
const KINDS: Record<string, string> = {
  listings: 'listing',
  categories: 'category',
  founders: 'founder',
  blog: 'post',
  'launches/weeks': 'week',
};

/** What an answer is purged by. A listing's own pages show little of others; all other pages list records, if only a category's. */
export const surrogateKeys = (site_id: number, url: string): string[] => {
  const [, folder = '', key] = RECORD.exec(splitLanguage(url).rest) ?? [];
  const kind = KINDS[folder];
  const own = kind && key ? [recordKey(site_id, kind, key)] : [];
  return [siteKey(site_id), ...(kind === 'listing' ? [] : [listsKey(site_id)]), ...own];
};

/** For an answer that is purged with everything of its site only. */
export const siteTagHeaders = ({ integrations: { cdn } }: AppDeps, site_id: number): Record<string, string> =>
  cdn?.tagHeaders([siteKey(site_id)]) ?? {};

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
