import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { chooseServerUser, prepareBinaries, runAs } from '../../src/db/embedded/installation.ts';
import type { Sql } from '../../src/db/open.ts';
import { until } from './until.ts';

/** User that servers run as: PostgreSQL and its pooler refuse to run as root. Null for the current user. */
const SERVER_USER = await chooseServerUser(null);
const giveToServer = (path: string) => SERVER_USER && chownSync(path, SERVER_USER.uid, SERVER_USER.gid);

/** PostgreSQL installations by version: Debian's and the embedded one. */
export const INSTALLED: ReadonlyMap<number, string> = await (async () => {
  const root = '/usr/lib/postgresql';
  const debian = existsSync(root) ? readdirSync(root).filter((name) => existsSync(join(root, name, 'bin', 'initdb'))) : [];
  const embedded = join(await prepareBinaries(SERVER_USER, '/var/lib/launchweek'), 'bin');
  return new Map([...debian.map((name) => [Number(name), join(root, name, 'bin')] as const), [18, embedded] as const]);
})();

/** A folder owned by the server user; by default one of the run. */
export const serverFolder = async (name: string, parent = inject('folder')): Promise<string> => {
  const folder = await mkdtemp(join(parent, `${name}-`));
  await chmod(folder, 0o755);
  giveToServer(folder);
  return folder;
};

/** Writes a file owned by and only readable for the server user. */
export const writeForServer = async (path: string, content: string | Buffer): Promise<string> => {
  await writeFile(path, content, { mode: 0o600 });
  giveToServer(path);
  return path;
};

export interface Server {
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Suspends a server with all its processes, which then keep their connections and answer nothing, or lets them go on. */
export const signalAll = ({ pid }: Server, signal: 'SIGSTOP' | 'SIGCONT'): void => {
  const signalChildren = (): void => {
    const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    for (const line of processes) {
      const [child, parent] = line.trim().split(/ +/).map(Number);
      if (parent === pid) process.kill(child!, signal);
    }
  };
  // The first process goes on last, and begins no other one once it is suspended.
  if (signal === 'SIGSTOP') process.kill(pid, signal);
  signalChildren();
  if (signal === 'SIGCONT') process.kill(pid, signal);
};

/** Starts a program as the server user and waits until its log says it is ready. */
export const startProgram = async (program: string, args: string[], ready: RegExp): Promise<Server> => {
  const child = spawn(program, args, { ...runAs(SERVER_USER), stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const gone = once(child, 'exit').then(() => process.off('exit', kill));
  let said = '';
  child.stderr!.on('data', (chunk) => {
    said = (said + chunk).slice(-20_000);
  });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${said}`);
    return ready.test(said);
  });
  return {
    pid: child.pid!,
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      await gone;
    },
  };
};

export interface Cluster {
  folder: string;
  start(settings?: Record<string, string | number>): Promise<Server>;
  remove(): Promise<void>;
}

const clusterIn = (bin: string, root: string, port: number): Cluster => {
  const folder = join(root, 'data');
  return {
    folder,
    start(settings = {}) {
      const all = { port, listen_addresses: '127.0.0.1', unix_socket_directories: root, fsync: 'off', max_connections: 60, ...settings };
      return startProgram(
        join(bin, 'postgres'),
        ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        /ready to accept (read-only )?connections/,
      );
    },
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 10 }),
  };
};

/** A cluster for a test, on a loopback port, with PostgreSQL's defaults. */
export const makeCluster = async (
  bin: string,
  port: number,
  { encoding = 'UTF8', hba = '', parent = undefined as string | undefined } = {},
): Promise<Cluster> => {
  const root = await serverFolder('cluster', parent);
  const cluster = clusterIn(bin, root, port);
  await mkdir(cluster.folder, { mode: 0o700 });
  giveToServer(cluster.folder);
  execFileSync(
    join(bin, 'initdb'),
    [
      ...['-D', cluster.folder, '--username=postgres', '--auth=trust', '--no-sync', '--no-instructions'],
      ...['--locale=C', `--encoding=${encoding}`],
    ],
    { ...runAs(SERVER_USER), stdio: 'pipe' },
  );
  if (hba) await writeForServer(join(cluster.folder, 'pg_hba.conf'), hba);
  return cluster;
};

/** A streaming standby of a running cluster: a copy of its folder that follows it. `sql` is a single connection to the primary. */
export const makeStandby = async (
  bin: string,
  primary: { folder: string; port: number; sql: Sql },
  port: number,
  parent?: string,
): Promise<Cluster> => {
  const { sql } = primary;
  const root = await serverFolder('standby', parent);
  const cluster = clusterIn(bin, root, port);
  await sql`select pg_backup_start('copy', true)`;
  execFileSync('cp', ['-a', primary.folder, cluster.folder]);
  const [row] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
  await writeForServer(join(cluster.folder, 'backup_label'), row!.labelfile);
  await rm(join(cluster.folder, 'postmaster.pid'));
  await writeForServer(join(cluster.folder, 'standby.signal'), '');
  await writeForServer(
    join(cluster.folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres sslmode=disable'\n`,
  );
  return cluster;
};
