import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { request } from 'undici';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureDefaultSite } from '../../../src/modules/sites/sites.ts';
import { openServer } from '../../../src/process/serve.ts';
import { costOf, PAGE_COSTS } from '../../../src/web/server/page-limits.ts';
import { WEB_PAGES } from '../../../src/web/server/routes.ts';
import { findTokenFor, Person } from '../../support/accounts/person.ts';
import { createTestDatabase } from '../../support/database.ts';
import { NOON, useServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let now = NOON;
const server = useServer({ demo: false, rate_limit: true, clock: { now: () => now } });
const LIMITS = { pages: 30, member_pages: 40, sign_in_pages: 10, pictures: 20 };

// Each test gets its own window.
beforeEach(() => {
  now = new Date(now.getTime() + 120_000);
});

beforeAll(async () => {
  await server.sql`update sites set settings = ${server.sql.json({ limits: LIMITS })}`;
  const policy = async () => {
    const probe = new Person(server);
    for (let n = 0; n < 40; n++) {
      const answer = await probe.get('/');
      if (answer.status === 429) return answer.headers.get('ratelimit-policy');
    }
    return null;
  };
  await until(async () => (await policy()) === '"pages";q=30;w=60');
});

const repeat = async (n: number, send: () => Promise<Response>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < n; i++) statuses.push((await send()).status);
  return statuses;
};
const exhaust = async (person: Person): Promise<void> => {
  for (let n = 0; n < 100; n++) if ((await person.get('/categories')).status === 429) return;
  throw new Error('never limited');
};

test('a network has a page limit, and then gets a page that says when to retry', async () => {
  const visitor = new Person(server);
  expect(await repeat(30, () => visitor.get('/'))).toEqual(Array(30).fill(200));
  const refused = await visitor.get('/');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit-policy')).toBe('"pages";q=30;w=60');
  expect(refused.headers.get('ratelimit')).toMatch(/^"pages";r=0;t=\d+$/);
  const html = await refused.text();
  expect(html).toContain('<h1>Too many requests</h1>');
  expect(html).toContain('Launchweek');
  // Other networks are not affected, and the limit resets.
  expect((await new Person(server).get('/')).status).toBe(200);
  now = new Date(now.getTime() + 60_000);
  expect((await visitor.get('/')).status).toBe(200);
});

test('an IPv6 /64 is one network, and a mapped IPv4 address counts as IPv4', async () => {
  const at = (address: string) => new Person(server, { headers: { 'x-forwarded-for': address } });
  await exhaust(at('2001:db8:5:6::1'));
  expect((await at('2001:db8:5:6:ffff::2').get('/')).status).toBe(429);
  expect((await at('2001:db8:5:7::1').get('/')).status).toBe(200);
  await exhaust(at('203.0.113.77'));
  expect((await at('::ffff:203.0.113.77').get('/')).status).toBe(429);
});

test('a search costs five pages; when too little is left for one, pages still work', async () => {
  const visitor = new Person(server);
  expect(await repeat(5, () => visitor.get('/listings?q=ledger'))).toEqual(Array(5).fill(200));
  expect(await repeat(2, () => visitor.get('/'))).toEqual([200, 200]);
  expect((await visitor.get('/compare?a=ledgerly&b=kontorbuch')).status).toBe(429);
  expect(await repeat(4, () => visitor.get('/listings'))).toEqual([200, 200, 200, 429]);
});

test('404s and requests to unknown hosts count, too', async () => {
  const visitor = new Person(server);
  expect(await repeat(31, () => visitor.get(`/nothing-${randomUUID()}`))).toEqual([...Array(30).fill(404), 429]);
  // The host belongs to no site, so the default limit applies.
  const headers = { host: 'nobody.example', ...visitor.headers };
  const answers = await Promise.all(Array.from({ length: 620 }, () => request(`${server.address}/`, { headers })));
  for (const { body } of answers) await body.dump();
  const statuses = new Set(answers.map(({ statusCode }) => statusCode));
  expect(statuses).toEqual(new Set([404, 429]));
});

test('signed-in users have their own limit on any network', async () => {
  const member = await new Person(server).signIn(`${randomUUID()}@example.com`);
  await exhaust(new Person(server, { headers: member.headers }));
  expect((await member.get('/')).status).toBe(200);
  await exhaust(member);
  const refused = await member.get('/account');
  expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"member_pages";q=40;w=60']);
  expect(await refused.text()).not.toContain('@example.com');
  // Another account on the same network is not affected.
  const other = new Person(server, { headers: member.headers });
  await other.signIn(`${randomUUID()}@example.com`);
  expect((await other.get('/account')).status).toBe(200);
});

