import { expect, test } from 'vitest';
import type { Site } from '../../src/kernel/context.ts';
import { sharedLimits } from '../../src/kernel/limits.ts';
import { networkOf, strangerLimit } from '../../src/modules/accounts/limits.ts';
import { NOON, problemIn, useServer } from '../support/server.ts';

const server = useServer({ demo: false, rate_limit: true });
const LIMIT = { name: 'test', limit: 50, window_seconds: 60 };

test('strangers get 120 a minute per address, are told what is left, and then when to come back', async () => {
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

test('an account has limits of its own, however many keys and addresses it uses', async () => {
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

test('a tool call over the limit is told so in its result', async () => {
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

test('what is used up on one site is there on another, whose numbers are its own', async () => {
  const limits = sharedLimits(server.sql, { now: () => NOON });
  const granted = async (id: number, strangers: number): Promise<number> => {
    const { who, limit } = strangerLimit({ id, limits: { strangers } } as unknown as Site, '203.0.113.50');
    const taken = await Promise.all(Array.from({ length: 9 }, () => limits.take(who, limit)));
    return taken.filter(({ granted }) => granted).length;
  };
  expect([await granted(1, 7), await granted(2, 3)]).toEqual([7, 3]);
});

test('two processes share one limit: never more is granted, and none is lost to who asks alone', async () => {
  const clock = { now: () => NOON };
  const [one, other] = [sharedLimits(server.sql, clock), sharedLimits(server.sql, clock)];
  const taken = await Promise.all(Array.from({ length: 200 }, (_, i) => (i % 2 ? one : other).take('both', LIMIT)));
  const granted = taken.filter(({ granted }) => granted).length;
  expect(granted).toBeLessThanOrEqual(50);
  expect(granted).toBeGreaterThan(40);
  const alone = await Promise.all(Array.from({ length: 60 }, () => one.take('alone', LIMIT)));
  expect(alone.filter(({ granted }) => granted)).toHaveLength(50);
});

test('a new window begins afresh', async () => {
  let now = NOON.getTime();
  const limits = sharedLimits(server.sql, { now: () => new Date(now) });
  for (let i = 0; i < 50; i++) expect((await limits.take('window', LIMIT)).granted).toBe(true);
  expect((await limits.take('window', LIMIT)).granted).toBe(false);
  now += 60_000;
  expect(await limits.take('window', LIMIT)).toMatchObject({ granted: true, remaining: 49 });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
