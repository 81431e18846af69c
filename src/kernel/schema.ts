import { type Static, Type as T, type TObject, type TProperties, type TSchema, type TSchemaOptions } from 'typebox';
import { MAX_PER_PAGE } from './responses.ts';

/** Building blocks of schemas. OpenAPI, MCP and error responses use the same names for limits. */

export const SLUG = '^[a-z0-9][a-z0-9-]{0,219}$';

export const Slug = (description: string) => T.String({ pattern: SLUG, maxLength: 220, description });
export const Text = (maxLength: number, description?: string) => T.String({ maxLength, ...(description && { description }) });
export const RequiredText = (maxLength: number, description?: string) =>
  T.String({ minLength: 1, maxLength, ...(description && { description }) });
export const Texts = (maxItems: number, maxLength: number, description?: string) =>
  T.Array(T.String({ minLength: 1, maxLength }), { maxItems, ...(description && { description }) });
export const Nullable = <S extends TSchema>(schema: S, options?: TSchemaOptions) => T.Union([schema, T.Null()], options);
export const OneOf = <const V extends string[]>(values: [...V], options: TSchemaOptions = {}) =>
  T.Enum(values, { type: 'string', ...options });
export const Id = (description: string) => T.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
export const Uuid = (description: string) =>
  T.String({ format: 'uuid', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', description });
export const Country = (description: string) => T.String({ pattern: '^[A-Za-z]{2}$', description });
export const Email = (description: string) =>
  T.String({ format: 'email', pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s.]+$', maxLength: 254, description });
export const Day = (description?: string) =>
  T.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...(description && { description }) });
export const Instant = (description?: string) => T.String({ format: 'date-time', ...(description && { description }) });
/** A whole address, such as https://acme.example/. */
export const Address = (description: string) => T.String({ format: 'uri', description });
export const Cents = (description?: string) => T.Integer({ ...(description && { description }) });
export const Count = (description?: string) => T.Integer({ minimum: 0, ...(description && { description }) });

/** An object without additional properties: unknown properties are rejected, not ignored. */
export const Strict = <P extends TProperties>(properties: P, options: TSchemaOptions = {}) =>
  T.Object(properties, { additionalProperties: false, ...options });

/** A record of the API: its title names it in the OpenAPI document, in MCP tools and in generated clients. */
export const Named = <P extends TProperties>(title: string, properties: P, options: TSchemaOptions = {}) =>
  Strict(properties, { title, ...options });

/** Something that a request asked for and did not get. */
export const Warning = Named('Warning', {
  code: T.String({ description: 'Error code.' }),
  path: T.String({ description: 'The property it is about, such as fields.stage.' }),
  message: T.String({ description: 'What was not done, and how to get it.' }),
});
export type Warning = Static<typeof Warning>;
export const Warnings = T.Array(Warning, { title: 'Warnings', description: 'What was not done as requested, and why.' });
export const NextSteps = T.Array(T.String(), {
  title: 'NextSteps',
  description: 'What to do next, in words.',
});

type Defaulted = { '~defaulted': true };

/** A property with a default: optional for callers, always set for handlers. */
export const Default = <S extends TSchema>(schema: S, value: Static<S>) =>
  T.Optional({ ...schema, default: value } as S) as unknown as S & Defaulted;

type DefaultedKeys<P extends TProperties> = { [K in keyof P]: P[K] extends Defaulted ? K : never }[keyof P];

/** Input as callers send it: properties with a default may be missing. */
export type SentInput<O extends TObject> =
  O extends TObject<infer P> ? Omit<Static<O>, DefaultedKeys<P>> & Partial<Pick<Static<O>, DefaultedKeys<P> & keyof Static<O>>> : never;

export const PAGING = {
  page: Default(T.Integer({ minimum: 1, maximum: 1000, description: 'Page, from 1.' }), 1),
  per_page: Default(T.Integer({ minimum: 1, maximum: MAX_PER_PAGE, description: 'Items per page.' }), 20),
};
/** Input of a list that only takes a page. */
export const PagingInput = Strict({ ...PAGING });

/** A page of a list. The total is exact up to 10,000. A list of named records is named after them. */
export const ListOf = <S extends TSchema>(item: S) =>
  Strict(
    {
      items: T.Array(item, { description: 'In order.' }),
      page: T.Integer({ description: 'This page, from 1.' }),
      per_page: T.Integer({ description: 'Most items per page.' }),
      total: Count('Number of all items.'),
      total_is_exact: T.Boolean({ description: 'False above 10,000, where total is a lower bound.' }),
      has_more: T.Boolean({ description: 'Whether there is a next page.' }),
    },
    titleOf(item) ? { title: `${titleOf(item)}Page` } : {},
  );

const titleOf = (schema: TSchema): unknown => (schema as TSchemaOptions).title;

export type { Static, TObject, TProperties, TSchema, TUnion } from 'typebox';
export { T };
