import { locationOf, type Operation, propertiesIn } from '../kernel/operation.ts';
import { API_VERSION } from '../modules/sites/sites.ts';
import { REFUSALS } from '../refusals.ts';
import { type Api, PUBLIC_API } from './apis.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { OAUTH_PATHS, OAUTH_RESOURCES, RESOURCE_SCOPES, SCOPE_TEXTS } from './oauth/metadata.ts';
import { createSchemaPublisher, type JsonSchema } from './openapi-schemas.ts';
import { ERRORS, HEADERS, IDEMPOTENCY_KEY, PROBLEM, TAGS } from './openapi-texts.ts';

type RefusalCode = keyof typeof REFUSALS;

/** What the document says of a site. */
interface DescribedSite {
  root: string;
  name: string;
}

/** The recorded answers to the operations' examples. They have addresses of their own, because they would be a fifth of the document. */
export const EXAMPLE_ANSWERS: ReadonlyMap<string, unknown> = new Map(Object.entries(EXAMPLES));
const exampleAddress = (id: string): string => `/api/v1/examples/${id}`;

/** Sentences as long as they fit; the rest is on the operation's page of the reference. */
const MAX_DESCRIPTION = 130;
const beginningOf = (text: string): string => {
  const sentences = text.split(/(?<=\.) (?=[A-Z])/);
  const beginnings = sentences.map((_, i) => sentences.slice(0, i + 1).join(' '));
  return beginnings.findLast((beginning) => beginning.length <= MAX_DESCRIPTION) ?? sentences[0]!;
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

/** The record of codes with which a write's input is refused, and these codes. */
const codesOfWrites = (row: Pick<Operation, 'idempotent'>): [name: string, codes: RefusalCode[]] => [
  row.idempotent ? 'KeyedWriteCode' : 'WriteCode',
  commonRefusals({ method: 'POST', access: 'public', ...(row.idempotent && { idempotent: true }) }).filter(
    (code) => REFUSALS[code].status === 400,
  ),
];
const WRITE_CODES = Object.fromEntries(
  [true, false].map((idempotent) => {
    const [name, codes] = codesOfWrites({ idempotent });
    return [name, { type: 'string', description: 'Why the input was rejected.', enum: codes }];
  }),
);

/** The codes of all operations, in the order in which they were published. */
const withCodes = (problem: JsonSchema, { operations }: Api): JsonSchema => {
  const given = new Set(operations.flatMap(refusalsOf));
  const codes = Object.keys(REFUSALS).filter((code) => given.has(code as RefusalCode));
  return { ...problem, properties: { ...problem.properties, code: { ...problem.properties!.code, enum: codes } } };
};

const inPath = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });
/** Headers beside those of every answer, which the document names once. */
const headersOf = (names: readonly string[]) =>
  names.length ? { headers: Object.fromEntries(names.map((name) => [name, inPath('headers', name)])) } : {};

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

/** Bodies that are a record which other requests have as a part. */
const BODY_TITLES: Record<string, string> = { add_milestone: 'NewMilestone' };

