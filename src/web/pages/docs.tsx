import type { Ctx } from '../../kernel/context.ts';
import { SERVED } from '../../registry.ts';
import { to } from '../addresses.ts';
import type { Head, Here } from '../page.ts';

export const load = async (_ctx: Ctx) => ({ groups: [...Map.groupBy(SERVED, (row) => row.tag)] });

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): Head => ({
  title: 'API and MCP reference',
  description: 'Every operation as a REST endpoint and an MCP tool of the same name.',
  canonical: to.docs(),
});

export const view = ({ groups }: Data, { site }: Here) => (
  <div class="docs">
    <header class="page-head">
      <h1>API and MCP reference</h1>
      <p class="lede">
        Each operation is a REST endpoint and an MCP tool of the same name, with the same input and the same answer. Voting and paying are
        not among them: people do that here, on the site.
      </p>
    </header>
    <section class="block block-first" aria-labelledby="rest">
      <h2 id="rest">REST</h2>
      <p>
        Everything is under <code>{site.root}/api/v1</code> and answers JSON. Reading what is public needs no credentials. The whole
        description is <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).
      </p>
      <pre tabindex={0}>
        <code>{`curl '${site.root}/api/v1/listings?q=invoices&per_page=5'`}</code>
      </pre>
    </section>
    <section class="block" aria-labelledby="mcp">
      <h2 id="mcp">MCP</h2>
      <p>
        The server is <code>{site.root}/mcp</code>, Streamable HTTP, stateless. It speaks 2026-07-28 and the versions from 2025-03-26 to
        2025-11-25. Give that address to your client; the public tools work at once.
      </p>
      <pre tabindex={0}>
        <code>{JSON.stringify({ mcpServers: { [site.key]: { type: 'http', url: `${site.root}/mcp` } } }, null, 2)}</code>
      </pre>
    </section>
    <section class="block" aria-labelledby="answers">
      <h2 id="answers">Answers</h2>
      <p>
        Unknown is <code>null</code>, never an empty guess, and every property is always there. Times are UTC and end in <code>_at</code>,
        days in <code>_on</code>, money is whole cents and ends in <code>_cents</code>. A list is <code>items</code>, <code>page</code>,{' '}
        <code>per_page</code>, <code>total</code>, <code>total_is_exact</code> and <code>has_more</code>. Public answers carry an{' '}
        <code>ETag</code>; send it back as <code>If-None-Match</code>. What goes wrong has one shape: see{' '}
        <a href={to.errors()}>the errors</a>.
      </p>
    </section>
    <section class="block" aria-labelledby="operations">
      <h2 id="operations">Operations</h2>
      {groups.map(([tag, rows]) => (
        <>
          <h3>{tag}</h3>
          <ul class="operations">
            {rows.map((row) => (
              <li>
                <a href={to.operation(row.id)}>
                  <code>{row.id}</code>
                </a>{' '}
                <span>{row.summary}</span>
                <code class="quiet">
                  {row.method} {row.path}
                </code>
              </li>
            ))}
          </ul>
        </>
      ))}
    </section>
  </div>
);
