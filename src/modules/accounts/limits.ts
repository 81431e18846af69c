import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Ctx, Site } from '../../kernel/context.ts';
import type { Limit, LimitLeft } from '../../kernel/limits.ts';
import { memoize } from '../../kernel/memoize.ts';
import type { Operation } from '../../kernel/operation.ts';

/** Default rate limits. A site's settings may override the numbers. */
export const LIMITS = {
  strangers: { name: 'strangers', limit: 120, window_seconds: 60 },
  reads: { name: 'reads', limit: 600, window_seconds: 60 },
  writes: { name: 'writes', limit: 120, window_seconds: 60 },
  drafts: { name: 'drafts', limit: 20, window_seconds: 3600 },
  readings: { name: 'readings', limit: 30, window_seconds: 3600 },
  invites: { name: 'invites', limit: 10, window_seconds: 86_400 },
  comments: { name: 'comments', limit: 30, window_seconds: 3600 },
  pages: { name: 'pages', limit: 600, window_seconds: 60, local: 60 },
  member_pages: { name: 'member_pages', limit: 1800, window_seconds: 60, local: 180 },
  sign_in_pages: { name: 'sign_in_pages', limit: 120, window_seconds: 60, local: 12 },
  pictures: { name: 'pictures', limit: 3000, window_seconds: 60, local: 300 },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof LIMITS;

const withSiteNumber = (site: Site, name: LimitName): Limit => {
  const default_limit: Limit = LIMITS[name];
  const limit = site.limits?.[name] ?? default_limit.limit;
  return { ...default_limit, limit, ...(default_limit.local && { local: Math.min(default_limit.local, Math.floor(limit / 10)) }) };
};

/** Computed once for each loaded site: every request needs one. */
const limits_by_site = new WeakMap<Site, Record<LimitName, Limit>>();

const getSiteLimit = (site: Site, name: LimitName): Limit => {
  let limits = limits_by_site.get(site);
  if (!limits) {
    const names = Object.keys(LIMITS) as LimitName[];
    limits = Object.fromEntries(names.map((each) => [each, withSiteNumber(site, each)])) as Record<LimitName, Limit>;
    limits_by_site.set(site, limits);
  }
  return limits[name];
};

export const listSiteLimits = (site: Site): Limit[] => (Object.keys(LIMITS) as LimitName[]).map((name) => getSiteLimit(site, name));

/** Remembered, since parsing takes longer than everything else about a limit. */
const ipv6Prefix = memoize<string, string>(
  (address) => {
    // IPv4 addresses in IPv6 become IPv4.
    const ip = ipaddr.process(address);
    if (ip instanceof ipaddr.IPv4) return ip.toString();
    const network = ip.parts.slice(0, 4).map((part) => part.toString(16));
    return `${network.join(':')}::/64`;
  },
  new LRUCache<string, string>({ max: 10_000 }),
);

/** The key that anonymous requests are counted by: the IP address; for IPv6 its /64 network. */
export const networkPrefix = (address: string): string => {
  // A proxy may forward a value that is not an address.
  if (!isIP(address)) return 'unknown';
  return address.includes(':') ? ipv6Prefix(address) : address;
};

/** Limits are counted per site. */
const scopeToSite = (site: Site, who: string): string => `${site.id} ${who}`;

interface CountedLimit {
  /** The key it is counted by. */
  who: string;
  limit: Limit;
}

export const anonymousLimit = (site: Site, address: string): CountedLimit => ({
  who: scopeToSite(site, networkPrefix(address)),
  limit: getSiteLimit(site, 'strangers'),
});

export const accountLimit = (site: Site, name: LimitName, account_id: number): CountedLimit => ({
  who: scopeToSite(site, `account ${account_id}`),
  limit: getSiteLimit(site, name),
});

/** How often one website may be read, shared by all accounts. */
export const websiteLimit = (site: Site): Limit => getSiteLimit(site, 'readings');
/** Groups of pages with a common limit: pages, sign-in pages, and pictures, which other websites embed. */
export type PageLimit = 'pages' | 'sign_in_pages' | 'pictures';

/** The limit a page counts against. Pages of signed-in accounts are counted by account, everything else by network. */
export const pageLimit = (site: Site, kind: PageLimit, account_id: number | null, address: string): CountedLimit =>
  kind === 'pages' && account_id !== null
    ? accountLimit(site, 'member_pages', account_id)
    : { who: scopeToSite(site, networkPrefix(address)), limit: getSiteLimit(site, kind) };

/** The limits of a caller's calls; those of strangers have one, the anonymous limit. */
export const getCallLimits = (site: Site, row: Pick<Operation, 'id' | 'method'>, account_id: number): CountedLimit[] => {
  const names: LimitName[] = [row.method === 'GET' ? 'reads' : 'writes'];
  if (row.id === 'submit_listing') names.push('drafts');
  return names.map((name) => accountLimit(site, name, account_id));
};

export const getRemainingLimits = ({ limits, site }: Ctx, account_id: number): Promise<LimitLeft[]> => {
  const counted = (['reads', 'writes', 'drafts'] as const).map((name) => accountLimit(site, name, account_id));
  return Promise.all(counted.map(({ who, limit }) => limits.left(who, limit)));
};
