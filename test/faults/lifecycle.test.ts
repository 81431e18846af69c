import { once } from 'node:events';
import { connect as connectSocket, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../src/db/open.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { isTableAwaited } from '../support/db/locks.ts';
import { startStallingProxy } from '../support/db/stalling-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { command, type Spawned, spawnService, useProcesses } from '../support/processes.ts';
import { until } from '../support/until.ts';

const start = useProcesses();
const databases: TestDatabase[] = [];

/** Each test has a database of its own, so that they run concurrently: they wait for most of their time. */
const makeDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
};
afterAll(() => Promise.all(databases.map((database) => database.drop())));

/** Long enough that a busy machine gets to where a start hangs. */
const START_SECONDS = '8';

/** The error output and exit code of a start that fails. */
const startAndFail = async (database_url: string, env: Record<string, string> = {}, words = ['serve']) => {
  const settings = { DATABASE_URL: database_url, PORT: String(await freePort()), START_SECONDS, ...env };
  const { stderr, code } = await command(settings, ...words).catch((error) => error);
  return { code, lines: String(stderr).trim().split('\n') };
};

/** The time a stop may take, with a margin for a busy machine. */
const STOPS_WITHIN_MS = 30_000;
const endOf = ({ child, ended }: Spawned, signal: NodeJS.Signals) => {
  child.kill(signal);
  return Promise.race([ended, sleep(STOPS_WITHIN_MS, 'still there', { ref: false })]);
};

test.concurrent('a database that is unreachable, or accepts connections and never answers, is reported in one sentence', async () => {
  const database = await makeDatabase();
  const proxy = await startStallingProxy(database.url);
  proxy.stall();
  // Before the connection itself times out.
  const soon = { START_SECONDS: '3' };
  const [unreachable, hanging, working, migrating] = await Promise.all([
    startAndFail(`postgres://localhost:${await freePort()}/x`),
    startAndFail(proxy.url, soon),
    startAndFail(proxy.url, soon, ['work']),
    startAndFail(proxy.url, soon, ['migrate']),
  ]);
  expect(unreachable).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^Launchweek did not start\. It failed while opening the database: .*ECONNREFUSED/)],
  });
  for (const result of [hanging, working, migrating])
    expect(result).toEqual({
      code: 1,
      lines: [expect.stringMatching(/did not start\. It was still opening the database after 3 seconds;/)],
    });
  await proxy.close();
});

test.concurrent('a start that hangs at locked migrations is given up', async () => {
  const database = await makeDatabase();
  const holder = await database.sql.reserve();
  await holder`begin`;
  await holder`lock table migrations in access exclusive mode`;
  const locked = startAndFail(database.url);
  await until(() => isTableAwaited(database.sql, 'migrations'));
  expect(await locked).toEqual({ code: 1, lines: [expect.stringMatching(/It was still bringing the database up to date after/)] });
  await holder`rollback`;
  holder.release();
});

test.concurrent('a start that hangs at the jobs is given up', async () => {
  const database = await makeDatabase();
  const stalling = await startStallingProxy(database.url);
  stalling.stallAt('graphile_worker.add_job');
  expect(await startAndFail(stalling.url)).toEqual({ code: 1, lines: [expect.stringMatching(/It was still starting the jobs after/)] });
  await stalling.close();
});

test.concurrent('migrations that make progress may take longer than the start timeout', async () => {
  const database = await makeDatabase();
  const holder = await database.sql.reserve();
  await holder`select pg_advisory_lock(7305003)`;
  const isWaiting = async () =>
    (
      await database.sql`select from pg_stat_activity where query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid() and datname = current_database()`
    ).length > 0;
  // Another process migrates for longer than the start may take, without waiting for anybody.
  const migrate = async () => {
    while (!(await isWaiting())) await holder`select pg_sleep(0.1)`;
    await holder`select pg_sleep(${Number(START_SECONDS) + 1})`;
    await holder`select pg_advisory_unlock_all()`;
    holder.release();
  };
  const [server] = await Promise.all([start(database.url, ['serve'], { START_SECONDS }), migrate()]);
  expect(await server.stop()).toBe(0);
});

test.concurrent('a port in use is reported before anything is changed', async () => {
  const database = await makeDatabase();
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const name = `${new URL(database.url).pathname.slice(1)}_empty`;
  await database.sql`create database ${database.sql(name)}`;
  const url = new URL(database.url);
  url.pathname = name;
  expect(await startAndFail(url.href, { PORT: String(port), START_SECONDS: '60' })).toEqual({
    code: 1,
    lines: [`Port ${port} of 127.0.0.1 is in use. Stop the program that uses it, or set another PORT.`],
  });
  const empty = connect(url.href, 1);
  expect(await empty`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`).toHaveLength(0);
  await empty.end();
  await database.sql`drop database ${database.sql(name)}`;
  server.close();
});

test.concurrent('SIGTERM ends a process that is still starting, and a command that waits for a lock', async () => {
  const database = await makeDatabase();
  const proxy = await startStallingProxy(database.url);
  proxy.stallAt('graphile_worker.add_job');
  const starting = await spawnService({ DATABASE_URL: proxy.url, PORT: String(await freePort()) }, 'serve');
  await until(async () => proxy.isStalled());
  const holder = await database.sql.reserve();
  await holder`begin`;
  await holder`lock table sites in access exclusive mode`;
  const waiting = await spawnService({ DATABASE_URL: database.url }, 'user', 'create', '--email', 'late@example.com');
  await until(() => isTableAwaited(database.sql, 'sites'));
  expect(await Promise.all([endOf(starting, 'SIGTERM'), endOf(waiting, 'SIGTERM')])).toEqual([0, 143]);
  await holder`rollback`;
  holder.release();
  await proxy.close();
});

test.concurrent('while the database hangs, /readyz reports it in time and requests are refused; afterwards it recovers; SIGTERM still ends it', async () => {
  const database = await makeDatabase();
  const proxy = await startStallingProxy(database.url);
  const server = await start(proxy.url, ['serve']);
  const ready = async () => {
    const answer = await fetch(`${server.root}/readyz`);
    return { code: answer.status, ...((await answer.json()) as { reason?: string; checks?: Record<string, string> }) };
  };
  expect(await ready()).toMatchObject({ code: 200, status: 'ready', checks: { database: 'ok', jobs: 'ok' } });
  proxy.stall();
  const started_at = performance.now();
  expect(await ready()).toMatchObject({
    code: 503,
    status: 'not_ready',
    reason: expect.stringMatching(/./),
    checks: { database: expect.not.stringMatching(/^ok$/) },
  });
  // Two seconds, with a generous margin for a busy machine.
  expect(performance.now() - started_at).toBeLessThan(6000);
  const page = await fetch(`${server.root}/api/v1/site`);
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fetch(`${server.root}/healthz`)).status).toBe(200);
  proxy.resume();
  await until(async () => (await ready()).code === 200);
  expect((await fetch(`${server.root}/api/v1/site`)).status).toBe(200);

  // A connection that never completes its request, a request that waits for the database, and jobs that cannot be released.
  const { port } = new URL(server.root);
  const idle = connectSocket(Number(port), '127.0.0.1').on('error', () => {});
  idle.write('GET / HTTP/1.1\r\n');
  proxy.stall();
  const hanging_request = fetch(`${server.root}/api/v1/listings?q=never`).catch(() => null);
  expect([0, 1]).toContain(await Promise.race([server.stop(), sleep(STOPS_WITHIN_MS, 'still there', { ref: false })]));
  await hanging_request;
  idle.destroy();
  await proxy.close();
});
