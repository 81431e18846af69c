import { msg, texts } from './language/messages.ts';

/** What a program (status, code) and a person (title, detail) gets for a refusal. */
export interface RefusalText {
  status: number;
  title: string;
  detail: string | null;
}

type Texts = Record<string, string | readonly [title: string, detail: string | null]>;

const toTitle = (code: string): string => code[0]!.toUpperCase() + code.slice(1).replaceAll('_', ' ');

/**
 * Refusals with one status: the detail of each code, after a title where the code in words is not one. Titles are for programs; details that
 * pages show are `msg(…)`, so that people read them in their language.
 */
export const refusals = <const T extends Texts>(status: number, table: T): Record<keyof T, RefusalText> =>
  texts(
    Object.fromEntries(
      Object.entries(table).map(([code, text]) => {
        const [title, detail] = typeof text === 'string' ? [toTitle(code), text] : text;
        return [code, { status, title, detail }];
      }),
    ) as Record<keyof T, RefusalText>,
  );

/** Refusals that belong to no module: of requests, credentials and availability. */
export const GENERAL_REFUSALS = {
  ...refusals(400, {
    invalid_input: 'Correct the values listed in errors and send the request again.',
    unknown_property: 'Remove the properties listed in errors: they are not part of this operation.',
    repeated_parameter: 'Send each query parameter at most once.',
    malformed_json: ['Malformed JSON', 'The body must be one JSON object in UTF-8.'],
    unsupported_content_type: 'Send the body as JSON, with the header "Content-Type: application/json".',
    body_too_large: 'Send a smaller body.',
    malformed_request: 'The request could not be read as HTTP.',
    invalid_idempotency_key: ['Invalid Idempotency-Key', 'Use 1 to 255 visible ASCII characters, such as a UUID.'],
    idempotency_key_reused: [
      'Idempotency-Key reused',
      'This key was used with different input in the last 24 hours. Use a new key for a new request.',
    ],
    consent_expired: [
      'Request expired',
      'This request to connect an application has ended or was started in another browser. Start again in the application.',
    ],
  }),
  ...refusals(401, {
    missing_credentials: 'Send an API key or an OAuth access token as "Authorization: Bearer …".',
    invalid_credentials: 'The key or token is malformed, expired, revoked or meant for another service. Get a new one.',
    sign_in_needed: ['Sign-in required', msg('Sign in and try again.')],
  }),
  ...refusals(403, {
    insufficient_scope: 'These credentials lack a scope this operation needs.',
    cross_site_request: ['Cross-site request', 'This form was not sent from this site, so nothing was done.'],
    foreign_origin: 'Pages from other origins can’t call this address from a browser.',
  }),
  ...refusals(404, {
    not_found: 'There is nothing at this address. The operations are listed in the OpenAPI document.',
    unknown_site: 'No site of this service uses this host name.',
  }),
  ...refusals(405, { method_not_allowed: 'Use one of the methods named in the Allow header.' }),
  ...refusals(429, { rate_limited: msg('Wait as many seconds as Retry-After says, then try again.') }),
  ...refusals(500, { fault: ['Internal error', null] }),
  ...refusals(503, {
    busy: 'Another request is using the same data. Try again in a few seconds.',
    clock_differs:
      'This server’s clock is wrong. Votes, launches and payments are paused until it is corrected. Try again in a few minutes.',
    read_only: [
      'Read-only',
      'The database is read-only at the moment, so nothing was saved. You can still read. Try again in a few minutes.',
    ],
    not_ready: 'The service is starting or stopping, or can’t reach its database. Try again shortly.',
  }),
};

/** All refusals. Each module has its own in its `refusals.ts`; `src/refusals.ts` has the table and adds their codes here. */
export interface RefusalTexts extends Record<keyof typeof GENERAL_REFUSALS, RefusalText> {}

export type RefusalCode = keyof RefusalTexts;
