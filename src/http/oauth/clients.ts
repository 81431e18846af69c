import { LRUCache } from 'lru-cache';
import { errors } from 'oidc-provider';
import { fetchParsed, parserErrorText, parseWith } from '../../integrations/fetch/fetch-parsed.ts';
import { type FetchError, type GuardedFetch, isFetched } from '../../integrations/fetch/guarded-fetch.ts';
import type { Limit, Limits } from '../../kernel/limits.ts';
import { extractDomainOrHost } from '../../modules/listings/addresses.ts';
import { GRANT_TYPES, isLoopback } from './metadata.ts';
import { DOCUMENT_BYTES, read_client_document } from './tasks.ts';

/** A domain the application controls, in reverse order: com.example.app (RFC 8252, section 7.1). */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]{1,62}(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+:$/;

/** Schemes that may be registered. Any other can be claimed by any program, runs in the browser, or sends the code unencrypted. */
const isAllowedScheme = ({ protocol, hostname }: URL): boolean => {
  if (protocol === 'https:') return true;
  // Unencrypted is only safe on the same computer.
  if (protocol === 'http:') return isLoopback(hostname);
  return REVERSE_DOMAIN.test(protocol);
};

/** Why a redirect URI cannot be registered, or null. The text goes into an OAuth error_description: plain ASCII, no quotes. */
const redirectUriFault = (uri: unknown): string | null => {
  const url = typeof uri === 'string' ? URL.parse(uri) : null;
  if (!url) return 'redirect_uris must only contain absolute addresses';
  if ((uri as string).includes('#')) return 'redirect_uris must not contain fragments';
  if (url.username || url.password) return 'redirect_uris must not contain a user name or password';
  if (!isAllowedScheme(url))
    return 'redirect_uris must use https, http on localhost, 127.0.0.1 or [::1], or a scheme in reverse domain order such as com.example.app:/callback';
  return null;
};

/** Our rules for every client. The library calls validators per metadata property, so they are attached to one it does not use. */
export const clientRules = {
  properties: ['software_id'],
  validator(
    _ctx: unknown,
    _key: string,
    _value: unknown,
    metadata: { scope?: string; grant_types?: unknown; redirect_uris?: readonly unknown[]; client_name?: unknown },
  ) {
    // The user consents to scopes each time; a client may request more later than it named at registration.
    delete metadata.scope;
    // Clients name all grant types they know (RFC 7591, section 2): those we do not offer are left out, not refused.
    const { grant_types } = metadata;
    if (Array.isArray(grant_types)) metadata.grant_types = GRANT_TYPES.filter((type) => grant_types.includes(type));
    // The library responds with invalid_redirect_uri if the description begins with the property's name.
    const uris: readonly unknown[] = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : [];
    for (const fault of uris.map(redirectUriFault)) if (fault) throw new errors.InvalidClientMetadata(fault);
    if (typeof metadata.client_name === 'string' && metadata.client_name.length > MAX_NAME_LENGTH)
      throw new errors.InvalidClientMetadata(`client_name may have at most ${MAX_NAME_LENGTH} characters`);
  },
};

const MAX_NAME_LENGTH = 120;

const TIMEOUT_MS = 3_000;
/** Failures are cached for this time: the library and users retry, but the publisher is asked once. */
const FAILURE_TTL_MS = 5_000;
const MAX_FAILURES = 1000;

export class DocumentNotFetched extends Error {
  readonly failure: FetchError;
  constructor(failure: FetchError) {
    super(failure.detail);
    this.failure = failure;
  }
}

const cacheFailures = (fetch: GuardedFetch): GuardedFetch => {
  const failures = new LRUCache<string, FetchError>({ max: MAX_FAILURES, ttl: FAILURE_TTL_MS });
  return async (url, options) => {
    const cached = failures.get(url);
    if (cached) return cached;
    const outcome = await fetch(url, options);
    if (!isFetched(outcome)) failures.set(url, outcome);
    return outcome;
  };
};

/** Anyone can name any URL as a client, so fetches are limited per website. The library caches documents. */
const DOCUMENTS_AN_HOUR: Limit = { name: 'client_documents', limit: 120, window_seconds: 3600 };

const countDocuments =
  (fetch: GuardedFetch, limits: Limits): GuardedFetch =>
  async (url, options) => {
    const { granted } = await limits.take(`website ${extractDomainOrHost(url) ?? url}`, DOCUMENTS_AN_HOUR);
    return granted ? fetch(url, options) : { code: 'unreachable', detail: 'too many requests to this website; try again in an hour', url };
  };

/** Fetches client documents for the library: through the guarded fetch, without redirects. */
export const clientDocumentFetch = (guarded: GuardedFetch, limits: Limits) => {
  const fetch = cacheFailures(countDocuments(guarded, limits));
  return async (input: string | URL | Request): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const options = { headers: { accept: 'application/json' }, max_bytes: DOCUMENT_BYTES, timeout_ms: TIMEOUT_MS, max_redirects: 0 };
    const headers = new Headers({ 'content-type': 'application/json' });
    let status = 0;
    const text = await fetchParsed<{ body: Uint8Array }, string, never>(fetch, url, options, read_client_document, (response) => {
      if (!isFetched(response)) throw new DocumentNotFetched(response);
      status = response.status;
      for (const name of ['cache-control', 'expires']) if (response.headers.has(name)) headers.set(name, response.headers.get(name)!);
      return parseWith({});
    }).catch((error) => {
      if (error instanceof DocumentNotFetched) throw error;
      throw new DocumentNotFetched({ code: 'malformed_answer', detail: parserErrorText(error), url });
    });
    return new Response(text, { status, headers });
  };
};
