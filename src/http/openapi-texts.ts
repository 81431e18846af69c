import type { JsonSchema } from './openapi-schemas.ts';

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', description, ...more });

export const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'RFC 9457. Switch on code; show detail to people.',
  required: ['type', 'title', 'status', 'code', 'detail', 'errors', 'request_id'],
  properties: {
    type: text('Address of its explanation.', { format: 'uri' }),
    title: text('The code in words.'),
    status: { type: 'integer', description: 'The HTTP status.' },
    code: text('For programs. New codes may be added.'),
    detail: { type: ['string', 'null'], description: 'What to do about it; null for a fault of ours.' },
    errors: {
      type: 'array',
      description: 'Every fault of single values.',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: text('The parameter or property, such as items[0].week.'),
          code: text('For programs.'),
          message: text('For people.'),
          limit: { description: 'The bound, or the values that are allowed.' },
          actual: { description: 'What was sent, or how much.' },
        },
      },
    },
    request_id: text('Names this request, for questions to us.'),
  },
};

export const HEADERS: Record<string, JsonSchema> = {
  ETag: text('Version of the answer. Send it as If-None-Match to get 304 while it is the same.'),
  'Cache-Control': text('public, no-cache for public reads; no-store for everything else.'),
  RateLimit: text('What is left of the limit that is nearest, and seconds until it is full again: "reads";r=599;t=60.'),
  'RateLimit-Policy': text('That limit: how many calls in how many seconds: "reads";q=600;w=60.'),
  'Retry-After': { type: 'integer', description: 'Seconds to wait before you try again.' },
  'X-Request-Id': text('Names this request, in our logs too.'),
  Location: text('Address at which what was created can be read.', { format: 'uri-reference' }),
  'Idempotent-Replayed': text('true if this is the stored answer to an earlier request with the same key.', { enum: ['true'] }),
  'WWW-Authenticate': text('Which scope is needed, and where to get a token (RFC 6750, RFC 9728).'),
  Allow: text('The methods of this address.'),
};
/** Error responses by status, with their headers beside the usual. */
export const ERRORS: Record<number, { description: string; headers?: string[] }> = {
  400: { description: 'Refused as it was sent.' },
  401: { description: 'Credentials are missing or not valid.', headers: ['WWW-Authenticate'] },
  403: { description: 'The credentials lack the scope.', headers: ['WWW-Authenticate'] },
  404: { description: 'No such record, or not yours.' },
  405: { description: 'This address has other methods.', headers: ['Allow'] },
  429: { description: 'A limit is reached.', headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'] },
  500: { description: 'A fault of ours. Nothing was done.', headers: ['X-Request-Id'] },
  503: { description: 'Not possible at the moment. Nothing was done.', headers: ['Retry-After'] },
};

export const TAGS: Record<string, string> = {
  Site: 'What this site is and where everything is.',
  Listings: 'Products in the directory: search, profiles, alternatives and comparison. Public.',
  Categories: 'The tree of categories and what is in them. Public.',
  Launches: 'Launch weeks, boards, awards and badges; the free plan. Votes come only from people on the site.',
  Founders: 'The people behind the products. Public.',
  Blog: 'Articles of the site. Public.',
  Account: 'Who you are and what your credentials allow.',
  Drafts: 'From a website’s address to a profile with a quote behind every value, and on to a listing.',
  'Own listings': 'Listings you own, in any status: edit them, post updates, milestones, your story and interview.',
  Claims: 'Prove that a listing is yours.',
  Orders: 'Products and prices, quotes with VAT, and orders. Paying happens on the site only.',
};

export const INFO = `A directory of product launches, over REST. Every operation is also an MCP tool of the same name at /mcp. Voting and paying happen on the website only.

Answers may grow: new properties, and new values where none are listed, may appear at any time. Ignore what you do not know. Requests are strict: unknown properties are refused.

Unknown is null, and every property of an answer is always present. Times are ISO 8601 in UTC and end in _at, days in _on, amounts are whole cents and end in _cents.

Every answer has the headers X-Request-Id and Cache-Control, and every answer to a counted call RateLimit and RateLimit-Policy. More on each operation, with its MCP side, is at /docs/operations/{operationId}.`;

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes it safe to send a request again: the same key and input within 24 hours give the first answer, and nothing twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '6f1f8a52-2f0e-4a57-9d6c-0d5f2f6f1a11',
};
