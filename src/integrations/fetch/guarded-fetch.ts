import { isIP } from 'node:net';
import { msg } from '../../kernel/language/messages.ts';
import { inEnglish } from '../../kernel/language/stored.ts';
import { counter } from '../../kernel/metrics.ts';
import { findUrlFault, isAllowedIp, isWebScheme, type Resolver, resolveWithServers, resolveWithSystem } from './addresses.ts';
import { ACCEPTED_ENCODINGS, BodyTooLarge, readBody } from './body.ts';
import { type Connections, loadUndici, pinnedAgent } from './connections.ts';

export type FetchErrorCode =
  | 'invalid_url'
  | 'address_not_allowed'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'
  | 'too_many_redirects'
  | 'malformed_answer';

export interface FetchResponse {
  /** URL of the response, after redirects. */
  url: string;
  status: number;
  headers: Headers;
  body: Buffer;
  /** Target of a redirect that was not followed. */
  to?: string;
}

export interface FetchError {
  code: FetchErrorCode;
  detail: string;
  url: string;
}

export interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Maximum size of the decompressed body. */
  max_bytes?: number;
  /** Total timeout: DNS, redirects and the whole body. */
  timeout_ms?: number;
  max_redirects?: number;
  /** `tell` returns the redirect itself, without its body, for callers that check each hop. */
  redirect?: 'follow' | 'tell';
  /** Truncate a longer body instead of rejecting it. */
  cut?: boolean;
  /** Reused connections; the caller closes them. */
  connections?: Connections;
  user_agent?: string;
  /** Reserves memory before a body is read, and may provide it. This wait does not count against the timeout. */
  hold?(bytes: number): Promise<Uint8Array | null>;
  signal?: AbortSignal;
}

export type GuardedFetch = (url: string, options?: FetchOptions) => Promise<FetchResponse | FetchError>;

interface FetchGuard {
  /** Allows loopback and private addresses on any port, for development. */
  allow_private: boolean;
  resolve?: Resolver;
}

export const isFetched = <F extends Omit<FetchResponse, 'body'>>(outcome: F | FetchError): outcome is F => 'status' in outcome;

const DEFAULTS = { max_bytes: 2 * 1024 * 1024, timeout_ms: 10_000, max_redirects: 5, user_agent: 'Launchweek/1.0' };

const fetches = counter(
  'fetches_total',
  'Requests to other sites, by outcome: the class of the status, such as 2xx, or the code of the failure.',
  ['outcome'],
);

class Failure extends Error {
  readonly code: FetchErrorCode;
  constructor(code: FetchErrorCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Stops waiting when the signal aborts, for work that cannot be cancelled. */
const orAbort = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timed_out = () => reject(signal.reason);
    if (signal.aborted) return timed_out();
    signal.addEventListener('abort', timed_out, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', timed_out));
  });

type ResolvedGuard = Required<FetchGuard>;

/** All IP addresses of the URL's host. If any is not allowed, the host is rejected. */
const resolveIps = async (url: URL, { allow_private, resolve }: ResolvedGuard, signal: AbortSignal): Promise<string[]> => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const ips = isIP(host)
    ? [host]
    : await orAbort(signal, resolve(host)).catch((error) => {
        if (signal.aborted) throw error;
        throw new Failure('unreachable', inEnglish(msg('the name {host} could not be resolved'), { host }));
      });
  if (ips.length === 0) throw new Failure('unreachable', inEnglish(msg('the name {host} has no address'), { host }));
  if (!ips.every((ip) => isAllowedIp(ip, allow_private)))
    throw new Failure('address_not_allowed', inEnglish(msg('{host} is not on the public internet'), { host }));
  return ips;
};

interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

type BoundedOptions = FetchOptions & { max_bytes: number; pause<T>(work: Promise<T>): Promise<T> };

const EMPTY = Buffer.alloc(0);
const REDIRECTS = [301, 302, 303, 307, 308];
/** Not forwarded to another origin. */
const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization'];

/** A scheme can be as long as a header; errors repeat only this much. */
const MAX_SCHEME_LENGTH = 30;

