import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, symbols } from 'pino';
import type { Sql } from 'postgres';
import { memoize } from '../kernel/memoize.ts';
import { sharedSecret } from '../kernel/secrets.ts';
import type { Clock } from '../kernel/time/clock.ts';
import { networkPrefix } from '../modules/accounts/limits.ts';
import type { AppDeps } from './deps.ts';
import { loggedStatus } from './problems.ts';
import { countRequest, nameRoute, type RouteName } from './request-metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's name in logs and metrics; its pattern if it has none. */
    route?: RouteName;
  }
  interface FastifyRequest {
    account_id: number | null;
    /** The client's IP address, once computed; use `clientIp`. */
    client_ip: string;
  }
}

/** Polled every second by monitoring: neither logged nor counted. */
const UNLOGGED_ROUTES = ['/healthz', '/readyz'];
const MALFORMED = nameRoute('other', 'malformed');
const NOT_FOUND = nameRoute('other', 'not_found');

const routeOf = (request: FastifyRequest): RouteName => {
  if (request.is404) return NOT_FOUND;
  const { url = 'not_found', config } = request.routeOptions;
  return config.route ?? nameRoute('other', url);
};

/** Computed once: evaluating proxy headers takes as long as reading a cached response. */
export const clientIp = (request: FastifyRequest): string => {
  request.client_ip ||= request.ip;
  return request.client_ip;
};

/** Sign-in links contain a token, which must not be logged. */
const withoutTokens = (url: string): string => (url.includes('token=') ? url.replace(/([?&]token=)[^&]+/g, '$1…') : url);

interface RequestFields {
  request_id: string;
  trace_id: string | undefined;
  method: string;
  route: string;
  url: string;
  host: string | undefined;
  status: number;
  ms: number;
  account_id: number | null;
  client: string | undefined;
}

const textField = (name: string, text: string | undefined): string => (text === undefined ? '' : `"${name}":${JSON.stringify(text)},`);

/** The same for a text that is mostly the one of the request before. */
const repeatedField = (name: string): ((text: string | undefined) => string) => {
  let last: string | undefined;
  let field = '';
  return (text) => {
    if (text !== last) [last, field] = [text, textField(name, text)];
    return field;
  };
};

/**
 * Writes the line that `log.info(fields, 'request')` would write, which takes more than twice as long. Only texts that clients choose freely
 * need escaping: ids are checked, methods are those that HTTP knows.
 */
const requestLineWriter = (log: Logger): ((fields: RequestFields) => void) => {
  const output = (log as unknown as Record<symbol, DestinationStream>)[symbols.streamSym]!;
  const start = `{"level":${log.levels.values.info},"time":`;
  const bindings = Object.entries(log.bindings()).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
  const constant = bindings.join('');
  const hostField = repeatedField('host');
  const routeField = memoize((route: string) => textField('route', route));
  return ({ request_id, trace_id, method, route, url, host, status, ms, account_id, client }) => {
    const sent = `${textField('trace_id', trace_id)}"method":"${method}",${routeField(route)}${textField('url', url)}${hostField(host)}`;
    const measured = `"status":${status},"ms":${ms},"account_id":${account_id},${textField('client', client)}`;
    output.write(`${start}${Date.now()},${constant}"request_id":"${request_id}",${sent}${measured}"msg":"request"}\n`);
  };
};

type ObserveRequest = (request: FastifyRequest, name: RouteName, status: number, ms: number) => void;

/** Gives every request its id, logs and counts it. Returns the observer, for requests that are rejected before any hook runs. */
export const observeRequests = (app: FastifyInstance, deps: AppDeps): ObserveRequest => {
  const is_logging = deps.log.isLevelEnabled('info');
  const writeLine = requestLineWriter(deps.log);
  let hashClient: HashClient | undefined;
  app.decorateRequest('account_id', null);
  app.decorateRequest('client_ip', '');
  // Before any request.
  app.addHook('onReady', async () => {
    if (is_logging) hashClient = await openClientHasher(deps.sql, deps.clock);
  });
  const observe: ObserveRequest = (request, name, status, ms) => {
    const { raw } = request;
    countRequest(name, raw.method!, status, ms / 1000);
    if (!is_logging) return;
    writeLine({
      request_id: request.id,
      trace_id: traceIdOf(raw),
      method: raw.method!,
      route: name.route,
      url: withoutTokens(request.originalUrl),
      host: raw.headers.host,
      status,
      ms: Math.round(ms * 10) / 10,
      account_id: request.account_id ?? null,
      client: hashClient?.(clientIp(request)),
    });
  };
  const observeReply = (request: FastifyRequest, reply: FastifyReply): void => {
    const name = routeOf(request);
    if (!UNLOGGED_ROUTES.includes(name.route)) observe(request, name, loggedStatus(reply.raw), reply.elapsedTime);
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // Close connections with a response, never while the next request may be on its way.
    if (deps.is_stopping) reply.header('connection', 'close');
    // Also when the client disconnects before the response, which onResponse does not see.
    reply.raw.on('close', () => observeReply(request, reply));
    done();
  });
  return observe;
};

/** The same for requests that the framework rejects before routing, such as an undecodable URL. */
export const observeMalformed = (observe: ObserveRequest, request: FastifyRequest, reply: FastifyReply): void => {
  reply.raw.once('finish', () => observe(request, MALFORMED, reply.raw.statusCode, 0));
};

/** Format of accepted request ids. It must not allow forging log lines. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;

export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
};

/** W3C Trace Context: version, trace, parent and flags. Future versions may append more. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|-)/;

const traceIdOf = ({ headers }: IncomingMessage): string | undefined => {
  const sent = headers.traceparent;
  return typeof sent === 'string' ? TRACEPARENT.exec(sent)?.[1] : undefined;
};

type HashClient = (ip: string) => string;

const DAY_MS = 86_400_000;
/** Cached hashes per process; when full, the cache is cleared. */
const MAX_CACHED = 10_000;

/** Hashes IP addresses, with a new key each UTC day: the log only shows which requests of a day came from the same network. */
export const openClientHasher = async (sql: Sql, clock: Clock): Promise<HashClient> => {
  const secret = await sharedSecret(sql, 'request_log', randomBytes(32).toString('base64url'));
  let day = Number.NaN;
  let key = '';
  const cached = new Map<string, string>();
  return (ip) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    if (today !== day || cached.size >= MAX_CACHED) cached.clear();
    if (today !== day) {
      day = today;
      key = hash('sha256', `${secret} ${today}`, 'base64url');
    }
    // A prefix-keyed hash, since an HMAC costs many times as much. Truncating the result prevents length extension.
    let hashed = cached.get(ip);
    if (hashed === undefined) {
      hashed = hash('sha256', `${key} ${networkPrefix(ip)}`, 'base64url').slice(0, 16);
      cached.set(ip, hashed);
    }
    return hashed;
  };
};
