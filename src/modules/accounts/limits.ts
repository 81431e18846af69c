import { isIP } from 'node:net';
import type { Ctx, Site } from '../../kernel/context.ts';
import type { Limit, LimitLeft } from '../../kernel/limits.ts';
import type { Operation } from '../../kernel/operation.ts';

/** How much anybody may ask for. A site's settings may say other numbers. */
export const LIMITS = {
  strangers: { name: 'strangers', limit: 120, window_seconds: 60 },
  reads: { name: 'reads', limit: 600, window_seconds: 60 },
  writes: { name: 'writes', limit: 120, window_seconds: 60 },
  drafts: { name: 'drafts', limit: 20, window_seconds: 3600 },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof LIMITS;

const on = (site: Site, name: LimitName): Limit => ({ ...LIMITS[name], limit: site.limits?.[name] ?? LIMITS[name].limit });

/** Every limit as it is on a site. */
export const usualLimits = (site: Site): Limit[] => (Object.keys(LIMITS) as LimitName[]).map((name) => on(site, name));

/** What strangers are counted by: their network address, of IPv6 the part that one household gets. */
export const networkOf = (address: string): string => {
  // A proxy that passes on what it was told may pass on anything.
  if (!isIP(address)) return 'unknown';
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = '', tail] = address.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const full = tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${full
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

/** What is done on one site uses up nothing of another's limits, which may be other numbers. */
const onSite = (site: Site, who: string): string => `${site.id} ${who}`;

export const strangerLimit = (site: Site, address: string): { who: string; limit: Limit } => ({
  who: onSite(site, networkOf(address)),
  limit: on(site, 'strangers'),
});

/** The limits one call counts against, and for whom. */
export const limitsFor = (site: Site, row: Operation, account_id: number | null, address: string): { who: string; limit: Limit }[] => {
  if (account_id === null) return [strangerLimit(site, address)];
  const who = onSite(site, `account ${account_id}`);
  const kind = row.method === 'GET' ? 'reads' : 'writes';
  return [kind, ...(row.id === 'submit_listing' ? (['drafts'] as const) : [])].map((name) => ({ who, limit: on(site, name as LimitName) }));
};

/** What an account has left of each of its limits. */
export const limitsLeft = (ctx: Ctx, account_id: number): Promise<LimitLeft[]> =>
  Promise.all(
    (['reads', 'writes', 'drafts'] as const).map((name) => ctx.limits.left(onSite(ctx.site, `account ${account_id}`), on(ctx.site, name))),
  );
