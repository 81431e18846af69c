import type { Ctx } from '../../kernel/context.ts';
import { Refusal } from '../../kernel/errors.ts';
import { type Operation, placeOf } from '../../kernel/operation.ts';
import { SERVED } from '../../registry.ts';
import { to, withQuery } from '../addresses.ts';
import type { Head, Here, Params } from '../page.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { SchemaTable } from '../parts/schema-table.tsx';

export const load = async (_ctx: Ctx, { id }: Params): Promise<Operation> => {
  const row = SERVED.find((served) => served.id === id);
  if (!row) throw new Refusal('not_found');
  return row;
};

export const head = (row: Operation): Head => ({
  title: row.id,
  description: row.summary,
  canonical: to.operation(row.id),
  island: 'copy.js',
  trail: [{ name: 'Reference', href: to.docs() }],
});

type Sent = Record<string, never>;

const addressOf = (row: Operation): string => {
  const example = row.example as Sent;
  const query = Object.fromEntries(Object.entries(example).filter(([name]) => placeOf(row, name) === 'query'));
  return withQuery(`/api/v1${row.path.replace(/\{(\w+)\}/g, (_, name: string) => String(example[name]))}`, query);
};

const curlOf = (row: Operation, root: string): string => {
  const body = Object.fromEntries(Object.entries(row.example as Sent).filter(([name]) => placeOf(row, name) === 'body'));
  const parts = [
    `curl ${row.method === 'GET' ? '' : `-X ${row.method} `}'${root}${addressOf(row)}'`,
    row.access !== 'public' && `  -H 'Authorization: Bearer YOUR_KEY'`,
    Object.keys(body).length > 0 && `  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`,
  ];
  return parts.filter(Boolean).join(' \\\n');
};

export const view = (row: Operation, { site }: Here) => (
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
      <SchemaTable schema={row.output} label="Answer properties" />
    </section>
  </div>
);
