import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { BODY_BYTES } from '../../src/http/app.ts';
import type { TSchema } from '../../src/kernel/schema.ts';
import { OPERATIONS } from '../../src/registry.ts';
import { problemIn, useServer } from '../support/server.ts';

const server = useServer();

test('a public read has an ETag and is answered with 304 if unchanged', async () => {
  const first = await server.get('/api/v1/site');
  const etag = first.headers.get('etag')!;
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=10');
  expect((await server.get('/api/v1/site', { 'if-none-match': etag })).status).toBe(304);
  expect(etag).toMatch(/^W\/"/);
  expect((await server.get('/api/v1/site', { 'if-none-match': `${etag.slice(2)}, "other"` })).status).toBe(304);
  expect((await server.get('/api/v1/site', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('a public read with a key keeps its ETag, for that client alone', async () => {
  const { key } = await server.member();
  const first = await server.get('/api/v1/site', { authorization: `Bearer ${key}` });
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const etag = first.headers.get('etag')!;
  expect(etag).toBe((await server.get('/api/v1/site')).headers.get('etag'));
  expect((await server.get('/api/v1/site', { authorization: `Bearer ${key}`, 'if-none-match': etag })).status).toBe(304);
});

test('what was created has a Location, again when it is replayed', async () => {
  const { key } = await server.member();
  const submit = () =>
    fetch(`${server.api}/drafts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'created' },
      body: JSON.stringify({ url: 'https://created.example' }),
    });
  for (const answer of [await submit(), await submit()]) {
    const { id } = (await answer.json()) as { id: string };
    const location = answer.headers.get('location')!;
    expect(location).toBe(`${server.api}/drafts/${id}`);
    expect((await fetch(location, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  }
});

const send = async (path: string, init: RequestInit) => {
  const { key } = await server.member();
  return fetch(server.api + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
};

test.each(['application/json', 'text/plain', 'application/octet-stream'])('an empty body of type %s is no body', async (type) => {
  const paths = ['POST /drafts/00000000-0000-4000-8000-000000000000/submit', 'POST /me/listings/1/free', 'POST /claims/1/verify'];
  for (const [method, path] of [...paths, 'DELETE /me/listings/1/milestones/1'].map((call) => call.split(' ') as [string, string]))
    expect([path, (await send(path, { method, headers: { 'content-type': type } })).status]).toEqual([path, 404]);
});

test('JSON of another type is 400 unsupported_content_type', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
    const answer = await send('/drafts', {
      method: 'POST',
      headers: { 'content-type': type },
      body: Buffer.from('{"url":"https://a.example"}'),
    });
    expect(await problemIn(answer)).toMatchObject({ status: 400, code: 'unsupported_content_type' });
  }
});

test('400 body_too_large names the limit', async () => {
  const body = JSON.stringify({ url: 'x'.repeat(BODY_BYTES) });
  const answer = await send('/drafts', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(await problemIn(answer)).toMatchObject({ code: 'body_too_large', detail: 'Send a body of at most 5,242,880 bytes.' });
});

/** The largest JSON of a schema: each character as two escapes of six bytes. */
const largestJson = (schema: TSchema): number => {
  const {
    type,
    anyOf,
    items,
    maxItems = 0,
    maxLength,
    properties = {},
  } = schema as {
    type?: string;
    anyOf?: TSchema[];
    items?: TSchema;
    maxItems?: number;
    maxLength?: number;
    properties?: Record<string, TSchema>;
  };
  if (anyOf) return Math.max(...anyOf.map(largestJson));
  if (items) return maxItems * (largestJson(items) + 1) + 2;
  if (type === 'object') return Object.entries(properties).reduce((sum, [name, inner]) => sum + name.length + 4 + largestJson(inner), 2);
  // Numbers and patterns such as dates are short.
  return type === 'string' ? 12 * (maxLength ?? 40) + 2 : 20;
};

test('every body within the documented bounds fits, escaped or not', async () => {
  const sizes = OPERATIONS.map(({ id, input }) => [id, largestJson(input)] as const).toSorted(([, a], [, b]) => b - a);
  expect(sizes[0]![0]).toBe('update_draft');
  // The rest is for white space and for MCP's envelope.
  expect(sizes[0]![1]).toBeGreaterThan(BODY_BYTES / 2);
  expect(sizes[0]![1]).toBeLessThan(0.97 * BODY_BYTES);
  const story = Object.fromEntries(['title', 'story', 'why_started', 'problem', 'journey'].map((name) => [name, '\u{1f600}'.repeat(8000)]));
  const body = JSON.stringify({ story }).replace(/[\ud800-\udfff]/g, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
  const path = '/drafts/00000000-0000-4000-8000-000000000000';
  const answer = await send(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
  expect((await problemIn(answer)).code).toBe('draft_not_found');
});

test('all faults of a request are in one answer, with the property that was probably meant', async () => {
  const problem = await problemIn(await server.get('/api/v1/listings?q=a&q=b&perPage=5&catgory=x&page=0&nonsense=1&status=gone'));
  expect([problem.code, problem.errors.map(({ path, code, message }) => `${path} ${code} ${message.split('; ')[1] ?? ''}`.trim())]).toEqual(
    [
      'invalid_input',
      expect.arrayContaining([
        'q repeated',
        'perPage unknown_property did you mean per_page?',
        'catgory unknown_property did you mean category?',
        'nonsense unknown_property',
        'page too_small',
        'status not_allowed',
      ]),
    ],
  );
  const repeated = await problemIn(await server.get('/api/v1/listings?q=a&q=b'));
  expect([repeated.code, repeated.errors.length]).toEqual(['repeated_parameter', 1]);
});

test('nested properties are corrected too, together with misplaced ones and bad text', async () => {
  const body = JSON.stringify({
    fields: { taglin: 'x', name: 'a\u0007b' },
    faqs: [{ question: 'Q?', anwser: 'A' }],
    founders: null,
    city: 'Porto',
    regenrate: ['name'],
  });
  const path = '/drafts/00000000-0000-4000-8000-000000000000?story=1';
  const problem = await problemIn(await send(path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body }));
  const messages = Object.fromEntries(problem.errors.map(({ path, message }) => [path, message]));
  expect(problem.code).toBe('invalid_input');
  expect(messages).toMatchObject({
    story: 'belongs in the body, not in the query',
    'fields.taglin': expect.stringContaining('did you mean tagline?'),
    'fields.name': 'contains control characters other than newline and tab',
    'faqs[0].anwser': expect.stringContaining('did you mean answer?'),
    'faqs[0].answer': 'is required',
    city: expect.stringContaining('did you mean fields.city?'),
    regenrate: expect.stringContaining('did you mean regenerate?'),
  });
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
