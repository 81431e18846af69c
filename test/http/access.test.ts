import { expect, test } from 'vitest';
import type { Scope } from '../../src/kernel/context.ts';
import type { Problem } from '../../src/kernel/errors.ts';
import { API_SCOPES } from '../../src/modules/accounts/schema.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { pathOf } from '../support/calls.ts';
import { NOON, problemIn, useServer } from '../support/server.ts';

const server = useServer();
const GUARDED = OPERATIONS.filter(({ access }) => access !== 'public');
const PUBLIC = OPERATIONS.filter(({ access }) => access === 'public');

const rest = (row: (typeof OPERATIONS)[number], token?: string) =>
  fetch(server.api + pathOf(row, row.example as Record<string, unknown>), {
    method: row.method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

const tool = (body: unknown, token?: string) =>
  fetch(`${server.root}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-03-26',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
const requestFor = (row: (typeof OPERATIONS)[number], id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: row.id, arguments: row.example },
});

/** The problem of a REST answer, or that in an MCP answer's JSON-RPC error. */
const problemOf = async (answer: Response): Promise<Problem> => {
  if (!answer.url.endsWith('/mcp')) return problemIn(answer);
  expect(answer.headers.get('content-type')).toBe('application/json');
  const { jsonrpc, id, error } = (await answer.json()) as { jsonrpc: string; id: number; error: { data: Problem } };
  expect([jsonrpc, id]).toEqual(['2.0', 1]);
  return error.data;
};

test.each(GUARDED)('$id: 401 without credentials, by REST and MCP, with where to get them', async (row) => {
  // MCP names all scopes, so that an agent that reads, writes and orders asks for consent once.
  for (const [answer, path, scope] of [
    [await rest(row), '/api/v1', row.access],
    [await tool(requestFor(row)), '/mcp', API_SCOPES.join(' ')],
  ] as const) {
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer scope="${scope}", resource_metadata="${server.root}/.well-known/oauth-protected-resource${path}"`,
    );
    expect((await problemOf(answer)).code).toBe('missing_credentials');
  }
});

test.each(GUARDED)('$id: 403 with all other scopes, accepted with the right one, by REST and MCP', async (row) => {
  const wrong = await server.member({ scopes: API_SCOPES.filter((scope) => scope !== row.access) as Scope[] });
  for (const answer of [await rest(row, wrong.key), await tool(requestFor(row), wrong.key)]) {
    expect(answer.status).toBe(403);
    // Clients request exactly the scopes they are told, so the ones they have are included.
    const named = API_SCOPES.filter((scope) => scope !== row.access).join(' ');
    expect(answer.headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${named} ${row.access}"`);
    expect((await problemOf(answer)).code).toBe('insufficient_scope');
  }
  const right = await server.member({ scopes: [row.access as Scope] });
  for (const answer of [await rest(row, right.key), await tool(requestFor(row), right.key)])
    expect([401, 403]).not.toContain(answer.status);
});

test.each(PUBLIC)('$id: credentials are optional, but bad ones are rejected', async (row) => {
  const { key } = await server.member();
  const answer = await rest(row, key);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  expect((await rest(row, `${key.slice(0, -1)}!`)).status).toBe(401);
  expect((await tool(requestFor(row), 'lw_nonsense')).status).toBe(401);
});

const BAD_KEYS: [string, () => Promise<string>][] = [
  ['malformed', async () => 'lw_short'],
  ['unknown', async () => `lw_${'a'.repeat(43)}`],
  ['of no kind we know', async () => 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
  ['expired', async () => (await server.member({ expires_at: new Date(NOON.getTime() - 1000) })).key],
];

test.each(BAD_KEYS)('401 invalid_credentials for a key that is %s', async (_what, make) => {
  const answer = await server.get('/api/v1/me', { authorization: `Bearer ${await make()}` });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  expect((await problemIn(answer)).code).toBe('invalid_credentials');
});

test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'lw_x'])('401 for the Authorization header "%s"', async (authorization) => {
  expect((await server.get('/api/v1/site', { authorization })).status).toBe(401);
});

test('a key without Bearer is told so', async () => {
  const { key } = await server.member();
  const problem = await problemIn(await server.get('/api/v1/me', { authorization: key }));
  expect(problem).toMatchObject({ code: 'invalid_credentials', detail: expect.stringContaining('Write the word Bearer') });
});

test('a revoked key is rejected within a second', async () => {
  const { key, key_id } = await server.member();
  const ask = async (): Promise<number> => (await server.get('/api/v1/me', { authorization: `Bearer ${key}` })).status as number;
  expect(await ask()).toBe(200);
  await server.sql`update api_keys set revoked_at = ${NOON} where id = ${key_id}`;
  const revoked = performance.now();
  for (let asked = revoked; (await ask()) === 200; asked = performance.now()) expect(asked - revoked).toBeLessThan(1000);
  expect(await ask()).toBe(401);
});

test('an anonymous batch with one protected call is rejected as a whole', async () => {
  const answer = await tool([requestFor(PUBLIC[0]!, 1), requestFor(GUARDED[0]!, 2)]);
  expect(answer.status).toBe(401);
  expect((await tool([requestFor(PUBLIC[0]!, 1), requestFor(PUBLIC[1]!, 2)])).status).toBe(200);
});

test('a key is stored as a hash, and its last use is recorded', async () => {
  const { key, key_id, client } = await server.member();
  await client.get_account({});
  const [row] = await server.sql`select * from api_keys where id = ${key_id}`;
  expect(JSON.stringify(row)).not.toContain(key.slice(12));
  expect(row!.prefix).toBe(key.slice(0, 9));
  expect(row!.last_used_at).toEqual(NOON);
});
