import { expect, test } from 'vitest';
import type { Site } from '../../src/kernel/context.ts';
import { sharedLimits } from '../../src/kernel/limits.ts';
import { anonymousLimit, networkPrefix } from '../../src/modules/accounts/limits.ts';
import { NOON, problemIn, useServer } from '../support/server.ts';

const server = useServer({ demo: false, rate_limit: true });
const LIMIT = { name: 'test', limit: 50, window_seconds: 60 };

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

test('sites have separate limits with their own numbers', async () => {
  const limits = sharedLimits(server.sql, { now: () => NOON });
  const granted = async (id: number, strangers: number): Promise<number> => {
    const { who, limit } = anonymousLimit({ id, limits: { strangers } } as unknown as Site, '203.0.113.50');
    const taken = await Promise.all(Array.from({ length: 9 }, () => limits.take(who, limit)));
    return taken.filter(({ granted }) => granted).length;
  };
  expect([await granted(1, 7), await granted(2, 3)]).toEqual([7, 3]);
});

test('two processes share one limit: never more is granted, and a single caller gets all of it', async () => {
  const clock = { now: () => NOON };
  const [one, other] = [sharedLimits(server.sql, clock), sharedLimits(server.sql, clock)];
  const taken = await Promise.all(Array.from({ length: 200 }, (_, i) => (i % 2 ? one : other).take('both', LIMIT)));
  const granted = taken.filter(({ granted }) => granted).length;
  expect(granted).toBeLessThanOrEqual(50);
  expect(granted).toBeGreaterThan(40);
  const alone = await Promise.all(Array.from({ length: 60 }, () => one.take('alone', LIMIT)));
  expect(alone.filter(({ granted }) => granted)).toHaveLength(50);
});

test('a new window starts at zero', async () => {
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
  expect(networkPrefix(address)).toBe(network);
});

test('higher costs take more, and a rest that is too small stays for lower costs', async () => {
  const limits = sharedLimits(server.sql, { now: () => NOON });
  const take = async (cost: number) => (await limits.take('costs', LIMIT, cost)).granted;
  expect(await limits.take('costs', LIMIT, 20)).toMatchObject({ granted: true, remaining: 30 });
  expect([await take(20), await take(20), await take(10), await take(1)]).toEqual([true, false, true, false]);
});

test('two processes with any costs never grant more than the limit', async () => {
  const clock = { now: () => NOON };
  const processes = [sharedLimits(server.sql, clock), sharedLimits(server.sql, clock)];
  const costs = Array.from({ length: 120 }, (_, i) => 1 + ((i * 7) % 6));
  const taken = await Promise.all(costs.map((cost, i) => processes[i % 2]!.take('mixed', LIMIT, cost)));
  const granted = costs.filter((_, i) => taken[i]!.granted).reduce((sum, cost) => sum + cost, 0);
  expect(granted).toBeLessThanOrEqual(50);
  expect(granted).toBeGreaterThan(35);
});

test('a process grants the local part of a limit without a query, and counts it when more is needed', async () => {
  const clock = { now: () => NOON };
  const local = { ...LIMIT, name: 'local', local: 5 };
  const stored = async () =>
    (await server.sql<{ taken: number }[]>`select taken from limits_taken where who = 'local:visitor'`).map(({ taken }) => taken);
  const [one, other] = [sharedLimits(server.sql, clock), sharedLimits(server.sql, clock)];
  for (let i = 0; i < 5; i++) expect((await one.take('visitor', local)).granted).toBe(true);
  expect(await stored()).toEqual([]);
  expect((await one.take('visitor', local)).granted).toBe(true);
  expect((await stored())[0]).toBeGreaterThanOrEqual(6);
  const more = await Promise.all(Array.from({ length: 200 }, (_, i) => (i % 2 ? one : other).take('visitor', local)));
  const granted = 6 + more.filter(({ granted }) => granted).length;
  // At most the limit, plus the local part of the process that had not counted it.
  expect(granted).toBeLessThanOrEqual(55);
  expect(granted).toBeGreaterThan(40);
});

test('a refused read says how much of the limit is left, like any other', async () => {
  const refused = await server.get('/api/v1/listings/nobody-has-this');
  expect(refused.status).toBe(404);
  expect(refused.headers.get('ratelimit')).toMatch(/^"strangers";r=\d+;t=\d+$/);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
});
