import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Limit } from '../../kernel/limits.ts';
import { networkPrefix } from '../../modules/accounts/limits.ts';
import type { AppDeps } from '../deps.ts';
import { isClientDisconnect, sendProblem } from '../problems.ts';
import { fileTagHeaders } from '../shared-cache.ts';
import { OAUTH_PATHS, OAUTH_RESOURCES, type OauthResource, resourceMetadata, serverMetadata } from './metadata.ts';
import type { ProviderOf } from './providers.ts';

/** These endpoints read no cookies, so any origin may call them: clients also run in browsers. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'WWW-Authenticate' };
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'access-control-max-age': '86400',
};

/** Rate limits per network. Registrations are rare, and each is stored. */
const REGISTRATIONS: Limit = { name: 'oauth_registrations', limit: 60, window_seconds: 3600 };
const REQUESTS: Limit = { name: 'oauth_requests', limit: 120, window_seconds: 60 };

/** Metadata only changes with a release. */
const METADATA_CACHE_CONTROL = 'public, max-age=3600';

/** Sets forwarded headers to the site's root, so that the library generates correct URLs behind any proxy. */
const setForwardedHeaders = (site: Site, request: FastifyRequest): void => {
  const { protocol, host } = new URL(site.root);
  Object.assign(request.raw.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host });
};

/** OAuth 2.1 for REST and MCP: endpoints and metadata. The consent page belongs to the website. */
export const oauthRoutes = (deps: AppDeps, providerOf: ProviderOf) => async (app: FastifyInstance) => {
  // The library parses bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply, error));

  const answerPreflight = (path: string, method: string) => {
    const headers = { ...PREFLIGHT, 'access-control-allow-methods': method };
    app.options(path, (_request, reply) => reply.code(204).headers(headers).send());
  };

  const checkLimit = async (site: Site, request: FastifyRequest, limit: Limit): Promise<void> => {
    const site_limit = { ...limit, limit: site.limits?.[limit.name] ?? limit.limit };
    const taken = await deps.limits.take(networkPrefix(request.ip), site_limit);
    if (!taken.granted) throw new Refusal('rate_limited', { limit: taken });
  };

  const delegateToProvider = async (site: Site, request: FastifyRequest, reply: FastifyReply, headers: Record<string, string>) => {
    const handle = (await providerOf(site)).callback();
    setForwardedHeaders(site, request);
    reply.hijack();
    for (const [name, value] of Object.entries({ ...headers, 'x-request-id': request.id })) reply.raw.setHeader(name, value);
    try {
      await handle(request.raw, reply.raw);
    } catch (err) {
      deps.log[isClientDisconnect(err, request.raw) ? 'debug' : 'error']({ err, request_id: request.id }, 'oauth');
      // After the hijack we must end the response ourselves, or the socket would hang forever.
      if (!reply.raw.headersSent) reply.raw.statusCode = 500;
      reply.raw.end();
    }
  };

  app.get(OAUTH_PATHS.authorize, async (request, reply) => {
    const site = await deps.siteOf(request.headers.host);
    // Cookies belong to a host, so requests for another host name of the site are redirected to the main one.
    if (new URL(site.root).host !== request.headers.host) return reply.redirect(site.root + request.url, 302);
    await checkLimit(site, request, REQUESTS);
    await delegateToProvider(site, request, reply, {});
  });
  app.get(`${OAUTH_PATHS.authorize}/:uid`, async (request, reply) =>
    delegateToProvider(await deps.siteOf(request.headers.host), request, reply, {}),
  );

  for (const [path, limit] of [
    [OAUTH_PATHS.token, REQUESTS],
    [OAUTH_PATHS.register, REGISTRATIONS],
    [OAUTH_PATHS.revoke, REQUESTS],
  ] as const) {
    app.post(path, async (request, reply) => {
      const site = await deps.siteOf(request.headers.host);
      reply.headers(CORS);
      await checkLimit(site, request, limit);
      await delegateToProvider(site, request, reply, CORS);
    });
    answerPreflight(path, 'POST');
  }

  const serveMetadata = (path: string, metadataOf: (site: Site) => unknown) => {
    app.get(path, async (request, reply) => {
      const site = await deps.siteOf(request.headers.host);
      return reply.headers({ ...CORS, 'cache-control': METADATA_CACHE_CONTROL, ...fileTagHeaders(deps, site.id) }).send(metadataOf(site));
    });
    answerPreflight(path, 'GET');
  };
  serveMetadata('/.well-known/oauth-authorization-server', ({ root }) => serverMetadata(root));
  for (const [resource, path] of Object.entries(OAUTH_RESOURCES))
    serveMetadata(`/.well-known/oauth-protected-resource${path}`, (site) => resourceMetadata(site, resource as OauthResource));
  // Some clients request the metadata of the whole site instead of /mcp.
  serveMetadata('/.well-known/oauth-protected-resource', (site) => resourceMetadata(site, 'mcp'));
};
