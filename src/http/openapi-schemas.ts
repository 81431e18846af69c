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
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
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

/** When an answer's value is null or empty is said on the page of the operation; the document says that null is unknown. */
const withShortText = (schema: JsonSchema): JsonSchema =>
  schema.description ? { ...schema, description: schema.description.replace(/; (?:otherwise null|(?:null|empty) [^;]*)\.$/, '.') } : schema;

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

/** A record as it is published: the records it extends, and what it adds to them. */
interface Extended {
  bases: string[];
  own: Map<string, JsonSchema>;
  required: Set<string>;
  description: string | undefined;
}

/** Fewer properties in common are easier to read when each record has them itself. */
const MIN_SHARED = 3;

/** Bytes of a reference to a base, and of a base of its own beside its properties. */
const REFERENCE_BYTES = 60;
const BASE_BYTES = 120;

const bytesOf = (properties: [string, JsonSchema][]): number =>
  properties.reduce((sum, [name, part]) => sum + 2 * name.length + JSON.stringify(part).length, 0);

const inCommon = (a: Extended, b: Extended): [string, JsonSchema][] =>
  [...a.own].filter(([name, part]) => isDeepStrictEqual(b.own.get(name), part) && a.required.has(name) === b.required.has(name));

/** The properties that save most when they are written once, and the records that have them all. */
const findShared = (records: ReadonlyMap<string, Extended>) => {
  const all = [...records];
  const candidates = all.flatMap(([, a], i) =>
    all.slice(i + 1).map(([, b]) => {
      const properties = inCommon(a, b);
      const names = properties.map(([name]) => name);
      const has_all = (other: Extended): boolean => {
        const common = new Set(inCommon(a, other).map(([name]) => name));
        return names.every((name) => common.has(name));
      };
      const owners = properties.length < MIN_SHARED ? [] : all.filter(([, other]) => has_all(other)).map(([name]) => name);
      return { properties, owners, saved: (owners.length - 1) * bytesOf(properties) - owners.length * REFERENCE_BYTES - BASE_BYTES };
    }),
  );
  return candidates.filter(({ saved }) => saved > 0).toSorted((a, b) => b.saved - a.saved)[0];
};

const extend = (record: Extended, base: string, names: Iterable<string>): void => {
  record.bases.push(base);
  for (const name of names) record.own.delete(name);
};

/**
 * Records that have properties in common extend one that has just these. If one of them has no others, it is that; otherwise it is a
 * record of its own, named after the one with the shortest name.
 */
const extendRecords = (published: ReadonlyMap<string, JsonSchema>): Map<string, JsonSchema> => {
  const records = new Map<string, Extended>();
  for (const [name, { properties, required = [], description }] of published)
    if (properties) records.set(name, { bases: [], own: new Map(Object.entries(properties)), required: new Set(required), description });

  const whole = new Map([...records].map(([name, record]) => [name, { ...record, own: new Map(record.own) }]));
  for (const record of records.values()) {
    const [base] = [...whole]
      .filter(
        ([other, { own }]) =>
          own.size >= MIN_SHARED && own.size < record.own.size && inCommon(whole.get(other)!, record).length === own.size,
      )
      .toSorted(([, a], [, b]) => b.own.size - a.own.size);
    if (base) extend(record, base[0], base[1].own.keys());
  }

  const bases = new Map<string, Extended>();
  for (let shared = findShared(records); shared; shared = findShared(records)) {
    const { properties, owners } = shared;
    const base = owners
      .toSorted((a, b) => a.length - b.length)
      .map((owner) => `${owner}Base`)
      .find((name) => !bases.has(name))!;
    bases.set(base, { bases: [], own: new Map(properties), required: records.get(owners[0]!)!.required, description: undefined });
    for (const owner of owners)
      extend(
        records.get(owner)!,
        base,
        properties.map(([name]) => name),
      );
  }

  const write = ({ bases, own, required, description }: Extended): JsonSchema => {
    const rest = { type: 'object', required: [...own.keys()].filter((name) => required.has(name)), properties: Object.fromEntries(own) };
    const parts = [...bases.map((base) => ({ $ref: `${SCHEMAS}${base}` })), ...(own.size ? [rest] : [])];
    return { ...(description && { description }), ...(bases.length ? { allOf: parts } : rest) };
  };
  return new Map([...published, ...[...records, ...bases].map(([name, record]) => [name, write(record)] as const)]);
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
    addRecord(PAGE, { title: PAGE, description: 'The position of a page in its list.', ...pick(schema, PAGE_PROPERTIES) }, 'answer');
    const own = Object.keys(schema.properties!).filter((name) => !PAGE_PROPERTIES.includes(name));
    const { title, description } = schema;
    return {
      ...(title && { title }),
      ...(description && { description }),
      allOf: [{ $ref: reference(PAGE, 'answer') }, pick(schema, own)],
    };
  };

  const publishParts = (sent: JsonSchema, direction: Direction): JsonSchema => {
    const schema = direction === 'answer' ? withShortText(without(sent, REQUEST_ONLY)) : sent;
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
    const { title } = schema;
    const { description } = direction === 'answer' ? withShortText(schema) : schema;
    if (!title) return published;
    addRecord(title, published, direction);
    return { $ref: reference(title, direction), ...(description && { description }) };
  };

  /** A copy of plain JSON, without what TypeBox keeps beside it. */
  const plain = (schema: object): JsonSchema => JSON.parse(JSON.stringify(schema)) as JsonSchema;

  /** Values that are the same in both directions, such as a list of statuses, have one name. */
  const nameOf = (title: string): string => {
    const answer = records.answer.get(title);
    return !answer || isDeepStrictEqual(withoutText(answer), withoutText(records.request.get(title)!)) ? title : `${title}Input`;
  };

  return {
    request: (schema: object): JsonSchema => publish(plain(schema), 'request'),
    answer: (schema: object): JsonSchema => publish(plain(schema), 'answer'),
    /** The named records, in order of name. */
    records: (): Record<string, JsonSchema> => {
      const answers = [...extendRecords(records.answer)];
      const requests = [...records.request].map(([title, schema]) => [nameOf(title), schema] as const);
      return Object.fromEntries(
        [...requests, ...answers]
          .map(([name, schema]) => [name, without(schema, ['title'])] as const)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      );
    },
    /**
     * Points references of requests to the names that records have in requests, which are known when all are collected. A reference
     * that describes its record as the record itself does says nothing.
     */
    resolve: <T>(document: T): T => {
      const descriptions = new Map(
        [...records.request, ...records.answer].map(([title, { description }]) => [SCHEMAS + title, description] as const),
      );
      return JSON.parse(JSON.stringify(document), (_, part) => {
        if (typeof part?.$ref !== 'string' || !part.$ref.startsWith(SCHEMAS)) return part;
        const $ref = part.$ref.endsWith('?') ? SCHEMAS + nameOf(part.$ref.slice(SCHEMAS.length, -1)) : part.$ref;
        return part.description === descriptions.get($ref) ? { ...without(part, ['description']), $ref } : { ...part, $ref };
      }) as T;
    },
  };
};
