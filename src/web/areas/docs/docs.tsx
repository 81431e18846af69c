import type { ComponentChildren } from 'preact';
import { OPERATIONS } from '../../../registry.ts';
import { docsPaths } from '../../paths.ts';
import type { PageContext, PageHead } from '../../server/page.ts';
import type { Path } from '../../server/path.ts';

/** Code to copy verbatim. The script copy.js adds a button below. */
export const CodeBlock = ({ text, name }: { text: string; name: string }) => (
  <div class="code-block">
    <pre tabindex={0} data-copy={name}>
      <code>{text}</code>
    </pre>
  </div>
);

/** The pages for developers, in reading order. */
const DOCS = [
  { name: 'Reference', href: docsPaths.home() },
  { name: 'REST', href: docsPaths.rest() },
  { name: 'MCP', href: docsPaths.mcp() },
  { name: 'Authentication', href: docsPaths.authentication() },
  { name: 'Limits', href: docsPaths.limits() },
  { name: 'Errors', href: docsPaths.errors() },
];

interface DocsPageRow {
  path: Path;
  title: string;
  description: string;
  lede: string | ((context: PageContext) => ComponentChildren);
  /** The script of its copy buttons. */
  island?: 'copy.js';
  view(context: PageContext): ComponentChildren;
}

/** A page for developers. */
export const docsPage = ({ path, title, description, lede, island, view }: DocsPageRow) => ({
  path,
  load: async () => null,
  head: (): PageHead => ({
    title,
    description,
    canonical: path(),
    trail: path === docsPaths.home ? undefined : [{ name: 'Reference', href: docsPaths.home() }],
    island,
  }),
  view: (_data: null, context: PageContext) => (
    <div class="docs">
      <header class="page-head">
        <h1>{title}</h1>
        <p class="lede">{typeof lede === 'string' ? lede : lede(context)}</p>
        <nav class="chips docs-pages" aria-label="For builders">
          {DOCS.map(({ name, href }) => (
            <a class="chip" href={href} aria-current={href === path() ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      {view(context)}
    </div>
  ),
});

export const referencePage = docsPage({
  path: docsPaths.home,
  title: 'API and MCP reference',
  description: 'Every operation as a REST endpoint and an MCP tool of the same name.',
  lede: 'Each operation is a REST endpoint and an MCP tool of the same name, with the same input and the same answer. Voting and paying are not among them: people do that here, on the site.',
  island: 'copy.js',
  view: ({ site }) => (
    <>
      <section class="block block-first" aria-labelledby="begin">
        <h2 id="begin">Begin</h2>
        <p>
          <a href={docsPaths.rest()}>With REST</a>, from the first request to a product that is launched:
        </p>
        <CodeBlock name="a first request" text={`curl '${site.root}/api/v1/listings?q=invoices&per_page=5'`} />
        <p>
          <a href={docsPaths.mcp()}>With MCP</a>, with the lines for Claude, ChatGPT, Codex, Cursor, VS Code and Gemini:
        </p>
        <CodeBlock name="the address of the MCP server" text={`${site.root}/mcp`} />
        <p>
          The whole description is <a href={docsPaths.openapi()}>openapi.json</a> (OpenAPI 3.1).
        </p>
      </section>
      <section class="block" aria-labelledby="operations">
        <h2 id="operations">Operations</h2>
        {[...Map.groupBy(OPERATIONS, (row) => row.tag)].map(([tag, rows]) => (
          <>
            <h3>{tag}</h3>
            <ul class="rows rows-tight operations">
              {rows.map((row) => (
                <li>
                  <a href={docsPaths.operation({ operation: row.id })}>
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
    </>
  ),
});
