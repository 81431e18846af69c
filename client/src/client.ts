/** What the client needs to know of an operation. */
export interface OperationRow {
  id: string;
  method: string;
  /** Below the base URL, with {names} of properties. */
  path: string;
  /** Whether it takes an Idempotency-Key. */
  idempotent?: boolean;
}

export interface ClientOptions {
  /** Root of the API, such as https://launchweek.example/api/v1. */
  base_url: string;
  /** API key or OAuth access token; a function is asked before every request. Not needed for public operations. */
  key?: string | (() => string | Promise<string>);
  /** How often a failed request is sent again; 3 by default, 0 for never. */
  retries?: number;
  /** After how long a request is given up; 30,000 by default. */
  timeout_ms?: number;
  /** A wait that the server asks for is kept if it is not longer than this; 60,000 by default. */
  max_wait_ms?: number;
  /** Sends requests; the global fetch by default. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  /** For operations that take one. By default each call that may be repeated has a new one. */
  idempotency_key?: string;
  /** Ends the call, its retries included. */
  signal?: AbortSignal;
  timeout_ms?: number;
}

/** RFC 9457 problem details. */
export interface ProblemDetails<Code extends string = string> {
  type: string;
  title: string;
  status: number;
  code: Code;
  detail: string | null;
  errors: { path: string; code: string; message: string; limit?: unknown; actual?: unknown }[];
  request_id: string;
}

/** The server refused a request. Switch on `code`. */
export class ProblemError<Code extends string = string> extends Error {
  override readonly name = 'ProblemError';
  readonly problem: ProblemDetails<Code>;
  constructor(problem: ProblemDetails<Code>) {
    super(`${problem.status} ${problem.code}: ${problem.detail ?? problem.title}`);
    this.problem = problem;
  }
  get code(): Code {
    return this.problem.code;
  }
  get status(): number {
    return this.problem.status;
  }
}

/** No answer came in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const RETRIES = 3;

type Input = Record<string, unknown>;

interface Call {
  row: OperationRow;
  url: string;
  request: { method: string; headers: Record<string, string>; body?: string };
  /** Whether it may be sent again without knowing what became of it: reads, and writes that the server recognizes by their key. */
  is_repeatable: boolean;
}

const randomText = (): string => Math.random().toString(36).slice(2);

/** Unique, not secret. Node 18 and pages without TLS have no randomUUID. */
const newKey = (): string => globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${randomText()}-${randomText()}`;

const isRead = (method: string): boolean => method === 'GET';
const isSentInBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE';

const prepare = async (
  { base_url, key, retries = RETRIES }: ClientOptions,
  row: OperationRow,
  input: Input,
  options: CallOptions,
): Promise<Call> => {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (input[name] === undefined) throw new TypeError(`${row.id} needs ${name}.`);
    return encodeURIComponent(String(input[name]));
  });
  const rest = Object.entries(input).filter(([name, value]) => value !== undefined && !row.path.includes(`{${name}}`));
  const in_body = isSentInBody(row.method);
  const query = in_body ? '' : new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString();
  const body = in_body && rest.length > 0 ? JSON.stringify(Object.fromEntries(rest)) : undefined;
  const token = typeof key === 'function' ? await key() : key;
  const generated_key = retries > 0 ? newKey() : undefined;
  const idempotency_key = row.idempotent ? (options.idempotency_key ?? generated_key) : undefined;
  return {
    row,
    url: `${base_url.replace(/\/$/, '')}${path}${query && `?${query}`}`,
    request: {
      method: row.method,
      headers: {
        accept: 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotency_key && { 'idempotency-key': idempotency_key }),
      },
      ...(body !== undefined && { body }),
    },
    is_repeatable: isRead(row.method) || idempotency_key !== undefined,
  };
};

/** Waits, unless the signal ends it first. */
export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
  });

/** Sends a request and reads its answer, both within the time. */
export const send = async (
  { url, request }: Pick<Call, 'url' | 'request'>,
  fetcher: typeof fetch,
  timeout_ms: number,
  signal?: AbortSignal,
) => {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal!.reason);
  const timer = setTimeout(() => controller.abort(new TimeoutError(`No response within ${timeout_ms} ms.`)), timeout_ms);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await fetcher(url, { ...request, signal: controller.signal });
    return { response, text: await response.text() };
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};

/** The problem in an error response; a proxy's page becomes one, too. */
export const problemOf = (response: Response, text: string): ProblemDetails => {
  try {
    const problem = JSON.parse(text) as ProblemDetails;
    if (typeof problem.code === 'string') return problem;
  } catch {}
  const request_id = response.headers.get('x-request-id') ?? '';
  return { type: 'about:blank', title: response.statusText, status: response.status, code: 'fault', detail: null, errors: [], request_id };
};

export const REPEATABLE_STATUSES = [502, 503, 504];
const FIRST_WAIT_MS = 500;

/** How long to wait before the next attempt: as long as the server says, or longer each time, and not all clients at once. */
export const waitBefore = (attempt: number, response?: Response): number => {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isNaN(seconds) ? FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2) : seconds * 1000;
};

const execute = async (options: ClientOptions, row: OperationRow, input: Input, call_options: CallOptions): Promise<unknown> => {
  const { retries = RETRIES, max_wait_ms = 60_000, fetch: fetcher = globalThis.fetch } = options;
  const { signal, timeout_ms = options.timeout_ms ?? 30_000 } = call_options;
  const call = await prepare(options, row, input, call_options);
  for (let attempt = 0; ; attempt++) {
    const is_last = attempt >= retries;
    let wait_ms: number;
    try {
      const { response, text } = await send(call, fetcher, timeout_ms, signal);
      if (response.ok) return JSON.parse(text);
      const problem = new ProblemError(problemOf(response, text));
      wait_ms = waitBefore(attempt, response);
      // A request over the limit was not carried out, so it may always be sent again.
      const may_repeat = response.status === 429 || (call.is_repeatable && REPEATABLE_STATUSES.includes(response.status));
      if (!may_repeat || is_last || wait_ms > max_wait_ms) throw problem;
    } catch (error) {
      if (error instanceof ProblemError || signal?.aborted || !call.is_repeatable || is_last) throw error;
      wait_ms = waitBefore(attempt);
    }
    await wait(wait_ms, signal);
  }
};

interface Page {
  items: unknown[];
  has_more: boolean;
}

/** A client with a method for each operation; methods of lists have `all`, which goes through every page. */
export const connect = <Client>(rows: readonly OperationRow[], options: ClientOptions): Client =>
  Object.fromEntries(
    rows.map((row) => {
      const method = (input: Input = {}, call_options: CallOptions = {}) => execute(options, row, input, call_options);
      const all = async function* (input: Input = {}, call_options: CallOptions = {}) {
        for (let page = 1; ; page++) {
          const { items, has_more } = (await method({ per_page: 100, ...input, page }, call_options)) as Page;
          yield* items;
          if (!has_more) return;
        }
      };
      return [row.id, Object.assign(method, { all })];
    }),
  ) as Client;
