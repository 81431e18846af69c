import type { LimitLeft } from './limits.ts';

/** Every refusal the service can give, in one table: programs switch on the code, people read the detail. Shown at /docs/errors. */
export const REFUSALS = {
  invalid_input: { status: 400, title: 'Invalid input', detail: 'Correct the values listed in errors and send the request again.' },
  unknown_property: {
    status: 400,
    title: 'Unknown property',
    detail: 'Remove the properties listed in errors: they are not part of this operation.',
  },
  repeated_parameter: { status: 400, title: 'Repeated parameter', detail: 'Send each query parameter at most once.' },
  malformed_json: { status: 400, title: 'Malformed JSON', detail: 'The body must be one JSON object in UTF-8.' },
  unsupported_content_type: { status: 400, title: 'Unsupported content type', detail: 'Send the body as application/json.' },
  body_too_large: { status: 400, title: 'Body too large', detail: 'Send a smaller body.' },
  malformed_request: { status: 400, title: 'Malformed request', detail: 'The request could not be read as HTTP.' },
  invalid_idempotency_key: {
    status: 400,
    title: 'Invalid Idempotency-Key',
    detail: 'Use 1 to 255 visible ASCII characters, such as a UUID.',
  },
  idempotency_key_reused: {
    status: 400,
    title: 'Idempotency-Key reused',
    detail: 'This key was used with another input in the last 24 hours. Use a new key for a new request.',
  },
  missing_credentials: {
    status: 401,
    title: 'Missing credentials',
    detail: 'Send an API key or an OAuth access token as "Authorization: Bearer …".',
  },
  invalid_credentials: {
    status: 401,
    title: 'Invalid credentials',
    detail: 'The key or token is malformed, expired, revoked or meant for another service. Get a new one.',
  },
  insufficient_scope: { status: 403, title: 'Insufficient scope', detail: 'These credentials lack a scope this operation needs.' },
  rate_limited: { status: 429, title: 'Rate limited', detail: 'Wait as many seconds as Retry-After says, then try again.' },
  too_many_keys: { status: 400, title: 'Too many API keys', detail: 'Revoke a key you no longer use, then make a new one.' },
  wrong_sign_in: {
    status: 400,
    title: 'Wrong sign-in',
    detail: 'The address and the password do not belong together. You can also sign in by link.',
  },
  link_not_valid: {
    status: 400,
    title: 'Link not valid',
    detail: 'This link has been used, is too old, or was replaced by a newer one. Ask for another.',
  },
  address_taken: { status: 400, title: 'Address taken', detail: 'Another account has come to have this address, so nothing was changed.' },
  sign_in_needed: { status: 401, title: 'Sign-in needed', detail: 'Sign in and try again.' },
  cross_site_request: { status: 403, title: 'Cross-site request', detail: 'This form was not sent from this site, so nothing was done.' },
  too_many_attempts: { status: 429, title: 'Too many attempts', detail: 'Wait a while, then try again.' },
  foreign_origin: { status: 403, title: 'Foreign origin', detail: 'Pages of other origins may not call this address from a browser.' },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is nothing at this address. The operations are listed in the OpenAPI document.',
  },
  unknown_site: { status: 404, title: 'Unknown site', detail: 'No site of this service answers to this host name.' },
  listing_not_found: { status: 404, title: 'Listing not found', detail: 'No public listing has this slug. Find it with search_listings.' },
  category_not_found: { status: 404, title: 'Category not found', detail: 'No category has this slug. list_categories shows them all.' },
  founder_not_found: { status: 404, title: 'Founder not found', detail: 'No founder has this slug. Find them with list_founders.' },
  blog_post_not_found: {
    status: 404,
    title: 'Blog post not found',
    detail: 'No published post has this slug. list_blog_posts shows them all.',
  },
  session_not_found: { status: 404, title: 'Session not found', detail: 'You have no session with this id.' },
  mail_not_found: { status: 404, title: 'Mail not found', detail: 'There is no mail with this id.' },
  key_not_found: { status: 404, title: 'API key not found', detail: 'You have no usable API key with this id.' },
  method_not_allowed: { status: 405, title: 'Method not allowed', detail: 'Use one of the methods named in the Allow header.' },
  consent_expired: {
    status: 400,
    title: 'Nothing to allow',
    detail: 'This request to connect an application is over, or was begun in another browser. Begin again in the application.',
  },
  fault: { status: 500, title: 'A fault of ours', detail: null },
  not_ready: { status: 503, title: 'Not ready', detail: 'The service is starting, stopping or without its database. Try again shortly.' },
} as const satisfies Record<string, { status: number; title: string; detail: string | null }>;

export type RefusalCode = keyof typeof REFUSALS;

/** One thing wrong with the input: where, what, and where there is one, the limit and what was sent. */
export interface InputError {
  path: string;
  code: string;
  message: string;
  limit?: number | string | readonly string[];
  actual?: unknown;
}

/** A request we understand and refuse. Thrown by rules and verbs, turned into an answer by each surface. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: InputError[];
  readonly detail: string | null;
  /** Of `rate_limited`: the limit that was reached. */
  readonly limit: LimitLeft | undefined;
  constructor(code: RefusalCode, more: { detail?: string; errors?: InputError[]; limit?: LimitLeft } = {}) {
    super(code);
    this.code = code;
    this.errors = more.errors ?? [];
    this.detail = more.detail ?? REFUSALS[code].detail;
    this.limit = more.limit;
  }
  get status(): number {
    return REFUSALS[this.code].status;
  }
}

/** RFC 9457, with our code and the list of errors. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: RefusalCode;
  detail: string | null;
  errors: InputError[];
  request_id: string;
}

export const problemOf = (refusal: Refusal, root: string, request_id: string): Problem => ({
  type: `${root}/docs/errors#${refusal.code}`,
  title: REFUSALS[refusal.code].title,
  status: refusal.status,
  code: refusal.code,
  detail: refusal.detail,
  errors: refusal.errors,
  request_id,
});
