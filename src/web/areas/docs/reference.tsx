import type { Ctx } from '../../../kernel/context.ts';
import { docsPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, textParam } from '../../server/page.ts';
import { CodeBlock, DocsFrame, type DocsSection, OPERATIONS_BY_TAG, Sections } from './docs.tsx';
import { type DocsResult, searchDocs } from './search.ts';

const TITLE = 'API and MCP docs';
const MAX_QUERY = 200;

const SECTIONS: DocsSection[] = [
  {
    id: 'begin',
    title: 'Start with REST',
    view: ({ site }) => (
      <>
        <p>This request works right now, without an account:</p>
        <CodeBlock name="a first request" text={`curl '${site.root}/api/v1/listings?q=invoices&per_page=5'`} />
        <p>
          The <a href={docsPaths.rest()}>REST quickstart</a> takes you from here to a launched product. The whole API is in{' '}
          <a href={docsPaths.openapi()}>openapi.json</a> (OpenAPI 3.1).
        </p>
      </>
    ),
  },
  {
    id: 'begin-mcp',
    title: 'Start with MCP',
    view: ({ site }) => (
      <>
        <p>Add this server to your client:</p>
        <CodeBlock name="the address of the MCP server" text={`${site.root}/mcp`} />
        <p>
          The <a href={docsPaths.mcp()}>MCP quickstart</a> has the setup for Claude, ChatGPT, Codex, Cursor, VS Code and Gemini.
        </p>
      </>
    ),
  },
  {
    id: 'operations',
    title: 'All operations',
    view: () => (
      <>
        {OPERATIONS_BY_TAG.map(([tag, rows]) => (
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
      </>
    ),
  },
];

const Results = ({ q, results }: { q: string; results: DocsResult[] }) => (
  <>
    <header class="page-head">
      <h1>
        Docs for <q dir="auto">{q}</q>
      </h1>
      <p role="status">
        {results.length === 0
          ? 'Nothing found. Try fewer or other words, such as an operation, a parameter or an error code.'
          : `${results.length} ${results.length === 1 ? 'result' : 'results'}`}
      </p>
    </header>
    {results.length > 0 && (
      <ul class="rows docs-results">
        {results.map(({ kind, title, href, snippet }) => (
          <li>
            <a href={href}>{kind === 'Guide' ? title : <code>{title}</code>}</a> <span class="quiet">{kind}</span>
            <p>{snippet.map(({ text, marked }) => (marked ? <mark>{text}</mark> : text))}</p>
          </li>
        ))}
      </ul>
    )}
    <p class="more">
      <a href={docsPaths.home()}>Back to all docs</a>
    </p>
  </>
);

/** The overview, or what was found for a query. */
export const referencePage = {
  path: docsPaths.home,
  load: async (_ctx: Ctx, _params: unknown, query: Query): Promise<{ q: string | undefined }> => ({
    q: textParam(query.q)?.slice(0, MAX_QUERY).toWellFormed(),
  }),
  head: ({ q }: { q: string | undefined }): PageHead => ({
    title: q ? `${q} · Docs` : TITLE,
    description: 'Guides and reference for the REST API and the MCP server: every operation, with samples in curl, JavaScript and Python.',
    canonical: docsPaths.home({ q }),
    island: 'copy.js',
    index: q ? false : undefined,
  }),
  view: ({ q }: { q: string | undefined }, context: PageContext) => (
    <DocsFrame current={docsPaths.home({ q })} q={q}>
      {q ? (
        <Results q={q} results={searchDocs(q, context)} />
      ) : (
        <>
          <header class="page-head">
            <h1>{TITLE}</h1>
            <p class="lede">
              Every operation is a REST endpoint and an MCP tool with the same name, the same parameters and the same response. Voting and
              paying are for people, on this site only.
            </p>
          </header>
          <Sections sections={SECTIONS} />
        </>
      )}
    </DocsFrame>
  ),
};