const nextHop = (hop: Hop, status: number, location: string): Hop => {
  const url = URL.parse(location, hop.url);
  if (!url) throw new Failure('malformed_answer', inEnglish(msg('it redirects to an invalid address')));
  // Reject it here, before a crawler requests the robots.txt of a host that such a URL may not have.
  if (!isWebScheme(url)) {
    const scheme = url.protocol.slice(0, MAX_SCHEME_LENGTH);
    throw new Failure('address_not_allowed', inEnglish(msg('it redirects to {scheme}, which is not a web address'), { scheme }));
  }
  const isSent = url.origin === hop.url.origin ? () => true : ([name]: [string, string]) => !PRIVATE_HEADERS.includes(name);
  const headers = Object.fromEntries(Object.entries(hop.headers).filter(isSent));
  const becomesGet = status === 303 || ((status === 301 || status === 302) && hop.method === 'POST');
  return becomesGet && hop.method !== 'HEAD' ? { url, headers, method: 'GET', body: undefined } : { ...hop, url, headers };
};

const headersOf = (raw: Record<string, string | string[] | undefined>): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
};

/** Makes one request and returns the response or the next hop. */
const fetchHop = async (hop: Hop, guard: ResolvedGuard, options: BoundedOptions, signal: AbortSignal): Promise<FetchResponse | Hop> => {
  const { url, method, headers, body } = hop;
  const { connections, max_bytes, cut = false, redirect, hold, pause } = options;
  const reason = findUrlFault(url, guard.allow_private);
  if (reason) throw new Failure('address_not_allowed', reason);
  const findIps = () => resolveIps(url, guard, signal);
  const agent = connections ? await connections.to(url.origin, findIps) : await pinnedAgent(await findIps());
  const { request } = await loadUndici();
  try {
    const response = await request(url, { dispatcher: agent, method: method as 'GET', headers, body, signal });
    const { location } = response.headers;
    const fetched = { url: url.href, status: response.statusCode, headers: headersOf(response.headers) };
    if (REDIRECTS.includes(response.statusCode) && typeof location === 'string') {
      response.body.on('error', () => undefined).destroy();
      const next = nextHop(hop, response.statusCode, location);
      return redirect === 'tell' ? { ...fetched, body: EMPTY, to: next.url.href } : next;
    }
    const into = hold && (await orAbort(signal, pause(hold(max_bytes))));
    const read = await readBody(response.body, response.headers['content-encoding'], { max_bytes, cut, into }, signal);
    return { ...fetched, body: read };
  } finally {
    if (!connections) agent.destroy().catch(() => undefined);
  }
};

/** Why a connection fails, for people: the words of the network library help nobody. */
const REASONS: readonly [codes: RegExp, reason: string][] = [
  [/^ECONNREFUSED$/, inEnglish(msg('the server refused the connection'))],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, inEnglish(msg('the server closed the connection before it responded'))],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, inEnglish(msg('the server didn’t respond in time'))],
  [/^(ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL)$/, inEnglish(msg('this domain wasn’t found'))],
  [/^CERT_HAS_EXPIRED$/, inEnglish(msg('the server’s certificate has expired'))],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, inEnglish(msg('the server’s certificate is for another domain'))],
  [/(SELF_SIGNED|UNABLE_TO_|CERT_)/, inEnglish(msg('the server’s certificate can’t be verified'))],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, inEnglish(msg('we couldn’t make a secure connection to the server'))],
];
const explainCode = (code: string): string =>
  REASONS.find(([codes]) => codes.test(code))?.[1] ?? inEnglish(msg('the server can’t be reached'));

const failureOf = (error: unknown, signal: AbortSignal): Pick<FetchError, 'code' | 'detail'> => {
  if (error instanceof Failure) return { code: error.code, detail: error.message };
  if (error instanceof BodyTooLarge) return { code: 'too_large', detail: error.message };
  if (signal.aborted) return { code: 'timed_out', detail: inEnglish(msg('the response took too long')) };
  const { name, code = '' } = error as { name: string; code?: string };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { code: 'too_large', detail: inEnglish(msg('the response headers are too large')) };
  if (name === 'HTTPParserError' || /^(Z_|ZSTD_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_PADDING)/.test(code))
    return { code: 'malformed_answer', detail: inEnglish(msg('the server’s response is malformed')) };
  return { code: 'unreachable', detail: explainCode(code) };
};

