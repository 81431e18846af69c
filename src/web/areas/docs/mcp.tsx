import { docsPaths } from '../../paths.ts';
import { CodeBlock, type DocsSection, docsPage, OperationLink } from './docs.tsx';
import { KEY_VARIABLE } from './samples.ts';

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
    how: 'Run this in a terminal. Then type /mcp in Claude Code to sign in.',
    lines: (server, key) => `claude mcp add --transport http ${key} ${server}`,
  },
  {
    name: 'Claude and Claude Desktop',
    how: 'Open Settings, then Connectors, and choose Add custom connector. Paste the server address and choose Connect to sign in.',
  },
  {
    name: 'ChatGPT',
    how: 'Open Settings, then Apps and connectors, and turn on developer mode. Create a connector with the server address and OAuth.',
  },
  {
    name: 'Codex',
    how: 'Run these in a terminal. The second command signs you in.',
    lines: (server, key) => `codex mcp add ${key} --url ${server}\ncodex mcp login ${key}`,
  },
  {
    name: 'Cursor',
    how: 'Use the button, or add this to .cursor/mcp.json in your project or to ~/.cursor/mcp.json.',
    install: (url, key) => `https://cursor.com/en/install-mcp?name=${key}&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
    lines: (url, key) => json({ mcpServers: { [key]: { url } } }),
  },
  {
    name: 'VS Code',
    how: 'Use the button, or add this to .vscode/mcp.json.',
    install: (url, key) =>
      `https://vscode.dev/redirect/mcp/install?name=${key}&config=${encodeURIComponent(JSON.stringify({ type: 'http', url }))}`,
    lines: (url, key) => json({ servers: { [key]: { type: 'http', url } } }),
  },
  {
    name: 'Gemini CLI',
    how: 'Run this in a terminal. Then type /mcp auth in Gemini CLI to sign in.',
    lines: (server, key) => `gemini mcp add --transport http ${key} ${server}`,
  },
  {
    name: 'Clients without HTTP support',
    how: 'Add this to the configuration of your client. It connects through mcp-remote, which needs Node.',
    lines: (url, key) => json({ mcpServers: { [key]: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }),
  },
];

const clientSection = ({ name, how, install, lines }: McpClient): DocsSection => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  title: name,
  view: ({ site }) => {
    const server = `${site.root}/mcp`;
    return (
      <>
        <p>{how}</p>
        {install && (
          <p class="actions more">
            <a class="button" href={install(server, site.key)}>
              Add to {name}
            </a>
          </p>
        )}
        {lines && <CodeBlock name={`the setup for ${name}`} text={lines(server, site.key)} />}
      </>
    );
  },
});

export const mcpPage = docsPage({
  path: docsPaths.mcp,
  title: 'MCP quickstart',
  description: 'Connect Claude, ChatGPT, Codex, Cursor, VS Code or Gemini to this site.',
  lede: 'Every operation is an MCP tool with the same name. Public tools work right away. For the others, your client asks you to sign in and to choose what it may do.',
  sections: [
    {
      id: 'server',
      title: 'Server address',
      view: ({ site }) => (
        <>
          <CodeBlock name="the server address" text={`${site.root}/mcp`} />
          <p>
            The transport is Streamable HTTP without sessions. Supported protocol versions: 2026-07-28, 2025-11-25, 2025-06-18 and
            2025-03-26. Sign-in uses OAuth 2.1; clients identify themselves by a metadata document or register automatically.
          </p>
        </>
      ),
    },
    ...CLIENTS.map(clientSection),
    {
      id: 'with-a-key',
      title: 'Use an API key instead of signing in',
      view: ({ site }) => (
        <>
          <p>
            On a server or in CI nobody can sign in. Send <a href={docsPaths.authentication()}>an API key</a> as a header instead. In Claude
            Code:
          </p>
          <CodeBlock
            name="the setup with a key"
            text={`claude mcp add --transport http ${site.key} ${site.root}/mcp \\\n  --header "Authorization: Bearer $${KEY_VARIABLE}"`}
          />
        </>
      ),
    },
    {
      id: 'prompts',
      title: 'Try these prompts',
      view: () => (
        <>
          <ul class="docs-list">
            <li>“Submit https://acme.example. Show me what you could not find on the site, and wait for my corrections.”</li>
            <li>“Add my product to the free queue and give me the badge code for my homepage.”</li>
            <li>“What would a launch in the second week of December cost me, with a French VAT number?”</li>
          </ul>
          <p class="more">
            No tool can vote or pay. <OperationLink id="get_account" /> lists what only you can do, on this site.
          </p>
        </>
      ),
    },
    {
      id: 'fewer-tools',
      title: 'Load fewer tools',
      view: ({ site }) => (
        <>
          <p>Models read the list of tools in every conversation. To keep it short, add the sets you need to the server address:</p>
          <ul class="docs-list">
            <li>
              <code>?tools=public</code>: tools that need no sign-in
            </li>
            <li>
              <code>?tools=maker</code>: submit and manage your listings
            </li>
            <li>
              <code>?tools=orders</code>: prices and orders
            </li>
          </ul>
          <p>You can combine them:</p>
          <CodeBlock name="the server address with fewer tools" text={`${site.root}/mcp?tools=maker,orders`} />
        </>
      ),
    },
    {
      id: 'resources',
      title: 'Prompts, resources and files for agents',
      view: () => (
        <p>
          The server also has prompts (launch my product, compare products, what is missing from my listing), resources for listings and
          weeks, and completion of their names. MCP registries can read <a href={docsPaths.serverJson()}>server.json</a>. Models that only
          read can use <a href={docsPaths.llmsFull()}>llms-full.txt</a>.
        </p>
      ),
    },
  ],
});
