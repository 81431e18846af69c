import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { type InputError, Refusal } from './errors.ts';
import { t } from './language/messages.ts';
import { memoize } from './memoize.ts';
import type { Static, TObject, TSchema } from './schema.ts';
import { normalize } from './unicode.ts';

/** The library's default of 8 would be used up by four unknown properties: it reports each twice. */
Settings.Set({ maxErrors: 200 });
const MAX_ERRORS = 50;

/** Text is trimmed and normalized. Control characters other than newline and tab, and lone surrogates, are rejected. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const cleanText = (text: string, path: string, errors: InputError[]): string => {
  if (!text.isWellFormed()) errors.push({ path, code: 'malformed_text', message: 'contains an invalid character (a lone surrogate)' });
  const clean = normalize(text.replace(/\r\n?/g, '\n')).trim();
  if (CONTROL.test(clean))
    errors.push({ path, code: 'control_character', message: 'contains control characters other than newline and tab' });
  return clean;
};

/** No operation nests deeper. Without a limit, a body of a million brackets would exhaust the stack. */
const DEPTH = 8;

const clean = (value: unknown, path: string, errors: InputError[], depth = 0): unknown => {
  if (typeof value === 'string') return cleanText(value, path, errors);
  if (value === null || typeof value !== 'object') return value;
  if (depth > DEPTH) {
    errors.push({ path, code: 'too_deep', message: `may nest at most ${DEPTH} levels`, limit: DEPTH });
    return null;
  }
  if (Array.isArray(value)) return value.map((item, i) => clean(item, `${path}[${i}]`, errors, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, clean(item, path ? `${path}.${key}` : key, errors, depth + 1)]),
  );
};

/** The parts of a JSON Pointer (RFC 6901). */
const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const pathOf = (pointer: string): string =>
  partsOf(pointer).reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '');

const valueAt = (value: unknown, pointer: string): unknown =>
  partsOf(pointer).reduce((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], value);

const preview = (value: unknown): unknown => (typeof value === 'string' && value.length > 100 ? `${value.slice(0, 100)}…` : value);

interface Finding {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message: string;
}

type Explain = (found: Finding, value: unknown) => Omit<InputError, 'path'>;

const bound =
  (code: string, describe: (limit: number) => string, actual: (value: unknown) => unknown): Explain =>
  ({ params }, value) => ({ code, message: describe(params.limit as number), limit: params.limit as number, actual: actual(value) });

const wrongForm = (message: string, limit: unknown, value: unknown) => ({
  code: 'wrong_form',
  message,
  limit: String(limit),
  actual: preview(value),
});

const countCharacters = (text: unknown): number => [...String(text)].length;
const countEntries = (value: unknown): number => Object.keys(value as object).length;

/** Messages for JSON Schema keywords. Keywords that are missing here give a generic error. */
const EXPLAIN: Record<string, Explain> = {
  maxLength: bound('too_long', (n) => t('may have at most {n} characters', { n }), countCharacters),
  minLength: bound('too_short', (n) => (n === 1 ? t('may not be empty') : t('needs at least {n} characters', { n })), countCharacters),
  maximum: bound('too_large', (n) => t('may be at most {n}', { n }), preview),
  minimum: bound('too_small', (n) => t('must be at least {n}', { n }), preview),
  maxItems: bound('too_many', (n) => t('may have at most {n} items', { n }), countEntries),
  minItems: bound('too_few', (n) => t('needs at least {n} items', { n }), countEntries),
  maxProperties: bound('too_many', (n) => `may have at most ${n} properties`, countEntries),
  enum: ({ params }, value) => ({
    code: 'not_allowed',
    message: `must be one of ${(params.allowedValues as string[]).join(', ')}`,
    limit: params.allowedValues as string[],
    actual: preview(value),
  }),
  type: ({ params }, value) => ({ code: 'wrong_type', message: `must be ${[params.type].flat().join(' or ')}`, actual: preview(value) }),
  pattern: ({ params: { pattern } }, value) => wrongForm(`must match ${pattern}`, pattern, value),
  format: ({ params: { format } }, value) => wrongForm(`must be a valid ${format}`, format, value),
};

const unknownProperty = (path: string, suggestion?: string | null): InputError => ({
  path,
  code: 'unknown_property',
  message: `is not a property of this operation${suggestion ? `; did you mean ${suggestion}?` : ''}`,
});

type Shape = TSchema & { anyOf?: TSchema[]; items?: TSchema; properties?: Record<string, TSchema> };

/** The properties of the objects that may stand at a path of a schema. */
const propertiesAt = (schema: TSchema, path: string[]): Record<string, TSchema> => {
  const { anyOf = [], items, properties = {} } = schema as Shape;
  const [part, ...rest] = path;
  const inner = part === undefined ? undefined : /^\d+$/.test(part) ? items : properties[part];
  const own = part === undefined ? properties : inner ? propertiesAt(inner, rest) : {};
  return Object.assign({}, own, ...anyOf.map((branch) => propertiesAt(branch, path)));
};

