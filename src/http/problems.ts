import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { isReadOnly, isUnreachable } from '../kernel/database.ts';
import { type Problem, Refusal } from '../kernel/errors.ts';
import type { LimitLeft } from '../kernel/limits.ts';
import type { RefusalCode } from '../kernel/refusals.ts';
import { problemOf } from '../refusals.ts';
import type { AppDeps } from './deps.ts';

/** Codes for HTTP errors that Fastify detects before our code runs. */
const HTTP_FAULTS: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_content_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
};

/** Lock timeout, statement timeout, serialization failure or deadlock, no free connection in the pool. */
const DATABASE_BUSY = /^(55P03|57014|40001|40P01|POOL_TIMEOUT)$/;

const RETRY_AFTER: Partial<Record<RefusalCode, string>> = {
  not_ready: '1',
  busy: '3',
  clock_differs: '60',
  read_only: '60',
  media_unavailable: '30',
};

/** The account was deleted while its credentials were still cached. */
const ACCOUNT_GONE = /account_id_fkey$/;

/** Converts any error into a refusal. Unexpected errors become `fault`. */
export const refusalOf = (error: unknown, body_limit?: number): Refusal => {
  if (error instanceof Refusal) return error;
  const { code, statusCode, constraint_name } = error as { code?: string; statusCode?: number; constraint_name?: string };
  if (isUnreachable(error)) return new Refusal('not_ready');
  if (code !== undefined && DATABASE_BUSY.test(code)) return new Refusal('busy');
  if (isReadOnly(error)) return new Refusal('read_only');
  if (code === '23503' && ACCOUNT_GONE.test(constraint_name ?? '')) return new Refusal('invalid_credentials');
  const http_code = code === undefined ? undefined : HTTP_FAULTS[code];
  if (http_code === 'body_too_large' && body_limit)
    return new Refusal(http_code, { detail: `Send a body of at most ${body_limit.toLocaleString('en')} bytes.` });
  if (http_code) return new Refusal(http_code);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal(error instanceof SyntaxError ? 'malformed_json' : 'malformed_request');
  return new Refusal('fault');
};

/** Sets Retry-After, and the rate limit that was reached. */
export const setRetryHeaders = (reply: FastifyReply, { code, limit }: Refusal): void => {
  const seconds = RETRY_AFTER[code];
  if (seconds) reply.header('retry-after', seconds);
  if (limit) reply.headers({ ...limitHeaders(limit), 'retry-after': String(limit.resets_in) });
};

const rootFor = async (deps: AppDeps, request: FastifyRequest): Promise<string> => {
  try {
    return (await deps.siteOf(request.headers.host)).root;
  } catch {
    return deps.site_root;
  }
};

/** Ends a request whose client disconnected; returns null if it did not. */
export const endDisconnected = (deps: AppDeps, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply | null => {
  if (!isClientDisconnect(error, request.raw)) return null;
  deps.log.debug({ err: error, request_id: request.id }, 'client hung up');
  return reply.code(CLIENT_CLOSED).send();
};

/** How a protocol writes a problem. */
interface ProblemFormat {
  type: string;
  bodyOf(problem: Problem, request: FastifyRequest): unknown;
}

const PROBLEM_JSON: ProblemFormat = { type: 'application/problem+json', bodyOf: (problem) => problem };

export const sendProblem = async (
  deps: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { type, bodyOf }: ProblemFormat = PROBLEM_JSON,
): Promise<FastifyReply> => {
  const ended = endDisconnected(deps, request, reply, error);
  if (ended) return ended;
  const refusal = refusalOf(error, request.routeOptions.bodyLimit);
  const problem = problemOf(refusal, await rootFor(deps, request), request.id);
  // A wrong clock is logged when it begins and ends, not with each request.
  if (problem.status >= 500 && refusal.code !== 'clock_differs') deps.log.error({ err: error, request_id: request.id }, 'fault');
  setRetryHeaders(reply, refusal);
  return reply
    .code(problem.status)
    .header('content-type', type)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send(Buffer.from(JSON.stringify(bodyOf(problem, request))));
};

/** Rejects methods before the body is parsed: its type and size are irrelevant. OPTIONS may have an answer. */
export const rejectMethods = (
  app: FastifyInstance,
  url: string,
  methods: HTTPMethods[],
  allow: string,
  answerOptions?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void => {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (answerOptions && request.method === 'OPTIONS') return;
    reply.header('allow', allow);
    throw new Refusal('method_not_allowed');
  };
  const method = answerOptions ? [...methods, 'OPTIONS'] : methods;
  app.route({ method, url, onRequest, handler: answerOptions ?? (async () => undefined) });
};

/** The status nginx logs for a client that disconnected before the response. It is never sent. */
const CLIENT_CLOSED = 499;

/** Error codes of connections that end too early. */
const DISCONNECT_CODES: readonly string[] = [
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ABORT_ERR',
];

/** Whether the client disconnected. Database connections fail with the same codes, so the client's socket must be closed too. */
export const isClientDisconnect = (error: unknown, request: IncomingMessage): boolean =>
  request.socket.destroyed && DISCONNECT_CODES.includes((error as { code?: string } | null)?.code ?? '');

/** The status to log: the one sent, or 499 if the client disconnected. */
export const loggedStatus = ({ writableFinished, statusCode }: ServerResponse): number => (writableFinished ? statusCode : CLIENT_CLOSED);

export const limitPolicy = ({ name, limit, window_seconds }: LimitLeft): string => `"${name}";q=${limit};w=${window_seconds}`;
export const limitLeft = ({ name, remaining, resets_in }: LimitLeft): string => `"${name}";r=${remaining};t=${resets_in}`;

/** RateLimit header fields (IETF draft). */
export const limitHeaders = (limit: LimitLeft): Record<string, string> => ({
  'ratelimit-policy': limitPolicy(limit),
  ratelimit: limitLeft(limit),
});
