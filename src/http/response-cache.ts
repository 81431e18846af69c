import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { counter } from '../kernel/metrics.ts';
import { ttlCache } from '../kernel/ttl-cache.ts';

/** A public response, the same for every client. */
export interface CachedResponse {
  status: number;
  type: string;
  body: Buffer;
  /** Weak, since it is the same for the body and the gzipped body. */
  etag: string;
  /** Headers of this response only. */
  headers?: Record<string, string>;
  /** The gzipped body, compressed on first use. */
  pack(): Buffer;
}

export const cachedResponse = (status: number, type: string, text: string, headers?: Record<string, string>): CachedResponse => {
  const body = Buffer.from(text);
  let packed: Buffer | undefined;
  const pack = () => {
    packed ??= gzipSync(body);
    return packed;
  };
  return { status, type, body, etag: `W/"${hash('sha1', body, 'base64url')}"`, headers, pack };
};

/** Maximum age. A change is visible within a second on every process, without invalidation. */
const TTL_MS = 600;
const MAX_BYTES = 12 * 1024 * 1024;
/** Longer URLs are hardly requested twice. */
const MAX_KEY_LENGTH = 600;
/** Overhead of an entry: key, headers, bookkeeping. */
const ENTRY_BYTES = 500;

/** Hits and misses by cache name. Plain numbers, since this runs with every request. */
const tallies = new Map<string, { hit: number; miss: number }>();

counter('cache_requests_total', 'Cache lookups, by cache and hit or miss.', ['cache', 'result'], (lookups) => {
  lookups.reset();
  for (const [cache, { hit, miss }] of tallies) {
    lookups.inc({ cache, result: 'hit' }, hit);
    lookups.inc({ cache, result: 'miss' }, miss);
  }
});

/** Caches public responses for under a second. Concurrent requests for the same key share one computation. */
export class ResponseCache {
  readonly #tally: { hit: number; miss: number };
  readonly #cache;

  /** With a maximum age of 0, only requests at the same time share a response. */
  constructor(name: string, ttl_ms = TTL_MS) {
    this.#tally = tallies.get(name) ?? { hit: 0, miss: 0 };
    tallies.set(name, this.#tally);
    this.#cache = ttlCache<CachedResponse>({
      ttl_ms,
      max_size: MAX_BYTES,
      sizeOf: ({ status, body }, key) => (ttl_ms > 0 && status === 200 ? ENTRY_BYTES + key.length + body.length : null),
    });
  }

  /** The response if it is there, without waiting. */
  getLoaded(key: string): CachedResponse | undefined {
    const response = this.#cache.getLoaded(key);
    if (response) this.#tally.hit++;
    return response;
  }

  get(key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    if (key.length > MAX_KEY_LENGTH) return make();
    let result: 'hit' | 'miss' = 'hit';
    const response = this.#cache.get(key, () => {
      result = 'miss';
      return make();
    });
    this.#tally[result]++;
    return response;
  }
}

/** Shorter responses fit into one packet anyway. */
const MIN_GZIP_BYTES = 1024;

/** Sends a cached response with these headers and those already set. */
export const sendCachedResponse = (
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  extra_headers: Record<string, string>,
): void =>
  writeCachedResponse(request, reply, response, {
    ...(reply.getHeaders() as Record<string, string>),
    ...extra_headers,
    ...response.headers,
  });

/** Sends 304 if the client has it, gzipped if supported. Bypasses the framework, whose sending costs more than all else. */
export const writeCachedResponse = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, type, body, etag, pack }: CachedResponse,
  headers: Record<string, string>,
): void => {
  reply.hijack();
  const unchanged = status === 200 && etagMatches(request.headers['if-none-match'], etag);
  const packed = !unchanged && body.length >= MIN_GZIP_BYTES && acceptsGzip(request.headers['accept-encoding']);
  headers.etag = etag;
  headers.vary ??= 'accept-encoding';
  // Errors pass; only what is missing or gone stays so for a while.
  if (status >= 400 && status !== 404 && status !== 410) headers['cache-control'] = 'no-store';
  if (unchanged) return void reply.raw.writeHead(304, headers).end();
  const sent = packed ? pack() : body;
  headers['content-type'] = type;
  headers['content-length'] = String(sent.length);
  if (packed) headers['content-encoding'] = 'gzip';
  reply.raw.writeHead(status, headers).end(sent);
};

const withoutWeakness = (etag: string): string => etag.trim().replace(/^W\//, '');

/** Whether the client has the current version: weak comparison (RFC 9110, section 13.1.2). */
export const etagMatches = (if_none_match: string | undefined, etag: string): boolean =>
  if_none_match !== undefined &&
  (if_none_match === '*' || if_none_match.split(',').some((tag) => withoutWeakness(tag) === withoutWeakness(etag)));

/** Sends a response that has its own ETag: 304 if the client has it, otherwise what is read now. */
export const sendUnlessUnchanged = async (
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string> & { etag: string },
  read: () => unknown,
): Promise<FastifyReply> => {
  if (etagMatches(request.headers['if-none-match'], headers.etag)) return reply.code(304).headers(headers).send();
  const body = await read();
  return reply.headers(headers).send(body);
};

export const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?(?:\s|,|$))/.test(String(accepted));

/** A finished response, gzipped if the client accepts it. */
export const gzipResponse = async ({ headers: sent }: FastifyRequest, response: Response): Promise<Response> => {
  const bytes = Buffer.from(await response.arrayBuffer());
  const packed = bytes.length >= MIN_GZIP_BYTES && acceptsGzip(sent['accept-encoding']);
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('vary', 'accept-encoding');
  if (packed) headers.set('content-encoding', 'gzip');
  const body = packed ? gzipSync(bytes) : bytes;
  return new Response(bytes.length ? body : null, { status: response.status, headers });
};
