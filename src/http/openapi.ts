import { locationOf, type Operation, propertiesIn } from '../kernel/operation.ts';
import { API_VERSION } from '../modules/sites/sites.ts';
import { REFUSALS } from '../refusals.ts';
import { OPERATIONS } from '../registry.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { OAUTH_PATHS, SCOPE_TEXTS } from './oauth/metadata.ts';
import { createSchemaPublisher, type JsonSchema } from './openapi-schemas.ts';

type RefusalCode = keyof typeof REFUSALS;

/** What the document says of a site. */
interface DescribedSite {
  root: string;
  name: string;
}

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({ type: 'string', description, ...more });

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457). Switch on code; show detail to people.',
  required: ['type', 'title', 'status', 'code', 'detail', 'errors', 'request_id'],
  properties: {
    type: text('Address of the explanation of this code.', { format: 'uri' }),
    title: text('The code in words.'),
    status: { type: 'integer', description: 'The HTTP status.' },
    code: text('What went wrong, in a word for programs. New codes may be added.'),
    detail: { type: ['string', 'null'], description: 'What to do about it; null for a fault of ours.' },
    errors: {
      type: 'array',
      description: 'Every fault of the request, where it is about single values.',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: text('The parameter or property, such as items.0.week.'),
          code: text('What is wrong with it, in a word for programs.'),
          message: text('What is wrong with it, in words.'),
          limit: { description: 'The bound that was missed, or the values that are allowed.' },
          actual: { description: 'What was sent, or how much.' },
        },
      },
    },
    request_id: text('Names this request; quote it when you ask for help.'),
  },
};

const HEADERS: Record<string, JsonSchema> = {
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
const ALWAYS = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'];

/** Error responses by status, with their headers beside the usual. */
const ERRORS: Record<number, { description: string; headers?: string[] }> = {
  400: { description: 'The request cannot be carried out as it is.' },
  401: { description: 'Credentials are missing or not valid.', headers: ['WWW-Authenticate'] },
  403: { description: 'The credentials lack the scope.', headers: ['WWW-Authenticate'] },
  404: { description: 'There is no such record, or it is not yours.' },
  405: { description: 'This address has other methods.', headers: ['Allow'] },
  429: { description: 'A limit is reached.', headers: ['Retry-After', 'RateLimit', 'RateLimit-Policy'] },
  500: { description: 'A fault of ours. Nothing was done.' },
  503: { description: 'Not possible at the moment. Nothing was done.', headers: ['Retry-After'] },
};

/** Refusals that an operation has by its method and its access. */
export const commonRefusals = ({ method, access, idempotent }: Pick<Operation, 'method' | 'access' | 'idempotent'>): RefusalCode[] => [
  'invalid_input',
  'unknown_property',
  'repeated_parameter',
  'malformed_request',
  ...(method === 'GET' ? [] : (['malformed_json', 'unsupported_content_type', 'body_too_large'] as const)),
  ...(idempotent ? (['invalid_idempotency_key', 'idempotency_key_reused'] as const) : []),
  'invalid_credentials',
  ...(access === 'public' ? [] : (['missing_credentials', 'insufficient_scope'] as const)),
  'method_not_allowed',
  'rate_limited',
  'fault',
  'busy',
  'clock_differs',
  'read_only',
  'not_ready',
];

/** Every code an operation can be refused with. */
export const refusalsOf = (row: Operation): RefusalCode[] => [...commonRefusals(row), ...(row.refusals ?? [])];

const TAGS: Record<string, string> = {
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

const INFO = `A directory of product launches, over REST. Every operation is also an MCP tool of the same name at /mcp. Voting and paying happen on the website only.

Answers may grow: new properties, and new values where none are listed, may appear at any time. Ignore what you do not know. Requests are strict: unknown properties are refused.

Unknown is null, and every property of an answer is always present. Times are ISO 8601 in UTC and end in _at, days in _on, amounts are whole cents and end in _cents.`;

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Makes it safe to send a request again: the same key and input within 24 hours give the first answer, and nothing twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '6f1f8a52-2f0e-4a57-9d6c-0d5f2f6f1a11',
};

/** The codes of all operations, in the order in which they were published. */
const withCodes = (problem: JsonSchema): JsonSchema => {
  const given = new Set(OPERATIONS.flatMap(refusalsOf));
  const codes = Object.keys(REFUSALS).filter((code) => given.has(code as RefusalCode));
  return { ...problem, properties: { ...problem.properties, code: { ...problem.properties!.code, enum: codes } } };
};

const toPascal = (words: string): string => words.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const inPath = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });
const headersOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, inPath('headers', name)]));

