import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../../http/deps.ts';
import { nameRoute } from '../../../http/request-metrics.ts';
import { isListingLink } from '../../../modules/stats/stats.ts';
import type { TrafficCounter } from '../../../modules/stats/traffic-counter.ts';
import { listingPaths } from '../../paths.ts';
import type { Params } from '../../server/page.ts';
import { parseParams } from '../../server/path.ts';
import { readSession, requireSameOrigin } from '../../server/sessions.ts';

/** Longer than any link of a listing. */
const BODY_BYTES = 4096;

/** Counts clicks on a listing's own links. outbound.js sends the address that was clicked; nothing is stored but the number. */
export const serveClicks = (app: FastifyInstance, deps: AppDeps, traffic: TrafficCounter): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) => done(null, body));
    const { pattern } = listingPaths.clicks;
    scope.post(pattern, { config: { route: nameRoute('form', pattern) } }, async (request, reply) => {
      const { slug } = parseParams(pattern, request.params as Params);
      const site = await deps.siteOf(request.headers.host);
      requireSameOrigin(site, request);
      const caller = await readSession(deps, request);
      const visitor = { address: request.ip, headers: request.headers, account_id: caller?.account_id ?? null };
      await traffic.recordClick({ site, slug, visitor }, () =>
        isListingLink({ sql: deps.reads.choose(null), site }, slug, String(request.body)),
      );
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
};
