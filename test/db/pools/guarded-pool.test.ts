import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connect, type Sql } from '../../../src/db/open.ts';
import { guardPool } from '../../../src/db/pools/guarded-pool.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startStallingProxy } from '../../support/db/stalling-proxy.ts';
import { until } from '../../support/until.ts';

let database: TestDatabase;
const opened: Sql[] = [];
const releases: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ pool: 3 });
  await database.sql`create table locked (id int); create table free (id int); insert into free values (1)`.simple();
});
afterAll(() => database.drop());
afterEach(async () => {
  await Promise.all(releases.splice(0).map((release) => release()));
  await Promise.all(opened.splice(0).map((sql) => sql.end({ timeout: 1 })));
});

const LIMITS = { connections: 4, transactions: 2, slow: 1, wait_ms: 60_000, answer_ms: 60_000 };

const open = (limits: Partial<typeof LIMITS> = {}, settings: Record<string, number> = {}, url = database.url): Sql => {
  const all = { ...LIMITS, ...limits };
  const sql = guardPool('test', () => connect(url, all.connections, settings), all);
  opened.push(sql);
  return sql;
};

/** Locks the table `locked` until released, or until the test ends. */
const lock = async () => {
  const holder = await database.sql.reserve();
  await holder`begin`;
  await holder`lock table locked in access exclusive mode`;
  let is_held = true;
  const release = async () => {
    if (!is_held) return;
    is_held = false;
    await holder`rollback`;
    holder.release();
  };
  releases.push(release);
  return release;
};
const readLocked = (sql: Sql) =>
  sql`select from locked`.then(
    () => 'read',
    (error) => error.code as string,
  );
const readFree = (sql: Sql) => sql<{ id: number }[]>`select id from free`.then(([row]) => row!.id);
/** Longer than a statement behind which others are pipelined. */
const NOT_QUICK = 0.1;
/** Number of statements that have waited for the lock for at least this long. */
const waiting = async (seconds = 0) =>
  (
    await database.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query_start < clock_timestamp() - make_interval(secs => ${seconds})`
  )[0]!.n;

test('works like any pool: concurrency, fragments, committed and rolled back transactions', async () => {
  const sql = open();
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => sql<{ n: number }[]>`select ${i}::int as n ${sql`, 1 as one`}`));
  expect(answers.map(([row]) => row!.n)).toEqual(answers.map((_, i) => i));
  const kept = await Promise.all(Array.from({ length: 20 }, (_, i) => sql.begin(async (tx) => (await tx`select ${i}::int as n`)[0]!.n)));
  expect(kept).toEqual(kept.map((_, i) => i));
  await expect(sql.begin((tx) => tx`insert into free values (2)`.then(() => Promise.reject(new Error('no'))))).rejects.toThrow('no');
  expect('begin' in sql && (await sql.begin(async (tx) => 'begin' in tx))).toBe(false);
  expect((await sql.unsafe('select count(*)::int as n from free'))[0]!.n).toBe(1);
});

test('statements that wait for a lock leave connections to others', async () => {
  const sql = open();
  const release = await lock();
  const first = readLocked(sql);
  // After a second it is known as slow: from then on it gets one connection, however many wait.
  await until(async () => (await waiting(1.5)) === 1);
  const others = Array.from({ length: 20 }, () => readLocked(sql));
  expect(await Promise.all(Array.from({ length: 20 }, () => readFree(sql)))).toEqual(Array(20).fill(1));
  expect(await waiting()).toBe(1);
  await release();
  expect(await Promise.all([first, ...others])).toEqual(Array(21).fill('read'));
});

test('nothing is pipelined behind a waiting statement, even if all other connections are busy', async () => {
  const sql = open({ connections: 2, slow: 2, transactions: 1 });
  const release = await lock();
  const locked = readLocked(sql);
  await until(async () => (await waiting(NOT_QUICK)) === 1);
  expect(await Promise.all(Array.from({ length: 50 }, () => readFree(sql)))).toEqual(Array(50).fill(1));
  await release();
  expect(await locked).toBe('read');
});

test('transactions that wait for a lock leave connections to reads', async () => {
  const sql = open();
  const release = await lock();
  const writes = Array.from({ length: 10 }, () => sql.begin((tx) => tx`insert into locked values (1)`));
  await until(async () => (await waiting()) === LIMITS.transactions);
  expect(await readFree(sql)).toBe(1);
  await release();
  await Promise.all(writes);
});

test('waiting for a connection times out, and the statement never runs later', async () => {
  // Long enough to connect on a busy machine.
  const sql = open({ connections: 1, transactions: 1, wait_ms: 1000 });
  const release = await lock();
  const first = readLocked(sql);
  await until(async () => (await waiting(NOT_QUICK)) === 1);
  await expect(sql`insert into free values (3)`).rejects.toMatchObject({ code: 'POOL_TIMEOUT' });
  await expect(sql.begin((tx) => tx`insert into free values (3)`)).rejects.toMatchObject({ code: 'POOL_TIMEOUT' });
  await release();
  await first;
  expect(await sql`select from free where id = 3`).toHaveLength(0);
});

test('the server’s timeouts come first, also inside a transaction', async () => {
  // Far apart: a statement may also wait for a processor before it waits for the lock.
  const sql = open({}, { lock_timeout: 200, statement_timeout: 3000 });
  const release = await lock();
  expect(await readLocked(sql)).toBe('55P03');
  await expect(sql.begin((tx) => tx`insert into locked values (1)`)).rejects.toMatchObject({ code: '55P03' });
  await expect(sql`select pg_sleep(60)`).rejects.toMatchObject({ code: '57014' });
  await release();
  expect(await readLocked(sql)).toBe('read');
});

test('an unresponsive server times out, and dead connections are replaced', async () => {
  const proxy = await startStallingProxy(database.url);
  const sql = open({ answer_ms: 2000 }, {}, proxy.url);
  expect(await readFree(sql)).toBe(1);
  let reached = false;
  const inside = sql.begin(async (tx) => {
    await tx`select 1`;
    proxy.stall();
    reached = true;
    await tx`insert into free values (4)`;
  });
  await expect(inside).rejects.toMatchObject({ code: 'NO_ANSWER' });
  expect(reached).toBe(true);
  await expect(readFree(sql)).rejects.toMatchObject({ code: 'NO_ANSWER' });
  proxy.resume();
  expect(await until(() => readFree(sql).catch(() => null))).toBe(1);
  await proxy.close();
});

test('when a popular table is locked, other queries continue within about a second', async () => {
  const sql = open();
  const isFree = async () => (await Promise.all(Array.from({ length: 40 }, () => readLocked(sql)))).every((answer) => answer === 'read');
  expect(await isFree()).toBe(true);
  const release = await lock();
  const stuck = Array.from({ length: 40 }, () => readLocked(sql));
  await until(async () => (await waiting()) === LIMITS.connections);
  expect(await Promise.all(Array.from({ length: 20 }, () => readFree(sql)))).toEqual(Array(20).fill(1));
  await release();
  expect(await Promise.all(stuck)).toEqual(Array(40).fill('read'));
});
