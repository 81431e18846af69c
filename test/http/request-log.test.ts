import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClientHasher } from '../../src/http/request-log.ts';
import { Person } from '../support/accounts/person.ts';
import { NOON, problemIn, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

type Line = Record<string, unknown>;

/** A server with a readable log. */
const startLogged = async (rate_limit: boolean) => {
  let now = NOON;
  const lines: Line[] = [];
  const texts: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      const written = String(chunk).trim().split('\n');
      texts.push(...written);
      lines.push(...written.map((line) => JSON.parse(line) as Line));
      done();
    },
  });
  const server = await startServer({ rate_limit, clock: { now: () => now }, log: pino({ level: 'info' }, sink) });
  return {
    server,
    lines,
    texts,
    setTime: (moment: Date) => {
      now = moment;
    },
    /** The log line of a request id. */
    lineOf: (request_id: string) => until(async () => lines.find((line) => line.msg === 'request' && line.request_id === request_id)),
  };
};

let logged: Awaited<ReturnType<typeof startLogged>>;
let server: TestServer;
let ids = 0;
let id: string;
beforeAll(async () => {
  logged = await startLogged(true);
  server = logged.server;
});
beforeEach(() => {
  id = `request-log.${++ids}`;
});
afterAll(() => server.close());

const lineFor = async (path: string, headers: Record<string, string> = {}) => {
  await (await server.get(path, { 'x-request-id': id, ...headers })).text();
  return logged.lineOf(id);
};

test('operations, pages, assets, forms and unknown URLs are logged by route, never by URL', async () => {
  expect(await lineFor('/api/v1/listings/ledgerly')).toMatchObject({ route: 'get_listing', status: 200, account_id: null, method: 'GET' });
  id += 'b';
  expect(await lineFor('/listings/ledgerly?x=1')).toMatchObject({ route: 'listing', url: '/listings/ledgerly?x=1', account_id: null });
  id += 'c';
  const css = /href="(\/assets\/[^"]+\.css)"/.exec(await (await server.get('/')).text())![1]!;
  expect(await lineFor(css)).toMatchObject({ route: 'assets' });
  id += 'd';
  expect(await lineFor('/no/such/page')).toMatchObject({ route: 'not_found', status: 404 });
  id += 'e';
  expect(await lineFor('/listings/%E0%A4%A')).toMatchObject({ route: 'malformed', status: 400 });
});

test('a line is the same text as one of the logger', async () => {
  const {
    level: _level,
    time,
    pid,
    hostname,
    msg,
    ...fields
  } = await lineFor('/api/v1/listings/ledgerly?x="\\é', {
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  });
  const written: string[] = [];
  const timestamp = () => `,"time":${time}`;
  pino({ level: 'info', timestamp, base: { pid, hostname } }, { write: (line) => void written.push(line.trim()) }).info(
    fields,
    String(msg),
  );
  expect(logged.texts).toContain(written[0]);
  expect(Object.keys(fields).join(' ')).toBe('request_id trace_id method route url host status ms account_id client');
});

test('the account is logged, by key and by session, also for refused requests', async () => {
  const member = await server.member();
  expect(await lineFor('/api/v1/me', { authorization: `Bearer ${member.key}` })).toMatchObject({
    route: 'get_account',
    account_id: member.account_id,
  });
  id += 'b';
  const narrow = await server.member({ scopes: ['orders:write'] });
  const refused = await lineFor('/api/v1/me', { authorization: `Bearer ${narrow.key}` });
  expect(refused).toMatchObject({ status: 403, account_id: narrow.account_id });
  const ada = await new Person(server).signIn('ada@example.com');
  await ada.get('/account');
  const [account] = await server.sql`select id from accounts where email = 'ada@example.com'`;
  await until(async () => logged.lines.some((line) => line.route === 'account' && line.account_id === account!.id));
  const forms = logged.lines.filter(({ method }) => method === 'POST').map(({ route }) => route);
  expect(forms).toContain('/sign-in/link');
});

