import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { commonRefusals, EXAMPLE_ANSWERS, openapiDocument, openapiText } from '../../src/http/openapi.ts';
import { createSchemaPublisher, type JsonSchema } from '../../src/http/openapi-schemas.ts';
import { Named, T } from '../../src/kernel/schema.ts';
import { PRICING_MODELS, STAGES } from '../../src/modules/listings/schema.ts';
import { PRODUCT_CODES } from '../../src/modules/orders/products.ts';
import { BOARD_NAMES } from '../../src/modules/votes/boards/schema.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { createRefusalFinder, operationFiles } from '../support/refusals-thrown.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ demo: false });

/** Operations whose schemas are still being named and described, by tag. */
const IN_WORK: string[] = [];

const SITE = { root: 'https://launchweek.example', name: 'Launchweek' };

interface Response {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: JsonSchema; examples?: Record<string, { externalValue: string }> }>;
}
interface Described {
  operationId: string;
  description: string;
  security?: Record<string, string[]>[];
  parameters?: JsonSchema[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  responses: Record<string, Response & { $ref?: string }>;
}
interface Document {
  info: Record<string, unknown>;
  servers: unknown;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, { name: string; description?: string; schema: JsonSchema }>;
    headers: Record<string, unknown>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, { flows?: { authorizationCode: Record<string, unknown> } }>;
  };
}
const DOCUMENT = JSON.parse(JSON.stringify(openapiDocument(SITE))) as Document;
const DESCRIBED = new Map(Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods).map((row) => [row.operationId, row])));
const partAt = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], DOCUMENT);
const responseOf = (response: Response & { $ref?: string }): Response => (response.$ref ? (partAt(response.$ref) as Response) : response);

test('the committed openapi.json is up to date (npm run openapi writes it)', () => {
  expect(readFileSync('openapi.json', 'utf8')).toBe(`${openapiText(SITE)}\n`);
  expect(JSON.parse(openapiText(SITE))).toEqual(DOCUMENT);
});

test('SPEC 9: it is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(DOCUMENT as never);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('SPEC 9: it is served with the site’s name and address and lists every operation once', async () => {
  const document = (await (await server.get('/api/v1/openapi.json')).json()) as Document;
  const site = await server.client.get_site({});
  expect(document.info).toMatchObject({ title: site.name, version: site.api_version });
  expect(document.servers).toEqual([{ url: server.api, description: site.name }]);
  expect([...DESCRIBED.keys()].toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
  expect(document.tags.every(({ description }) => description.length > 10)).toBe(true);
  const other = openapiDocument({ root: 'https://garden.example', name: 'Garden' });
  expect(other.info).toMatchObject({ title: 'Garden', contact: { name: 'Garden', url: 'https://garden.example/docs' } });
  expect(JSON.stringify(other)).not.toMatch(/Launchweek|launchweek\.example/);
});

test('SPEC 5: its OAuth addresses are those of the authorization server, and each operation names its scope', async () => {
  const served = (await (await server.get('/api/v1/openapi.json')).json()) as Document;
  const metadata = (await (await server.get('/.well-known/oauth-authorization-server')).json()) as Record<string, unknown>;
  const flow = served.components.securitySchemes.oauth!.flows!.authorizationCode;
  expect(flow).toMatchObject({ authorizationUrl: metadata.authorization_endpoint, tokenUrl: metadata.token_endpoint });
  expect(Object.keys(flow.scopes as object)).toEqual(metadata.scopes_supported);
  for (const { id, access } of OPERATIONS)
    expect(DESCRIBED.get(id)!.security).toEqual(access === 'public' ? undefined : [{ key: [] }, { oauth: [access] }]);
});

