import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chooseServerUser, makeOpenFolder, prepareBinaries, runAs } from '../../src/db/embedded/installation.ts';

const run = promisify(execFile);

/** Small enough to be filled quickly, large enough for the WAL of a run. */
const DISK_MB = 1500;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: 100,
  max_wal_size: '256MB',
  log_min_messages: 'warning',
  shared_buffers: '128MB',
  timezone: 'UTC',
};

/** A PostgreSQL that the run may break: on its own small disk if we are root, and restarted when it ends, as systemd would. */
export class Cluster {
  readonly port: number;
  readonly url: string;
  starts = 0;
  #folder = '';
  #child: ChildProcess | null = null;
  #closing = false;
  #ready: Promise<void> = Promise.resolve();
  /** Whether it has its own disk, which can be filled. */
  has_own_disk = false;

  constructor(port: number) {
    this.port = port;
    this.url = `postgres://postgres@127.0.0.1:${port}/launchweek`;
  }

  /** The server in PG_BIN, or the embedded one. */
  async #binaries(): Promise<{ bin: string; user: Awaited<ReturnType<typeof chooseServerUser>> }> {
    const user = await chooseServerUser(null);
    const { PG_BIN } = process.env;
    return { bin: PG_BIN ?? join(await prepareBinaries(user, join(tmpdir(), 'launchweek-chaos-postgresql')), 'bin'), user };
  }

  get #data(): string {
    return join(this.#folder, 'disk', 'data');
  }

  async create(): Promise<void> {
    const { bin, user } = await this.#binaries();
    this.#folder = await mkdtemp(join(tmpdir(), 'launchweek-chaos-'));
    const disk = join(this.#folder, 'disk');
    await makeOpenFolder(disk);
    await run('chmod', ['755', this.#folder]);
    this.has_own_disk = await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk]).then(
      () => true,
      () => false,
    );
    await mkdir(this.#data, { mode: 0o700 });
    if (user) await chown(this.#data, user.uid, user.gid);
    const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
    await run(join(bin, 'initdb'), ['-D', this.#data, '--username=postgres', '--auth=trust', ...locale], runAs(user));
    this.#start(bin, user);
    await this.#ready;
  }

  #start(bin: string, user: Awaited<ReturnType<typeof chooseServerUser>>): void {
    this.#ready = (async () => {
      const log = await open(join(this.#folder, 'postgres.log'), 'a');
      const settings = Object.entries({ ...SETTINGS, port: this.port, unix_socket_directories: '' }).flatMap(([k, v]) => [
        '-c',
        `${k}=${v}`,
      ]);
      const child = spawn(join(bin, 'postgres'), ['-D', this.#data, ...settings], { ...runAs(user), stdio: ['ignore', log.fd, log.fd] });
      await log.close();
      this.#child = child;
      this.starts++;
      let over = false;
      child.once('exit', async () => {
        over = true;
        if (this.#closing) return;
        await sleep(500);
        this.#start(bin, user);
      });
      while (!over && !/^ready/m.test(await readFile(join(this.#data, 'postmaster.pid'), 'utf8').catch(() => ''))) await sleep(50);
    })();
  }

  /** fast: sessions end, everything is written. immediate: as after a power failure. */
  async restart(mode: 'fast' | 'immediate'): Promise<void> {
    const child = this.#child!;
    const ended = once(child, 'exit');
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  /** Fills the disk; the returned function frees it. */
  async fill(): Promise<() => Promise<void>> {
    const filler = join(this.#folder, 'disk', 'filler');
    const block = Buffer.alloc(1024 * 1024);
    const file = await open(filler, 'w');
    try {
      for (;;) await file.write(block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
    return () => rm(filler, { force: true });
  }

  /** The end of the log, for a failed run. */
  async log(): Promise<string> {
    return (await readFile(join(this.#folder, 'postgres.log'), 'utf8')).split('\n').slice(-40).join('\n');
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#ready.catch(() => {});
    if (this.#child && this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGINT');
      await ended;
    }
    if (this.has_own_disk) await run('umount', [join(this.#folder, 'disk')]).catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Drops packets to and from a port on loopback; null without permission. */
export const dropPackets = async (port: number, probability: number): Promise<(() => Promise<void>) | null> => {
  const rules = ['--dport', '--sport'].map((side) => [
    ...['INPUT', '-i', 'lo', '-p', 'tcp', side, String(port)],
    ...['-m', 'statistic', '--mode', 'random', '--probability', String(probability), '-j', 'DROP'],
  ]);
  const each = async (act: string) => {
    for (const rule of rules) await run('iptables', [act, ...rule]);
  };
  try {
    await each('-A');
  } catch {
    return null;
  }
  return () => each('-D');
};

export const writeClock = (file: string, seconds: number): Promise<void> => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`);
