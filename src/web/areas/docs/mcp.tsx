import { docsPaths } from '../../paths.ts';
import { CodeBlock, docsPage } from './docs.tsx';

interface Client {
  name: string;
  how: string;
  lines?(server: string, key: string): string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** How to connect each client to the server. */
const CLIENTS: Client[] = [
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
    lines: (url, key) => json({ mcpServers: { [key]: { url } } }),
  },
  {
    name: 'VS Code',
    how: 'In .vscode/mcp.json.',
    lines: (url, key) => json({ servers: { [key]: { type: 'http', url } } }),
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
        {CLIENTS.map(({ name, how, lines }) => (
          <section class="block" aria-labelledby={name.toLowerCase().replaceAll(' ', '-')}>
            <h2 id={name.toLowerCase().replaceAll(' ', '-')}>{name}</h2>
            <p>{how}</p>
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
            text={`claude mcp add --transport http --header "Authorization: Bearer $LAUNCHWEEK_KEY" ${site.key} ${server}`}
          />
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