/** Every schema in an answer by its path, following references once each. */
const answerParts = (): Map<string, JsonSchema> => {
  const found = new Map<string, JsonSchema>();
  const seen = new Set<string>();
  const visit = (schema: JsonSchema, path: string): void => {
    if (schema.$ref) {
      if (!seen.has(schema.$ref)) {
        seen.add(schema.$ref);
        visit(partAt(schema.$ref) as JsonSchema, schema.$ref.split('/').at(-1)!);
      }
      return;
    }
    found.set(`${path}${found.has(path) ? `#${found.size}` : ''}`, schema);
    for (const [name, part] of Object.entries(schema.properties ?? {})) visit(part, `${path}.${name}`);
    const { items, additionalProperties, anyOf = [], allOf = [] } = schema;
    for (const part of [items, additionalProperties, ...anyOf, ...allOf]) if (typeof part === 'object') visit(part, path);
  };
  for (const [id, { responses }] of DESCRIBED)
    for (const response of Object.values(responses))
      for (const { schema } of Object.values(responseOf(response).content ?? {})) visit(schema, id);
  return found;
};

describe('records', () => {
  test('two different schemas of one title are refused', () => {
    const schemas = createSchemaPublisher();
    schemas.answer(T.Array(Named('Thing', { name: T.String() })));
    schemas.answer(Named('Thing', { name: T.String() }, { description: 'Another one.' }));
    expect(() => schemas.answer(Named('Thing', { name: T.Integer() }))).toThrow('Two different schemas are called Thing.');
  });

  test('a record of requests is strict, the same record of answers may grow', () => {
    const schemas = createSchemaPublisher();
    const Thing = Named('Thing', { name: T.String({ maxLength: 5 }) });
    const used = { request: schemas.request(T.Array(Thing)), answer: schemas.answer(Thing) };
    expect(schemas.resolve(used)).toEqual({
      request: { type: 'array', items: { $ref: '#/components/schemas/ThingInput' } },
      answer: { $ref: '#/components/schemas/Thing' },
    });
    expect(schemas.records()).toEqual({
      Thing: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      ThingInput: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 5 } },
        additionalProperties: false,
      },
    });
  });

  test('no answer is closed to new properties, and addresses in answers are of the format uri', () => {
    const parts = answerParts();
    expect(parts.size).toBeGreaterThan(500);
    expect([...parts].filter(([, { additionalProperties }]) => additionalProperties === false).map(([path]) => path)).toEqual([]);
    const addresses = [...parts].filter(([path, { type }]) => /(\.|_)(url|website)$/.test(path) && [type].flat().includes('string'));
    expect(addresses.length).toBeGreaterThan(30);
    expect(addresses.filter(([, { format }]) => format !== 'uri').map(([path]) => path)).toEqual([]);
  });

  test('are named as generated clients call their types', () => {
    const named = {
      get_listing: 'Listing',
      get_draft: 'Draft',
      get_order: 'Order',
      create_checkout: 'Order',
      get_my_listing: 'OwnListing',
    };
    for (const [id, name] of Object.entries(named)) {
      const { responses } = DESCRIBED.get(id)!;
      const { schema } = (responses[200] ?? responses[201])!.content!['application/json']!;
      expect([id, (schema.anyOf?.[0] ?? schema).$ref]).toEqual([id, `#/components/schemas/${name}`]);
    }
  });

  test('name every known value: boards and products as enums, stages and pricing models, which may be others, in words', () => {
    const enumOf = ({ $ref, enum: values = [] }: JsonSchema): unknown[] => ($ref ? enumOf(partAt($ref) as JsonSchema) : values);
    const propertiesOf = (name: string) =>
      Object.values(DOCUMENT.components.schemas).flatMap(({ properties = {}, allOf = [] }) =>
        [properties, ...allOf.map((part) => part.properties ?? {})].flatMap((all) => all[name] ?? []),
      );
    for (const [name, values] of Object.entries({ board: BOARD_NAMES, product: PRODUCT_CODES })) {
      expect(propertiesOf(name).length).toBeGreaterThan(0);
      for (const property of propertiesOf(name)) expect([name, enumOf(property)]).toEqual([name, values]);
    }
    expect(DOCUMENT.components.parameters.board!.description).toContain(BOARD_NAMES.join(', '));
    for (const [name, values] of Object.entries({ stage: STAGES, pricing_model: PRICING_MODELS })) {
      expect(propertiesOf(name).length).toBeGreaterThan(0);
      for (const { $ref, description } of propertiesOf(name)) if (!$ref) expect(description).toContain(values.join(', '));
    }
  });
});

/** Properties without a description, as paths, following references once each. */
const undescribed = (schema: JsonSchema, path: string, seen = new Set<string>()): string[] => {
  if (schema.$ref) {
    if (seen.has(schema.$ref)) return [];
    seen.add(schema.$ref);
    return undescribed(partAt(schema.$ref) as JsonSchema, schema.$ref.split('/').at(-1)!, seen);
  }
  const isDescribed = (part: JsonSchema): boolean =>
    Boolean(part.description ?? (part.$ref && (partAt(part.$ref) as JsonSchema).description) ?? part.anyOf?.some(isDescribed));
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => [
      ...(isDescribed(part) ? [] : [`${path}.${name}`]),
      ...undescribed(part, `${path}.${name}`, seen),
    ]),
    ...[schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((part) =>
      typeof part === 'object' ? undescribed(part, path, seen) : [],
    ),
  ];
};

