import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Ctx } from '../kernel/context.ts';
import { Refusal } from '../kernel/errors.ts';
import { toJsonText } from '../kernel/responses.ts';
import { siteIconUrl } from '../modules/sites/brand/icon.ts';
import { API_VERSION } from '../modules/sites/sites.ts';
import { problemOf } from '../refusals.ts';
import { type Api, PUBLIC_API } from './apis.ts';
import { BODY_BYTES } from './app.ts';
import { type AppDeps, contextOfCall } from './deps.ts';
import { authorize, countCall, invoke } from './invoke.ts';
import { CONTENT_CAPABILITIES, serveContent } from './mcp-content.ts';
import { readArguments, type ToolSet, toolCalls, toolDurations } from './mcp-tools.ts';
import { refusalOf } from './problems.ts';

// What needs the SDK, which is loaded with the first request: it would take a tenth of the time in which a process starts.

/** Protocol versions. Older ones are rejected rather than half supported. */
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

interface McpRequest {
  deps: Pick<AppDeps, 'reads'>;
  api: Api;
  tool_set: ToolSet;
  ctx: Ctx;
  ip: string;
}

/** Runs a tool call. Mistakes of the caller are results that the agent can read; only our own faults are protocol errors. */
const callTool = async ({ deps, tool_set, ctx, ip }: McpRequest, name: string, sent: Record<string, unknown>) => {
  const row = tool_set.rows.get(name);
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

const serverFor = (request: McpRequest): Server => {
  const { deps, api, tool_set, ctx, ip } = request;
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
    callTool(request, params.name, (params.arguments ?? {}) as Record<string, unknown>),
  );
  if (has_content) serveContent(server, deps, ctx, ip, (work) => refuseAsProtocolError(ctx, work));
  return server;
};

/** Answers a request that is authorized. */
export const answerMcp = (sent: Request, request: McpRequest, onerror: (error: Error) => void): Promise<Response> =>
  createMcpHandler(() => serverFor(request), { onerror, maxRequestBodySize: BODY_BYTES }).fetch(sent);
