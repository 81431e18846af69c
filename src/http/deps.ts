import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { ReadinessCheck } from '../db/health-checks.ts';
import type { ReadPools } from '../db/replicas/replicas.ts';
import type { Caller, Ctx, Integrations, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Limits } from '../kernel/limits.ts';
import type { Operation } from '../kernel/operation.ts';
import type { Clock } from '../kernel/time/clock.ts';
import { ttlCache } from '../kernel/ttl-cache.ts';
import { loadSitesByHost } from '../modules/sites/sites.ts';

/** The services that request handlers depend on. */
export interface AppDeps {
  sql: Sql;
  /** Separate pool for what every request needs first: caller and limits, and the site if there are no replicas. */
  sessions: Sql;
  /** Where public content is read: a replica, if there is one. */
  reads: ReadPools;
  /** Checks that must pass before requests are sent here. */
  checks: ReadinessCheck[];
  clock: Clock;
  site_root: string;
  log: Logger;
  limits: Limits;
  integrations: Integrations;
  allow_private?: boolean;
  /** How long public responses are cached, if not for as long as usual. */
  response_ttl_ms?: number;
  /** Set during shutdown: load balancers should send requests elsewhere. */
  is_stopping?: boolean;
  /** Caches the caller of a credential for less than a second. */
  cachedCaller(key: string, check: () => Promise<Caller | null>): Promise<Caller | null>;
  /** The site of a host name. Throws if there is none. */
  siteOf(host: string | undefined): Promise<Site>;
  /** The same without waiting: undefined while sites are loaded, or if there is none. */
  cachedSite(host: string | undefined): Site | undefined;
}

/** How long callers are cached: revoking a credential takes effect everywhere within a second. */
const CREDENTIAL_TTL_MS = 500;

/** How long sites are cached: a new site or host is known to every process within this time. */
const SITES_TTL_MS = 600;

export const buildDeps = (parts: Omit<AppDeps, 'siteOf' | 'cachedSite' | 'cachedCaller'>): AppDeps => {
  const sites = ttlCache<Map<string, Site>>({ ttl_ms: SITES_TTL_MS });
  const { reads, sessions } = parts;
  const loadSites = () => loadSitesByHost(reads.status().length > 0 ? reads.choose(null) : sessions, parts.site_root);
  return Object.assign(parts, {
    cachedCaller: ttlCache<Caller | null>({ ttl_ms: CREDENTIAL_TTL_MS }).get,
    async siteOf(host: string | undefined) {
      const site = (await sites.get('', loadSites)).get((host ?? '').toLowerCase());
      if (!site) throw new Refusal('unknown_site');
      return site;
    },
    cachedSite: (host: string | undefined) => sites.getLoaded('')?.get((host ?? '').toLowerCase()),
  });
};

export const contextOn = <C extends Caller | null>(deps: AppDeps, site: Site, request: FastifyRequest, caller: C): Ctx<C> => ({
  site,
  caller,
  clock: deps.clock,
  sql: deps.sql,
  limits: deps.limits,
  request_id: request.id,
  integrations: deps.integrations,
  allow_private: deps.allow_private,
});

/** The same where the site is to be found. */
export const requestContext = async <C extends Caller | null = null>(
  deps: AppDeps,
  request: FastifyRequest,
  caller = null as C,
): Promise<Ctx<C>> => contextOn(deps, await deps.siteOf(request.headers.host), request, caller);

const POSITION_IN_COOKIES = /(?:^|;) *(?:__Host-)?lw_position=([0-9A-F/]{3,17})(?:;|$)/;

/** Where the primary was when this browser last sent a form, for some seconds afterwards; null if it sent none. */
export const positionOf = ({ headers }: FastifyRequest): string | null => POSITION_IN_COOKIES.exec(headers.cookie ?? '')?.[1] ?? null;

/** A context for reading public content, from a replica if one has what this browser wrote. */
export const publicContext = async <C extends Caller | null = null>(
  deps: AppDeps,
  request: FastifyRequest,
  caller = null as C,
): Promise<Ctx<C>> => ({ ...(await requestContext(deps, request, caller)), sql: deps.reads.choose(positionOf(request)) });

/**
 * The context of a call of the API: anonymous reads may use a replica. Callers read from the primary: they send no cookies, so nothing
 * says which of their writes a replica needs.
 */
export const contextOfCall = (deps: Pick<AppDeps, 'reads'>, row: Pick<Operation, 'access' | 'method'>, ctx: Ctx): Ctx =>
  ctx.caller === null && row.access === 'public' && row.method === 'GET' ? { ...ctx, sql: deps.reads.choose(null) } : ctx;