/** Parts that operations share; `add` returns the reference. Different parts of the same name are told apart by a number. */
const createComponents = () => {
  const names = new Map<string, string>();
  const parts = new Map<string, unknown>();
  return {
    add(section: string, name: string, part: unknown) {
      const json = JSON.stringify(part);
      const taken = [...parts.keys()].filter((key) => key.split('.')[0] === name).length;
      const key = names.get(json) ?? (taken ? `${name}.${taken + 1}` : name);
      names.set(json, key);
      parts.set(key, part);
      return inPath(section, key);
    },
    all: () => Object.fromEntries([...parts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
};

/** The parts of the document that do not depend on the site. */
const describeOperations = () => {
  const schemas = createSchemaPublisher();
  const parameters = createComponents();
  const responses = createComponents();

  const describeParameters = (row: Operation) => {
    const example = row.example as Record<string, unknown>;
    return Object.entries(row.input.properties)
      .filter(([name]) => locationOf(row, name) !== 'body')
      .map(([name, property]) => {
        const { description, ...schema } = schemas.request(property);
        const parameter = {
          name,
          in: locationOf(row, name),
          ...((row.input.required ?? []).includes(name) && { required: true }),
          description,
          schema,
          ...(name in example && { example: example[name] }),
        };
        return parameters.add('parameters', name, parameter);
      });
  };

  const describeBody = (row: Operation) => {
    const names = propertiesIn(row, 'body');
    if (!names.length) return {};
    const required = (row.input.required ?? []).filter((name) => names.includes(name));
    const properties = Object.fromEntries(names.map((name) => [name, row.input.properties[name]]));
    const part = { type: 'object', properties, ...(required.length && { required }), additionalProperties: false };
    const schema = schemas.request(names.length === Object.keys(row.input.properties).length ? row.input : part);
    const example = Object.fromEntries(Object.entries(row.example).filter(([name]) => names.includes(name)));
    return { requestBody: { ...(required.length && { required: true }), content: { 'application/json': { schema, example } } } };
  };

  const describeError = (status: number, codes: RefusalCode[], own: readonly RefusalCode[]) => {
    const { description, headers = [] } = ERRORS[status]!;
    const schema = { allOf: [inPath('schemas', 'Problem'), { properties: { code: { enum: codes } } }] };
    const response = { description, headers: headersOf([...headers, 'X-Request-Id']), content: { 'application/problem+json': { schema } } };
    const own_name = codes
      .filter((code) => own.includes(code))
      .map(toPascal)
      .join('Or');
    return responses.add('responses', own_name || String(status), response);
  };

  const describeErrors = (row: Operation) =>
    [...Map.groupBy(refusalsOf(row), (code) => REFUSALS[code].status)].map(([status, codes]) => [
      status,
      describeError(status, codes, row.refusals ?? []),
    ]);

  const describeSuccess = (row: Operation) => {
    const is_public_read = row.access === 'public' && row.method === 'GET';
    const headers = [
      ...(is_public_read ? ['ETag'] : []),
      ...(row.location ? ['Location'] : []),
      ...(row.idempotent ? ['Idempotent-Replayed'] : []),
      'Cache-Control',
      ...ALWAYS,
    ];
    const example = (EXAMPLES as Record<string, unknown>)[row.id];
    const content = { 'application/json': { schema: schemas.answer(row.output), ...(example !== undefined && { example }) } };
    const unchanged = { description: 'Not changed since the ETag you sent.', headers: headersOf(['ETag', 'Cache-Control', ...ALWAYS]) };
    return {
      [row.status]: { description: row.status === 201 ? 'Created' : 'OK', headers: headersOf(headers), content },
      ...(is_public_read && { 304: responses.add('responses', '304', unchanged) }),
    };
  };

  const describe = (row: Operation) => {
    const parameters_of = [
      ...describeParameters(row),
      ...(row.idempotent ? [parameters.add('parameters', IDEMPOTENCY_KEY.name, IDEMPOTENCY_KEY)] : []),
    ];
    return {
      operationId: row.id,
      tags: [row.tag],
      summary: row.summary,
      description: row.description,
      ...(row.access !== 'public' && { security: [{ key: [] }, { oauth: [row.access] }] }),
      ...(parameters_of.length && { parameters: parameters_of }),
      ...describeBody(row),
      responses: { ...describeSuccess(row), ...Object.fromEntries(describeErrors(row)) },
    };
  };

  const paths = Object.fromEntries(
    [...Map.groupBy(OPERATIONS, (row) => row.path)].map(([path, rows]) => [
      path,
      Object.fromEntries(rows.map((row) => [row.method.toLowerCase(), describe(row)])),
    ]),
  );
  const all_responses = responses.all();
  const used = JSON.stringify([paths, all_responses]);
  const headers = Object.fromEntries(
    Object.entries(HEADERS)
      .filter(([name]) => used.includes(`#/components/headers/${name}"`))
      .map(([name, { description, ...schema }]) => [name, { description, schema }]),
  );
  const components = {
    schemas: { ...schemas.records(), Problem: withCodes(PROBLEM) },
    parameters: parameters.all(),
    headers,
    responses: all_responses,
  };
  const tags = [...new Set(OPERATIONS.map((row) => row.tag))].map((name) => ({ name, description: TAGS[name]! }));
  return schemas.resolve({ tags, paths, components });
};

let described: ReturnType<typeof describeOperations> | undefined;

/** The OpenAPI document of a site. */
export const openapiDocument = ({ root, name }: DescribedSite) => {
  described ??= describeOperations();
  const { tags, paths, components } = described;
  const scopes = Object.fromEntries(Object.entries(SCOPE_TEXTS).map(([scope, { words }]) => [scope, words]));
  return {
    openapi: '3.1.1',
    info: {
      title: name,
      version: API_VERSION,
      summary: 'A directory of product launches.',
      description: INFO,
      contact: { name, url: `${root}/docs` },
      license: { name: 'Use of the API of this site', url: `${root}/docs` },
    },
    servers: [{ url: `${root}/api/v1`, description: name }],
    // For operations that do not say otherwise: those that need no credentials.
    security: [{}, { key: [] }, { oauth: [] }],
    tags,
    paths,
    components: {
      ...components,
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: `An API key with the scope of the operation, made at ${root}/account/keys.` },
        oauth: {
          type: 'oauth2',
          description: 'OAuth 2.1 with PKCE, for applications that act for somebody. Clients register themselves.',
          flows: {
            authorizationCode: {
              authorizationUrl: root + OAUTH_PATHS.authorize,
              tokenUrl: root + OAUTH_PATHS.token,
              refreshUrl: root + OAUTH_PATHS.token,
              scopes,
            },
          },
        },
      },
    },
  };
};

/** The document with a line for each operation and component, so that a difference shows what changed. */
export const openapiText = (site: DescribedSite): string => {
  const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null && !Array.isArray(part);
  const write = (value: object, depth: number): string => {
    const lines = Object.entries(value).map(
      ([name, part]) => `${JSON.stringify(name)}: ${depth < 3 && isObject(part) ? write(part, depth + 1) : JSON.stringify(part)}`,
    );
    return `{\n${lines.map((line) => ' '.repeat(depth) + line).join(',\n')}\n${' '.repeat(depth - 1)}}`;
  };
  return write(openapiDocument(site), 1);
};
