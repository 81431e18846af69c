import type { JsonSchema } from './openapi-schemas.ts';

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', description, ...more });

export const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'RFC 9457. Check code in your program; show detail to people.',
  required: ['type', 'title', 'status', 'code', 'detail', 'errors', 'request_id'],
  properties: {
    type: text('Link to its documentation.', { format: 'uri' }),
    title: text('The code in words.'),
    status: { type: 'integer', description: 'The HTTP status.' },
    code: text('For programs. New codes may be added.'),
    detail: { type: ['string', 'null'], description: 'How to fix it; null for an internal error.' },
    errors: {
      type: 'array',
      description: 'Every invalid value.',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: text('The parameter or property, such as items[0].week.'),
          code: text('For programs.'),
          message: text('For people.'),
          limit: { description: 'The limit, or the allowed values.' },
          actual: { description: 'What was sent, or how much.' },
        },
      },
    },
    request_id: text('Identifies the request. Include it when you contact us.'),
  },
};

export const HEADERS: Record<string, JsonSchema> = {
  ETag: text('Version of the response. Send it as If-None-Match to get 304 while nothing has changed.'),
  'Cache-Control': text('s-maxage for public reads without credentials, which caches may share; private or no-store for everything else.'),
  RateLimit: text('Requests left in the limit you are closest to, and seconds until it resets: "reads";r=599;t=60.'),
  'RateLimit-Policy': text('That limit: requests per number of seconds: "reads";q=600;w=60.'),
  'Retry-After': { type: 'integer', description: 'Seconds to wait before you try again.' },
  'X-Request-Id': text('Identifies the request, also in our logs.'),
  Location: text('URL of the created record.', { format: 'uri-reference' }),
  'Idempotent-Replayed': text('true if this is the stored response to an earlier request with the same key.', { enum: ['true'] }),
  'WWW-Authenticate': text('Which scope is needed, and where to get a token (RFC 6750, RFC 9728).'),
  Allow: text('The methods this URL supports.'),
};
/** Error responses by status, with their headers beside the usual. */
export const ERRORS: Record<number, { description: string; headers?: string[] }> = {
  400: { description: 'The request is not valid.' },
  401: { description: 'Credentials are missing or invalid.', headers: ['WWW-Authenticate'] },
  403: { description: 'The credentials lack a required scope.', headers: ['WWW-Authenticate'] },
  404: { description: 'No such record, or not yours.' },
  405: { description: 'This URL doesn’t support this method.', headers: ['Allow'] },
  429: { description: 'Rate limit exceeded.', headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'] },
  500: { description: 'Internal error. Nothing was changed.', headers: ['X-Request-Id'] },
  503: { description: 'Temporarily unavailable. Nothing was changed.', headers: ['Retry-After'] },
};

export const TAGS: Record<string, string> = {
  Site: 'What this site is and where everything is.',
  Listings: 'Products in the directory: search, profiles, alternatives and comparison. Public.',
  Categories: 'The category tree and the listings in each category. Public.',
  Launches: 'Launch weeks, boards, awards and badges; the free plan. Votes come only from people on the site.',
  Founders: 'The people behind the products. Public.',
  Blog: 'The site’s blog posts. Public.',
  Account: 'Who you are and what your credentials allow.',
  Drafts: 'Turn a website address into a profile with a quote behind every value, then into a listing.',
  'My listings': 'Listings you own, in any status: edit them, post updates, milestones, your story and interview.',
  Claims: 'Verify that a listing is yours.',
  Orders: 'Products and prices, quotes with VAT, and orders. Payment is only possible on the website.',
  Moderation: 'What waits for the team, and decisions about it.',
  Directory: 'All listings of the site, in any status, and their launch weeks.',
  Queues: 'Reports, approvals, people and messages.',
  Catalog: 'Categories, attributes and founders.',
  Content: 'Blog posts, the founder interview and the weekly digest.',
  Sales: 'Orders, prices and promo codes. Money is moved only on the website.',
  Operation: 'Settings, jobs and emails.',
  Log: 'What the team did, and undo.',
};

export const INFO = `A directory of product launches, over REST. Every operation is also an MCP tool of the same name at /mcp. Voting and paying are only possible on the website.

Responses may grow: new properties, and new values where none are listed, can appear at any time. Ignore the ones you don’t know. Requests are strict: unknown properties are rejected.

Unknown values are null, and every property of a response is always present. Times are ISO 8601 in UTC and end in _at, days in _on, amounts are whole cents and end in _cents.

Every response has the headers X-Request-Id and Cache-Control; responses to rate-limited calls also have RateLimit and RateLimit-Policy. Each operation, with its MCP tool, is documented at /docs/operations/{operationId}.`;

export const ADMIN_INFO = `The back office of a directory, over REST, for its team and the agents they trust. Every operation is also an MCP tool of the same name at /mcp/admin. It is not part of the public API at /api/v1.

Every operation needs the scope site:admin, and an account that is an admin of this site at the time of the call. Admins create a key at /account/keys, or connect an application with OAuth.

Every write takes dry_run: the answer says what would change, and nothing is changed or sent. Every change is an entry of the audit log, with the key or application that made it, and its ID is in the answer; undo takes it back where the back office can.

Voting, deciding on held votes, moving money and changing the team are only possible on the website.

Unknown values are null. In requests, null means the same as leaving the property out. Times are ISO 8601 in UTC and end in _at, days in _on, amounts are whole cents and end in _cents.`;

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes retries safe: with the same key and input within 24 hours you get the first response again, and nothing is done twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '6f1f8a52-2f0e-4a57-9d6c-0d5f2f6f1a11',
};
