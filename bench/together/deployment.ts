import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, type Sql } from '../../src/db/open.ts';
import { environmentOf, postgresSettings, readCompose } from '../../test/support/compose.ts';
import { freePort } from '../../test/support/free-port.ts';
import { type Cluster, INSTALLED, makeCluster, makeStandby } from '../../test/support/postgres-server.ts';
import { VALKEY_SERVER } from '../../test/support/valkey-server.ts';
import { startVarnish } from '../../test/support/varnish.ts';
import { SERVICE } from '../support/service.ts';
import { postgresPart } from './postgres.ts';
import { answers, type Part, Program } from './program.ts';

/** What the environment file of compose would have. s3rver knows one key. */
const ENV_FILE = {
  SITE_HOST: 'launch.example',
  DATABASE_PASSWORD: 'a-password',
  CDN_TOKEN: 'a-token-of-this-run',
  PICTURES_KEY: 'S3RVER',
  PICTURES_SECRET: 'S3RVER',
};
const BIN = INSTALLED.get(18)!;

export type Name = 'database' | 'standby' | 'valkey' | 'pictures' | 'web-1' | 'web-2' | 'worker-1' | 'worker-2';

export interface Deployment {
  /** Where Varnish listens, which is also the address of the site. */
  root: string;
  sql: Sql;
  parts: Record<Name, Part>;
  varnish: Awaited<ReturnType<typeof startVarnish>>;
  /** One process alone on the same database, without all others. */
  alone: Part & { root: string };
  /** Runs a command of the service. */
  run(...words: string[]): Promise<string>;
  startAll(): Promise<void>;
  /** Whether each process reads and writes, and the standby gets reads. */
  isHealthy(): Promise<boolean>;
  /** What the processes wrote about a request. */
  findInLogs(request_id: string): Promise<string[]>;
  close(): Promise<void>;
}

const compose = readCompose('compose.large.yaml');

