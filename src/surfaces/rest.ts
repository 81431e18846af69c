import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Caller, Ctx } from '../kernel/context.ts';
import { type InputError, Refusal } from '../kernel/errors.ts';
import { textOf } from '../kernel/json.ts';
import { type Operation, type Place, placeOf } from '../kernel/operation.ts';
import { SERVED } from '../registry.ts';
import { type Answers, sendStored, stored } from './answers.ts';
import { callerOf, challengeFor } from './credentials.ts';
import { contextOf, type House } from './house.ts';
import { admit, countCall, countStranger, invoke } from './invoke.ts';
import { limitHeaders } from './limit-headers.ts';
import { openapi } from './openapi.ts';
import { sendProblem } from './problems.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const JSON_TYPE = 'application/json; charset=utf-8';

/** Bearer credentials only, never cookies: any origin may ask. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, WWW-Authenticate',
};
const PREFLIGHT = {
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
  'access-control-max-age': '86400',
};

/** Query text becomes what its schema asks for; what does not fit stays text and is refused as that. Bodies are never coerced. */
const COERCE: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};
const coerce = (row: Operation, name: string, text: string): unknown => {
  const wanted = (row.input.properties[name] as { type?: string } | undefined)?.type;
  return wanted !== undefined && COERCE[wanted] ? COERCE[wanted](text) : text;
};

/** A name of the operation that travels elsewhere. A name it does not have at all is left for readInput to tell with all other faults. */
const misplaced = (row: Operation, name: string, where: Place): InputError[] =>
  name in row.input.properties && placeOf(row, name) !== where
    ? [{ path: name, code: 'unknown_property', message: `belongs in the ${placeOf(row, name)}, not in the ${where}` }]
    : [];

const parametersOf = (row: Operation, search: string): [string, unknown][] => {
  const parameters = new URLSearchParams(search);
  const names = [...parameters.keys()];
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined)
    throw new Refusal('repeated_parameter', {
      errors: [{ path: repeated, code: 'repeated', message: 'may be sent once', limit: 1, actual: parameters.getAll(repeated).length }],
    });
  return [...parameters].map(([name, text]) => [name, coerce(row, name, text)]);
};

const bodyOf = (body: unknown): [string, unknown][] => {
  if (body === undefined || body === null) return [];
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('malformed_json');
  return Object.entries(body);
};

/** The flat input of an operation, gathered from where its properties travel. */
const gather = (row: Operation, request: FastifyRequest): Record<string, unknown> => {
  const mark = request.url.indexOf('?');
  const path = Object.entries(request.params as Record<string, string>).map(
    ([name, text]) => [name, coerce(row, name, text)] as [string, unknown],
  );
  const query = mark < 0 ? [] : parametersOf(row, request.url.slice(mark + 1));
  const body = bodyOf(request.body);
  const errors = [...query.flatMap(([name]) => misplaced(row, name, 'query')), ...body.flatMap(([name]) => misplaced(row, name, 'body'))];
  if (errors.length) throw new Refusal('unknown_property', { errors });
  return Object.fromEntries([...query, ...body, ...path]);
};

/** Lets a call in: who it is from, whether that one may, and how much is left of its limit. A refusal says where to get what is missing. */
const enter = async (house: House, row: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Ctx> => {
  const site = await house.siteOf(request.headers.host);
  let caller: Caller | null = null;
  try {
    caller = await callerOf(house, site, request.headers.authorization, 'api');
    admit(row, caller);
    const ctx = await contextOf(house, request, caller);
    reply.headers(limitHeaders(await countCall(row, ctx, request.ip)));
    return ctx;
  } catch (error) {
    // Guessing keys costs what reading costs.
    if (error instanceof Refusal && error.code === 'invalid_credentials') await countStranger(house, site, request.ip);
    if (error instanceof Refusal && (error.status === 401 || error.status === 403))
      reply.header('www-authenticate', challengeFor(site.root, 'api', error, row.access, caller?.scopes));
    throw error;
  }
};

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key'];
  return Array.isArray(key) ? key.join(', ') : key;
};

export const KEPT_HEADERS = { ...CORS, 'cache-control': 'public, no-cache' };

const serve = (house: House, answers: Answers, row: Operation) => {
  const isPublicRead = row.access === 'public' && row.method === 'GET';

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(CORS);
    const ctx = await enter(house, row, request, reply);
    if (isPublicRead && !ctx.caller) {
      const make = async () => stored(row.status, JSON_TYPE, textOf((await invoke(row, ctx, gather(row, request))).answer));
      const made = await answers.get(`${request.headers.host} ${request.url}`, make);
      return sendStored(request, reply, made, KEPT_HEADERS);
    }
    const { answer, replayed } = await invoke(row, ctx, gather(row, request), keyOf(request));
    if (replayed) reply.header('idempotent-replayed', 'true');
    return reply
      .code(row.status)
      .header('content-type', JSON_TYPE)
      .header('cache-control', 'no-store')
      .send(Buffer.from(textOf(answer)));
  };

  return answer;
};

/** Every served row under /api/v1, its other methods refused by name, and the OpenAPI document. */
export const rest = (house: House, answers: Answers) => async (app: FastifyInstance) => {
  app.setErrorHandler((error, request, reply) => sendProblem(house, request, reply.headers(CORS), error));
  app.setNotFoundHandler((request, reply) => sendProblem(house, request, reply.headers(CORS), new Refusal('not_found')));

  for (const [path, rows] of Map.groupBy(SERVED, (row) => row.path.replace(/\{(\w+)\}/g, ':$1'))) {
    for (const row of rows) app.route({ method: row.method, url: path, handler: serve(house, answers, row) });
    const allowed = rows.flatMap((row) => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method]));
    closeOtherMethods(app, path, allowed);
  }

  app.get('/openapi.json', async (request, reply) => {
    const site = await house.siteOf(request.headers.host);
    const made = await answers.get(`${request.headers.host} openapi`, async () =>
      stored(200, JSON_TYPE, JSON.stringify(openapi(site.root))),
    );
    return sendStored(request, reply, made, KEPT_HEADERS);
  });
  closeOtherMethods(app, '/openapi.json', ['GET', 'HEAD']);
};

const closeOtherMethods = (app: FastifyInstance, url: string, allowed: string[]): void => {
  const allow = [...allowed, 'OPTIONS'].join(', ');
  app.route({
    method: 'OPTIONS',
    url,
    handler: async (_request, reply) =>
      reply
        .code(204)
        .headers({ ...CORS, ...PREFLIGHT, allow, 'access-control-allow-methods': allow })
        .send(),
  });
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method as string)),
    url,
    // Refused before a body is read: its type or size is beside the point.
    onRequest: async (_request, reply) => {
      reply.header('allow', allow);
      throw new Refusal('method_not_allowed');
    },
    handler: async () => undefined,
  });
};
