import { isIP } from 'node:net';
import { request } from 'undici';
import { faultOf, isAllowedAddress } from './address-rules.ts';
import { ACCEPTED_ENCODINGS, BodyTooLarge, readBody } from './bounded-body.ts';
import { type Connections, pinnedTo } from './pinned-connections.ts';
import { askNameServers, askSystem, type Resolver } from './resolve.ts';

export type FetchFailure =
  | 'invalid_url'
  | 'address_not_allowed'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'
  | 'too_many_redirects'
  | 'malformed_answer';

export interface Fetched {
  /** Where the answer came from, after redirects. */
  url: string;
  status: number;
  headers: Headers;
  body: Buffer;
  /** Where a redirect leads that was told and not followed. */
  to?: string;
}

export interface NotFetched {
  code: FetchFailure;
  detail: string;
  url: string;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Of the body, unpacked. */
  max_bytes?: number;
  /** For everything: names, redirects and the whole body. */
  timeout_ms?: number;
  max_redirects?: number;
  /** `tell` brings the redirect itself, without its body, for who must look at each hop. */
  redirect?: 'follow' | 'tell';
  /** A longer body is cut at max_bytes instead of refused. */
  cut?: boolean;
  /** Kept from one request to the next, by who closes them. */
  connections?: Connections;
  user_agent?: string;
  /** Calls it off. */
  signal?: AbortSignal;
}

export type GuardedFetch = (url: string, asking?: Asking) => Promise<Fetched | NotFetched>;

export interface Guard {
  /** Loopback and private addresses on any port, for development. */
  allow_private: boolean;
  resolve?: Resolver;
}

export const isFetched = (outcome: Fetched | NotFetched): outcome is Fetched => 'status' in outcome;

const DEFAULTS = { max_bytes: 2 * 1024 * 1024, timeout_ms: 10_000, max_redirects: 5, user_agent: 'Launchweek/1.0' };

class Failure extends Error {
  readonly code: FetchFailure;
  constructor(code: FetchFailure, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Waits no longer than the deadline for what cannot be cancelled. */
const before = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = () => reject(signal.reason);
    if (signal.aborted) return late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late));
  });

type Resolving = Required<Guard>;

/** Every address of the URL's host, each of them allowed: a name that also points inward is refused as a whole. */
const addressesOf = async (url: URL, { allow_private, resolve }: Resolving, signal: AbortSignal): Promise<string[]> => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host)
    ? [host]
    : await before(signal, resolve(host)).catch((error) => {
        if (signal.aborted) throw error;
        throw new Failure('unreachable', `the name ${host} could not be resolved`);
      });
  if (addresses.length === 0) throw new Failure('unreachable', `the name ${host} has no address`);
  if (!addresses.every((address) => isAllowedAddress(address, allow_private)))
    throw new Failure('address_not_allowed', `${host} is not on the public internet`);
  return addresses;
};

interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

type Bounded = Asking & { max_bytes: number };

const NOTHING = Buffer.alloc(0);
const REDIRECTS = [301, 302, 303, 307, 308];
/** What was meant for one origin is not told to another. */
const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization'];

const nextHop = (hop: Hop, status: number, location: string): Hop => {
  if (!URL.canParse(location, hop.url)) throw new Failure('malformed_answer', 'the answer redirects to what is no address');
  const url = new URL(location, hop.url);
  const kept = url.origin === hop.url.origin ? () => true : ([name]: [string, string]) => !PRIVATE_HEADERS.includes(name);
  const headers = Object.fromEntries(Object.entries(hop.headers).filter(kept));
  const becomesGet = status === 303 || ((status === 301 || status === 302) && hop.method === 'POST');
  return becomesGet && hop.method !== 'HEAD' ? { url, headers, method: 'GET', body: undefined } : { ...hop, url, headers };
};

const headersOf = (raw: Record<string, string | string[] | undefined>): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
};

/** What one request brings: an answer, or the hop that follows from it. */
const oneHop = async (hop: Hop, guard: Resolving, asking: Bounded, signal: AbortSignal): Promise<Fetched | Hop> => {
  const { url, method, headers, body } = hop;
  const { connections, max_bytes, cut = false, redirect } = asking;
  const fault = faultOf(url, guard.allow_private);
  if (fault) throw new Failure('address_not_allowed', fault);
  const addresses = () => addressesOf(url, guard, signal);
  const agent = connections ? await connections.to(url.origin, addresses) : pinnedTo(await addresses());
  try {
    const answer = await request(url, { dispatcher: agent, method: method as 'GET', headers, body, signal });
    const { location } = answer.headers;
    const fetched = { url: url.href, status: answer.statusCode, headers: headersOf(answer.headers) };
    if (REDIRECTS.includes(answer.statusCode) && typeof location === 'string') {
      answer.body.on('error', () => undefined).destroy();
      const next = nextHop(hop, answer.statusCode, location);
      return redirect === 'tell' ? { ...fetched, body: NOTHING, to: next.url.href } : next;
    }
    const read = await readBody(answer.body, answer.headers['content-encoding'], { max_bytes, cut }, signal);
    return { ...fetched, body: read };
  } finally {
    if (!connections) agent.destroy().catch(() => undefined);
  }
};

const failureOf = (error: unknown, signal: AbortSignal): Pick<NotFetched, 'code' | 'detail'> => {
  if (error instanceof Failure) return { code: error.code, detail: error.message };
  if (error instanceof BodyTooLarge) return { code: 'too_large', detail: error.message };
  if (signal.aborted) return { code: 'timed_out', detail: 'the answer did not come in time' };
  const { name, code = '', message } = error as { name: string; code?: string; message: string };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { code: 'too_large', detail: 'the headers of the answer are too large' };
  if (name === 'HTTPParserError' || /^(Z_|ZSTD_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_PADDING)/.test(code))
    return { code: 'malformed_answer', detail: message };
  return { code: 'unreachable', detail: message };
};

/**
 * A fetch that cannot be turned inward. Every hop's name is resolved, every address of it checked, and the connection
 * pinned to what was checked; bytes (unpacked), headers, redirects and time are bounded. It never throws.
 */
export const guardedFetch = ({ allow_private, resolve = allow_private ? askSystem : askNameServers() }: Guard): GuardedFetch => {
  const guard = { allow_private, resolve };
  return async (asked, asking = {}) => {
    const bounded = { ...DEFAULTS, ...asking };
    const { timeout_ms, max_redirects, user_agent } = bounded;
    if (!URL.canParse(asked)) return { code: 'invalid_url', detail: 'this is no address', url: asked };
    const named = Object.entries(asking.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    const headers = { 'user-agent': user_agent, 'accept-encoding': ACCEPTED_ENCODINGS, ...Object.fromEntries(named) };
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(timeout_ms)));
    const signal = asking.signal ? AbortSignal.any([late, asking.signal]) : late;
    let hop: Hop = { url: new URL(asked), method: asking.method ?? 'GET', headers, body: asking.body };
    try {
      for (let hops = 0; hops <= max_redirects; hops++) {
        const outcome = await oneHop(hop, guard, bounded, signal);
        if ('status' in outcome) return outcome;
        hop = outcome;
      }
      throw new Failure('too_many_redirects', `more than ${max_redirects} redirects`);
    } catch (error) {
      return { ...failureOf(error, signal), url: hop.url.href };
    }
  };
};
