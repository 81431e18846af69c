import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, expect, inject, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/db/connection/url.ts';
import { applyPatches } from '../../src/db/driver/patch-package.ts';
import postgres from '../../src/db/driver/postgres.ts';
import { connect, type Sql } from '../../src/db/open.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

/** Waits for a promise that the unpatched driver would leave pending forever. */
const settle = <T>(work: PromiseLike<T>) =>
  Promise.race([
    Promise.resolve(work).then(
      () => 'done',
      (error) => String(error.code ?? error.message),
    ),
    sleep(60_000, 'still waiting', { ref: false }),
  ]);
const LOST = /^(CONNECTION_CLOSED|57P01|ECONNRESET|EPIPE)$/;

let database: TestDatabase;
const pools: Sql[] = [];
const open = (max: number): Sql => {
  pools.push(connect(database.url, max));
  return pools.at(-1)!;
};
const pidOf = async (sql: Pick<Sql, 'unsafe'>): Promise<number> => (await sql.unsafe('select pg_backend_pid() as pid'))[0]!.pid;
/** Terminates a backend and waits until it is gone. */
const kill = async (pid: number) => {
  await database.sql`select pg_terminate_backend(${pid})`;
  await until(async () => (await database.sql`select from pg_stat_activity where pid = ${pid}`).length === 0);
  await sleep(20);
};

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create table notes (note text)`;
  return () => database.drop();
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end({ timeout: 1 })));
});
const notes = async () => (await database.sql`select note from notes order by note`).map(({ note }) => note);

test('queries one after the other use the same connection, which has their plans, even if others are open', async () => {
  const sql = open(4);
  const opened = await Promise.all(Array.from({ length: 4 }, () => sql`select pg_backend_pid() as pid, pg_sleep(0.05)`));
  expect(new Set(opened.map(([row]) => row!.pid)).size).toBe(4);
  const used = new Set<number>();
  for (let n = 0; n < 8; n++) used.add(await pidOf(sql));
  expect(used.size).toBe(1);
});

test('a reserved session whose backend is terminated rejects all queries, and the pool stays usable', async () => {
  const sql = open(1);
  const session = await sql.reserve();
  await kill(await pidOf(session));
  for (let i = 0; i < 3; i++) expect(await settle(session`select 1`)).toMatch(LOST);
  session.release();
  expect(await settle(sql`select 1`)).toBe('done');
  expect(await settle(session`select 1`)).toMatch(LOST);
});

test('a transaction whose backend is terminated does not continue in another transaction, whether it returns or throws', async () => {
  const sql = open(1);
  for (const ending of ['returns', 'throws']) {
    let proceed = () => {};
    const waiting = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    let late = '';
    const first = sql.begin(async (tx) => {
      await tx`insert into notes values (${`first ${ending}`})`;
      await kill(await pidOf(tx));
      await waiting;
      late = await settle(tx`insert into notes values (${`late ${ending}`})`);
      if (ending === 'throws') throw new Error('rolled back');
    });
    expect(await settle(first)).toMatch(LOST);
    const second = sql.begin(async (tx) => {
      await tx`insert into notes values (${`second ${ending}`})`;
      proceed();
      await until(async () => late !== '');
      await sleep(20);
    });
    expect(await settle(second)).toBe('done');
    expect(late).toMatch(LOST);
  }
  expect(await notes()).toEqual(['second returns', 'second throws']);
});

test('queries that wait inside a transaction or behind a reserved session are rejected with it', async () => {
  const sql = open(1);
  let queued: Promise<string>[] = [];
  const transaction = sql.begin(async (tx) => {
    const pid = await pidOf(tx);
    queued = [tx`select pg_sleep(${60})`, tx`select 1`, tx`select 2`, tx`select 3`].map((query) => settle(query));
    await until(async () => (await database.sql`select from pg_stat_activity where pid = ${pid} and state = 'active'`).length > 0);
    await kill(pid);
    await Promise.all(queued);
  });
  expect(await settle(transaction)).toMatch(LOST);
  for (const answer of await Promise.all(queued)) expect(answer).toMatch(LOST);
});

test('a waiting reservation gets a session after a connection is lost', async () => {
  const sql = open(1);
  const pid = await pidOf(sql);
  const busy = settle(sql`select pg_sleep(60)`);
  await until(async () => (await database.sql`select from pg_stat_activity where pid = ${pid} and state = 'active'`).length > 0);
  const reserved = sql.reserve();
  await kill(pid);
  expect(await busy).toMatch(LOST);
  expect(await settle(reserved)).toBe('done');
  expect(await settle((await reserved)`select 1`)).toBe('done');
  (await reserved).release();
  expect(await settle(sql`select 1`)).toBe('done');
});

test('a query that cannot be sent rejects itself and no other', async () => {
  const sql = open(1);
  await sql`select 1`;
  const before = sql`select pg_sleep(0.2)`.execute();
  const wrong = sql`select ${undefined as unknown as string}::text`.execute();
  expect(await Promise.all([settle(wrong), settle(before)])).toEqual(['UNDEFINED_VALUE', 'done']);
  expect(await settle(sql`select 1`)).toBe('done');
});

test('a transaction that begins on a busy connection gets it exclusively', async () => {
  const target = parseDatabaseUrl(inject('database').server);
  const sql = postgres({
    host: target.hosts[0]!.host,
    user: target.user,
    database: new URL(database.url).pathname.slice(1),
    max: 1,
    max_pipeline: 2,
  } as object);
  pools.push(sql as unknown as Sql);
  await sql`select 1`;
  const before = [sql`select pg_sleep(0.1)`.execute(), sql`select 1`.execute()].map((query) => settle(query));
  const transaction = settle(sql.begin((tx) => tx`select 1`));
  expect(await Promise.all([...before, transaction])).toEqual(['done', 'done', 'done']);
  const [row] = await sql`select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in%'`;
  expect(row).toEqual({ open: 0 });
});

