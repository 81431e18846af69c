import { EXAMPLE_ANSWERS } from '../../../http/openapi.ts';
import type { Ctx } from '../../../kernel/context.ts';
import { Refusal } from '../../../kernel/errors.ts';
import { locationOf, type Operation } from '../../../kernel/operation.ts';
import type { TSchema } from '../../../kernel/schema.ts';
import { OPERATIONS } from '../../../registry.ts';
import { docsPaths } from '../../paths.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import { withQuery } from '../../server/path.ts';
import { CodeBlock } from './docs.tsx';

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
  if (shape.format === 'date') return 'day';
  if (shape.format === 'date-time') return 'time';
  return shape.type ?? 'anything';
};

const LARGEST = 2 ** 53 - 1;

const BOUNDS: [keyof Shape, (value: never) => string | null][] = [
  ['minLength', (n: number) => (n > 1 ? `at least ${n} characters` : null)],
  ['maxLength', (n: number) => `at most ${n.toLocaleString('en')} characters`],
  ['minimum', (n: number) => `from ${n}`],
  ['maximum', (n: number) => (n < LARGEST ? `to ${n.toLocaleString('en')}` : null)],
  ['minItems', (n: number) => `at least ${n}`],
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

/** A schema as a readable table: name, type, description and bounds. */
const SchemaTable = ({ schema, label, input = false }: { schema: TSchema; label: string; input?: boolean }) => (
  <section class="scroll" aria-label={label}>
    <table class="schema">
      <thead>
        <tr>
          <th scope="col">Property</th>
          <th scope="col">Kind</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        <Rows shape={schema as Shape} input={input} />
      </tbody>
    </table>
  </section>
);

export const load = async (_ctx: Ctx, { operation }: { operation: string }): Promise<Operation> => {
  const row = OPERATIONS.find((served) => served.id === operation);
  if (!row) throw new Refusal('not_found');
  return row;
};

export const head = (row: Operation): PageHead => ({
  title: row.id,
  description: row.summary,
  canonical: docsPaths.operation({ operation: row.id }),
  island: 'copy.js',
  trail: [{ name: 'Reference', href: docsPaths.home() }],
});

type SampleInput = Record<string, never>;

const addressOf = (row: Operation): string => {
  const example = row.example as SampleInput;
  const query = Object.fromEntries(Object.entries(example).filter(([name]) => locationOf(row, name) === 'query'));
  return withQuery(`/api/v1${row.path.replace(/\{(\w+)\}/g, (_, name: string) => String(example[name]))}`, query);
};

const curlOf = (row: Operation, root: string): string => {
  const body = Object.fromEntries(Object.entries(row.example as SampleInput).filter(([name]) => locationOf(row, name) === 'body'));
  const parts = [
    `curl ${row.method === 'GET' ? '' : `-X ${row.method} `}'${root}${addressOf(row)}'`,
    row.access !== 'public' && `  -H 'Authorization: Bearer YOUR_KEY'`,
    Object.keys(body).length > 0 && `  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`,
  ];
  return parts.filter(Boolean).join(' \\\n');
};

export const view = (row: Operation, { site }: PageContext) => (
  <div class="docs">
    <header class="page-head">
      <h1>
        <code>{row.id}</code>
      </h1>
      <p class="lede">{row.description}</p>
      <p>
        <code>
          {row.method} /api/v1{row.path}
        </code>{' '}
        · {row.access === 'public' ? 'public' : `needs the scope ${row.access}`} · answers {row.status}
        {row.idempotent && ' · takes an Idempotency-Key'}
      </p>
    </header>
    <section class="block block-first" aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <CodeBlock name="the request" text={curlOf(row, site.root)} />
      <p>As an MCP tool call:</p>
      <CodeBlock name="the tool call" text={JSON.stringify({ name: row.id, arguments: row.example }, null, 2)} />
      {row.method === 'GET' && row.access === 'public' && (
        <p>
          <a href={addressOf(row)}>Open this answer in the browser</a>
        </p>
      )}
    </section>
    {Object.keys(row.input.properties).length > 0 && (
      <section class="block" aria-labelledby="input">
        <h2 id="input">Input</h2>
        <SchemaTable schema={row.input} label="Input properties" input />
      </section>
    )}
    <section class="block" aria-labelledby="answer">
      <h2 id="answer">Answer</h2>
      <CodeBlock name="an answer, shortened" text={JSON.stringify(EXAMPLE_ANSWERS.get(row.id), null, 2)} />
      <SchemaTable schema={row.output} label="Answer properties" />
    </section>
  </div>
);
