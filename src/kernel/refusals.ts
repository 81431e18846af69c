/** What a program (status, code) and a person (title, detail) gets for a refusal. */
export interface RefusalText {
  status: number;
  title: string;
  detail: string | null;
}

/** Refusals that belong to no module: of requests, credentials and availability. */
export const GENERAL_REFUSALS = {
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
  sign_in_needed: { status: 401, title: 'Sign-in needed', detail: 'Sign in and try again.' },
  cross_site_request: { status: 403, title: 'Cross-site request', detail: 'This form was not sent from this site, so nothing was done.' },
  foreign_origin: { status: 403, title: 'Foreign origin', detail: 'Pages of other origins may not call this address from a browser.' },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is nothing at this address. The operations are listed in the OpenAPI document.',
  },
  unknown_site: { status: 404, title: 'Unknown site', detail: 'No site of this service answers to this host name.' },
  method_not_allowed: { status: 405, title: 'Method not allowed', detail: 'Use one of the methods named in the Allow header.' },
  consent_expired: {
    status: 400,
    title: 'Nothing to allow',
    detail: 'This request to connect an application is over, or was begun in another browser. Begin again in the application.',
  },
  fault: { status: 500, title: 'A fault of ours', detail: null },
  busy: {
    status: 503,
    title: 'Busy',
    detail: 'Something else is using what this request needs. Try again in a few seconds.',
  },
  clock_differs: {
    status: 503,
    title: 'Clock differs',
    detail: 'The clock of this server is wrong. Votes, launches and payments wait until it is right. Try again in a few minutes.',
  },
  read_only: {
    status: 503,
    title: 'Read-only',
    detail: 'The database takes no changes at the moment, and nothing was saved. Reading works. Try again in a few minutes.',
  },
  not_ready: { status: 503, title: 'Not ready', detail: 'The service is starting, stopping or without its database. Try again shortly.' },
} as const satisfies Record<string, RefusalText>;

/** All refusals. Each module declares its own in its `refusals.ts` and adds the codes here; `src/refusals.ts` has the table. */
export interface RefusalTexts extends Record<keyof typeof GENERAL_REFUSALS, RefusalText> {}

export type RefusalCode = keyof RefusalTexts;