const withResolver = ({
  allow_private,
  resolve = allow_private ? resolveWithSystem : resolveWithServers(),
}: FetchGuard): ResolvedGuard => ({
  allow_private,
  resolve,
});

/** Why an address would not be fetched, or null. A name that does not resolve is accepted: it may resolve later. */
export type AddressCheck = (url: URL) => Promise<string | null>;

/** The check that every fetch makes, for addresses that are stored to be fetched later. */
export const guardedAddressCheck = (options: FetchGuard): AddressCheck => {
  const guard = withResolver(options);
  return async (url) => {
    const fault = findUrlFault(url, guard.allow_private);
    if (fault) return fault;
    const timed_out = deadline(DEFAULTS.timeout_ms);
    try {
      await resolveIps(url, guard, timed_out.signal);
      return null;
    } catch (error) {
      const { code, detail } = failureOf(error, timed_out.signal);
      return code === 'address_not_allowed' ? detail : null;
    } finally {
      timed_out.clear();
    }
  };
};

/**
 * A fetch for untrusted URLs (protects against SSRF). It resolves and checks every hop and connects only to checked addresses.
 * Decompressed size, headers, redirects and time are limited. Never throws.
 */
export const guardedFetch = (guard_options: FetchGuard): GuardedFetch => {
  const guard = withResolver(guard_options);
  return async (requested_url, options = {}) => {
    const { timeout_ms, max_redirects, user_agent } = { ...DEFAULTS, ...options };
    const url = URL.parse(requested_url);
    if (!url) return { code: 'invalid_url', detail: inEnglish(msg('this is not a valid address')), url: requested_url };
    const lowercased = Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    const headers = { 'user-agent': user_agent, 'accept-encoding': ACCEPTED_ENCODINGS, ...Object.fromEntries(lowercased) };
    const timed_out = deadline(timeout_ms);
    const limited = { ...DEFAULTS, ...options, pause: timed_out.pause };
    const signal = options.signal ? AbortSignal.any([timed_out.signal, options.signal]) : timed_out.signal;
    let hop: Hop = { url, method: options.method ?? 'GET', headers, body: options.body };
    try {
      for (let hops = 0; hops <= max_redirects; hops++) {
        const outcome = await fetchHop(hop, guard, limited, signal);
        if ('status' in outcome) {
          fetches.inc({ outcome: `${Math.floor(outcome.status / 100)}xx` });
          return outcome;
        }
        hop = outcome;
      }
      throw new Failure('too_many_redirects', inEnglish(msg('more than {n} redirects'), { n: max_redirects }));
    } catch (error) {
      const failure = failureOf(error, signal);
      fetches.inc({ outcome: failure.code });
      return { ...failure, url: hop.url.href };
    } finally {
      timed_out.clear();
    }
  };
};

/** A timeout that can be paused while we wait for ourselves. */
export interface Deadline {
  signal: AbortSignal;
  pause<T>(work: Promise<T>): Promise<T>;
  clear(): void;
}

export const deadline = (ms: number): Deadline => {
  const controller = new AbortController();
  let left_ms = Math.max(0, ms);
  let started_at = 0;
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    started_at = performance.now();
    timer = setTimeout(() => controller.abort(new DOMException('The time is up.', 'TimeoutError')), Math.ceil(left_ms)).unref();
  };
  const stop = (): void => {
    clearTimeout(timer);
    left_ms = Math.max(0, left_ms - (performance.now() - started_at));
  };
  start();
  return {
    signal: controller.signal,
    async pause(work) {
      stop();
      try {
        return await work;
      } finally {
        start();
      }
    },
    clear: () => clearTimeout(timer),
  };
};
