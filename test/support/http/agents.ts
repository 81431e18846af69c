import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';
import { Memory, OFFICIAL_CLIENTS, type Open, openSdk, type Told, wantsPerson } from './mcp-clients.ts';

/** A client as an agent's program uses it: it lists tools and calls them, and sends a person to the consent page when it has to. */
export interface Agent {
  list(): Promise<string[]>;
  call(tool: string, input?: Record<string, unknown>): Promise<Told>;
  close(): Promise<void>;
}

/** A person who allows what an address asks for. Gives where the browser is sent. */
type Consent = (address: string | URL) => Promise<URL>;
type OpenAgent = (root: string, consent: Consent) => Promise<Agent>;

/** The application around an official client: it repeats the call that needed a person. */
const official =
  (open: Open): OpenAgent =>
  async (root, consent) => {
    const memory = new Memory();
    const talker = await open(root, memory);
    return {
      list: talker.list,
      async call(tool, input) {
        try {
          return await talker.call(tool, input);
        } catch (error) {
          if (!wantsPerson(error)) throw error;
          await talker.finish(await consent(memory.sent!));
          return talker.call(tool, input);
        }
      },
      close: talker.close,
    };
  };

/** A program between a client that only speaks stdio and our server. It prints the address that a person is to open. */
const mcpRemote: OpenAgent = async (root, consent) => {
  const folder = await mkdtemp(join(tmpdir(), 'launchweek-mcp-remote-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['node_modules/mcp-remote/dist/proxy.js', `${root}/mcp`, String(await freePort()), '--transport', 'http-only'],
    env: { PATH: folder, HOME: folder, MCP_REMOTE_CONFIG_DIR: folder },
    stderr: 'pipe',
  });
  let last = '';
  createInterface({ input: transport.stderr as unknown as NodeJS.ReadableStream }).on('line', (line) => {
    const [address] = /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(line) ?? [];
    if (!address || address === last) return;
    last = address;
    // It prints the address before it listens for the browser.
    const open = (back: URL) => fetch(back).catch(() => null);
    void consent(address).then((back) => until(() => open(back)));
  });
  const client = new Client({ name: 'launchweek-test', version: '1.0.0' });
  await client.connect(transport);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, input = {}) => client.callTool({ name, arguments: input }) as Promise<Told>,
    async close() {
      await client.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const python: OpenAgent = async (root, consent) => {
  const child = spawn('python3', ['test/support/http/python_client.py', `${root}/mcp`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (value: unknown) => child.stdin.write(`${JSON.stringify(value)}\n`);
  const ask = async <T>(command: unknown): Promise<T> => {
    send(command);
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('the client ended');
      const told = JSON.parse(value) as { authorize?: string; result?: T; error?: string };
      if (told.error) throw new Error(told.error);
      if (!told.authorize) return told.result!;
      send({ back: (await consent(told.authorize)).href });
    }
  };
  return {
    list: async () => (await ask<{ tools: { name: string }[] }>({ list: true })).tools.map(({ name }) => name),
    call: (name, input = {}) => ask({ call: name, arguments: input }),
    async close() {
      child.stdin.end();
    },
  };
};

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

/** Every client the service must work with, as it is. */
export const AGENTS: [string, OpenAgent][] = [
  ...OFFICIAL_CLIENTS.map(([name, open]) => [name, official(open)] as [string, OpenAgent]),
  ['official SDK 1.20', official(openSdk('mcp-sdk-1-20'))],
  ['official SDK 1.12', official(openSdk('mcp-sdk-1-12'))],
  ['mcp-remote', mcpRemote],
  [HAS_PYTHON ? 'a Python client' : 'a Python client (skipped: python3 is not installed)', python],
];
