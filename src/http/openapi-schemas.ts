import { isDeepStrictEqual } from 'node:util';

/** A published JSON Schema: the keywords that our schemas use. */
export interface JsonSchema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  default?: unknown;
  examples?: unknown[];
}

export const SCHEMAS = '#/components/schemas/';

type Direction = 'request' | 'answer';

/** Bounds of what is sent. In answers they would only be in the way: an answer may grow. */
const REQUEST_ONLY = ['additionalProperties', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'default'];

/** Names of properties that hold an address. In answers it is always a whole one. */
const ADDRESS_NAME = /^(url|website)$|_url$/;

const withAddressFormat = (name: string, schema: JsonSchema): JsonSchema =>
  ADDRESS_NAME.test(name) && [schema.type].flat().includes('string') ? { ...schema, format: 'uri' } : schema;

/** Properties of every page of a list; pages share them. */
const PAGE = 'Page';
const PAGE_PROPERTIES = ['page', 'per_page', 'total', 'total_is_exact', 'has_more'];

const without = <T extends object>(value: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as T;

const withoutText = (schema: JsonSchema): JsonSchema => without(schema, ['description', 'default']);

const pick = (schema: JsonSchema, names: readonly string[]): JsonSchema => ({
  type: 'object',
  required: names.filter((name) => schema.required?.includes(name)),
  properties: Object.fromEntries(names.map((name) => [name, schema.properties![name]!])),
});

/** Records with fewer properties in common are easier to read when each is written out. */
const MIN_SHARED = 6;

/** A record that has all properties of another extends it. */
const extendRecord = (name: string, schema: JsonSchema, records: Map<string, JsonSchema>): JsonSchema => {
  const own = schema.properties;
  if (!own) return schema;
  const isBase = ([other, { properties = {} }]: [string, JsonSchema]): boolean =>
    other !== name &&
    Object.keys(properties).length >= MIN_SHARED &&
    Object.keys(properties).length < Object.keys(own).length &&
    Object.entries(properties).every(([property, part]) => isDeepStrictEqual(own[property], part));
  const [base] = [...records]
    .filter(isBase)
    .toSorted(([, a], [, b]) => Object.keys(b.properties!).length - Object.keys(a.properties!).length);
  if (!base) return schema;
  const names = Object.keys(own).filter((property) => !(property in base[1].properties!));
  const { description } = schema;
  return { ...(description && { description }), allOf: [{ $ref: `${SCHEMAS}${base[0]}` }, pick(schema, names)] };
};

/** A value or null: the type says so itself, where there is one. */
const joinNull = (schema: JsonSchema, rest: JsonSchema): JsonSchema => {
  if (typeof schema.type !== 'string') return { ...rest, anyOf: [schema, { type: 'null' }] };
  return { ...schema, ...rest, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
};

/**
 * Publishes schemas and collects the named records in them, each once. A record that requests and answers share appears twice, because
 * requests are strict and answers may grow: `Faq` in answers is `FaqInput` in requests.
 */
export const createSchemaPublisher = () => {
  const records: Record<Direction, Map<string, JsonSchema>> = { request: new Map(), answer: new Map() };

  const reference = (title: string, direction: Direction): string => `${SCHEMAS}${title}${direction === 'request' ? '?' : ''}`;

  const addRecord = (title: string, schema: JsonSchema, direction: Direction): void => {
    const known = records[direction].get(title);
    if (!known) records[direction].set(title, schema);
    else if (!isDeepStrictEqual(withoutText(known), withoutText(schema))) throw new Error(`Two different schemas are called ${title}.`);
  };

  const publishPage = (schema: JsonSchema): JsonSchema => {
    addRecord(PAGE, { title: PAGE, description: 'Where a page of a list stands in it.', ...pick(schema, PAGE_PROPERTIES) }, 'answer');
    const own = Object.keys(schema.properties!).filter((name) => !PAGE_PROPERTIES.includes(name));
    const { title, description } = schema;
    return {
      ...(title && { title }),
      ...(description && { description }),
      allOf: [{ $ref: reference(PAGE, 'answer') }, pick(schema, own)],
    };
  };

  const publishParts = (sent: JsonSchema, direction: Direction): JsonSchema => {
    const schema = direction === 'answer' ? without(sent, REQUEST_ONLY) : sent;
    const { properties, patternProperties, items, anyOf, ...rest } = schema;
    if (anyOf) {
      const parts = anyOf.filter(({ type }) => type !== 'null').map((part) => publish(part, direction));
      if (parts.length === 1 && anyOf.length === 2) return joinNull(parts[0]!, rest);
      return { ...rest, anyOf: anyOf.length > parts.length ? [...parts, { type: 'null' }] : parts };
    }
    const published = {
      ...rest,
      ...(items && { items: publish(items, direction) }),
      ...(patternProperties && { additionalProperties: publish(Object.values(patternProperties)[0]!, direction) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, part]) => {
            const published = publish(part, direction);
            return [name, direction === 'answer' ? withAddressFormat(name, published) : published];
          }),
        ),
      }),
    };
    return PAGE_PROPERTIES.every((name) => properties && name in properties) && direction === 'answer' ? publishPage(published) : published;
  };

  const publish = (schema: JsonSchema, direction: Direction): JsonSchema => {
    const published = publishParts(schema, direction);
    const { title, description } = schema;
    if (!title) return published;
    addRecord(title, published, direction);
    const own_description = description && description !== records[direction].get(title)!.description;
    return { $ref: reference(title, direction), ...(own_description && { description }) };
  };

  /** A copy of plain JSON, without what TypeBox keeps beside it. */
  const plain = (schema: object): JsonSchema => JSON.parse(JSON.stringify(schema)) as JsonSchema;

  const nameOf = (title: string): string => (records.answer.has(title) ? `${title}Input` : title);

  return {
    request: (schema: object): JsonSchema => publish(plain(schema), 'request'),
    answer: (schema: object): JsonSchema => publish(plain(schema), 'answer'),
    /** The named records, in order of name. */
    records: (): Record<string, JsonSchema> => {
      const answers = [...records.answer].map(([name, schema]) => [name, extendRecord(name, schema, records.answer)] as const);
      const requests = [...records.request].map(([title, schema]) => [nameOf(title), schema] as const);
      return Object.fromEntries(
        [...answers, ...requests]
          .map(([name, schema]) => [name, without(schema, ['title'])] as const)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      );
    },
    /** Points references of requests to the names that records have in requests, which are known when all are collected. */
    resolve: <T>(document: T): T =>
      JSON.parse(
        JSON.stringify(document).replace(
          /#\/components\/schemas\/(\w+)\?"/g,
          (_, title: string) => `#/components/schemas/${nameOf(title)}"`,
        ),
      ) as T,
  };
};
