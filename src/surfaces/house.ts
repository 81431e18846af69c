import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Clock } from '../kernel/clock.ts';
import type { Ctx, Site } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { freshFor } from '../kernel/fresh.ts';
import { sitesByHost } from '../modules/sites/site.ts';

/** What main has put together and every surface stands on. */
export interface House {
  sql: Sql;
  clock: Clock;
  site_root: string;
  log: Logger;
  /** The site a request's host means. */
  siteOf(host: string | undefined): Promise<Site>;
}

/** A new site, or a new address of one, is known to every process within this time. */
const SITES_FRESH_MS = 900;

export const buildHouse = (parts: Omit<House, 'siteOf'>): House => {
  const sites = freshFor(SITES_FRESH_MS, () => sitesByHost(parts.sql, parts.site_root));
  return Object.assign(parts, {
    async siteOf(host: string | undefined) {
      const site = (await sites()).get((host ?? '').toLowerCase());
      if (!site) throw new Refusal('unknown_site');
      return site;
    },
  });
};

/** The context of one request, for pages and operations alike. */
export const contextOf = async (house: House, request: FastifyRequest): Promise<Ctx> => ({
  site: await house.siteOf(request.headers.host),
  caller: null,
  clock: house.clock,
  sql: house.sql,
  request_id: request.id,
});