/** Case, hyphens and underscores do not count: perPage is per_page. */
const letters = (name: string): string => name.toLowerCase().replaceAll('_', '').replaceAll('-', '');

/** How many letters to insert, delete, replace or swap to get from one name to the other. */
const distance = (a: string, b: string): number => {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const is_swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + Number(a[i - 1] !== b[j - 1]),
        is_swap ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
};

const MAX_NAME_LENGTH = 60;

/** The property that was probably meant: one spelt almost the same beside it, or one of the same name a level below. */
const suggestProperty = (name: string, properties: Record<string, TSchema>): string | null => {
  if (name.length > MAX_NAME_LENGTH) return null;
  const sent = letters(name);
  const [nearest] = Object.keys(properties)
    .map((known) => ({ known, changes: distance(sent, letters(known)) }))
    .filter(({ known, changes }) => changes <= Math.ceil(Math.min(sent.length, known.length) / 4))
    .toSorted((a, b) => a.changes - b.changes);
  if (nearest) return nearest.known;
  const parent = Object.entries(properties).find(([, property]) => Object.hasOwn(propertiesAt(property, []), name));
  return parent ? `${parent[0]}.${name}` : null;
};

const explain = (found: Finding, input: unknown, schema: TSchema): InputError[] => {
  const path = pathOf(found.instancePath);
  const inside = (name: string) => (path ? `${path}.${name}` : name);
  if (found.keyword === 'required')
    return (found.params.requiredProperties as string[]).map((name) => ({
      path: inside(name),
      code: 'required',
      message: t('is required'),
    }));
  if (found.keyword === 'additionalProperties')
    return (found.params.additionalProperties as string[]).map((name) =>
      unknownProperty(inside(name), suggestProperty(name, propertiesAt(schema, partsOf(found.instancePath)))),
    );
  const value = valueAt(input, found.instancePath);
  const describe = EXPLAIN[found.keyword];
  return [{ path, ...(describe ? describe(found, value) : { code: 'invalid', message: found.message, actual: preview(value) }) }];
};

/** Errors of an `X or null` are reported for X only, without the generic "no branch matches". */
const isReportable = (found: Finding, all: Finding[]): boolean =>
  !(
    found.keyword === 'boolean' ||
    (found.keyword === 'type' && found.params.type === 'null') ||
    (found.keyword === 'anyOf' && all.length > 1)
  );

/** Reports the first error of each value: text that is too long need not also fail its pattern. */
const onePerPath = (errors: InputError[]): InputError[] =>
  [...new Map(errors.toReversed().map((error) => [error.path, error])).values()].toReversed();

export const validatorOf = memoize((schema: TSchema) => Compile(schema) as unknown as Validator, new WeakMap());

/** Codes of requests whose errors are all of one kind. */
const REFUSAL_OF: Record<string, Refusal['code']> = { unknown_property: 'unknown_property', repeated: 'repeated_parameter' };

const refuse = (found: InputError[]): never => {
  const errors = onePerPath(found);
  const [code, ...others] = new Set(errors.map((error) => REFUSAL_OF[error.code] ?? 'invalid_input'));
  throw new Refusal(others.length ? 'invalid_input' : code!, { errors: errors.slice(0, MAX_ERRORS) });
};

/** All errors of a value, each with its path inside the value. */
export const findInputErrors = (schema: TSchema, value: unknown): InputError[] => {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return [];
  const findings = validator.Errors(value) as unknown as Finding[];
  return findings.filter((found) => isReportable(found, findings)).flatMap((found) => explain(found, value, schema));
};

const defaultsOf = memoize(
  (schema: TObject) =>
    Object.entries(schema.properties).flatMap(([name, property]) => ('default' in property ? [{ name, value: property.default }] : [])),
  new WeakMap(),
);

/**
 * Cleans and validates the input of an operation and adds its defaults. Throws a refusal that lists every error, after those that were found
 * while the request was read.
 */
export const readInput = <I extends TObject>(
  { input: schema }: { input: I },
  sent: Record<string, unknown>,
  found: readonly InputError[] = [],
): Static<I> => {
  const unknown_names = Object.keys(sent).filter((name) => !Object.hasOwn(schema.properties, name));
  // This is no mistake but abuse: reject it without further checks.
  if (unknown_names.length > MAX_ERRORS) refuse(unknown_names.slice(0, MAX_ERRORS).map((name) => unknownProperty(name)));
  const errors = [...found];
  const input = clean(sent, '', errors) as Record<string, unknown>;
  for (const { name, value } of defaultsOf(schema)) if (input[name] === undefined) input[name] = value;
  errors.push(...findInputErrors(schema, input));
  if (errors.length) refuse(errors);
  return input as Static<I>;
};
