import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { problemIn, useServer } from '../support/server.ts';

const server = useServer();

test('a public read has an ETag and is answered with 304 if unchanged', async () => {
  const first = await server.get('/api/v1/site');
  const etag = first.headers.get('etag')!;
  expect(first.headers.get('cache-control')).toBe('public, no-cache');
  expect((await server.get('/api/v1/site', { 'if-none-match': etag })).status).toBe(304);
  expect((await server.get('/api/v1/site', { 'if-none-match': `W/${etag}, "other"` })).status).toBe(304);
  expect((await server.get('/api/v1/site', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('any origin may read, and preflight', async () => {
  expect((await server.get('/api/v1/site', { origin: 'https://elsewhere.example' })).headers.get('access-control-allow-origin')).toBe('*');
  const preflight = await fetch(`${server.api}/listings`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('GET');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
});

test.each([
  ['an operation', '/api/v1/site', 200],
  ['the OpenAPI document', '/api/v1/openapi.json', 200],
  ['an unknown operation', '/api/v1/nothing-here', 404],
  ['a page', '/', 200],
  ['an unknown page', '/nothing-here', 404],
  ['a redirect', '/sign-in/mail', 303],
  ['a stream', '/launches/weeks/2026-11-02/ledger.jsonl', 200],
])('HEAD of %s has the headers of GET, without the body', async (_what, path, status) => {
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => fetch(`${server.root}${path}`, { method, redirect: 'manual', headers: { 'x-request-id': 'same' } })),
  );
  const headersOf = ({ headers }: Response) =>
    ['content-type', 'content-length', 'etag', 'location', 'cache-control'].map((name) => headers.get(name));
  expect([get!.status, head!.status]).toEqual([status, status]);
  expect(headersOf(head!)).toEqual(headersOf(get!));
  expect(await head!.text()).toBe('');
});

test('every response has its own request id', async () => {
  const [a, b] = await Promise.all([server.get('/api/v1/site'), server.get('/api/v1/site')]);
  expect(a.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(a.headers.get('x-request-id')).not.toBe(b.headers.get('x-request-id'));
});

test('404 not_found for a path that is no operation', async () => {
  const answer = await server.get('/api/v1/nothing-here');
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await problemIn(answer)).toMatchObject({ code: 'not_found', request_id: answer.headers.get('x-request-id') });
});

test('404 unknown_site for a host that is no site of ours', async () => {
  const { port } = new URL(server.root);
  const text = await raw(Number(port), 'GET /api/v1/site HTTP/1.1\r\nHost: stranger.example\r\nConnection: close\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1\.1 404/);
  expect(text).toContain('"code":"unknown_site"');
});

test.each([
  ['no HTTP at all', 'hello there\r\n\r\n'],
  ['a header without end', `GET /api/v1/site HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['a path that cannot be decoded', 'GET /api/v1/listings/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
])('400 malformed_request for %s', async (_what, sent) => {
  const text = await raw(Number(new URL(server.root).port), sent);
  expect(text).toMatch(/^HTTP\/1\.1 400/);
  expect(text).toContain('application/problem+json');
  expect(text).toContain('"code":"malformed_request"');
});

test('a response is gzipped if the client accepts it', async () => {
  const { port } = new URL(server.root);
  const ask = (accept: string) =>
    raw(
      Number(port),
      `GET /api/v1/listings HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: ${accept}\r\nConnection: close\r\n\r\n`,
    );
  expect(await ask('gzip, br')).toContain('content-encoding: gzip');
  expect(await ask('gzip;q=0, identity')).not.toContain('content-encoding');
});

test('a change is visible within a second', async () => {
  const before = await server.client.get_listing({ slug: 'ledgerly' });
  await server.sql`update listings set tagline = 'Changed just now' where site_id = ${server.site_id} and slug = 'ledgerly'`;
  const changed = performance.now();
  const see = async () => (await server.client.get_listing({ slug: 'ledgerly' })).tagline;
  for (let asked = changed; (await see()) === before.tagline; asked = performance.now()) expect(asked - changed).toBeLessThan(1000);
  expect(await see()).toBe('Changed just now');
});

test('healthz and readyz answer for any host', async () => {
  expect((await server.get('/healthz')).status).toBe(200);
  expect(await (await server.get('/readyz')).json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
});

/** Sends raw bytes and returns the response. */
const raw = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text ? resolve(text) : reject(error)));
    socket.setTimeout(5000, () => socket.destroy());
  });
