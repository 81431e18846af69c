import type { JsonSchema } from '../src/http/openapi-schemas.ts';

interface Described {
  operationId: string;
  summary: string;
  description: string;
  security?: Record<string, string[]>[];
  parameters?: { $ref: string }[];
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description: string;
  schema: JsonSchema;
}

/** The parts of our OpenAPI document that the client is made from. */
export interface ApiDocument {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, unknown>; parameters: Record<string, unknown> };
}

const nameIn = (reference: string): string => reference.split('/').at(-1)!;
const toPascal = (id: string): string => id.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const comment = (text: string | undefined, indent: string): string => {
  if (!text) return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  return lines.length === 1
    ? `${indent}/** ${text} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
};

const PRIMITIVES: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

const typeOfObject = ({ properties, required = [], additionalProperties }: JsonSchema, indent: string): string => {
  if (!properties) return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'}>`;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, part]) =>
      `${comment(part.description, inner)}${inner}${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(part, inner)};\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
};

/** A schema as a TypeScript type. */
const typeOf = (schema: JsonSchema, indent = ''): string => {
  if (schema.$ref) return nameIn(schema.$ref);
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ');
  if (schema.anyOf) return schema.anyOf.map((part) => typeOf(part, indent)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  if (schema.type === 'array') return `(${typeOf(schema.items ?? {}, indent)})[]`;
  if (schema.type === 'object') return typeOfObject(schema, indent);
  return PRIMITIVES[schema.type ?? ''] ?? 'unknown';
};

const kindOf = ({ type, $ref, anyOf }: JsonSchema): string => {
  const kinds = [type ?? ($ref ? 'object' : anyOf ? anyOf.map(kindOf) : 'value')].flat();
  return kinds.filter((kind) => kind !== 'null').join(' or ');
};

interface Method {
  id: string;
  method: string;
  path: string;
  row: Described;
  input: JsonSchema;
  answer: JsonSchema;
  /** Whether it takes a key that makes it safe to repeat. */
  idempotent: boolean;
  /** Whether its answer is a page of a list. */
  paged: boolean;
}

const methodsOf = (document: ApiDocument): Method[] => {
  const schemas = document.components.schemas as Record<string, JsonSchema>;
  const resolve = (schema: JsonSchema): JsonSchema => (schema.$ref ? schemas[nameIn(schema.$ref)]! : schema);
  const isPage = (schema: JsonSchema): boolean => (resolve(schema).allOf ?? []).some(({ $ref }) => $ref?.endsWith('/Page'));
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, row]) => {
      const parameters = (row.parameters ?? []).map(({ $ref }) => document.components.parameters[nameIn($ref)] as Parameter);
      const named = parameters.filter((parameter) => parameter.in !== 'header');
      const body = row.requestBody?.content['application/json'].schema;
      const whole = body ? resolve(body) : {};
      const input: JsonSchema =
        body?.$ref && !named.length
          ? body
          : {
              type: 'object',
              required: [...named.filter(({ required }) => required).map(({ name }) => name), ...(whole.required ?? [])],
              properties: {
                ...Object.fromEntries(named.map(({ name, description, schema }) => [name, { ...schema, description }])),
                ...whole.properties,
              },
            };
      const answer = (row.responses[200] ?? row.responses[201])!.content!['application/json']!.schema;
      const paged = isPage(answer) && named.some(({ name }) => name === 'page');
      return {
        id: row.operationId,
        method: method.toUpperCase(),
        path,
        row,
        input,
        answer,
        idempotent: parameters.length > named.length,
        paged,
      };
    }),
  );
};

/** An operation with a view has an answer for each: the first is that of a call that names none. */
const answersByView = ({ input, answer }: Method): [view: unknown, answer: JsonSchema][] => {
  const views = input.properties?.view?.enum ?? [];
  return answer.anyOf?.length === views.length ? views.map((view, i) => [view, answer.anyOf![i]!]) : [];
};

const declareMethod = (method: Method): string => {
  const { id, row, input, paged } = method;
  const name = toPascal(id);
  const text = comment(`${row.summary}.\n\n${row.description}`, '  ');
  if (paged) return `${text}  ${id}: PagedMethod<${name}Input, ${name}Answer>;\n`;
  const declare = (input_type: string, answer_type: string) =>
    `  ${id}(input${input.properties && !input.required?.length ? '?' : ''}: ${input_type}, options?: CallOptions): Promise<${answer_type}>;\n`;
  const views = answersByView(method).map(([view, answer], i) =>
    declare(`${name}Input & { view${i === 0 ? '?' : ''}: ${JSON.stringify(view)} }`, typeOf(answer)),
  );
  return text + (views.length ? views.join('') : declare(`${name}Input`, `${name}Answer`));
};

const HEAD = `// Generated from the table of operations.
import type { CallOptions } from './client.ts';

/** A list: call it for one page, or go through all of them with \`for await (const record of client.….all())\`. */
export interface PagedMethod<Input, Answer extends { items: unknown[] }> {
  (input?: Input, options?: CallOptions): Promise<Answer>;
  /** Every record of every page. */
  all(input?: Omit<Input, 'page'>, options?: CallOptions): AsyncGenerator<Answer['items'][number], void, undefined>;
}
`;

/** The sources that are made from the document: types and the table of operations, and the reference that the command shows. */
export const generateSources = (document: ApiDocument): Record<'operations.ts' | 'reference.ts', string> => {
  const methods = methodsOf(document);
  const schemas = document.components.schemas as Record<string, JsonSchema>;
  const records = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema)};\n`,
  );
  const inputs = methods.map(({ id, input, answer }) =>
    [`export type ${toPascal(id)}Input = ${typeOf(input)};`, `export type ${toPascal(id)}Answer = ${typeOf(answer)};\n`].join('\n'),
  );
  const table = methods.map(({ id, method, path, idempotent }) => ({ id, method, path, ...(idempotent && { idempotent }) }));
  const reference = methods.map(({ id, row, input, paged }) => {
    const { properties = {}, required = [] } = input.$ref ? schemas[nameIn(input.$ref)]! : input;
    const parameters = Object.entries(properties).map(([name, part]) => [
      name,
      { type: kindOf(part), ...(required.includes(name) && { required: true }), description: part.description ?? '' },
    ]);
    const scope = row.security?.flatMap(({ oauth = [] }) => oauth)[0];
    const { summary, description } = row;
    return [id, { summary, description, ...(scope && { scope }), ...(paged && { paged }), parameters: Object.fromEntries(parameters) }];
  });
  return {
    'operations.ts': [
      HEAD,
      ...records,
      "/** What a request can be refused with. */\nexport type ProblemCode = Problem['code'];\n",
      ...inputs,
      `export interface Client {\n${methods.map(declareMethod).join('\n')}}\n`,
      `export const OPERATIONS = ${JSON.stringify(table, null, 2)};\n`,
    ].join('\n'),
    'reference.ts': [
      '// Generated from the table of operations.',
      'export interface Parameter {\n  type: string;\n  required?: boolean;\n  description: string;\n}\n',
      'interface Described {\n  summary: string;\n  description: string;\n  scope?: string;\n  paged?: boolean;\n  parameters: Record<string, Parameter>;\n}\n',
      `export const REFERENCE: Record<string, Described> = ${JSON.stringify(Object.fromEntries(reference), null, 2)};\n`,
    ].join('\n'),
  };
};