test('sign-in still works on a network that has used up its pages', async () => {
  const visitor = new Person(server);
  await exhaust(visitor);
  const email = `${randomUUID()}@example.com`;
  expect((await visitor.get('/sign-in')).status).toBe(200);
  expect((await visitor.send('/sign-in/mail', { email })).status).toBe(303);
  const token = await findTokenFor(server, email);
  expect((await visitor.get(`/sign-in/link?token=${token}`)).status).toBe(200);
  expect((await visitor.send('/sign-in/link', { token })).status).toBe(303);
  expect((await visitor.get('/account')).status).toBe(200);
});

describe('other routes', () => {
  test('badges and pictures have their own limit, separate from pages', async () => {
    const visitor = new Person(server);
    const badge = () => visitor.get('/badges/a-product/launch.svg');
    const before = await repeat(20, badge);
    expect(before).not.toContain(429);
    expect((await badge()).status).toBe(429);
    expect((await visitor.get('/')).status).toBe(200);
    const other = new Person(server);
    await exhaust(other);
    expect((await other.get('/badges/a-product/launch.svg')).status).toBe(before[0]);
  });

  test('assets, health checks and Stripe webhooks are never limited', async () => {
    const visitor = new Person(server);
    const [, css] = /href="(\/assets\/site-[^"]+\.css)"/.exec(await (await visitor.get('/')).text())!;
    await exhaust(visitor);
    expect(new Set(await repeat(50, () => visitor.get(css!)))).toEqual(new Set([200]));
    expect(new Set(await repeat(50, () => visitor.get('/healthz')))).toEqual(new Set([200]));
    // Stripe is not configured here, so the route answers 404, but not 429.
    expect(new Set(await repeat(50, () => visitor.send('/payments/stripe')))).toEqual(new Set([404]));
  });

  test('the API has its own limits', async () => {
    const visitor = new Person(server);
    await exhaust(visitor);
    const answer = await visitor.get('/api/v1/site');
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '"strangers";q=120;w=60']);
    expect((await visitor.get('/api/v1/nothing')).status).toBe(404);
    expect((await visitor.get('/.well-known/oauth-authorization-server')).status).toBe(200);
  });
});

describe('a form over the limit', () => {
  test('does nothing and returns with its values', async () => {
    const member = await new Person(server).signIn(`${randomUUID()}@example.com`);
    await exhaust(member);
    const refused = await member.send('/account/name', { name: 'A Long Name I Typed' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"member_pages";q=40;w=60');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const html = await refused.text();
    expect(html).toContain('value="A Long Name I Typed"');
    expect(html).toContain('Wait a minute, then try again.');
    const [named] = await server.sql`select count(*)::int as n from accounts where name = 'A Long Name I Typed'`;
    expect(named!.n).toBe(0);
    now = new Date(now.getTime() + 60_000);
    expect((await member.send('/account/name', { name: 'A Long Name I Typed' })).status).toBe(303);
  });

  test('is returned about twenty times a minute, then rejected unread', async () => {
    const member = await new Person(server).signIn(`${randomUUID()}@example.com`);
    await exhaust(member);
    const pages = [];
    for (let n = 0; n < 25; n++) pages.push(await (await member.send('/account/name', { name: 'Typed' })).text());
    expect(pages.filter((html) => html.includes('value="Typed"'))).toHaveLength(20);
    expect(pages.at(-1)).toContain('<h1>Too many requests</h1>');
  });

  test('from another site is rejected as such', async () => {
    const member = await new Person(server).signIn(`${randomUUID()}@example.com`);
    await exhaust(member);
    expect((await member.send('/account/name', { name: 'x' }, { origin: 'https://elsewhere.example' })).status).toBe(403);
  });
});

test('every entry of PAGE_COSTS is a route, and every page has a cost', async () => {
  const database = await createTestDatabase();
  await ensureDefaultSite(database.sql);
  const log = pino({ level: 'silent' });
  const { app } = await openServer({
    sql: database.sql,
    clock: { now: () => NOON },
    log,
    host: '127.0.0.1',
    port: 0,
    site_root: null,
    rate_limit: true,
  });
  const isRoute = (row: string): boolean => {
    const [, method, url] = /^(?:(\w+) )?(\S+)$/.exec(row)!;
    return (method ? [method] : ['GET', 'POST']).some((one) => app.hasRoute({ method: one as 'GET', url: url! }));
  };
  expect(Object.keys(PAGE_COSTS).filter((row) => !isRoute(row))).toEqual([]);
  expect(WEB_PAGES.filter(({ path }) => costOf('GET', path, {}).units === 0)).toEqual([]);
  await app.close();
  await database.drop();
});
