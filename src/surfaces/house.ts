import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Clock } from '../kernel/clock.ts';
import type { Caller, Ctx, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { believedFor, freshFor } from '../kernel/fresh.ts';
import type { Limits } from '../kernel/limits.ts';
import { sitesByHost } from '../modules/sites/site.ts';
import type { Outside } from '../outside/outside.ts';

/** What main has put together and every surface stands on. */
export interface House {
  sql: Sql;
  clock: Clock;
  site_root: string;
  log: Logger;
  limits: Limits;
  outside?: Outside;
  allow_private?: boolean;
  /** True once it was told to stop: who sends it requests should send them elsewhere. */
  leaving?: boolean;
  /** Who a credential speaks for, asked again at least once a second. */
  believed(key: string, check: () => Promise<Caller | null>): Promise<Caller | null>;
  /** The site a request's host means. */
  siteOf(host: string | undefined): Promise<Site>;
}

/** A checked credential is believed for this long: revoking one takes effect everywhere within a second. */
const BELIEVED_MS = 500;

/** A new site, or a new address of one, is known to every process within this time. */
const SITES_FRESH_MS = 600;

export const buildHouse = (parts: Omit<House, 'siteOf' | 'believed'>): House => {
  const sites = freshFor(SITES_FRESH_MS, () => sitesByHost(parts.sql, parts.site_root));
  return Object.assign(parts, {
    believed: believedFor<Caller | null>(BELIEVED_MS),
    async siteOf(host: string | undefined) {
      const site = (await sites()).get((host ?? '').toLowerCase());
      if (!site) throw new Refusal('unknown_site');
      return site;
    },
  });
};

/** The context of one request, for pages and operations alike. */
export const contextOf = async (house: House, request: FastifyRequest, caller: Caller | null = null): Promise<Ctx> => ({
  site: await house.siteOf(request.headers.host),
  caller,
  clock: house.clock,
  sql: house.sql,
  limits: house.limits,
  request_id: request.id,
  outside: house.outside,
  allow_private: house.allow_private,
});
