import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/registry.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
const info = { name: 'launchweek-test', version: '1.0.0' };

interface Talker {
  listTools(): Promise<{ tools: { name: string; inputSchema: unknown; outputSchema?: unknown }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const newClient = (version: string | 'auto') => async (): Promise<Talker> => {
  const versionNegotiation =
    version === 'auto' ? { mode: 'auto' as const } : version === '2026-07-28' ? { mode: { pin: version } } : undefined;
  const client = new NewClient(info, {
    ...(versionNegotiation && { versionNegotiation }),
    ...(!versionNegotiation && { supportedProtocolVersions: [version] }),
  });
  await client.connect(new NewTransport(new URL(`${server.root}/mcp`)));
  return client as unknown as Talker;
};

const oldClient = async (): Promise<Talker> => {
  const client = new OldClient(info);
  await client.connect(new OldTransport(new URL(`${server.root}/mcp`)));
  return client as unknown as Talker;
};

const CLIENTS: [string, () => Promise<Talker>][] = [
  ...['auto', '2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'].map(
    (version) => [`official client 2 at ${version}`, newClient(version)] as [string, () => Promise<Talker>],
  ),
  ['official SDK 1', oldClient],
];

describe.each(CLIENTS)('%s', (_name, open) => {
  test('lists the served operations as tools, with their schemas', async () => {
    const client = await open();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
    expect(tools.every(({ outputSchema }) => outputSchema)).toBe(true);
    await client.close();
  });

  test('public tools return the same as REST', async () => {
    const client = await open();
    for (const row of OPERATIONS.filter(({ access }) => access === 'public')) {
      const told = (await client.callTool({ name: row.id, arguments: row.example as Record<string, unknown> })) as {
        structuredContent: unknown;
        isError?: boolean;
      };
      const rest = await (server.client[row.id as keyof typeof server.client] as (input: unknown) => Promise<unknown>)(row.example);
      expect(told.isError, JSON.stringify(told)).toBeFalsy();
      expect(told.structuredContent).toEqual(rest);
    }
    await client.close();
  });

  test('invalid arguments are reported in the result', async () => {
    const client = await open();
    const told = (await client.callTool({ name: 'search_listings', arguments: { page: 1001, nonsense: 1 } })) as {
      isError: boolean;
      content: { text: string }[];
    };
    expect(told.isError).toBe(true);
    expect(JSON.parse(told.content[0]!.text)).toMatchObject({
      code: 'invalid_input',
      errors: expect.arrayContaining([expect.objectContaining({ path: 'page', code: 'too_large', limit: 1000, actual: 1001 })]),
    });
    const absent = (await client.callTool({ name: 'get_listing', arguments: { slug: 'nobody-is-called-this' } })) as {
      isError: boolean;
      content: { text: string }[];
    };
    expect(JSON.parse(absent.content[0]!.text)).toMatchObject({ code: 'listing_not_found', status: 404 });
    await client.close();
  });
});

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.root}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('a page of another origin is rejected', async () => {
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { origin: 'https://evil.example' });
  expect(answer.status).toBe(403);
});

test('invalid JSON, unknown tools and old protocol versions are client errors', async () => {
  expect((await post('{"jsonrpc":')).status).toBe(400);
  const unknown = await post(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'cast_vote', arguments: {} } },
    { 'mcp-protocol-version': '2025-06-18' },
  );
  expect(await unknown.text()).toContain('There is no tool');
  const old = await post({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: info },
  });
  expect(await old.text()).not.toContain('"protocolVersion":"2024-11-05"');
});

test('neither voting nor paying is a tool', () => {
  expect(OPERATIONS.map(({ id }) => id).filter((id) => /vote|pay/.test(id))).toEqual([]);
});
