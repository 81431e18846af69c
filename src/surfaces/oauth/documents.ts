import { type GuardedFetch, isFetched, type NotFetched } from '../../outside/guarded-fetch.ts';

/** A page of JSON describes any application. */
const DOCUMENT_BYTES = 64 * 1024;
const PATIENCE_MS = 3_000;
/** The library asks again when it reports a failure, and so do people; the publisher is asked once in this time. */
const FAILED_MS = 5_000;
const MOST_FAILED = 1000;

export class DocumentNotFetched extends Error {
  readonly failure: NotFetched;
  constructor(failure: NotFetched) {
    super(failure.detail);
    this.failure = failure;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An application that describes itself and says nothing about authenticating has no secret to do it with. */
const asPublicClient = (text: string): string => {
  try {
    const document: unknown = JSON.parse(text);
    return isObject(document) && 'client_id' in document ? JSON.stringify({ token_endpoint_auth_method: 'none', ...document }) : text;
  } catch {
    return text;
  }
};

/** Failures of a moment ago, by address. */
const rememberFailures = (fetch: GuardedFetch): GuardedFetch => {
  const failed = new Map<string, { outcome: NotFetched; until: number }>();
  return async (url, asking) => {
    const known = failed.get(url);
    if (known && performance.now() < known.until) return known.outcome;
    failed.delete(url);
    const outcome = await fetch(url, asking);
    if (!isFetched(outcome)) failed.set(url, { outcome, until: performance.now() + FAILED_MS });
    if (failed.size > MOST_FAILED) failed.delete(failed.keys().next().value!);
    return outcome;
  };
};

/** How the library fetches what applications publish about themselves: through the guard, and without following redirects. */
export const documentFetch = (guarded: GuardedFetch) => {
  const fetch = rememberFailures(guarded);
  return async (input: string | URL | Request): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const outcome = await fetch(url, {
      headers: { accept: 'application/json' },
      max_bytes: DOCUMENT_BYTES,
      timeout_ms: PATIENCE_MS,
      max_redirects: 0,
    });
    if (!isFetched(outcome)) throw new DocumentNotFetched(outcome);
    const headers = new Headers({ 'content-type': 'application/json' });
    for (const name of ['cache-control', 'expires']) if (outcome.headers.has(name)) headers.set(name, outcome.headers.get(name)!);
    return new Response(asPublicClient(outcome.body.toString()), { status: outcome.status, headers });
  };
};
