import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareDatabase } from '../../src/db/migrate/migrate.ts';
import { connect, openDatabase, type Sql } from '../../src/db/open.ts';
import { openWorkerPool } from '../../src/db/pools/worker-pool.ts';
import { freePort } from '../support/free-port.ts';
import {
  type Cluster,
  INSTALLED,
  makeCluster,
  makeStandby,
  type Server,
  serverFolder,
  startProgram,
  writeForServer,
} from '../support/postgres-server.ts';
import { until } from '../support/until.ts';

const BIN = INSTALLED.get(18)!;
let cluster: Cluster;
let server: Server;
let port: number;
let folder: string;

/** Queries through both drivers, which must agree. */
const query = async (url: string, query: string): Promise<unknown[]> => {
  const sql = connect(url, 1);
  const { pool, close } = openWorkerPool(url, { max: 1, onError: () => {} });
  try {
    const answers = await Promise.allSettled([
      sql.unsafe(query).then(([row]) => ({ ...row })),
      pool.query(query).then(({ rows }) => rows[0]),
    ]);
    return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason.message)));
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), close()]);
  }
};
const asAdmin = async <T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> => {
  const sql = connect(url, 1);
  return work(sql).finally(() => sql.end({ timeout: 1 }));
};

/** Certificates of a test authority (`ca`), for localhost and for a client, and another authority (`other`). */
const CERTIFICATES = join(import.meta.dirname, '../support/tls/database');

const HBA = [
  'local all all trust',
  'hostssl all certified 127.0.0.1/32 cert map=certified',
  'hostssl all only_tls 127.0.0.1/32 trust',
  'host all only_tls 127.0.0.1/32 reject',
  'host all with_password 127.0.0.1/32 scram-sha-256',
  'host all all 127.0.0.1/32 trust',
  'host replication all 127.0.0.1/32 trust',
].join('\n');

beforeAll(async () => {
  folder = await serverFolder('topologies');
  port = await freePort();
  cluster = await makeCluster(BIN, port, { hba: HBA });
  await writeForServer(join(cluster.folder, 'pg_ident.conf'), 'certified postgres certified\n');
  const give = async (name: string) => writeForServer(join(cluster.folder, name), await readFile(join(CERTIFICATES, name)));
  server = await cluster.start({
    ssl: 'on',
    ssl_key_file: await give('server.key'),
    ssl_cert_file: await give('server.crt'),
    ssl_ca_file: await give('ca.crt'),
    jit: 'on',
  });
  await asAdmin(`postgres://postgres@127.0.0.1:${port}/postgres`, async (sql) => {
    await sql`create role only_tls login`;
    await sql`create role certified login`;
    await sql.unsafe(`create role with_password login password 'open: sesame/@'`);
    await sql`create database launchweek`;
    await sql.unsafe(`create database latin encoding 'LATIN1' template template0 locale 'C'`);
  });
});
afterAll(async () => {
  await server.stop('SIGQUIT');
  await cluster.remove();
});

const TLS = `select ssl, version is not null as encrypted from pg_stat_ssl where pid = pg_backend_pid()`;
const url = (host: string, params: string, user = 'postgres') => `postgres://${user}@${host}:${port}/launchweek?${params}`;
const ca = (name = 'ca') => `sslrootcert=${encodeURIComponent(join(CERTIFICATES, `${name}.crt`))}`;
const [PLAIN, SECURE] = [
  { ssl: false, encrypted: false },
  { ssl: true, encrypted: true },
];

