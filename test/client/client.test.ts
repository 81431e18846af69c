import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generateSources } from '../../client/generate.ts';
import { connect, ProblemError, TimeoutError } from '../../client/src/client.ts';

/** The client against a server that answers what a test tells it to. */
interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}
let replies: (Reply | 'hang up')[] = [];
/** Never answered. A request that is given up may still arrive during the next test, so it takes no reply. */
const SILENT = 'silent';
let requests: { method: string; url: string; key: string | undefined; body: string }[] = [];

const site = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const key = request.headers['idempotency-key'] as string | undefined;
  if (request.url!.endsWith(`/${SILENT}`)) return;
  requests.push({ method: request.method!, url: request.url!, key, body: Buffer.concat(chunks).toString() });
  const reply = replies.shift() ?? { status: 200 };
  if (reply === 'hang up') return void request.socket.destroy();
  response.writeHead(reply.status, reply.headers).end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}));
});

interface TestClient {
  read(input?: object, options?: object): Promise<unknown>;
  list: { all(input?: object, options?: object): AsyncIterable<number> };
  create(input?: object, options?: object): Promise<unknown>;
  quote(input?: object): Promise<unknown>;
  remove(input?: object): Promise<unknown>;
}
let client: TestClient;
beforeAll(async () => {
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const base_url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/api/v1/`;
  client = connect<TestClient>(
    [
      { id: 'read', method: 'GET', path: '/things/{id}' },
      { id: 'list', method: 'GET', path: '/things' },
      { id: 'create', method: 'POST', path: '/things', idempotent: true },
      { id: 'quote', method: 'POST', path: '/quotes' },
      { id: 'remove', method: 'DELETE', path: '/things/{id}', idempotent: true },
    ],
    { base_url, max_wait_ms: 5_000, timeout_ms: 5_000, retries: 2 },
  );
});
beforeEach(() => {
  replies = [];
  requests = [];
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const AT_ONCE = { 'retry-after': '0' };
const problem = (status: number, code: string): Reply => ({
  status,
  headers: AT_ONCE,
  body: { type: 'about:blank', title: code, status, code, detail: null, errors: [], request_id: 'r1' },
});

test('input goes into path, query and body; what is undefined is not sent', async () => {
  await client.read({ id: 'a/b', q: 'x y', none: undefined });
  await client.create({ name: 'n', none: undefined });
  await client.remove({ id: 1 });
  expect(requests).toMatchObject([
    { method: 'GET', url: '/api/v1/things/a%2Fb?q=x+y', body: '', key: undefined },
    { method: 'POST', url: '/api/v1/things', body: '{"name":"n"}', key: expect.stringMatching(/^[\x21-\x7e]{20,255}$/) },
    { method: 'DELETE', url: '/api/v1/things/1', body: '' },
  ]);
  await expect(client.read({})).rejects.toThrow('read needs id.');
});

describe('a request is sent again', () => {
  test.each([['502', { status: 502, headers: AT_ONCE, body: '<h1>Bad gateway</h1>' }] as const, ['503', problem(503, 'busy')] as const])(
    'after %s, a write with the same key',
    async (_status, reply) => {
      replies = [reply, reply, { status: 201, body: { id: 7 } }];
      expect(await client.create({ name: 'n' })).toEqual({ id: 7 });
      expect(requests).toHaveLength(3);
      expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
    },
  );

  test('after a lost connection', async () => {
    replies = ['hang up', { status: 200, body: { id: 1 } }];
    expect(await client.read({ id: 1 })).toEqual({ id: 1 });
  });

  test('after 429, whatever it is: it was not carried out', async () => {
    replies = [problem(429, 'rate_limited'), { status: 200, body: { total: 1 } }];
    expect(await client.quote({})).toEqual({ total: 1 });
  });
});

describe('a request is not sent again', () => {
  test('if it writes and takes no key', async () => {
    replies = [problem(503, 'busy'), 'hang up'];
    await expect(client.quote({})).rejects.toThrow(ProblemError);
    await expect(client.quote({})).rejects.toThrow('fetch failed');
    expect(requests).toHaveLength(2);
  });

  test('if it was refused, if the wait is too long, or after the last attempt', async () => {
    replies = [problem(400, 'invalid_input')];
    await expect(client.create({})).rejects.toMatchObject({ code: 'invalid_input', status: 400, problem: { request_id: 'r1' } });
    replies = [{ ...problem(429, 'rate_limited'), headers: { 'retry-after': '60' } }];
    await expect(client.read({ id: 1 })).rejects.toMatchObject({ code: 'rate_limited' });
    replies = [problem(503, 'busy'), problem(503, 'busy'), { status: 504, headers: AT_ONCE, body: 'Gateway timeout' }];
    await expect(client.read({ id: 1 })).rejects.toMatchObject({ code: 'fault', status: 504 });
    expect(requests).toHaveLength(5);
  });
});

test('a call ends by its signal and by its timeout', async () => {
  const controller = new AbortController();
  const call = client.read({ id: SILENT }, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  await expect(client.read({ id: SILENT }, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  await expect(connectOnce().read({ id: SILENT }, { timeout_ms: 20 })).rejects.toThrow(TimeoutError);
});

const connectOnce = () => {
  const base_url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  return connect<TestClient>([{ id: 'read', method: 'GET', path: '/things/{id}' }], { base_url, retries: 0 });
};

test('all goes through the pages of a list', async () => {
  replies = [
    { status: 200, body: { items: [1, 2], has_more: true } },
    { status: 200, body: { items: [3], has_more: false } },
  ];
  const found: number[] = [];
  for await (const item of client.list.all({ q: 'x' })) found.push(item);
  expect(found).toEqual([1, 2, 3]);
  expect(requests.map(({ url }) => url)).toEqual(['/api/v1/things?per_page=100&q=x&page=1', '/api/v1/things?per_page=100&q=x&page=2']);
});

test('generated: records, inputs and answers have types, with one for each view', () => {
  const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const thing = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', description: 'Names it.' }, 'a-b': { type: ['string', 'null'] } },
  };
  const get = {
    operationId: 'get_thing',
    summary: 'One thing',
    description: 'All of it.',
    parameters: [{ $ref: '#/components/parameters/id' }, { $ref: '#/components/parameters/view' }],
    responses: { 200: { content: { 'application/json': { schema: { anyOf: [schema('Thing'), schema('ThingStatus')] } } } } },
  };
  const { 'operations.ts': source } = generateSources({
    paths: { '/things/{id}': { get } },
    components: {
      schemas: { Thing: thing, ThingStatus: { allOf: [schema('Thing'), { type: 'object', properties: { done: { type: 'boolean' } } }] } },
      parameters: {
        id: { name: 'id', in: 'path', required: true, description: 'Which.', schema: { type: 'integer' } },
        view: { name: 'view', in: 'query', description: 'How much.', schema: { type: 'string', enum: ['full', 'status'] } },
      },
    },
  });
  expect(source).toContain('export type Thing = {\n  /** Names it. */\n  id: number;\n  "a-b"?: string | null;\n};');
  expect(source).toContain('export type ThingStatus = Thing & {\n  done?: boolean;\n};');
  expect(source).toContain('get_thing(input: GetThingInput & { view?: "full" }, options?: CallOptions): Promise<Thing>;');
  expect(source).toContain('get_thing(input: GetThingInput & { view: "status" }, options?: CallOptions): Promise<ThingStatus>;');
});