describe('the client', () => {
  test('is identified by a hash that changes daily, is the same in every process, and contains no address', async () => {
    const clientAt = async (address: string, moment: Date) => {
      logged.setTime(moment);
      id += 'x';
      return (await lineFor('/api/v1/site', { 'x-forwarded-for': address })).client as string;
    };
    const later = new Date(NOON.getTime() + 3_600_000);
    const next_day = new Date(NOON.getTime() + 86_400_000);
    const first = await clientAt('203.0.113.7', NOON);
    expect(first).toMatch(/^[\w-]{16}$/);
    expect(await clientAt('203.0.113.7', later)).toBe(first);
    expect(await clientAt('203.0.113.8', later)).not.toBe(first);
    expect(await clientAt('203.0.113.7', next_day)).not.toBe(first);
    // For IPv6 the /64 prefix, as for rate limits.
    expect(await clientAt('2001:db8:1:2::1', NOON)).toBe(await clientAt('2001:db8:1:2:ffff::9', NOON));
    const in_another = await openClientHasher(server.sql, { now: () => NOON });
    expect(in_another('203.0.113.7')).toBe(first);
    expect(logged.lines.map((line) => JSON.stringify(line)).join('\n')).not.toMatch(/203\.0\.113|2001:db8/);
  });
});

describe('the request id', () => {
  test('of the request is used in the response, in problems and in the log', async () => {
    const answer = await server.get('/api/v1/listings/no-such-listing', { 'x-request-id': id });
    expect(answer.headers.get('x-request-id')).toBe(id);
    expect((await problemIn(answer)).request_id).toBe(id);
    expect(await logged.lineOf(id)).toMatchObject({ status: 404 });
  });

  test.each(['short', 'with space in it', 'a'.repeat(129), 'semi;colon;here', '{"level":60}', 'é'.repeat(10)])(
    'that could be anything else is not taken: %s',
    async (sent) => {
      const answer = await server.get('/api/v1/site', { 'x-request-id': Buffer.from(sent).toString('latin1') });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test('may be sent cross-origin', async () => {
    const answer = await fetch(`${server.api}/site`, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } });
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/X-Request-Id/);
  });
});

test('a valid trace id is logged', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await lineFor('/api/v1/site', { traceparent: `00-${trace}-00f067aa0ba902b7-01` })).toMatchObject({ trace_id: trace });
  id += 'b';
  expect(await lineFor('/api/v1/site', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` })).not.toHaveProperty('trace_id');
  id += 'c';
  expect(await lineFor('/api/v1/site', { traceparent: 'anything' })).not.toHaveProperty('trace_id');
});

test('health checks are not logged; tokens in URLs are redacted', async () => {
  await server.get('/healthz', { 'x-request-id': 'health-check-1' });
  await server.get('/readyz', { 'x-request-id': 'health-check-2' });
  expect(await lineFor('/sign-in/link?token=secret-of-somebody')).toMatchObject({ url: '/sign-in/link?token=…' });
  expect(logged.lines.filter((line) => String(line.request_id).startsWith('health-check'))).toEqual([]);
});

test('a response from the fast path is logged in the same way', async () => {
  const unlimited = await startLogged(false);
  const ask = async (request_id: string, more: Record<string, string> = {}) => {
    const answer = await unlimited.server.get('/api/v1/listings/ledgerly', { 'x-request-id': request_id, ...more });
    expect(answer.headers.get('x-request-id')).toBe(request_id);
    return unlimited.lineOf(request_id);
  };
  const first = await ask('not-kept-yet');
  const kept = await ask('kept-by-now', { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' });
  const varying = { request_id: expect.any(String), time: expect.any(Number), ms: expect.any(Number) };
  expect(kept).toEqual({ ...first, ...varying, trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' });
  // Behind a proxy the client is the forwarded address.
  const proxied = await ask('through-a-proxy', { 'x-forwarded-for': '203.0.113.9' });
  expect(proxied.client).not.toBe(first.client);
  await unlimited.server.close();
});
