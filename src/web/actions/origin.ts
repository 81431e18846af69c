import type { FastifyRequest } from 'fastify';
import type { Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';

/** A browser sends `Origin` with every form, and no page can make it lie: what another site's page sends is refused before it is read. */
export const refuseForeign = (site: Site, request: FastifyRequest): void => {
  const { origin, host } = request.headers;
  const ours = `${new URL(site.root).protocol}//${host}`;
  const same = origin === undefined ? request.headers['sec-fetch-site'] === 'same-origin' : origin === ours;
  if (!same) throw new Refusal('cross_site_request');
};