/** Replaces the hosts of the containers by ports of this machine. */
const onLoopback = (value: string, ports: Record<string, number>): string =>
  value.replace(/([/@])([\w-]+):\d+/g, (found, before: string, host: string) =>
    ports[host] === undefined ? found : `${before}127.0.0.1:${ports[host]}`,
  );

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTo(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const statusOf = async (port: number): Promise<string> => {
  const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  const { status, replicas } = ((await reply?.json()) ?? {}) as { status?: string; replicas?: Record<string, string> };
  const left_out = Object.values(replicas ?? {}).some((state) => !state.startsWith('ok'));
  return reply?.status === 200 && status === 'ready' && !left_out ? 'ready' : JSON.stringify({ status, replicas });
};

/** A primary with content and its standby, both with the settings of compose. */
const startDatabases = async (folder: string, ports: Record<string, number>, fill: (url: string) => Promise<unknown>) => {
  const settings = (name: 'database' | 'standby') => ({ ...postgresSettings(compose.services[name]!.command!), shared_buffers: '64MB' });
  const primary = await makeCluster(BIN, ports.database!, { parent: folder });
  const database = postgresPart(primary, settings('database'));
  await database.start();
  const url = `postgres://launchweek@127.0.0.1:${ports.database}/launchweek?sslmode=disable`;
  const admin = connect(`postgres://postgres@127.0.0.1:${ports.database}/postgres?sslmode=disable`, 1);
  await admin`create role launchweek superuser login`;
  await admin`create database launchweek owner launchweek`;
  await fill(url);
  const copied: Cluster = await makeStandby(BIN, { folder: primary.folder, port: ports.database!, sql: admin }, ports.standby!, folder);
  await admin.end();
  return { url, database, standby: postgresPart(copied, settings('standby')) };
};

/** All parts of deploy/compose.large.yaml save the proxy, as processes on loopback. The databases run when this returns. */
export const prepareDeployment = async (fill: (url: string) => Promise<unknown>): Promise<Deployment> => {
  const folder = await mkdtemp(join(tmpdir(), 'launchweek-together-'));
  await promisify(execFile)('chmod', ['755', folder]);
  const ports: Record<string, number> = { alone: await freePort() };
  for (const name of [...Object.keys(compose.services), 'alone']) ports[name] = await freePort();
  const { url, database, standby } = await startDatabases(folder, ports, fill);
  await standby.start();
  const root = `http://localhost:${ports.varnish}`;
  const environment = (name: Name) => {
    const settings = Object.entries(environmentOf(compose.services[name]!, ENV_FILE));
    const local = Object.fromEntries(settings.map(([key, value]) => [key, onLoopback(value, ports)]));
    return { ...local, NODE_ENV: 'production', SITE_ROOT: root, TRUST_PROXY: 'loopback', MALLOC_ARENA_MAX: '2' };
  };
  const words = (name: Name) => compose.services[name]!.command!.join(' ').split('dist/main.js ')[1]!.split(' ');
  const logOf = (name: string) => join(folder, `${name}.log`);
  const service = (name: Name, isReady: (said: () => string) => Promise<boolean>) =>
    new Program({
      command: process.execPath,
      log: logOf(name),
      args: [...SERVICE, ...words(name)],
      env: { ...environment(name), PORT: String(ports[name]) },
      isReady,
    });
  const web = (name: Name) => service(name, () => answers(`http://127.0.0.1:${ports[name]}/readyz`));
  const worker = (name: Name) => service(name, async (said) => said().includes('Working.'));
  const bucket = join(folder, 'pictures');
  await mkdir(bucket);
  const s3rver = ['node_modules/s3rver/bin/s3rver.js', '--address', '127.0.0.1', '--silent', '--directory', bucket];
  const pictures = new Program({
    command: process.execPath,
    args: [...s3rver, '--port', String(ports.pictures), '--configure-bucket', 'pictures'],
    log: logOf('pictures'),
    isReady: () => listens(ports.pictures!),
  });
  const valkey = new Program({
    command: VALKEY_SERVER!,
    args: [...compose.services.valkey!.command!.slice(1), '--port', String(ports.valkey), '--bind', '127.0.0.1'],
    log: logOf('valkey'),
    isReady: () => listens(ports.valkey!),
  });
  const alone_root = `http://localhost:${ports.alone}`;
  const alone = new Program({
    command: process.execPath,
    args: [...SERVICE, 'serve'],
    env: { DATABASE_URL: url, PORT: String(ports.alone), NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
    log: logOf('alone'),
    isReady: () => answers(`${alone_root}/readyz`),
  });
  const parts: Record<Name, Part> = {
    ...{ database, standby, valkey, pictures },
    ...{ 'web-1': web('web-1'), 'web-2': web('web-2'), 'worker-1': worker('worker-1'), 'worker-2': worker('worker-2') },
  };
  const sql = connect(url, 4);
  const deployment = {
    root,
    sql,
    parts,
    varnish: null! as Deployment['varnish'],
    alone: {
      root: alone_root,
      start: () => alone.start(),
      stop: () => alone.stop(),
      kill: () => alone.kill(),
      pid: () => alone.pid(),
    },
    async run(...args: string[]) {
      const env = { ...process.env, ...environment('worker-1') };
      return (await promisify(execFile)(process.execPath, [...SERVICE, ...args], { env })).stdout;
    },
    async startAll() {
      await Promise.all([valkey.start(), pictures.start()]);
      await Promise.all((['web-1', 'web-2', 'worker-1', 'worker-2'] as const).map((name) => parts[name].start()));
      deployment.varnish = await startVarnish({
        port: ports.varnish!,
        service_ports: [ports['web-1']!, ports['web-2']!],
        token: ENV_FILE.CDN_TOKEN,
        backends: compose.configs.backends!.content,
      });
    },
    async isHealthy() {
      const states = await Promise.all([ports['web-1']!, ports['web-2']!].map(statusOf));
      return states.every((state) => state === 'ready');
    },
    async findInLogs(request_id: string) {
      const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
      const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
      return texts.flatMap((text) => text.split('\n').filter((line) => line.includes(request_id)));
    },
    async close() {
      await sql.end({ timeout: 1 });
      await deployment.varnish?.stop();
      const { database: primary, standby: copy, ...others } = parts;
      await Promise.all([...Object.values(others), alone].map((part) => part.kill()));
      await Promise.all([primary.kill(), copy.kill()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
  return deployment;
};
