import type { Site } from '../../../kernel/context.ts';
import { accountPaths, docsPaths } from '../../paths.ts';
import { CodeBlock, docsPage } from './docs.tsx';

const KEY = `-H "Authorization: Bearer $LAUNCHWEEK_KEY"`;
const JSON_BODY = `-H 'Content-Type: application/json'`;

const apiOf = (site: Site): string => `${site.root}/api/v1`;

export const restPage = docsPage({
  path: docsPaths.rest,
  title: 'Getting started with REST',
  description: 'From the first request without an account to a product that is submitted, launched and paid for.',
  lede: ({ site }) => (
    <>
      Everything is under <code>{apiOf(site)}</code>, takes and answers JSON, and is described by{' '}
      <a href={docsPaths.openapi()}>openapi.json</a> (OpenAPI 3.1).
    </>
  ),
  island: 'copy.js',
  view({ site }) {
    const api = apiOf(site);
    return (
      <>
        <section class="block block-first" aria-labelledby="first">
          <h2 id="first">1. Ask something</h2>
          <p>What is public needs no account. Find products, read one, look at this week.</p>
          <CodeBlock name="the first requests" text={`curl '${api}/listings?q=invoices&per_page=5'\ncurl '${api}/launches/weeks/this'`} />
        </section>
        <section class="block" aria-labelledby="key">
          <h2 id="key">2. Get a key</h2>
          <p>
            Make one under <a href={accountPaths.keys()}>API keys</a>, with the scopes it needs. It is shown once.{' '}
            <a href={docsPaths.authentication()}>Which scope is for what</a>.
          </p>
          <CodeBlock name="how to keep and try a key" text={`export LAUNCHWEEK_KEY=lw_…\ncurl ${api}/me ${KEY}`} />
        </section>
        <section class="block" aria-labelledby="submit">
          <h2 id="submit">3. Submit a product by its address</h2>
          <p>
            The site is read and a profile drafted, with a quote behind every value. Ask for the draft every few seconds until its{' '}
            <code>status</code> is <code>ready</code>, correct what you like, and submit it.
          </p>
          <CodeBlock
            name="how to submit a product"
            text={[
              `curl -X POST ${api}/drafts ${KEY} ${JSON_BODY} \\`,
              `  -H "Idempotency-Key: $(uuidgen)" -d '{"url":"https://acme.example"}'`,
              `curl ${api}/drafts/DRAFT_ID ${KEY}`,
              `curl -X PATCH ${api}/drafts/DRAFT_ID ${KEY} ${JSON_BODY} \\`,
              `  -d '{"fields":{"tagline":"Invoices that send themselves"},"lock_fields":["tagline"]}'`,
              `curl -X POST ${api}/drafts/DRAFT_ID/submit ${KEY}`,
            ].join('\n')}
          />
        </section>
        <section class="block" aria-labelledby="launch">
          <h2 id="launch">4. Launch it</h2>
          <p>
            For free, in the first week with room, once our badge is on the homepage. Or at once, or in a week of your choice, by an order.
          </p>
          <CodeBlock
            name="how to launch a product"
            text={[
              `curl -X POST ${api}/me/listings/LISTING_ID/free ${KEY}`,
              '',
              `curl ${api}/products`,
              `curl -X POST ${api}/orders/quote ${KEY} ${JSON_BODY} \\`,
              `  -d '{"items":[{"product":"launch","listing_id":LISTING_ID}],"billing_country":"FR"}'`,
              `curl -X POST ${api}/orders/checkout ${KEY} ${JSON_BODY} \\`,
              `  -H "Idempotency-Key: $(uuidgen)" -d '{"items":[{"product":"launch","listing_id":LISTING_ID}]}'`,
            ].join('\n')}
          />
          <p>
            The last answers with a <code>checkout_url</code>. Paying is for a person, on that page: no key and no application can do it.
          </p>
        </section>
        <section class="block" aria-labelledby="client">
          <h2 id="client">Use the typed client</h2>
          <p>
            <code>@launchweek/client</code> has a method for each operation, for Node, Deno, Bun and browsers. It repeats what failed
            without doing it twice, goes through pages and raises typed problems. Its command calls operations from a shell.
          </p>
          <CodeBlock
            name="how to use the client"
            text={[
              `import { createClient } from '@launchweek/client';`,
              `const client = createClient({ base_url: '${api}', key: process.env.LAUNCHWEEK_KEY });`,
              `for await (const listing of client.search_listings.all({ q: 'invoices' })) console.log(listing.name);`,
              '',
              `npx launchweek-client search_listings --base-url ${api} --q invoices`,
            ].join('\n')}
          />
        </section>
        <section class="block" aria-labelledby="answers">
          <h2 id="answers">How answers look</h2>
          <ul class="plain-list plain-list-tight">
            <li>
              Unknown is <code>null</code>, and every property is always there.
            </li>
            <li>
              Times are UTC and end in <code>_at</code>, days in <code>_on</code>, money is whole cents and ends in <code>_cents</code>.
            </li>
            <li>
              A list has <code>items</code>, <code>page</code>, <code>per_page</code>, <code>total</code>, <code>total_is_exact</code> and{' '}
              <code>has_more</code>. Ask on while <code>has_more</code> is true.
            </li>
            <li>
              Public answers carry an <code>ETag</code>; send it back as <code>If-None-Match</code> and get 304 while nothing changed.
            </li>
            <li>
              Send an <code>Idempotency-Key</code> with what makes something: the same key with the same body gives the first answer again,
              for 24 hours, with <code>Idempotent-Replayed: true</code>.
            </li>
            <li>
              What is refused has one shape, with a <code>code</code> and what to do: see <a href={docsPaths.errors()}>the errors</a>.
            </li>
          </ul>
        </section>
      </>
    );
  },
});