/** The parts of the document that do not depend on the site. */
const describeOperations = (api: Api) => {
  const schemas = createSchemaPublisher();
  const parameters = createComponents();
  const responses = createComponents();

  const describeParameters = (row: Operation) => {
    const example = row.example as Record<string, unknown>;
    return Object.entries(row.input.properties)
      .filter(([name]) => locationOf(row, name) !== 'body')
      .map(([name, property]) => {
        const { description } = property as JsonSchema;
        const { description: _, ...schema } = schemas.request(property);
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
    const title = BODY_TITLES[row.id];
    const part = { ...(title && { title }), type: 'object', properties, ...(required.length && { required }), additionalProperties: false };
    const schema = schemas.request(names.length === Object.keys(row.input.properties).length ? row.input : part);
    const example = Object.fromEntries(Object.entries(row.example).filter(([name]) => names.includes(name)));
    return { requestBody: { ...(required.length && { required: true }), content: { 'application/json': { schema, example } } } };
  };

  /** Codes of many operations are named once, by what these have in common. */
  const describeCodes = (codes: RefusalCode[], row: Operation): JsonSchema => {
    const [name, common] = codesOfWrites(row);
    const own = codes.filter((code) => !common.includes(code));
    if (own.length === codes.length || row.method === 'GET') return { enum: codes };
    return own.length ? { anyOf: [inPath('schemas', name), { enum: own }] } : inPath('schemas', name);
  };

  const describeError = (status: number, codes: RefusalCode[], row: Operation) => {
    const { description, headers = [] } = ERRORS[status]!;
    const schema = { allOf: [inPath('schemas', 'Problem'), { properties: { code: describeCodes(codes, row) } }] };
    const response = { description, ...headersOf(headers), content: { 'application/problem+json': { schema } } };
    return responses.add('responses', String(status), response);
  };

  const describeErrors = (row: Operation) =>
    [...Map.groupBy(refusalsOf(row), (code) => REFUSALS[code].status)].map(([status, codes]) => [
      status,
      describeError(status, codes, row),
    ]);

  const describeSuccess = (row: Operation) => {
    const is_public_read = row.access === 'public' && row.method === 'GET';
    const headers = [
      ...(is_public_read ? ['ETag'] : []),
      ...(row.location ? ['Location'] : []),
      ...(row.idempotent ? ['Idempotent-Replayed'] : []),
    ];
    const examples = EXAMPLE_ANSWERS.has(row.id) && { examples: { answer: { externalValue: exampleAddress(row.id) } } };
    const content = { 'application/json': { schema: schemas.answer(row.output), ...examples } };
    const unchanged = { description: 'Not modified since the ETag you sent.', ...headersOf(['ETag', 'Cache-Control']) };
    return {
      [row.status]: { description: row.status === 201 ? 'Created' : 'OK', ...headersOf(headers), content },
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
      description: beginningOf(row.description),
      ...(row.access !== 'public' && { security: [{ key: [] }, { oauth: [row.access] }] }),
      ...(parameters_of.length && { parameters: parameters_of }),
      ...describeBody(row),
      responses: { ...describeSuccess(row), ...Object.fromEntries(describeErrors(row)) },
    };
  };

  const paths = Object.fromEntries(
    [...Map.groupBy(api.operations, (row) => row.path)].map(([path, rows]) => [
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
    schemas: { ...schemas.records(), Problem: withCodes(PROBLEM, api), ...WRITE_CODES },
    parameters: parameters.all(),
    headers,
    responses: all_responses,
  };
  const tags = [...new Set(api.operations.map((row) => row.tag))].map((name) => ({ name, description: TAGS[name]! }));
  return schemas.resolve({ tags, paths, components });
};

const described = new Map<Api, ReturnType<typeof describeOperations>>();

/** The OpenAPI document of a site's API. */
export const openapiDocument = ({ root, name }: DescribedSite, api: Api = PUBLIC_API) => {
  const { tags, paths, components } = described.get(api) ?? describeOperations(api);
  described.set(api, { tags, paths, components });
  const scopes = Object.fromEntries(RESOURCE_SCOPES[api.rest].map((scope) => [scope, SCOPE_TEXTS[scope].words]));
  return {
    openapi: '3.1.1',
    info: {
      title: name,
      version: API_VERSION,
      summary: api.summary,
      description: api.info,
      contact: { name, url: `${root}/docs` },
      license: { name: 'Use of the API of this site', url: `${root}/docs` },
    },
    servers: [{ url: root + OAUTH_RESOURCES[api.rest], description: name }],
    // For operations that do not say otherwise: those that need no credentials.
    security: [{}, { key: [] }, { oauth: [] }],
    tags,
    paths,
    components: {
      ...components,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key with the scope of the operation, created at ${root}/account/keys.`,
        },
        oauth: {
          type: 'oauth2',
          description: 'OAuth 2.1 with PKCE, for applications that act on behalf of users. Clients register themselves.',
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