describe('sslmode works as in libpq, in both drivers', () => {
  test.each([
    ['localhost', 'sslmode=disable', PLAIN],
    ['localhost', '', SECURE],
    ['localhost', 'sslmode=prefer', SECURE],
    ['localhost', 'sslmode=allow', SECURE],
    ['localhost', 'sslmode=require', SECURE],
    ['127.0.0.1', 'sslmode=require', SECURE],
  ])('%s with %s', async (host, params, expected) => {
    expect(await query(url(host, params), TLS)).toEqual([expected, expected]);
  });

  test('with a root certificate `require` and `verify-ca` check the issuer, `verify-full` also the name', async () => {
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      expect(await query(url('localhost', `sslmode=${mode}&${ca()}`), TLS)).toEqual([SECURE, SECURE]);
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      for (const answer of await query(url('localhost', `sslmode=${mode}&${ca('other')}`), TLS))
        expect(answer).toMatch(/failed the TLS check/);
    expect(await query(url('127.0.0.1', `sslmode=verify-ca&${ca()}`), TLS)).toEqual([SECURE, SECURE]);
    for (const answer of await query(url('127.0.0.1', `sslmode=verify-full&${ca()}`), TLS))
      expect(answer).toMatch(/does not match certificate/);
    for (const answer of await query(url('localhost', 'sslrootcert=system'), TLS)) expect(answer).toMatch(/failed the TLS check/);
    for (const answer of await query(url('localhost', 'sslmode=verify-full&sslrootcert=/nowhere.crt'), TLS))
      expect(answer).toMatch(/sslrootcert .* cannot be read/);
  });

  test('the client certificate is sent to a server that requests it', async () => {
    const own = `sslcert=${encodeURIComponent(join(CERTIFICATES, 'client.crt'))}&sslkey=${encodeURIComponent(join(CERTIFICATES, 'client.key'))}`;
    expect(await query(url('localhost', `sslmode=verify-full&${ca()}&${own}`, 'certified'), TLS)).toEqual([SECURE, SECURE]);
    for (const answer of await query(url('localhost', `sslmode=verify-full&${ca()}`, 'certified'), TLS))
      expect(answer).toMatch(/valid client certificate/);
  });

  test('a server that requires TLS is reached without sslmode', async () => {
    expect(await query(url('localhost', '', 'only_tls'), TLS)).toEqual([SECURE, SECURE]);
    for (const answer of await query(url('localhost', 'sslmode=disable', 'only_tls'), TLS)) expect(answer).toMatch(/pg_hba\.conf/);
  });
});

test('a server without TLS is rejected by modes that require it; a unix socket never uses it', async () => {
  const plain_port = await freePort();
  const plain = await makeCluster(BIN, plain_port);
  const running = await plain.start();
  try {
    const plainUrl = (params: string) => `postgres://postgres@localhost:${plain_port}/postgres?${params}`;
    expect(await query(plainUrl('sslmode=prefer'), TLS)).toEqual([PLAIN, PLAIN]);
    for (const answer of await query(plainUrl('sslmode=require'), TLS)) expect(answer).toMatch(/doesn’t support TLS, but sslmode=require/);
    const socket = encodeURIComponent(join(plain.folder, '..'));
    expect(await query(plainUrl(`sslmode=require&host=${socket}`), TLS)).toEqual([PLAIN, PLAIN]);
  } finally {
    await running.stop('SIGQUIT');
    await plain.remove();
  }
});

test('a password is sent, by both drivers', async () => {
  const who = 'select current_user as who';
  const expected = { who: 'with_password' };
  expect(await query(url('localhost', '', `with_password:${encodeURIComponent('open: sesame/@')}`), who)).toEqual([expected, expected]);
  for (const answer of await query(url('localhost', '', 'with_password:wrong'), who))
    expect(answer).toMatch(/password authentication failed/);
});

test('every session has its settings, in both drivers, though the server has JIT on', async () => {
  const settings = `select current_setting('jit') as jit, current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout`;
  const expected = { jit: 'off', zone: 'UTC', timeout: '30s' };
  expect(await query(url('localhost', ''), settings)).toEqual([expected, expected]);
});

test('a database that is not UTF-8 is rejected with a clear message', async () => {
  const opening = openDatabase({ database_url: url('localhost', '').replace('/launchweek', '/latin'), data_dir: '', role: 'command' });
  await expect(opening).rejects.toThrow(/has the encoding LATIN1; Launchweek needs UTF8/);
});

