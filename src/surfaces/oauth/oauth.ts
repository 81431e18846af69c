import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/limits.ts';
import { networkOf } from '../../modules/accounts/limits.ts';
import type { House } from '../house.ts';
import { sendProblem } from '../problems.ts';
import { OAUTH, RESOURCES, type Resource, resourceMetadata, serverMetadata } from './addresses.ts';
import type { ProviderOf } from './providers.ts';

/** No cookies are read at these, so any origin may ask: applications also run in browsers. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'WWW-Authenticate' };
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'access-control-max-age': '86400',
};

/** How much one network may ask for. Registering is rare, and what is registered is stored. */
const REGISTRATIONS: Limit = { name: 'oauth_registrations', limit: 60, window_seconds: 3600 };
const REQUESTS: Limit = { name: 'oauth_requests', limit: 120, window_seconds: 60 };

/** Metadata may be kept this long: it changes only when we do. */
const KEPT = 'public, max-age=3600';

/** Tells the library the site's own root as if a proxy had: what it links to is then right behind any. */
const asSeenFrom = (site: Site, request: FastifyRequest): void => {
  const { protocol, host } = new URL(site.root);
  Object.assign(request.raw.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host });
};

/** OAuth 2.1 for REST and MCP: the endpoints applications talk to, and where they find them. The consent page belongs to the website. */
export const oauth = (house: House, providerOf: ProviderOf) => async (app: FastifyInstance) => {
  // The library reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => sendProblem(house, request, reply, error));

  const count = async (site: Site, request: FastifyRequest, { name, ...usual }: Limit): Promise<void> => {
    const limit = { name, ...usual, limit: site.limits?.[name] ?? usual.limit };
    const taken = await house.limits.take(networkOf(request.ip), limit);
    if (!taken.granted) throw new Refusal('rate_limited', { limit: taken });
  };

  const handOver = async (site: Site, request: FastifyRequest, reply: FastifyReply, headers: Record<string, string>) => {
    const answer = (await providerOf(site)).callback();
    asSeenFrom(site, request);
    reply.hijack();
    for (const [name, value] of Object.entries({ ...headers, 'x-request-id': request.id })) reply.raw.setHeader(name, value);
    try {
      await answer(request.raw, reply.raw);
    } catch (err) {
      house.log.error({ err, request_id: request.id }, 'oauth');
      // After the hijack nobody else will: a socket left open would hang for good.
      if (!reply.raw.headersSent) reply.raw.statusCode = 500;
      reply.raw.end();
    }
  };

  app.get(OAUTH.authorize, async (request, reply) => {
    const site = await house.siteOf(request.headers.host);
    // Cookies belong to a host: whoever comes by another name of it goes on at the proper one.
    if (new URL(site.root).host !== request.headers.host) return reply.redirect(site.root + request.url, 302);
    await count(site, request, REQUESTS);
    await handOver(site, request, reply, {});
  });
  app.get(`${OAUTH.authorize}/:uid`, async (request, reply) => handOver(await house.siteOf(request.headers.host), request, reply, {}));

  for (const [path, limit] of [
    [OAUTH.token, REQUESTS],
    [OAUTH.register, REGISTRATIONS],
    [OAUTH.revoke, REQUESTS],
  ] as const) {
    app.post(path, async (request, reply) => {
      const site = await house.siteOf(request.headers.host);
      reply.headers(CORS);
      await count(site, request, limit);
      await handOver(site, request, reply, CORS);
    });
    app.options(path, (_request, reply) =>
      reply
        .code(204)
        .headers({ ...PREFLIGHT, 'access-control-allow-methods': 'POST' })
        .send(),
    );
  }

  const metadata = (path: string, of: (site: Site) => unknown) => {
    app.get(path, async (request, reply) => {
      const site = await house.siteOf(request.headers.host);
      return reply.headers({ ...CORS, 'cache-control': KEPT }).send(of(site));
    });
    app.options(path, (_request, reply) =>
      reply
        .code(204)
        .headers({ ...PREFLIGHT, 'access-control-allow-methods': 'GET' })
        .send(),
    );
  };
  metadata('/.well-known/oauth-authorization-server', ({ root }) => serverMetadata(root));
  for (const [resource, path] of Object.entries(RESOURCES))
    metadata(`/.well-known/oauth-protected-resource${path}`, (site) => resourceMetadata(site, resource as Resource));
  // Applications that find no word about /mcp ask for the whole site; what they are after is the same.
  metadata('/.well-known/oauth-protected-resource', (site) => resourceMetadata(site, 'mcp'));
};
