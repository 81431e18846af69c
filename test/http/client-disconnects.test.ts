import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureDefaultSite } from '../../src/modules/sites/sites.ts';
import { openServer } from '../../src/process/serve.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { isTableAwaited } from '../support/db/locks.ts';
import { until } from '../support/until.ts';

interface Line {
  level: number;
  msg: string;
  method?: string;
  url?: string;
  status?: number;
  ms?: number;
}

const WARN = 40;
let lines: Line[] = [];
let database: TestDatabase;
let close: () => Promise<unknown>;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensureDefaultSite(database.sql);
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { now: () => new Date() };
  const { app, site_root } = await openServer({
    sql: database.sql,
    clock,
    log,
    host: '127.0.0.1',
    port: 0,
    site_root: null,
    rate_limit: false,
  });
  port = Number(new URL(site_root).port);
  close = () => app.close();
});
afterAll(async () => {
  await close();
  await database.drop();
});

/** Opens a connection and sends the start of a request. */
const send = async (request: string, headers: string[], body = ''): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  const host = `localhost:${port}`;
  const head = [`${request} HTTP/1.1`, `host: ${host}`, `origin: http://${host}`, ...headers, '', ''];
  socket.write(head.join('\r\n') + body);
  return socket;
};

const logged = (url: string): Promise<Line> =>
  until(async () => lines.find((line) => line.msg === 'request' && line.url?.split('?')[0] === url));

test.each([
  ['/sign-in/mail', 'application/x-www-form-urlencoded', 'email=a'],
  ['/payments/stripe', 'application/json', '{'],
  ['/unsubscribe', 'application/x-www-form-urlencoded', 'List'],
  ['/mcp', 'application/json', '{'],
  ['/api/v1/drafts', 'application/json', '{'],
  ['/oauth/token', 'application/x-www-form-urlencoded', 'grant_type='],
  ['/oauth/register', 'application/json', '{'],
])('a client that disconnects during POST %s is not logged as an error', async (path, type, begun) => {
  for (const end of ['resetAndDestroy', 'destroy'] as const) {
    lines = [];
    const socket = await send(`POST ${path}`, ['content-length: 1000', `content-type: ${type}`], begun);
    // Another request was answered meanwhile, so the server was waiting for this body.
    await (await fetch(`http://localhost:${port}/healthz`)).arrayBuffer();
    socket[end]();
    expect(await logged(path)).toMatchObject({ method: 'POST', status: 499 });
    await (await fetch(`http://localhost:${port}/healthz`)).arrayBuffer();
    expect(lines.filter(({ level }) => level >= WARN)).toEqual([]);
    expect(lines.filter(({ url }) => url === path)).toHaveLength(1);
  }
});

test.each(['/categories', '/api/v1/categories'])('nor is one that does not wait for GET %s', async (path) => {
  lines = [];
  const { promise: gone, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>();
  const locking = database.sql.begin(async (sql) => {
    await sql`lock table categories in access exclusive mode`;
    haveLocked();
    await gone;
  });
  try {
    await locked;
    const socket = await send(`GET ${path}`, []);
    await until(() => isTableAwaited(database.sql, 'categories'));
    socket.resetAndDestroy();
    expect(await logged(path)).toMatchObject({ status: 499, ms: expect.any(Number) });
  } finally {
    release();
    await locking;
  }
  await (await fetch(`http://localhost:${port}/api/v1/site`)).arrayBuffer();
  expect(await logged('/api/v1/site')).toMatchObject({ status: 200 });
  expect(lines.filter(({ level }) => level >= WARN)).toEqual([]);
  expect(lines.filter(({ url }) => url?.startsWith(path))).toHaveLength(1);
});

test('a sent response is logged once, with its status', async () => {
  lines = [];
  expect((await fetch(`http://localhost:${port}/once-only`)).status).toBe(404);
  expect(await logged('/once-only')).toMatchObject({ status: 404 });
  expect(lines.filter(({ url }) => url === '/once-only')).toHaveLength(1);
});
