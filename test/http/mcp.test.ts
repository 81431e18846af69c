import { Client as NewClient, StreamableHTTPClientTransport as NewTransport, type Tool } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test } from 'vitest';
import { readArguments, toolOf } from '../../src/http/mcp-tools.ts';
import { Default, OneOf, Strict } from '../../src/kernel/schema.ts';
import { validatorOf } from '../../src/kernel/validate.ts';
import { CLAIM_STATUSES } from '../../src/modules/claims/schema.ts';
import { DRAFT_STATUSES } from '../../src/modules/drafts/schema.ts';
import { LISTING_STATUSES } from '../../src/modules/listings/schema.ts';
import { LINE_STATUSES, ORDER_STATUSES } from '../../src/modules/orders/schema.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { answerIn, type Told } from '../support/http/mcp-clients.ts';
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
    await client.close();
  });

  test('public tools return the same as REST', async () => {
    const client = await open();
    for (const row of OPERATIONS.filter(({ access }) => access === 'public')) {
      const told = (await client.callTool({ name: row.id, arguments: row.example as Record<string, unknown> })) as Told;
      const rest = await (server.client[row.id as keyof typeof server.client] as (input: unknown) => Promise<unknown>)(row.example);
      expect(told.isError, JSON.stringify(told)).toBeFalsy();
      expect(answerIn(told)).toEqual(rest);
      // Once is enough: clients would pay for both.
      expect(told.structuredContent).toBeUndefined();
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

const ask = async (method: string, params: Record<string, unknown> = {}, path = '/mcp') => {
  const answer = await fetch(server.root + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
      ...(typeof params.uri === 'string' && { 'mcp-name': params.uri }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': info,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
  const text = await answer.text();
  return { answer, text, ...(JSON.parse(text) as { result: never; error?: { message: string; data?: { code: string } } }) };
};
const toolsAt = async (path: string): Promise<Tool[]> => ((await ask('tools/list', {}, path)).result as { tools: Tool[] }).tools;

describe('the list of tools', () => {
  test('takes at most 45 KB, and less for one kind of task', async () => {
    const sizes = await Promise.all(
      ['', '?tools=public', '?tools=maker', '?tools=orders'].map(async (query) =>
        Buffer.byteLength((await ask('tools/list', {}, `/mcp${query}`)).text),
      ),
    );
    expect(sizes[0]).toBeLessThan(45_000);
    for (const size of sizes.slice(1)) expect(size).toBeLessThan(0.65 * sizes[0]!);
  });

  test('is of the sets that the address names, which alone can be called', async () => {
    const names = async (query: string) => (await toolsAt(`/mcp?tools=${query}`)).map(({ name }) => name);
    const access = new Map(OPERATIONS.map((row) => [row.id as string, row.access]));
    expect((await names('public')).map((name) => access.get(name))).toEqual(Array(18).fill('public'));
    expect(await names('maker')).toEqual(
      expect.arrayContaining(['list_categories', 'submit_listing', 'choose_free_listing', 'verify_claim']),
    );
    expect(await names('maker')).not.toContain('create_checkout');
    const orders = ['list_products', 'get_account', 'quote_order', 'create_checkout', 'list_my_orders', 'get_order'];
    expect((await names('orders')).toSorted()).toEqual(orders.toSorted());
    expect(await names('orders,public')).toHaveLength(18 + 5);
    expect((await ask('tools/call', { name: 'get_site', arguments: {} }, '/mcp?tools=orders')).error?.message).toContain(
      'There is no tool',
    );
    const { answer, error } = await ask('tools/list', {}, '/mcp?tools=everything');
    expect([answer.status, error?.data?.code]).toEqual([400, 'invalid_input']);
  });

  test('is gzipped if the client accepts it', async () => {
    const answer = await ask('tools/list');
    expect([answer.answer.headers.get('content-encoding'), answer.answer.headers.get('vary')]).toEqual(['gzip', 'accept-encoding']);
  });

  test('describes what each tool does to the world', async () => {
    const tools = await toolsAt('/mcp');
    const hinted = (hint: 'readOnlyHint' | 'destructiveHint' | 'openWorldHint') =>
      tools.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
    const writes = OPERATIONS.filter(({ id, method }) => method !== 'GET' && id !== 'quote_order').map(({ id }) => id);
    expect(hinted('readOnlyHint').toSorted()).toEqual(
      OPERATIONS.map(({ id }) => id)
        .filter((id) => !writes.includes(id))
        .toSorted(),
    );
    const overwriting = ['answer_interview', 'delete_milestone', 'set_founder_story', 'update_draft', 'update_my_listing'];
    expect(hinted('destructiveHint').toSorted()).toEqual(overwriting);
    expect(hinted('openWorldHint').toSorted()).toEqual([
      'claim_listing',
      'invite_cofounder',
      'post_listing_update',
      'submit_listing',
      'update_draft',
      'verify_claim',
    ]);
  });

  test('has schemas that mean the same as those of the operations', async () => {
    const tools = await toolsAt('/mcp');
    for (const row of OPERATIONS) {
      const { inputSchema } = tools.find(({ name }) => name === row.id)!;
      expect(validatorOf(inputSchema as never).Errors(row.example), row.id).toEqual([]);
      const { view } = inputSchema.properties as { view?: { default: string } };
      if (view && row.method !== 'GET') expect(view.default).toBe('status');
    }
    const update = tools.find(({ name }) => name === 'update_draft')!.inputSchema;
    expect(
      validatorOf(update as never).Errors({
        ...(OPERATIONS.find(({ id }) => id === 'update_draft')!.example as object),
        milestones: [{ title: 'Nonsense' }],
      }),
    ).not.toEqual([]);
  });

  test('describes every parameter', async () => {
    const described = (await toolsAt('/mcp')).flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties as Record<string, { description?: string }>).map(
        ([parameter, { description = '' }]) => [`${name}.${parameter}`, description.length > 5] as const,
      ),
    );
    expect(described.length).toBeGreaterThan(130);
    expect(described.filter(([, is_described]) => !is_described).map(([parameter]) => parameter)).toEqual([]);
  });

  test('names the statuses that a record can have, since clients drop schemas', async () => {
    const tools = await toolsAt('/mcp');
    for (const [tool, statuses] of Object.entries({
      get_draft: DRAFT_STATUSES,
      get_my_listing: LISTING_STATUSES,
      list_my_claims: CLAIM_STATUSES,
      get_order: [...ORDER_STATUSES, ...LINE_STATUSES],
    })) {
      const { description = '' } = tools.find(({ name }) => name === tool)!;
      expect([tool, statuses.filter((status) => !description.match(/\w+/g)?.includes(status))]).toEqual([tool, []]);
    }
  });

  test('a write that can answer in short does so by default', () => {
    const row = {
      ...OPERATIONS.find(({ id }) => id === 'update_draft')!,
      input: Strict({ view: Default(OneOf(['full', 'status']), 'full') }),
    };
    expect(toolOf(row).inputSchema.properties).toMatchObject({ view: { default: 'status' } });
    expect(readArguments(row, { idempotency_key: 'k' })).toEqual({ input: { view: 'status' }, key: 'k' });
    expect(readArguments(row, { view: 'full' }).input).toEqual({ view: 'full' });
    expect(readArguments({ ...row, method: 'GET' }, {}).input).toEqual({});
  });
});

describe('beside tools there are', () => {
  test('an icon of the server', async () => {
    const { text } = await ask('server/discover');
    const icon = await fetch(/"icons":\[\{"src":"([^"]+)"/.exec(text)![1]!);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  test('prompts that name only tools there are', async () => {
    const { prompts } = (await ask('prompts/list')).result as {
      prompts: { name: string; arguments: { name: string; required: boolean }[] }[];
    };
    expect(prompts.map(({ name }) => name)).toEqual(['launch_my_product', 'compare_products', 'complete_my_listing']);
    for (const prompt of prompts) {
      const given = Object.fromEntries(prompt.arguments.map(({ name }) => [name, 'ledgerly']));
      const { result } = await ask('prompts/get', { name: prompt.name, arguments: given });
      const { text } = (result as { messages: { content: { text: string } }[] }).messages[0]!.content;
      expect(text).toContain('ledgerly');
      for (const [name] of text.matchAll(/\b[a-z]+_[a-z_]+\b/g))
        if (!['checkout_url'].includes(name)) expect(OPERATIONS.map(({ id }) => id)).toContain(name);
    }
    expect((await ask('prompts/get', { name: 'compare_products', arguments: { first: 'ledgerly' } })).error?.message).toContain('second');
    expect((await ask('prompts/get', { name: 'vote_for_me', arguments: {} })).error?.message).toContain('There is no prompt');
  });

  test('resources for listings, weeks and more, with the answers of REST', async () => {
    const { resources } = (await ask('resources/list')).result as { resources: { uri: string }[] };
    const { resourceTemplates } = (await ask('resources/templates/list')).result as {
      resourceTemplates: { name: string; uriTemplate: string }[];
    };
    expect(resourceTemplates.map(({ name }) => name)).toEqual(['listing', 'launch_week', 'category', 'founder', 'blog_post']);
    for (const uri of [...resources.map(({ uri }) => uri), resourceTemplates[0]!.uriTemplate.replace('{slug}', 'ledgerly')]) {
      const { contents } = (await ask('resources/read', { uri })).result as { contents: { text: string }[] };
      expect(JSON.parse(contents[0]!.text), uri).toEqual(await (await fetch(uri)).json());
    }
    const absent = await ask('resources/read', { uri: `${server.api}/listings/nobody-is-called-this` });
    expect(absent.error?.data?.code).toBe('listing_not_found');
    for (const uri of [`${server.api}/listings/%zz`, `${server.api}/me`, 'file:///etc/passwd'])
      expect((await ask('resources/read', { uri })).error, uri).toBeDefined();
  });

  test('completions of slugs', async () => {
    const complete = async (ref: object, name: string, value: string) =>
      ((await ask('completion/complete', { ref, argument: { name, value } })).result as { completion: { values: string[] } }).completion
        .values;
    expect(await complete({ type: 'ref/prompt', name: 'compare_products' }, 'first', 'ledg')).toContain('ledgerly');
    const template = (path: string) => ({ type: 'ref/resource', uri: `${server.api}${path}` });
    expect(await complete(template('/categories/{slug}'), 'slug', 'account')).toContain('accounting');
    expect(await complete(template('/launches/weeks/{week}'), 'week', 'n')).toEqual(['next']);
    expect(await complete(template('/founders/{slug}'), 'slug', '')).not.toEqual([]);
    expect(await complete(template('/blog/{slug}'), 'slug', '')).not.toEqual([]);
  });
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