/** A proxy that cuts connections on demand. */
const openRelay = async (cut: (upstream: Socket, client: Socket) => void) => {
  const { hosts } = parseDatabaseUrl(database.url);
  const server: Server = createServer((client) => {
    const upstream = dial(`${hosts[0]!.host}/.s.PGSQL.${hosts[0]!.port}`);
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    cut(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = `postgres://postgres@127.0.0.1:${port}${new URL(database.url).pathname}?sslmode=disable`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
};

const reserveOnce = async (sql: Sql): Promise<void> => {
  const session = await sql.reserve();
  await session`select 1`.finally(() => session.release());
};

test('a connection lost at any byte of its startup only rejects the query that waits for it', async () => {
  let cut_after = 0;
  const relay = await openRelay((upstream, client) => {
    let passed = 0;
    const limit = cut_after;
    upstream.on('data', (chunk) => {
      passed += chunk.length;
      if (passed >= limit) client.destroy();
    });
  });
  for (cut_after = 1; cut_after < 12_000; cut_after += cut_after < 1000 ? 100 : 1000) {
    const sql = connect(relay.url, 1);
    const answers = await Promise.all([settle(sql`select 1`), settle(sql.begin((tx) => tx`select 1`)), settle(reserveOnce(sql))]);
    for (const answer of answers) expect(answer).toMatch(/^(CONNECTION_CLOSED|57P01|ECONNRESET|EPIPE|done)$/);
    await sql.end({ timeout: 0 });
  }
  await relay.close();
});

test('a server that accepts connections but is silent, or is missing, causes a timely error', async () => {
  const relay = await openRelay((upstream, client) => {
    upstream.unpipe(client);
  });
  const silent = connect(`${relay.url}&connect_timeout=1`, 2);
  expect(await Promise.all([settle(silent`select 1`), settle(silent.reserve())])).toEqual(['CONNECT_TIMEOUT', 'CONNECT_TIMEOUT']);
  await silent.end({ timeout: 0 });
  await relay.close();
  const absent = connect(relay.url, 2);
  for (let i = 0; i < 4; i++) {
    expect(await settle(absent`select 1`)).toBe('ECONNREFUSED');
    expect(await settle(absent.reserve())).toBe('ECONNREFUSED');
  }
  await absent.end({ timeout: 0 });
});

test('a driver version without matching patches is rejected', () => {
  const edits = [{ why: 'it would end the process', find: 'a()', replace: 'b()' }];
  expect(applyPatches('/x.js', 'let a; a();', edits)).toBe('let a; b();');
  expect(() => applyPatches('/x.js', 'let a; c();', edits)).toThrow(/not the version our repair was written for \(it would end/);
  expect(() => applyPatches('/x.js', 'a(); a();', edits)).toThrow(/not the version/);
});
