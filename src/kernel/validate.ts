import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { type InputError, Refusal } from './errors.ts';
import { memoize } from './memoize.ts';
import type { Static, TObject, TSchema } from './schema.ts';
import { normalize } from './unicode.ts';

/** The library's default of 8 would be used up by four unknown properties: it reports each twice. */
Settings.Set({ maxErrors: 200 });
const MAX_ERRORS = 50;

/** Text is trimmed and normalized. Control characters other than newline and tab, and lone surrogates, are rejected. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const cleanText = (text: string, path: string, errors: InputError[]): string => {
  if (!text.isWellFormed()) errors.push({ path, code: 'malformed_text', message: 'holds half of a character (a lone surrogate)' });
  const clean = normalize(text.replace(/\r\n?/g, '\n')).trim();
  if (CONTROL.test(clean)) errors.push({ path, code: 'control_character', message: 'holds control characters other than newline and tab' });
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
  (code: string, describe: (limit: unknown) => string, actual: (value: unknown) => unknown): Explain =>
  ({ params }, value) => ({ code, message: describe(params.limit), limit: params.limit as number, actual: actual(value) });

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
  maxLength: bound('too_long', (n) => `may have at most ${n} characters`, countCharacters),
  minLength: bound('too_short', (n) => (n === 1 ? 'may not be empty' : `needs at least ${n} characters`), countCharacters),
  maximum: bound('too_large', (n) => `may be at most ${n}`, preview),
  minimum: bound('too_small', (n) => `must be at least ${n}`, preview),
  maxItems: bound('too_many', (n) => `may have at most ${n} items`, countEntries),
  minItems: bound('too_few', (n) => `needs at least ${n} items`, countEntries),
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

const unknownProperty = (path: string): InputError => ({ path, code: 'unknown_property', message: 'is not a property of this operation' });

const explain = (found: Finding, input: unknown): InputError[] => {
  const path = pathOf(found.instancePath);
  const inside = (name: string) => (path ? `${path}.${name}` : name);
  if (found.keyword === 'required')
    return (found.params.requiredProperties as string[]).map((name) => ({ path: inside(name), code: 'required', message: 'is required' }));
  if (found.keyword === 'additionalProperties')
    return (found.params.additionalProperties as string[]).map((name) => unknownProperty(inside(name)));
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

const refuse = (errors: InputError[]): never => {
  const code = errors.every((error) => error.code === 'unknown_property') ? 'unknown_property' : 'invalid_input';
  throw new Refusal(code, { errors: onePerPath(errors).slice(0, MAX_ERRORS) });
};

/** All errors of a value, each with its path inside the value. */
export const findInputErrors = (schema: TSchema, value: unknown): InputError[] => {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return [];
  const findings = validator.Errors(value) as unknown as Finding[];
  return findings.filter((found) => isReportable(found, findings)).flatMap((found) => explain(found, value));
};

const defaultsOf = memoize(
  (schema: TObject) =>
    Object.entries(schema.properties).flatMap(([name, property]) => ('default' in property ? [{ name, value: property.default }] : [])),
  new WeakMap(),
);

/** Cleans and validates the input of an operation and adds its defaults. Throws a refusal that lists every error. */
export const readInput = <I extends TObject>({ input: schema }: { input: I }, sent: Record<string, unknown>): Static<I> => {
  const unknown_names = Object.keys(sent).filter((name) => !Object.hasOwn(schema.properties, name));
  // This is no mistake but abuse: reject it without further checks.
  if (unknown_names.length > MAX_ERRORS) refuse(unknown_names.slice(0, MAX_ERRORS).map(unknownProperty));
  const errors: InputError[] = [];
  const input = clean(sent, '', errors) as Record<string, unknown>;
  if (errors.length) refuse(errors);
  for (const { name, value } of defaultsOf(schema)) if (input[name] === undefined) input[name] = value;
  const errors_found = findInputErrors(schema, input);
  if (errors_found.length) refuse(errors_found);
  return input as Static<I>;
};
