import type { TSchema } from '../../../kernel/schema.ts';

/** The JSON Schema keywords that our operations use. */
interface Shape {
  type?: string;
  enum?: string[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: boolean;
  description?: string;
  default?: unknown;
  maxLength?: number;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  minItems?: number;
  format?: string;
  pattern?: string;
}

const kindOf = (shape: Shape): string => {
  if (shape.anyOf) return shape.anyOf.map(kindOf).join(' or ');
  if (shape.enum) return shape.enum.join(' | ');
  if (shape.type === 'array') return `list of ${kindOf(shape.items ?? {})}`;
  if (shape.format === 'date') return 'date';
  if (shape.format === 'date-time') return 'date-time';
  return shape.type ?? 'any';
};

const LARGEST = 2 ** 53 - 1;

const BOUNDS: [keyof Shape, (value: never) => string | null][] = [
  ['minLength', (n: number) => (n > 1 ? `at least ${n} characters` : null)],
  ['maxLength', (n: number) => `at most ${n.toLocaleString('en')} characters`],
  ['minimum', (n: number) => `minimum ${n}`],
  ['maximum', (n: number) => (n < LARGEST ? `maximum ${n.toLocaleString('en')}` : null)],
  ['minItems', (n: number) => `at least ${n} ${n === 1 ? 'item' : 'items'}`],
  ['maxItems', (n: number) => `at most ${n} items`],
  ['pattern', (text: string) => `matches ${text}`],
  ['default', (value: unknown) => `default ${value}`],
];

const boundsOf = (shape: Shape): string =>
  [shape, ...(shape.anyOf ?? [])]
    .flatMap((part) => BOUNDS.map(([key, format]) => (part[key] === undefined ? null : format(part[key] as never))))
    .filter(Boolean)
    .join(', ');

/** The object inside a value: the value itself, or a list's items. */
const itemShape = (shape: Shape): Shape | null => {
  for (const part of [shape, ...(shape.anyOf ?? [])]) {
    if (part.properties) return part;
    if (part.items) return itemShape(part.items);
  }
  return null;
};

/** True for a list, including one that may be null. */
const isList = ({ type, anyOf = [] }: Shape): boolean => type === 'array' || anyOf.some(isList);

const MAX_DEPTH = 2;

interface RowsProps {
  shape: Shape;
  path?: string;
  depth?: number;
  input: boolean;
}

const Rows = ({ shape, path = '', depth = 0, input }: RowsProps) => (
  <>
    {Object.entries(shape.properties ?? {}).map(([name, property]) => {
      const below = depth < MAX_DEPTH ? itemShape(property) : null;
      const bounds = boundsOf(property);
      return (
        <>
          <tr>
            <th scope="row">
              <code>
                {path}
                {name}
              </code>
              {input && shape.required?.includes(name) && <span class="required"> required</span>}
            </th>
            <td>{kindOf(property)}</td>
            <td>
              {property.description}
              {property.description && bounds && ' '}
              {bounds && <span class="quiet">{bounds}</span>}
            </td>
          </tr>
          {below && <Rows shape={below} path={`${path}${name}${isList(property) ? '[]' : ''}.`} depth={depth + 1} input={input} />}
        </>
      );
    })}
  </>
);

interface SchemaTableProps {
  schema: TSchema;
  label: string;
  input?: boolean;
}

/** A schema as a readable table: name, type, description and bounds. */
export const SchemaTable = ({ schema, label, input = false }: SchemaTableProps) => (
  <section class="scroll" aria-label={label}>
    <table class="schema">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        <Rows shape={schema as Shape} input={input} />
      </tbody>
    </table>
  </section>
);

const countRows = (shape: Shape, depth = 0): number =>
  Object.values(shape.properties ?? {}).reduce((sum, property) => {
    const below = depth < MAX_DEPTH ? itemShape(property) : null;
    return sum + 1 + (below ? countRows(below, depth + 1) : 0);
  }, 0);

/** Longer tables of responses are folded. */
const MAX_ROWS = 40;

const ResponseTable = ({ schema, label }: SchemaTableProps) => {
  const count = countRows(schema as Shape);
  const table = <SchemaTable schema={schema} label={label} />;
  if (count <= MAX_ROWS) return table;
  return (
    <details class="docs-fold">
      <summary>Show all {count} properties</summary>
      {table}
    </details>
  );
};

/** The properties of a response. Operations with two views have a table for each. */
export const ResponseTables = ({ schema }: { schema: TSchema }) => {
  const { anyOf: [full, short] = [] } = schema as { anyOf?: TSchema[] };
  if (!full || !short) return <ResponseTable schema={schema} label="Response properties" />;
  return (
    <>
      <h3>
        With <code>view=full</code>
      </h3>
      <ResponseTable schema={full} label="Properties of the full response" />
      <h3>
        With <code>view=status</code>
      </h3>
      <ResponseTable schema={short} label="Properties of the short response" />
    </>
  );
};