describe('several hosts', () => {
  let standby_port: number;
  let standby: Server;
  beforeAll(async () => {
    standby_port = await freePort();
    const following = await asAdmin(url('127.0.0.1', ''), (sql) => makeStandby(BIN, { folder: cluster.folder, port, sql }, standby_port));
    standby = await following.start({ ssl: 'off' });
  });
  afterAll(() => standby?.stop('SIGQUIT'));

  const WHERE = `select inet_server_port() as port, pg_is_in_recovery() as standby`;
  const both = (params: string, ...ports: number[]) =>
    `postgres://postgres@${ports.map((p) => `127.0.0.1:${p}`).join(',')}/launchweek?sslmode=disable&${params}`;

  test('the first reachable host is used', async () => {
    const nobody = await freePort();
    const primary = { port, standby: false };
    expect(await query(both('', nobody, port), WHERE)).toEqual([primary, primary]);
    const first = { port: standby_port, standby: true };
    expect(await query(both('', standby_port, port), WHERE)).toEqual([first, first]);
    for (const answer of await query(both('', nobody, nobody), WHERE))
      expect(answer).toMatch(/No server of DATABASE_URL can be reached .*ECONNREFUSED/);
  });

  test.each(['read-write', 'primary'])(
    'target_session_attrs=%s finds the primary, and the next one after it was replaced',
    async (kind) => {
      const primary = { port, standby: false };
      expect(await query(both(`target_session_attrs=${kind}`, standby_port, port), WHERE)).toEqual([primary, primary]);
      for (const answer of await query(both(`target_session_attrs=${kind}`, standby_port), WHERE))
        expect(answer).toMatch(new RegExp(`target_session_attrs=${kind} asks for .*: it is a standby`));
    },
  );

  test('a pool continues on a promoted standby', async () => {
    const sql = connect(both('target_session_attrs=read-write', port, standby_port), 2);
    expect(await sql`select inet_server_port() as port`).toEqual([{ port }]);
    await server.stop('SIGQUIT');
    await expect(sql`select 1`.then(() => sql`select 1`)).rejects.toThrow();
    await asAdmin(both('', standby_port), (admin) => admin`select pg_promote()`);
    await until(async () => {
      const [row] = await sql`select inet_server_port() as port`.catch(() => []);
      return row?.port === standby_port;
    });
    await sql`create table written (it int)`;
    await sql.end({ timeout: 1 });
    server = await cluster.start();
  });
});

const POOLER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));
describe.skipIf(!POOLER)(POOLER ? 'pgbouncer' : 'pgbouncer (skipped: it is not installed)', () => {
  const startPooler = async (mode: string, more = '') => {
    const pooler_port = await freePort();
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: pooler_port,
      unix_socket_dir: '',
      auth_type: 'any',
      pool_mode: mode,
      default_pool_size: 20,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const ini = await writeForServer(
      join(folder, `pooler-${pooler_port}.ini`),
      ['[databases]', `* = host=127.0.0.1 port=${port} user=postgres`, '[pgbouncer]', ...lines, more].join('\n'),
    );
    const running = await startProgram(POOLER!, [ini], /process up|listening on/);
    return { running, pooler_port };
  };

  test.each([
    ['transaction', ''],
    ['transaction', 'server_round_robin = 1'],
    ['statement', ''],
  ])('in %s mode %s it is rejected with a message that says what to set', async (mode, more) => {
    const { running, pooler_port } = await startPooler(mode, more);
    const through = `postgres://postgres@127.0.0.1:${pooler_port}/launchweek`;
    try {
      // Also if other clients have left several connections to alternate between.
      const others = connect(`${through}?sslmode=disable`, 1);
      await others.unsafe('select 1').catch(() => {});
      await expect(openDatabase({ database_url: through, data_dir: '', role: 'command' })).rejects.toThrow(
        /transaction or statement mode.*pool_mode = session/,
      );
      await others.end({ timeout: 1 });
    } finally {
      await running.stop('SIGTERM');
    }
  });

  test('session mode works, with our session settings', async () => {
    const { running, pooler_port } = await startPooler('session');
    const through = `postgres://postgres@127.0.0.1:${pooler_port}/launchweek`;
    try {
      const database = await openDatabase({ database_url: through, data_dir: '', role: 'command' });
      // Session locks, reserved connections, both drivers.
      await prepareDatabase(database);
      const [row] = await database.sql`select current_setting('jit') as jit, current_setting('statement_timeout') as timeout`;
      expect(row).toEqual({ jit: 'off', timeout: '30s' });
      await database.close();
      expect(await query(through, `select current_setting('jit') as jit`)).toEqual([{ jit: 'off' }, { jit: 'off' }]);
    } finally {
      await running.stop('SIGTERM');
    }
  });
});
