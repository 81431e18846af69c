import type { ComponentChildren } from 'preact';
import type { Ctx } from '../../../kernel/context.ts';
import { OPERATIONS } from '../../../registry.ts';
import { docsPaths } from '../../paths.ts';
import type { PageContext, PageHead } from '../../server/page.ts';

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

/** The frame of the pages for developers. */
export const DocsFrame = ({
  at,
  title,
  lede,
  children,
}: {
  at: string;
  title: string;
  lede: ComponentChildren;
  children: ComponentChildren;
}) => (
  <div class="docs">
    <header class="page-head">
      <h1>{title}</h1>
      <p class="lede">{lede}</p>
      <nav class="chips docs-pages" aria-label="For builders">
        {DOCS.map(({ name, href }) => (
          <a class="chip" href={href} aria-current={href === at ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </header>
    {children}
  </div>
);

export const load = async (_ctx: Ctx) => ({ groups: [...Map.groupBy(OPERATIONS, (row) => row.tag)] });

type Data = Awaited<ReturnType<typeof load>>;

export const head = (): PageHead => ({
  title: 'API and MCP reference',
  description: 'Every operation as a REST endpoint and an MCP tool of the same name.',
  canonical: docsPaths.home(),
  island: 'copy.js',
});

export const view = ({ groups }: Data, { site }: PageContext) => (
  <DocsFrame
    at={docsPaths.home()}
    title="API and MCP reference"
    lede="Each operation is a REST endpoint and an MCP tool of the same name, with the same input and the same answer. Voting and paying are not among them: people do that here, on the site."
  >
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
      {groups.map(([tag, rows]) => (
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
  </DocsFrame>
);
