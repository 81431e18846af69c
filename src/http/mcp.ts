import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Ctx } from '../kernel/context.ts';
import { type Problem, Refusal } from '../kernel/errors.ts';
import { counter, histogram } from '../kernel/metrics.ts';
import type { Operation } from '../kernel/operation.ts';
import { toJsonText } from '../kernel/responses.ts';
import { siteIconUrl } from '../modules/sites/brand/icon.ts';
import { API_VERSION } from '../modules/sites/sites.ts';
import { describeRefusal, problemOf } from '../refusals.ts';
import { type Api, PUBLIC_API } from './apis.ts';
import { BODY_BYTES } from './app.ts';
import { authenticate, authenticateHeader } from './authentication.ts';
import { type AppDeps, contextOfCall, contextOn } from './deps.ts';
import { authorize, countAnonymous, countCall, invoke } from './invoke.ts';
import { CONTENT_CAPABILITIES, serveContent } from './mcp-content.ts';
import { ADMIN_TOOLS, ALL_TOOLS, readArguments, TOOL_SET_NAMES, type ToolSet, toolSetOf } from './mcp-tools.ts';
import { OAUTH_RESOURCES } from './oauth/metadata.ts';
import { refusalOf, rejectMethods, sendProblem } from './problems.ts';
import { nameRoute } from './request-metrics.ts';
import { gzipResponse } from './response-cache.ts';

/** Protocol versions. Older ones are rejected rather than half supported. */
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

const toolCalls = counter('mcp_tool_calls_total', 'MCP tool calls, by tool and outcome: ok, or the error code.', ['tool', 'outcome']);
const toolDurations = histogram('mcp_tool_call_duration_seconds', 'Time an MCP tool call took.', ['tool'], [0.01, 0.05, 0.25, 1, 5]);

/** Runs a tool call. Mistakes of the caller are results that the agent can read; only our own faults are protocol errors. */
const callTool = async (deps: AppDeps, { rows }: ToolSet, ctx: Ctx, ip: string, name: string, sent: Record<string, unknown>) => {
  const row = rows.get(name);
  if (!row) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}". tools/list shows them all.`);
  const started_at = performance.now();
  let outcome = 'ok';
  const { input, key } = readArguments(row, sent);
  try {
    authorize(row, ctx.caller);
    await countCall(row, ctx, ip);
    if (key !== undefined && typeof key !== 'string') throw new Refusal('invalid_idempotency_key');
    const text = toJsonText((await invoke(row, contextOfCall(deps, row, ctx), input, key)).answer);
    return { content: [{ type: 'text' as const, text }] };
  } catch (error) {
    const refusal = refusalOf(error);
    outcome = refusal.code;
    const problem = problemOf(refusal, ctx.site.root, ctx.request_id);
    if (problem.status >= 500) throw error;
    return { isError: true, content: [{ type: 'text' as const, text: JSON.stringify(problem) }] };
  } finally {
    toolCalls.inc({ tool: name, outcome });
    toolDurations.observe({ tool: name }, (performance.now() - started_at) / 1000);
  }
};

/** Runs a request that is no tool call: it has no result in which to report a refusal, so that is a protocol error. */
const refuseAsProtocolError = async <T>({ site, request_id }: Ctx, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const problem = problemOf(refusalOf(error), site.root, request_id);
    if (problem.status >= 500) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem.detail ?? problem.title, problem);
  }
};

const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: 'public' as const };

const serverFor = (deps: AppDeps, api: Api, tool_set: ToolSet, ctx: Ctx, ip: string): Server => {
  const has_content = api === PUBLIC_API;
  const { key: name, name: title, root, tagline } = ctx.site;
  const icons = [siteIconUrl(ctx.site)];
  const server = new Server(
    { name, title, version: API_VERSION, websiteUrl: root, ...(tagline && { description: tagline }), icons },
    {
      capabilities: { tools: { listChanged: false }, ...(has_content && CONTENT_CAPABILITIES) },
      instructions: api.instructions,
      supportedProtocolVersions: VERSIONS,
      cacheHints: {
        'tools/list': CACHE_HINT,
        ...(has_content && { 'prompts/list': CACHE_HINT, 'resources/list': CACHE_HINT, 'resources/templates/list': CACHE_HINT }),
        'server/discover': CACHE_HINT,
      },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tool_set.tools }));
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(deps, tool_set, ctx, ip, params.name, (params.arguments ?? {}) as Record<string, unknown>),
  );
  if (has_content) serveContent(server, deps, ctx, ip, (work) => refuseAsProtocolError(ctx, work));
  return server;
};

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

/** A problem as a JSON-RPC error, of the request it answers if there is only one. */
const JSON_RPC_ERROR = {
  type: 'application/json',
  bodyOf(problem: Problem, { body }: FastifyRequest) {
    const [message, ...others] = messagesIn(typeof body === 'string' ? body : '');
    const code = problem.status < 500 ? ProtocolErrorCode.InvalidRequest : ProtocolErrorCode.InternalError;
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
      const handler = createMcpHandler(() => serverFor(deps, api, tool_set, ctx, request.ip), { onerror, maxRequestBodySize: BODY_BYTES });
      const body = request.method === 'POST' ? ((request.body as string | undefined) ?? '') : undefined;
      const response = await handler.fetch(new Request(ctx.site.root + url, { method: request.method, headers: headersOf(request), body }));
      return reply.send(isSubscription(body) ? response : await gzipResponse(request, response));
    },
  });
  rejectMethods(app, url, ['HEAD', 'PUT', 'PATCH', 'OPTIONS'], 'POST');
};