interface McpClient {
  name: string;
  how: string;
  /** Opens the client and adds the server. */
  install?(server: string, key: string): string;
  lines?(server: string, key: string): string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** How to connect each client to the server. */
const CLIENTS: McpClient[] = [
  {
    name: 'Claude Code',
    how: 'In a terminal, then /mcp in a session to sign in.',
    lines: (server, key) => `claude mcp add --transport http ${key} ${server}`,
  },
  { name: 'Claude and Claude Desktop', how: 'Settings, Connectors, Add custom connector, with the address above. Connect signs you in.' },
  { name: 'ChatGPT', how: 'Settings, Apps and connectors, with developer mode on: create a connector with the address above and OAuth.' },
  {
    name: 'Codex',
    how: 'In a terminal; the second line signs you in.',
    lines: (server, key) => `codex mcp add ${key} --url ${server}\ncodex mcp login ${key}`,
  },
  {
    name: 'Cursor',
    how: 'In .cursor/mcp.json of a project, or ~/.cursor/mcp.json.',
    install: (url, key) => `https://cursor.com/en/install-mcp?name=${key}&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
    lines: (url, key) => json({ mcpServers: { [key]: { url } } }),
  },
  {
    name: 'VS Code',
    how: 'In .vscode/mcp.json.',
    install: (url, key) =>
      `https://vscode.dev/redirect/mcp/install?name=${key}&config=${encodeURIComponent(JSON.stringify({ type: 'http', url }))}`,
    lines: (url, key) => json({ servers: { [key]: { type: 'http', url } } }),
  },
  {
    name: 'Clients that only start programs',
    how: 'In their configuration, through mcp-remote, which needs Node.',
    lines: (url, key) => json({ mcpServers: { [key]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }),
  },
  {
    name: 'Gemini CLI',
    how: 'In a terminal, then /mcp auth in a session to sign in.',
    lines: (server, key) => `gemini mcp add --transport http ${key} ${server}`,
  },
];

export const mcpPage = docsPage({
  path: docsPaths.mcp,
  title: 'Getting started with MCP',
  description: 'The lines that connect Claude, ChatGPT, Codex, Cursor, VS Code and Gemini to this site.',
  lede: 'Each operation is a tool of the same name. The public ones work at once; for the rest your client sends you here to sign in and to allow what it may do.',
  island: 'copy.js',
  view({ site }) {
    const server = `${site.root}/mcp`;
    return (
      <>
        <section class="block block-first" aria-labelledby="server">
          <h2 id="server">The server</h2>
          <CodeBlock name="the address of the server" text={server} />
          <p>
            Streamable HTTP, stateless. It speaks 2026-07-28 and the versions from 2025-03-26 to 2025-11-25, with OAuth 2.1: clients are
            known by their metadata document or register themselves.
          </p>
        </section>
        {CLIENTS.map(({ name, how, install, lines }) => (
          <section class="block" aria-labelledby={name.toLowerCase().replaceAll(' ', '-')}>
            <h2 id={name.toLowerCase().replaceAll(' ', '-')}>{name}</h2>
            <p>{how}</p>
            {install && (
              <p class="actions more">
                <a class="button" href={install(server, site.key)}>
                  Add to {name}
                </a>
              </p>
            )}
            {lines && <CodeBlock name={`the lines for ${name}`} text={lines(server, site.key)} />}
          </section>
        ))}
        <section class="block" aria-labelledby="with-a-key">
          <h2 id="with-a-key">With an API key instead</h2>
          <p>
            Where nobody can sign in, send a key as a header. Clients write it differently; this is Claude Code’s way, and{' '}
            <a href={docsPaths.authentication()}>how to get a key</a>.
          </p>
          <CodeBlock
            name="the line with a key"
            text={`claude mcp add --transport http ${site.key} ${server} --header "Authorization: Bearer $LAUNCHWEEK_KEY"`}
          />
        </section>
        <section class="block" aria-labelledby="fewer-tools">
          <h2 id="fewer-tools">Fewer tools</h2>
          <p>
            A model reads the list of tools with every conversation. <code>?tools=public</code> behind the address serves only what needs no
            sign-in, <code>?tools=maker</code> what makers need for their listings, <code>?tools=orders</code> prices and orders; join them
            with commas.
          </p>
          <CodeBlock name="the address with fewer tools" text={`${server}?tools=maker,orders`} />
          <p>
            There are also prompts (launch my product, compare products, what is missing in my listing), resources for listings and weeks,
            and completion of their names. For registries: <a href={docsPaths.serverJson()}>server.json</a>. For models that read instead of
            call: <a href={docsPaths.llmsFull()}>llms-full.txt</a>.
          </p>
        </section>
        <section class="block" aria-labelledby="then">
          <h2 id="then">Then say</h2>
          <ul class="plain-list plain-list-tight">
            <li>“Submit https://acme.example, show me what could not be read on the site, and wait for my corrections.”</li>
            <li>“Put my product into the free queue and give me the badge’s code for my homepage.”</li>
            <li>“What would launching in the second week of December cost me, with a French VAT number?”</li>
          </ul>
          <p>
            No tool votes or pays: <code>get_account</code> says what only people can do, here on the site.
          </p>
        </section>
      </>
    );
  },
});
