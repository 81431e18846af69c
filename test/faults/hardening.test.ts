import { expect, test } from 'vitest';
import { problemIn, useServer } from '../support/server.ts';

const server = useServer({ demo: false, rate_limit: true });

const mcp = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.root}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });

test('every anonymous request to /mcp counts against the rate limit, not just tool calls', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.50' };
  const statuses = [];
  for (let i = 0; i < 125; i++) statuses.push((await mcp(list(i), headers)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.at(-1)).toBe(429);
});

test('the size of batches and of anonymous requests is limited', async () => {
  expect(
    (
      await mcp(
        Array.from({ length: 21 }, (_, i) => list(i)),
        { 'x-forwarded-for': '203.0.113.51' },
      )
    ).status,
  ).toBe(400);
  const arguments_ = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`name${i}`, i]));
  const answer = await mcp(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_listings', arguments: arguments_ } },
    { 'x-forwarded-for': '203.0.113.51' },
  );
  expect(await answer.json()).toMatchObject({ id: 1, error: { data: { code: 'body_too_large' } } });
});

test.each(['HEAD', 'PUT', 'OPTIONS'])('%s /mcp is 405', async (method) => {
  expect((await fetch(`${server.root}/mcp`, { method })).status).toBe(405);
});

test('guessing API keys is rate-limited like reading', async () => {
  const request = () => server.get('/api/v1/site', { authorization: `Bearer lw_${'x'.repeat(43)}`, 'x-forwarded-for': '203.0.113.52' });
  const statuses = [];
  for (let i = 0; i < 122; i++) statuses.push((await request()).status);
  expect(statuses[0]).toBe(401);
  expect(statuses.at(-1)).toBe(429);
});

test('an invalid X-Forwarded-For is harmless', async () => {
  expect((await server.get('/api/v1/site', { 'x-forwarded-for': 'x'.repeat(9000) })).status).toBe(200);
});

test('any number of unknown parameters is reported, together with the other errors', async () => {
  const names = (n: number) => Array.from({ length: n }, (_, i) => `x${i}=1`).join('&');
  const request = async (n: number) =>
    problemIn(await server.get(`/api/v1/listings?page=0&${names(n)}`, { 'x-forwarded-for': '203.0.113.53' }));
  const few = await request(9);
  expect(few.code).toBe('invalid_input');
  expect(few.errors).toHaveLength(10);
  expect(few.errors).toContainEqual(expect.objectContaining({ path: 'page', code: 'too_small' }));
  expect((await request(500)).errors).toHaveLength(50);
});

test('the key of a deleted account is refused, also while it is cached', async () => {
  const { key, account_id } = await server.member();
  const request = () => server.get('/api/v1/me', { authorization: `Bearer ${key}` });
  expect((await request()).status).toBe(200);
  await server.sql`delete from accounts where id = ${account_id}`;
  expect((await request()).status).toBe(401);
});

test('the authorization server refuses text that PostgreSQL cannot store', async () => {
  const register = (client: object) =>
    fetch(`${server.root}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(client),
    });
  const redirect_uris = ['http://127.0.0.1:9/cb'];
  for (const client of [
    { client_name: 'a\0b', redirect_uris },
    { client_name: 'a\ud800b', redirect_uris },
  ])
    expect((await register(client)).status).toBe(400);
  expect((await server.get('/oauth/authorize?client_id=%00&response_type=code')).status).toBe(400);
});
