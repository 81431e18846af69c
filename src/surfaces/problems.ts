import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf, Refusal } from '../kernel/errors.ts';
import type { RefusalCode } from '../kernel/refusals.ts';
import type { House } from './house.ts';
import { limitHeaders } from './limit-headers.ts';

/** Faults of HTTP itself, which Fastify finds before any of our code, in our words. */
const HTTP_FAULTS: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_content_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
};

/** What the driver and PostgreSQL say when the database is away, starting, stopping, or has no connection left to give. */
const DATABASE_AWAY =
  /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[123]|53300|08\d{3})$/;
/** A row of an account that was deleted while its credentials were still believed. */
const ACCOUNT_GONE = /account_id_fkey$/;

/** What a thrown thing means to the asker. What we did not foresee is a fault of ours. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  const { code, statusCode, constraint_name } = error as { code?: string; statusCode?: number; constraint_name?: string };
  if (code !== undefined && DATABASE_AWAY.test(code)) return new Refusal('not_ready');
  if (code === '23503' && ACCOUNT_GONE.test(constraint_name ?? '')) return new Refusal('invalid_credentials');
  const known = code === undefined ? undefined : HTTP_FAULTS[code];
  if (known) return new Refusal(known);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal(error instanceof SyntaxError ? 'malformed_json' : 'malformed_request');
  return new Refusal('fault');
};

/** The root of the site asked for, or the default site's where there is none. */
const rootFor = async (house: House, request: FastifyRequest): Promise<string> => {
  try {
    return (await house.siteOf(request.headers.host)).root;
  } catch {
    return house.site_root;
  }
};

export const sendProblem = async (house: House, request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply> => {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) house.log.error({ err: error, request_id: request.id }, 'fault');
  if (refusal.code === 'not_ready') reply.header('retry-after', '1');
  if (refusal.limit) reply.headers({ ...limitHeaders(refusal.limit), 'retry-after': String(refusal.limit.resets_in) });
  const problem = problemOf(refusal, await rootFor(house, request), request.id);
  return reply
    .code(refusal.status)
    .header('content-type', 'application/problem+json')
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send(Buffer.from(JSON.stringify(problem)));
};
