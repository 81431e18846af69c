import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx } from '../kernel/context.ts';
import { type Problem, Refusal } from '../kernel/errors.ts';
import type { Operation } from '../kernel/operation.ts';
import { describeRefusal } from '../refusals.ts';
import { type Api, PUBLIC_API } from './apis.ts';
import { authenticate, authenticateHeader } from './authentication.ts';
import { type AppDeps, contextOn } from './deps.ts';
import { authorize, countAnonymous } from './invoke.ts';
import { ADMIN_TOOLS, ALL_TOOLS, TOOL_SET_NAMES, type ToolSet, toolSetOf } from './mcp-tools.ts';
import { OAUTH_RESOURCES } from './oauth/metadata.ts';
import { rejectMethods, sendProblem } from './problems.ts';
import { nameRoute } from './request-metrics.ts';
import { gzipResponse } from './response-cache.ts';

/** Pages of other origins must not reach us through a visitor's browser. */
const isForeignOrigin = (request: FastifyRequest, root: string): boolean => {
  const { origin } = request.headers;
  return origin !== undefined && origin !== root && origin !== `${request.protocol}://${request.headers.host}`;
};

/** The messages of a body; version 2025-03-26 allows batches. Invalid JSON-RPC is left to the SDK. */
const messagesIn = (body: string): { id?: string | number; method?: string; params?: { name?: string } }[] => {
  try {
    return [JSON.parse(body)].flat().filter((message) => message !== null && typeof message === 'object');
  } catch {
    return [];
  }
};

/** Codes of JSON-RPC. */
const [INVALID_REQUEST, INTERNAL_ERROR] = [-32_600, -32_603];

/** A problem as a JSON-RPC error, of the request it answers if there is only one. */
const JSON_RPC_ERROR = {
  type: 'application/json',
  bodyOf(problem: Problem, { body }: FastifyRequest) {
    const [message, ...others] = messagesIn(typeof body === 'string' ? body : '');
    const code = problem.status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
    const error = { code, message: problem.detail ?? problem.title, data: problem };
    return { jsonrpc: '2.0', id: others.length ? null : (message?.id ?? null), error };
  },
};

const ANONYMOUS_BYTES = 64 * 1024;
const MAX_MESSAGES = 20;

/** Authenticates and authorizes on the HTTP level, so that clients get a status and a WWW-Authenticate header they can act on. */
const authorizeRequest = async (
  deps: AppDeps,
  api: Api,
  { rows: tools }: ToolSet,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Ctx> => {
  const site = await deps.siteOf(request.headers.host);
  if (isForeignOrigin(request, site.root)) throw new Refusal('foreign_origin');
  const body = (request.body as string | undefined) ?? '';
  if (!request.headers.authorization && body.length > ANONYMOUS_BYTES)
    throw new Refusal('body_too_large', { detail: `Without credentials, send at most ${ANONYMOUS_BYTES.toLocaleString('en')} bytes.` });
  const messages = messagesIn(body);
  if (messages.length > MAX_MESSAGES) throw new Refusal('body_too_large', { detail: `Send at most ${MAX_MESSAGES} messages at once.` });
  const rows = messages.flatMap(({ method, params }) => (method === 'tools/call' ? (tools.get(params?.name ?? '') ?? []) : []));
  // Where no tool is public, a client has to sign in before it can list them.
  const [first] = tools.values();
  const needs_caller = [...tools.values()].every(({ access }) => access !== 'public');
  let required_access: Operation['access'] = needs_caller && first ? first.access : 'public';
  let caller: Caller | null = null;
  try {
    caller = await authenticate(deps, site, request.headers.authorization, api.mcp);
    request.account_id = caller?.account_id ?? null;
    for (const row of needs_caller && first ? [first, ...rows] : rows) {
      required_access = row.access;
      authorize(row, caller);
    }
    // Tool calls are counted separately; other anonymous messages cost us too.
    const others = caller ? 0 : Math.max(messages.length, 1) - rows.length;
    for (let i = 0; i < others; i++) await countAnonymous(deps, site, request.ip);
    return contextOn(deps, site, request, caller);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_credentials') await countAnonymous(deps, site, request.ip);
    if (error instanceof Refusal && [401, 403].includes(describeRefusal(error).status))
      reply.header('www-authenticate', authenticateHeader(site.root, api.mcp, error, required_access, caller?.scopes));
    throw error;
  }
};

const headersOf = (request: FastifyRequest): [string, string][] =>
  Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || name === 'content-length' ? [] : [[name, String(value)] as [string, string]],
  );

/** The tools that the address asks for: `/mcp?tools=maker,orders`. */
const requestedTools = (api: Api, request: FastifyRequest): ToolSet => {
  if (api !== PUBLIC_API) return ADMIN_TOOLS;
  const { tools = '' } = request.query as { tools?: string | string[] };
  const names = String(tools).split(',').filter(Boolean);
  const unknown = names.find((name) => !TOOL_SET_NAMES.includes(name));
  if (unknown !== undefined)
    throw new Refusal('invalid_input', {
      errors: [
        {
          path: 'tools',
          code: 'not_allowed',
          message: `must be one of ${TOOL_SET_NAMES.join(', ')}`,
          limit: TOOL_SET_NAMES,
          actual: unknown,
        },
      ],
    });
  return names.length ? toolSetOf(names) : ALL_TOOLS;
};

/** Streams that stay open; all other answers end with their result. */
const isSubscription = (body: string | undefined): boolean =>
  messagesIn(body ?? '').some(({ method }) => method === 'subscriptions/listen');

/** The MCP endpoint of an API: stateless, for all supported protocol versions, with every operation as a tool. */
export const mcpEndpoint = (deps: AppDeps, api: Api) => async (app: FastifyInstance) => {
  const url = OAUTH_RESOURCES[api.mcp];
  // Accept any content type as text: the SDK answers invalid JSON with a JSON-RPC error.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => sendProblem(deps, request, reply, error, JSON_RPC_ERROR));
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url,
    config: { route: nameRoute('mcp', url) },
    exposeHeadRoute: false,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const tool_set = requestedTools(api, request);
      const ctx = await authorizeRequest(deps, api, tool_set, request, reply);
      const onerror = (err: Error) => deps.log.warn({ err, request_id: request.id }, 'mcp');
      const { answerMcp } = await import('./mcp-server.ts');
      const body = request.method === 'POST' ? ((request.body as string | undefined) ?? '') : undefined;
      const sent = new Request(ctx.site.root + url, { method: request.method, headers: headersOf(request), body });
      const response = await answerMcp(sent, { deps, api, tool_set, ctx, ip: request.ip }, onerror);
      return reply.send(isSubscription(body) ? response : await gzipResponse(request, response));
    },
  });
  rejectMethods(app, url, ['HEAD', 'PUT', 'PATCH', 'OPTIONS'], 'POST');
};
