import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { connect, openDatabase } from '../../src/db/open.ts';
import { openReplicas } from '../../src/db/replicas/replicas.ts';
import { freePort } from '../support/free-port.ts';
import { type Cluster, INSTALLED, makeCluster, makeStandby, type Server, writeForServer } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';

/** Standbys that do not follow the primary, though they answer and are behind nothing. */
const BIN = INSTALLED.get(18)!;
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`;
const open = (port: number) => {
  const sql = connect(urlOf(port), 1);
  closing.push(() => sql.end({ timeout: 1 }));
  return sql;
};
const start = async (cluster: Cluster): Promise<Server> => {
  const server = await cluster.start();
  closing.push(() => server.stop('SIGQUIT'));
  return server;
};
const makePrimary = async () => {
  const port = await freePort();
  const cluster = await makeCluster(BIN, port);
  closing.push(() => cluster.remove());
  return { port, cluster, server: await start(cluster), sql: open(port) };
};

/** What a process says of the standby on this port. */
const watch = async (primary_port: number, standby_port: number) => {
  const database = await openDatabase({ database_url: urlOf(primary_port), data_dir: '', role: 'command', pool: 1 });
  const options = { primary: database.sql, health: database.open('health'), max_lag_ms: 300, every_ms: 100 };
  const reads = await openReplicas({ ...options, urls: [urlOf(standby_port)], log: pino({ level: 'silent' }) });
  const close = async () => {
    await reads.stop();
    await database.close();
  };
  closing.push(close);
  return { reason: () => reads.status()[0]!.reason, is_primary_down: reads.isPrimaryDown };
};

test('a standby of another primary, and one that did not follow a failover, get no reads', async () => {
  const [primary, other] = [await makePrimary(), await makePrimary()];
  const port = await freePort();
  const standby = await makeStandby(BIN, { folder: primary.cluster.folder, port: primary.port, sql: primary.sql }, port);
  closing.push(() => standby.remove());
  const first = await start(standby);
  const own = await watch(primary.port, port);
  await until(async () => own.reason() === null);

  // It is ahead of the other one, so it would lack nothing.
  const foreign = await watch(other.port, port);
  expect(foreign.reason()).toBe('It is a standby of another primary.');
  await other.server.stop('SIGQUIT');
  await until(async () => foreign.is_primary_down());
  expect(foreign.reason()).toBe('It is a standby of another primary.');

  // The primary writes more, is lost, and comes back as a standby of the one that was promoted.
  await first.stop();
  await primary.sql`create table lost as select generate_series(1, 20000) as n`;
  await primary.server.stop();
  await start(standby);
  const promoted = open(port);
  await promoted`select pg_promote()`;
  await writeForServer(join(primary.cluster.folder, 'standby.signal'), '');
  await writeForServer(
    join(primary.cluster.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres sslmode=disable'\n`,
  );
  await start(primary.cluster);
  const old = await watch(port, primary.port);
  expect(old.reason()).toContain('did not follow a failover');
  // Also when the new primary has come as far.
  await promoted`create table more as select generate_series(1, 40000) as n`;
  const [row] = await promoted<{ is_past: boolean; at: Date }[]>`
    select pg_current_wal_lsn() > ${(await open(primary.port)`select pg_last_wal_replay_lsn()::text as it`)[0]!.it}::pg_lsn as is_past,
      clock_timestamp() as at`;
  expect(row!.is_past).toBe(true);
  // Of two checks that begin afterwards the first one has ended.
  const begun = new Set<string>();
  await until(async () => {
    const checks = await promoted<{ at: string }[]>`
      select query_start::text as at from pg_stat_activity where query_start > ${row!.at} and query like 'select pg_current_wal_lsn()%'`;
    for (const { at } of checks) begun.add(at);
    return begun.size > 1;
  });
  expect(old.reason()).toContain('did not follow a failover');
});
