import { locationOf, type Operation, propertiesIn } from '../kernel/operation.ts';
import type { TSchema } from '../kernel/schema.ts';
import { API_VERSION } from '../modules/sites/sites.ts';
import { REFUSALS } from '../refusals.ts';
import { OPERATIONS } from '../registry.ts';

const PROBLEM = {
  type: 'object',
  description: 'RFC 9457 problem details. Switch on code.',
  required: ['type', 'title', 'status', 'code', 'detail', 'errors', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(REFUSALS) },
    detail: { type: ['string', 'null'] },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' }, limit: {}, actual: {} },
      },
    },
    request_id: { type: 'string' },
  },
} as const;

const ERROR_RESPONSES: Record<number, string> = {
  400: 'Invalid request',
  401: 'Missing or invalid credentials',
  403: 'Access not allowed',
  404: 'Not found',
  429: 'Rate limited',
};

const statusesOf = (row: Operation): number[] => [
  400,
  ...(row.access === 'public' ? [] : [401, 403]),
  ...(row.path.includes('{') || row.id === 'compare_listings' ? [404] : []),
  429,
];

const describeParameters = (row: Operation) =>
  Object.entries(row.input.properties)
    .filter(([name]) => locationOf(row, name) !== 'body')
    .map(([name, schema]) => {
      const { description, ...rest } = schema as TSchema & { description?: string };
      return {
        name,
        in: locationOf(row, name),
        required: (row.input.required ?? []).includes(name),
        ...(description && { description }),
        schema: rest,
      };
    });

const IDEMPOTENCY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body within 24 hours give the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const bodyOf = (row: Operation) => {
  const names = propertiesIn(row, 'body');
  if (!names.length) return {};
  const required = (row.input.required ?? []).filter((name) => names.includes(name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, row.input.properties[name]])),
    ...(required.length && { required }),
    additionalProperties: false,
  };
  return { requestBody: { required: required.length > 0, content: { 'application/json': { schema } } } };
};

const describeOperation = (row: Operation) => ({
  operationId: row.id,
  tags: [row.tag],
  summary: row.summary,
  description: row.description,
  security: row.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
  ...(row.access !== 'public' && { 'x-scope': row.access }),
  parameters: [...describeParameters(row), ...(row.idempotent ? [IDEMPOTENCY] : [])],
  ...bodyOf(row),
  responses: {
    [row.status]: { description: 'Success', content: { 'application/json': { schema: row.output } } },
    ...Object.fromEntries(statusesOf(row).map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  },
});

export const openapiDocument = (root: string, rows: readonly Operation[] = OPERATIONS) => ({
  openapi: '3.1.1',
  info: {
    title: 'Launchweek',
    version: API_VERSION,
    summary: 'A directory of product launches.',
    description: 'Every operation is also an MCP tool of the same name at /mcp. Voting and paying happen on the website only.',
  },
  servers: [{ url: `${root}/api/v1` }],
  tags: [...new Set(rows.map((row) => row.tag))].map((name) => ({ name })),
  paths: Object.fromEntries(
    [...Map.groupBy(rows, (row) => row.path)].map(([path, same_path]) => [
      path,
      Object.fromEntries(same_path.map((row) => [row.method.toLowerCase(), describeOperation(row)])),
    ]),
  ),
  components: {
    schemas: { Problem: PROBLEM },
    responses: Object.fromEntries(
      Object.entries(ERROR_RESPONSES).map(([status, description]) => [
        status,
        { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
      ]),
    ),
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth 2.1 access token.' } },
  },
});
