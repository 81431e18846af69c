import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Caller, Ctx, Site } from '../kernel/context.ts';
import { type InputError, Refusal } from '../kernel/errors.ts';
import type { LimitLeft } from '../kernel/limits.ts';
import { locationOf, type Operation, type ParameterLocation } from '../kernel/operation.ts';
import { toJsonText, toValue } from '../kernel/responses.ts';
import { readInput } from '../kernel/validate.ts';
import { describeRefusal } from '../refusals.ts';
import type { Api } from './apis.ts';
import { authenticate, authenticateHeader } from './authentication.ts';
import { type AppDeps, contextOfCall, contextOn } from './deps.ts';
import { authorize, countAnonymous, countCall, invoke } from './invoke.ts';
import { OAUTH_RESOURCES } from './oauth/metadata.ts';
import { EXAMPLE_ANSWERS, openapiDocument } from './openapi.ts';
import { limitHeaders, limitLeft, limitPolicy, rejectMethods, sendProblem } from './problems.ts';
import { clientIp } from './request-log.ts';
import { nameRoute } from './request-metrics.ts';
import { cachedResponse, type ResponseCache, sendCachedResponse, writeCachedResponse } from './response-cache.ts';
import { strangerHeaders } from './shared-cache.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const JSON_TYPE = 'application/json; charset=utf-8';

/** Only bearer credentials, never cookies: any origin may call. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Location, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, WWW-Authenticate',
};
const PREFLIGHT = {
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id, Traceparent',
  'access-control-max-age': '86400',
};

/** Converts query text to the schema's type. Text that does not convert stays text and fails validation. Bodies are never converted. */
const COERCE: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};
const coerce = (row: Operation, name: string, text: string): unknown => {
  const type = (row.input.properties[name] as { type?: string } | undefined)?.type;
  return type !== undefined && COERCE[type] ? COERCE[type](text) : text;
};

/** Finds a property sent in the wrong location. Unknown properties are left to readInput, which reports all errors. */
const findMisplaced = (row: Operation, name: string, where: ParameterLocation): InputError[] =>
  name in row.input.properties && locationOf(row, name) !== where
    ? [{ path: name, code: 'unknown_property', message: `belongs in the ${locationOf(row, name)}, not in the ${where}` }]
    : [];

const parseParameters = (row: Operation, text: string): [string, unknown][] =>
  [...new URLSearchParams(text)].map(([name, value]) => [name, coerce(row, name, value)]);

const findRepeated = (parameters: [string, unknown][]): InputError[] =>
  [...Map.groupBy(parameters, ([name]) => name)].flatMap(([path, { length }]) =>
    length > 1 ? [{ path, code: 'repeated', message: 'may only be sent once', limit: 1, actual: length }] : [],
  );

const parseBody = (body: unknown): [string, unknown][] => {
  if (body === undefined || body === null) return [];
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('malformed_json');
  return Object.entries(body);
};

export const gatherInput = (row: Operation, request: FastifyRequest): Record<string, unknown> => {
  const query_start = request.url.indexOf('?');
  const path = Object.entries(request.params as Record<string, string>).map(
    ([name, text]) => [name, coerce(row, name, text)] as [string, unknown],
  );
  const query = query_start < 0 ? [] : parseParameters(row, request.url.slice(query_start + 1));
  const body = parseBody(request.body);
  const errors = [
    ...findRepeated(query),
    ...query.flatMap(([name]) => findMisplaced(row, name, 'query')),
    ...body.flatMap(([name]) => findMisplaced(row, name, 'body')),
  ];
  const input = Object.fromEntries([...query, ...body, ...path]);
  // Only to refuse them together with the errors of the values.
  if (errors.length) readInput(row, input, errors);
  return input;
};

