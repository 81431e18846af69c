import { expect, test } from 'vitest';
import { networkPrefix } from '../../src/modules/accounts/limits.ts';
import { problemIn, useServer } from '../support/server.ts';

const server = useServer({ demo: false, rate_limit: true });

test('anonymous callers get 120 requests a minute per address, see what is left, and then when to retry', async () => {
  const ask = (address: string) => server.get('/api/v1/site', { 'x-forwarded-for': address });
  const answers = await Promise.all(Array.from({ length: 130 }, () => ask('203.0.113.7')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused.headers.get('ratelimit-policy')).toBe('"strangers";q=120;w=60');
  expect((await problemIn(refused)).code).toBe('rate_limited');
  const other = await ask('203.0.113.8');
  expect(other.status).toBe(200);
  expect(other.headers.get('ratelimit')).toMatch(/^"strangers";r=119;t=\d+$/);
});

test('an account has its own limits, over all its keys and addresses', async () => {
  await server.sql`update sites set settings = '{"limits": {"reads": 5}}'`;
  const { key } = await server.member();
  const ask = (address: string) => server.get('/api/v1/me', { authorization: `Bearer ${key}`, 'x-forwarded-for': address });
  await expect
    .poll(async () =>
      (await server.get('/api/v1/site', { authorization: `Bearer ${(await server.member()).key}` })).headers.get('ratelimit-policy'),
    )
    .toBe('"reads";q=5;w=60');
  const statuses = [];
  for (let i = 0; i < 7; i++) statuses.push((await ask(`203.0.113.${20 + i}`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test('a rate-limited tool call says so in its result', async () => {
  await server.sql`update sites set settings = '{"limits": {"strangers": 1}}'`;
  const call = async () => {
    const answer = await fetch(`${server.root}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-forwarded-for': '203.0.113.99' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_site', arguments: {} } }),
    });
    return answer.text();
  };
  await expect.poll(call).toContain('rate_limited');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(networkPrefix(address)).toBe(network);
});

test('a refused read says how much of the limit is left, like any other', async () => {
  const refused = await server.get('/api/v1/listings/nobody-has-this');
  expect(refused.status).toBe(404);
  expect(refused.headers.get('ratelimit')).toMatch(/^"strangers";r=\d+;t=\d+$/);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
});
