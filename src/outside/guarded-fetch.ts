import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import { faultOf, isAllowedAddress } from './address-rules.ts';
import { BodyTooLarge, readBody } from './bounded-body.ts';

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
  user_agent?: string;
}

export type GuardedFetch = (url: string, asking?: Asking) => Promise<Fetched | NotFetched>;

/** The addresses of a host name. */
export type Resolver = (host: string) => Promise<string[]>;

export interface Guard {
  /** Loopback and private addresses on any port, for development. */
  allow_private: boolean;
  resolve?: Resolver;
}

export const isFetched = (outcome: Fetched | NotFetched): outcome is Fetched => 'status' in outcome;

const DEFAULTS = { max_bytes: 2 * 1024 * 1024, timeout_ms: 10_000, max_redirects: 5, user_agent: 'Launchweek/1.0' };
const HEADER_BYTES = 32 * 1024;

class Failure extends Error {
  readonly code: FetchFailure;
  constructor(code: FetchFailure, detail: string) {
    super(detail);
    this.code = code;
  }
}

const askSystem: Resolver = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Waits no longer than the deadline for what cannot be cancelled. */
const before = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const late = () => reject(signal.reason);
    if (signal.aborted) return late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late));
  });

/** Every address of the URL's host, each of them allowed: a name that also points inward is refused as a whole. */
const addressesOf = async (url: URL, { allow_private, resolve = askSystem }: Guard, signal: AbortSignal): Promise<string[]> => {
  const fault = faultOf(url, allow_private);
  if (fault) throw new Failure('address_not_allowed', fault);
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

type Lookup = (host: string, options: { all?: boolean }, done: (error: null, found: unknown, family?: number) => void) => void;

/** Connects to the addresses that were checked, whatever the name means a moment later. */
const pinnedTo = (addresses: string[]): Agent => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: Lookup = (_host, { all }, done) => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family));
  return new Agent({ connect: { lookup: lookup as never }, maxHeaderSize: HEADER_BYTES, pipelining: 0 });
};

interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

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

const oneHop = async (hop: Hop, guard: Guard, max_bytes: number, signal: AbortSignal): Promise<Fetched | Hop> => {
  const agent = pinnedTo(await addressesOf(hop.url, guard, signal));
  try {
    const { url, method, headers, body } = hop;
    const answer = await request(url, { dispatcher: agent, method: method as 'GET', headers, body, signal });
    const location = answer.headers.location;
    if (REDIRECTS.includes(answer.statusCode) && typeof location === 'string') {
      answer.body.on('error', () => undefined).destroy();
      return nextHop(hop, answer.statusCode, location);
    }
    const read = await readBody(answer.body, answer.headers['content-encoding'], max_bytes, signal);
    return { url: url.href, status: answer.statusCode, headers: headersOf(answer.headers), body: read };
  } finally {
    agent.destroy().catch(() => undefined);
  }
};

const failureOf = (error: unknown, signal: AbortSignal): Pick<NotFetched, 'code' | 'detail'> => {
  if (error instanceof Failure) return { code: error.code, detail: error.message };
  if (error instanceof BodyTooLarge) return { code: 'too_large', detail: error.message };
  if (signal.aborted) return { code: 'timed_out', detail: 'the answer did not come in time' };
  const { name, code = '', message } = error as { name: string; code?: string; message: string };
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { code: 'too_large', detail: 'the headers of the answer are too large' };
  if (name === 'HTTPParserError' || /^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_PADDING)/.test(code))
    return { code: 'malformed_answer', detail: message };
  return { code: 'unreachable', detail: message };
};

/**
 * A fetch that cannot be turned inward. Every hop's name is resolved, every address of it checked, and the connection
 * pinned to what was checked; bytes (unpacked), headers, redirects and time are bounded. It never throws.
 */
export const guardedFetch =
  (guard: Guard): GuardedFetch =>
  async (asked, asking = {}) => {
    const { max_bytes, timeout_ms, max_redirects, user_agent } = { ...DEFAULTS, ...asking };
    if (!URL.canParse(asked)) return { code: 'invalid_url', detail: 'this is no address', url: asked };
    const named = Object.entries(asking.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    const headers = { 'user-agent': user_agent, 'accept-encoding': 'gzip, deflate, br', ...Object.fromEntries(named) };
    const signal = AbortSignal.timeout(timeout_ms);
    let hop: Hop = { url: new URL(asked), method: asking.method ?? 'GET', headers, body: asking.body };
    try {
      for (let hops = 0; hops <= max_redirects; hops++) {
        const outcome = await oneHop(hop, guard, max_bytes, signal);
        if ('status' in outcome) return outcome;
        hop = outcome;
      }
      throw new Failure('too_many_redirects', `more than ${max_redirects} redirects`);
    } catch (error) {
      return { ...failureOf(error, signal), url: hop.url.href };
    }
  };