describe.each(OPERATIONS.filter(({ tag }) => !IN_WORK.includes(tag)))('$id', (row) => {
  const described = DESCRIBED.get(row.id)!;
  const answer = described.responses[row.status]!.content!['application/json']!;

  test('every property of its input and answer has a description', () => {
    const parameters = (described.parameters ?? []).map(({ $ref }) => partAt($ref!) as JsonSchema & { name: string });
    expect(parameters.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
    const body = described.requestBody?.content['application/json']?.schema;
    expect([...undescribed(answer.schema, row.id), ...(body ? undescribed(body, `${row.id} body`) : [])]).toEqual([]);
  });

  test('its answer is a named record, or one for each view', () => {
    for (const { $ref } of answer.schema.anyOf ?? [answer.schema]) expect($ref).toMatch(/^#\/components\/schemas\/\w+$/);
  });
});

/** What it may have when all records are named; decision 30 says why not less. */
const MAX_BYTES = 152_000;

test.skipIf(IN_WORK.length > 0)('it does not grow unnoticed', () => {
  expect(Buffer.byteLength(JSON.stringify(DOCUMENT))).toBeLessThanOrEqual(MAX_BYTES);
});

const codesIn = ({ $ref, anyOf = [], enum: codes = [] }: JsonSchema): unknown[] =>
  $ref ? codesIn(partAt($ref) as JsonSchema) : [...codes, ...anyOf.flatMap(codesIn)];

const findRefusals = createRefusalFinder();
const FILES = operationFiles();

test.each(OPERATIONS)('$id: its row names the refusals of its code, and the document gives them by status', (row) => {
  const common = commonRefusals(row) as string[];
  const thrown = findRefusals(FILES.get(row.id)!, row.id).filter((code) => !common.includes(code));
  expect([...(row.refusals ?? [])].toSorted()).toEqual(thrown.toSorted());
  const { responses } = DESCRIBED.get(row.id)!;
  const codes = Object.values(responses).flatMap((response) => {
    const { schema } = responseOf(response).content?.['application/problem+json'] ?? {};
    return codesIn(schema?.allOf?.[1]?.properties?.code ?? {});
  });
  expect(codes.toSorted()).toEqual([...common, ...thrown].toSorted());
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '405', '429', '500']));
});

test('every operation has an example of the request, and one of the answer at an address that is served and cached', async () => {
  for (const { id, status } of OPERATIONS) {
    const { requestBody, responses } = DESCRIBED.get(id)!;
    if (requestBody) expect(requestBody.content['application/json']!.example).toBeDefined();
    const { externalValue } = responses[status]!.content!['application/json']!.examples!.answer!;
    const served = await server.get(externalValue);
    expect({ id, answer: await served.json() }).toEqual({ id, answer: EXAMPLE_ANSWERS.get(id) });
    const again = await fetch(server.root + externalValue, { headers: { 'if-none-match': served.headers.get('etag')! } });
    expect(again.status).toBe(304);
  }
  for (const unknown of ['no_such_operation', 'constructor']) expect((await server.get(`/api/v1/examples/${unknown}`)).status).toBe(404);
});

/** Headers that only some answers have. */
const SOMETIMES = ['Allow', 'ETag', 'Idempotent-Replayed', 'Location', 'Retry-After', 'WWW-Authenticate'];
/** Headers that the document gives once, for every answer. */
const ALWAYS = ['Cache-Control', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'];

test('SPEC 7, 8: the headers it gives are those that are sent', async () => {
  expect(ALWAYS.filter((name) => !(DOCUMENT.info.description as string).includes(name) || !(name in DOCUMENT.components.headers))).toEqual(
    [],
  );
  const { key } = await server.member();
  const authorization = `Bearer ${key}`;
  const send = (id: string, path: string, init?: RequestInit) => fetch(server.api + path, init).then((response) => ({ id, response }));
  const { etag } = Object.fromEntries((await fetch(`${server.api}/site`)).headers);
  const sent = await Promise.all([
    send('get_site', '/site'),
    send('get_site', '/site', { headers: { 'if-none-match': etag! } }),
    send('get_site', '/site', { headers: { authorization: 'Bearer lw_nonsense' } }),
    send('get_site', '/site?nonsense=1'),
    send('get_listing', '/listings/no-such-listing'),
    send('get_account', '/me'),
    send('get_account', '/me', { headers: { authorization } }),
    send('list_my_orders', '/orders', { headers: { authorization } }),
    send('get_site', '/site', { method: 'DELETE' }),
  ]);
  const submission = {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'headers' },
    body: '{"url":"https://headers.example"}',
  };
  for (let times = 0; times < 2; times++) sent.push(await send('submit_listing', '/drafts', submission));
  expect(sent.at(-1)!.response.headers.has('idempotent-replayed')).toBe(true);
  for (const { id, response } of sent) {
    const own = Object.keys(responseOf(DESCRIBED.get(id)!.responses[response.status]!).headers ?? {});
    const documented = [...own, ...(response.status < 400 ? ALWAYS : ['Cache-Control', 'X-Request-Id'])];
    const optional = ['Idempotent-Replayed'];
    const missing = documented.filter((name) => !response.headers.has(name) && !optional.includes(name));
    const surplus = SOMETIMES.filter((name) => response.headers.has(name) && !own.includes(name));
    expect({ id, status: response.status, missing, surplus }).toEqual({ id, status: response.status, missing: [], surplus: [] });
  }
});