/** Authenticates and authorizes a call. A 401 or 403 says where to get credentials. */
export const authorizeRequest = async (
  deps: AppDeps,
  api: Api,
  row: Operation,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> => {
  let caller: Caller | null = null;
  try {
    caller = await authenticate(deps, site, request.headers.authorization, api.rest);
    request.account_id = caller?.account_id ?? null;
    authorize(row, caller);
    return caller;
  } catch (error) {
    // Failed authentication counts against the anonymous limit.
    if (error instanceof Refusal && error.code === 'invalid_credentials') await countAnonymous(deps, site, clientIp(request));
    if (error instanceof Refusal && [401, 403].includes(describeRefusal(error).status))
      reply.header('www-authenticate', authenticateHeader(site.root, api.rest, error, row.access, caller?.scopes));
    throw error;
  }
};

const idempotencyKeyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key'];
  return Array.isArray(key) ? key.join(', ') : key;
};

const OWN_ANSWER: Record<string, string> = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization' };

/** Continues at once with what is there: awaiting everything took a tenth of the time of a cached response. */
const continueWith = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

const operationHandler = (deps: AppDeps, cache: ResponseCache, api: Api, row: Operation) => {
  const sendPublic = (request: FastifyRequest, reply: FastifyReply, ctx: Ctx, limit: LimitLeft): void | Promise<void> => {
    const make = async () => {
      const { answer } = await invoke(row, contextOfCall(deps, row, ctx), gatherInput(row, request));
      return cachedResponse(row.status, JSON_TYPE, toJsonText(answer));
    };
    // Some answers show callers more of their own, so those are not shared.
    const headers = ctx.caller ? { ...OWN_ANSWER } : strangerHeaders(deps, ctx.site.id, request.url, 'authorization');
    // One after the other: three spread objects take as long as counting the limit.
    headers['access-control-allow-origin'] = CORS['access-control-allow-origin'];
    headers['access-control-expose-headers'] = CORS['access-control-expose-headers'];
    // A CDN would send one client's limit and request id to others.
    if (ctx.caller || !deps.integrations.cdn) {
      headers['x-request-id'] = request.id;
      headers['ratelimit-policy'] = limitPolicy(limit);
      headers.ratelimit = limitLeft(limit);
    }
    if (deps.is_stopping) headers.connection = 'close';
    const key = `${request.headers.host} ${request.url}`;
    const cached =
      (ctx.caller ? undefined : cache.getLoaded(key)) ??
      (ctx.caller ? make() : cache.get(key, make)).catch((error) => {
        reply.headers(limitHeaders(limit));
        throw error;
      });
    return continueWith(cached, (response) => writeCachedResponse(request, reply, response, headers));
  };

  const sendAnswer = async (request: FastifyRequest, reply: FastifyReply, ctx: Ctx, limit: LimitLeft): Promise<FastifyReply> => {
    reply.headers(limitHeaders(limit));
    const { answer, replayed } = await invoke(row, ctx, gatherInput(row, request), idempotencyKeyOf(request));
    if (replayed) reply.header('idempotent-replayed', 'true');
    if (row.location) reply.header('location', ctx.site.root + OAUTH_RESOURCES[api.rest] + row.location(toValue(answer)));
    return reply
      .code(row.status)
      .headers(CORS)
      .header('content-type', JSON_TYPE)
      .header('cache-control', 'no-store')
      .send(Buffer.from(toJsonText(answer)));
  };

  const send: (request: FastifyRequest, reply: FastifyReply, ctx: Ctx, limit: LimitLeft) => unknown =
    row.access === 'public' && row.method === 'GET' ? sendPublic : sendAnswer;

  return (request: FastifyRequest, reply: FastifyReply) => {
    const { host, authorization } = request.headers;
    return continueWith(deps.cachedSite(host) ?? deps.siteOf(host), (site) => {
      const is_anonymous = row.access === 'public' && authorization === undefined;
      return continueWith(is_anonymous ? null : authorizeRequest(deps, api, row, site, request, reply), (caller) => {
        const ctx = contextOn(deps, site, request, caller);
        return continueWith(countCall(row, ctx, clientIp(request)), (limit) => send(request, reply, ctx, limit));
      });
    });
  };
};

