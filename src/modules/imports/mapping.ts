import { Refusal } from '../../kernel/errors.ts';
import { InvalidLine } from '../../kernel/json-lines.ts';
import { t } from '../../kernel/language/messages.ts';
import { Nullable, RequiredText, Strict, T, Text } from '../../kernel/schema.ts';
import { readInput } from '../../kernel/validate.ts';
import type { AttributeDefinition, AttributeValue } from '../catalog/attributes/kinds.ts';
import { describeAttributeKind, parseAttributeValue } from '../catalog/attributes/rules.ts';
import { type ImportedListing, ImportLine, toImportedListing } from '../listings/import/lines.ts';
import { attributeField, IMPORT_FIELDS, type ImportField, type ImportFields } from './fields.ts';

const ImportedFounders = Strict({
  founders: T.Array(T.Object({ name: RequiredText(120), title: Nullable(Text(120)), bio: Nullable(Text(2000)) }), { maxItems: 6 }),
});

/** A column of a file, with how many rows fill it and a few of its values. */
export interface SourceColumn {
  name: string;
  filled: number;
  samples: string[];
}

/** Column to field. Columns that are not in it are left out. */
export type Mapping = Record<string, string>;

export interface Fault {
  /** The column it is about; null for the whole row. */
  column: string | null;
  message: string;
}

export type ImportedFounder = { name: string; title: string | null; bio: string | null };

/** A row as it will be written. */
export interface MappedRow {
  listing: ImportedListing;
  founders: ImportedFounder[];
  attributes: Record<string, AttributeValue>;
  /** Who can be invited to claim it. */
  owner_email: string | null;
}

export const fieldsOf = (definitions: AttributeDefinition[]): ImportFields => ({
  ...IMPORT_FIELDS,
  ...Object.fromEntries(definitions.map(attributeField)),
});

const simplify = (column: string): string =>
  column
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** How well a column's name fits a field: lower is better. */
const rankOf = ({ names }: ImportField, field: string, column: string): number => {
  const rank = column === field ? -1 : names.indexOf(simplify(column));
  return rank === -1 && column !== field ? names.length : rank;
};

const fits = (field: ImportField, name: string, column: string): boolean => column === name || field.names.includes(simplify(column));

const isMostly = (samples: string[], is: ((text: string) => boolean) | undefined): boolean =>
  is !== undefined && samples.filter(is).length > samples.length / 2;

/** A short text that begins with a letter or digit and is more than a number. */
const NAME = /^(?=.{0,50}\p{L})[\p{L}\p{N}][^@\n]{1,50}$/u;

/** Guesses the mapping: first by the names of columns, then by what they contain. */
export const guessMapping = (columns: SourceColumn[], fields: ImportFields): Mapping => {
  const mapping: Mapping = {};
  const isFree = (column: string) => !(column in mapping);
  for (const [name, field] of Object.entries(fields)) {
    const named = columns
      .filter(({ name: column, samples }) => isFree(column) && fits(field, name, column) && !isMostly(samples, field.isUnlike))
      .toSorted((a, b) => rankOf(field, name, a.name) - rankOf(field, name, b.name));
    // Of several columns for one value, the next ones fill what the first leaves empty.
    for (const { name: column } of field.is_list || name === 'name' || name === 'website' ? named : named.slice(0, 1))
      mapping[column] = name;
  }
  const used = new Set(Object.values(mapping));
  for (const [name, { looksLike }] of Object.entries(fields)) {
    if (!looksLike || used.has(name)) continue;
    const like = columns.find(({ name: column, samples }) => isFree(column) && isMostly(samples, looksLike));
    if (like) mapping[like.name] = name;
  }
  // Lists often begin with the name, under a heading of their own.
  const named = Object.values(mapping);
  const first = columns.find(({ name: column, samples }) => isFree(column) && isMostly(samples, (text) => NAME.test(text)));
  if (first && named.includes('website') && !named.includes('name')) mapping[first.name] = 'name';
  return mapping;
};

