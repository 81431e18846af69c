import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import { runAs } from './server-user.ts';
import { settings } from './settings.ts';

/** What postmaster.pid tells of the server process of a cluster. */
export type Postmaster = { pid: number; socket_dir: string; status: string };

export const readPostmaster = async (cluster: Cluster): Promise<Postmaster | null> => {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]) || 0, socket_dir: lines[4] ?? '', status: lines[7] ?? '' };
};

/** A pid alone proves nothing, it may long be another program's; the command line names the cluster, and a zombie has none. */
export const isAlive = async (cluster: Cluster, { pid }: Postmaster): Promise<boolean> => {
  if (process.platform === 'linux') {
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return args.includes(cluster.path);
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
  return stdout.includes(cluster.path);
};

/** Starts the server and waits until it is ready; null when what a killed process left behind is in the way for a moment. */
export const startPostmaster = async (cluster: Cluster, socket_dir: string): Promise<Postmaster | null> => {
  await disarm(cluster);
  const begins = await trimLog(cluster.log);
  const log = await open(cluster.log, 'a');
  const args = ['-D', cluster.path, ...settings(socket_dir, cluster.durable)];
  // Detached: Ctrl-C in the terminal must reach us alone, who drain first and then stop it.
  const child = spawn(join(cluster.binaries, 'bin', 'postgres'), args, {
    ...runAs(cluster.user),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = once(child, 'exit').catch((error: Error) => error);
  let over = false;
  ended.then(() => {
    over = true;
  });
  child.unref();
  await log.close();
  while (!over) {
    const found = await readPostmaster(cluster);
    if (found?.pid === child.pid && found?.status === 'ready') return found;
    await Promise.race([ended, sleep(10)]);
  }
  const said = (await readFile(cluster.log)).subarray(begins).toString().trim();
  if (/shared memory block|lock file "postmaster.pid" already exists/.test(said)) return null;
  const outcome = await ended;
  const last = said.split('\n').slice(-15).join('\n') || (outcome instanceof Error ? outcome.message : 'It said nothing.');
  throw new Error(`The database did not start. The end of ${cluster.log}:\n${last}`);
};

/** Stops a server at once but cleanly: sessions end, all is written. */
export const stopPostmaster = async (cluster: Cluster, postmaster: Postmaster): Promise<void> => {
  if (await isAlive(cluster, postmaster)) {
    process.kill(postmaster.pid, 'SIGINT');
    while (await isThere(postmaster.pid)) await sleep(10);
  }
  await rm(postmaster.socket_dir, { recursive: true, force: true });
};

/** A process that ends loses its command line first, so this asks for the process itself. A zombie nobody looks after is gone. */
const isThere = async (pid: number): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(state);
};

const pidFile = (cluster: Cluster) => join(cluster.path, 'postmaster.pid');

/**
 * PostgreSQL would not start over a pid file whose number another program of the same user has by now, or an empty one.
 * The number is made impossible rather than the file deleted: its memory key still guards against sessions that live on.
 */
const disarm = async (cluster: Cluster): Promise<void> => {
  const file = pidFile(cluster);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  if (!Number.parseInt(text, 10)) return rm(file);
  await writeFile(file, text.replace(/^\d+/, '2147483647'));
};

/** Returns where the log goes on. The old one is kept once, for it grows by a few lines a start. */
const trimLog = async (log: string): Promise<number> => {
  const size = (await stat(log).catch(() => null))?.size ?? 0;
  if (size < 1_000_000) return size;
  await rename(log, `${log}.1`);
  await writeFile(log, '');
  return 0;
};