/** Reads bodies as JSON and refuses other types. An empty body is no body, whatever its type: HTTP libraries always send one. */
export const parseJsonOnly = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parseJson(request, String(body), done),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
    done(body === '' ? null : new Refusal('unsupported_content_type')),
  );
};

/** What the root of the API answers: where everything is, and every operation. */
const apiIndex = ({ operations, rest, mcp, docs }: Api, { name, root }: Site) => {
  const self = root + OAUTH_RESOURCES[rest];
  return {
    name,
    links: { self, site: root, docs: `${root}/docs`, openapi: `${self}/openapi.json`, mcp: root + OAUTH_RESOURCES[mcp] },
    operations: operations.map(({ id, method, path, access, summary }) => ({
      id,
      method,
      url: self + path,
      access,
      summary,
      docs: root + docs(id),
    })),
  };
};

/** Serves all operations of an API, rejects other methods, and serves an index, the OpenAPI document and its examples. */
export const restApi = (deps: AppDeps, cache: ResponseCache, api: Api) => async (app: FastifyInstance) => {
  app.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply.headers(CORS), error));
  app.setNotFoundHandler((request, reply) => sendProblem(deps, request, reply.headers(CORS), new Refusal('not_found')));
  parseJsonOnly(app);

  for (const [path, rows] of Map.groupBy(api.operations, (row) => row.path.replace(/\{(\w+)\}/g, ':$1'))) {
    for (const row of rows)
      app.route({
        method: row.method,
        url: path,
        config: { route: nameRoute('api', row.id) },
        handler: operationHandler(deps, cache, api, row),
      });
    const allowed = rows.flatMap((row) => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method]));
    rejectOtherMethods(app, path, allowed);
  }

  const documents: Record<string, (site: Site) => unknown> = {
    '/': (site) => apiIndex(api, site),
    '/openapi.json': (site) => openapiDocument(site, api),
  };
  for (const [path, build] of Object.entries(documents)) {
    app.get(path, async (request, reply) => {
      const site = await deps.siteOf(request.headers.host);
      const cached = await cache.get(`${request.headers.host} ${api.rest} ${path}`, async () =>
        cachedResponse(200, JSON_TYPE, JSON.stringify(build(site))),
      );
      return sendCachedResponse(request, reply, cached, { ...CORS, ...strangerHeaders(deps, site.id, request.url) });
    });
    rejectOtherMethods(app, path, ['GET', 'HEAD']);
  }

  app.get<{ Params: { operation: string } }>('/examples/:operation', async (request, reply) => {
    const { operation } = request.params;
    if (!EXAMPLE_ANSWERS.has(operation) || !api.operations.some(({ id }) => id === operation)) throw new Refusal('not_found');
    const cached = await cache.get(`example ${operation}`, async () =>
      cachedResponse(200, JSON_TYPE, JSON.stringify(EXAMPLE_ANSWERS.get(operation))),
    );
    const { id } = await deps.siteOf(request.headers.host);
    return sendCachedResponse(request, reply, cached, { ...CORS, ...strangerHeaders(deps, id, request.url) });
  });
  rejectOtherMethods(app, '/examples/:operation', ['GET', 'HEAD']);
};

/** A preflight request is answered by the same route: each route takes a starting server time. */
export const rejectOtherMethods = (app: FastifyInstance, url: string, allowed: string[]): void => {
  const allow = [...allowed, 'OPTIONS'].join(', ');
  const headers = { ...CORS, ...PREFLIGHT, allow, 'access-control-allow-methods': allow };
  const others = METHODS.filter((method) => !allowed.includes(method as string));
  rejectMethods(app, url, others, allow, async (_request, reply) => reply.code(204).headers(headers).send());
};