/** The columns of each field, those whose names fit best first. */
const columnsByField = (mapping: Mapping, fields: ImportFields): [field: string, columns: string[]][] =>
  [...Map.groupBy(Object.keys(mapping), (column) => mapping[column]!)].flatMap(([name, columns]) => {
    const field = fields[name];
    return field ? [[name, columns.toSorted((a, b) => rankOf(field, name, a) - rankOf(field, name, b))]] : [];
  });

const setIn = (record: Record<string, unknown>, path: string, value: unknown): void => {
  const [group, name] = path.split('.');
  if (name === undefined) record[path] = value;
  else record[group!] = { ...(record[group!] as object | undefined), [name]: value };
};

const adviseToShorten = (fault: string): string => t('{fault}. Shorten it, or map the column to the description', { fault });
const ADVICE: Record<string, (fault: string) => string> = {
  tagline: adviseToShorten,
  short_description: adviseToShorten,
  categories: (fault) => t('{fault}. A listing has up to four. Map the column to tags to keep all', { fault }),
};

const readAttributes = (
  values: Record<string, unknown>,
  definitions: Map<string, AttributeDefinition>,
  fault: (key: string, message: string) => void,
) => {
  const attributes: Record<string, AttributeValue> = {};
  for (const [key, input] of Object.entries(values)) {
    const definition = definitions.get(key);
    const value = definition && parseAttributeValue(definition, input);
    if (!definition) fault(key, t('has the attribute “{key}”, which this site doesn’t have. Create it under Attributes first', { key }));
    else if (value === null || value === undefined) fault(key, t('must be {form}', { form: describeAttributeKind(definition) }));
    else attributes[key] = value;
  }
  return attributes;
};

/** Makes a function that turns a record of the file into a listing, or says everything that is wrong with it. */
export const createMapper = (mapping: Mapping, definitions: AttributeDefinition[]) => {
  const fields = fieldsOf(definitions);
  const by_field = columnsByField(mapping, fields);
  const columnOf = (path: string): string | null => {
    const root = path.split(/[.[]/)[0]!;
    return by_field.find(([field]) => field === path || field === root)?.[1][0] ?? null;
  };
  const known = new Map(definitions.map((definition) => [definition.key, definition]));
  return (record: Record<string, unknown>, line: number): MappedRow | Fault[] => {
    const faults: Fault[] = [];
    const values: Record<string, unknown> = {};
    for (const [name, columns] of by_field) {
      const field = fields[name]!;
      const filled = columns.filter((column) => record[column] !== undefined);
      try {
        if (field.is_list && filled.length > 0) values[name] = [...new Set(filled.flatMap((column) => field.read(record[column])))];
        else if (filled.length > 0) setIn(values, name, field.read(record[filled[0]!]));
      } catch (error) {
        if (!(error instanceof InvalidLine)) throw error;
        faults.push({ column: filled[0]!, message: error.message });
      }
    }
    const { founders = [], attributes = {}, owner_email = null, ...columns } = values;
    const stated = readAttributes(attributes as Record<string, unknown>, known, (key, message) =>
      faults.push({ column: columnOf(`attributes.${key}`), message }),
    );
    try {
      const { founders: people } = readInput({ input: ImportedFounders }, { founders });
      const input = readInput({ input: ImportLine }, columns);
      if (faults.length > 0) return faults;
      return { listing: toImportedListing(input, line), founders: people, attributes: stated, owner_email: owner_email as string | null };
    } catch (error) {
      if (error instanceof InvalidLine) return [...faults, { column: columnOf('website'), message: error.message }];
      if (!(error instanceof Refusal)) throw error;
      const wrong = error.errors
        .map(({ path, message }) => ({ path, column: columnOf(path), message: ADVICE[path]?.(message) ?? message }))
        // A cell that could not be read is missing, too, and was reported.
        .filter(({ path }) => !faults.some(({ column }) => column !== null && mapping[column] === path))
        .map(({ path, column, message }) => ({ column, message: column ? message : `${fields[path]?.label ?? path} ${message}` }));
      return [...faults, ...wrong];
    }
  };
};
