import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, lstat, mkdir, mkdtemp, open, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import { canEnter, runAs, type ServerUser } from './installation.ts';

/** The port is only part of the socket's name; nothing listens on the network. */
export const SOCKET_PORT = 5432;

/** Server settings as arguments of each start, so that an update needs no changes to files on disk. */
const serverSettings = (socket_dir: string, durable: boolean): string[] =>
  Object.entries({
    listen_addresses: '',
    port: SOCKET_PORT,
    unix_socket_directories: socket_dir,
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    random_page_cost: 1.1,
    // JIT compilation takes longer than any of our queries.
    jit: 'off',
    // In a container huge pages can be advertised and then denied, which kills the server.
    huge_pages: 'off',
    // There is no standby, so the WAL only needs what crash recovery needs.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The application reports failed statements, which may contain personal data. This log is about the server.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // For tests: durability does not matter, and many processes connect at once.
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 400 }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** The server process as postmaster.pid describes it. */
export type Postmaster = { pid: number; socket_dir: string; status: string };

const readPostmaster = async (cluster: Cluster): Promise<Postmaster | null> => {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]) || 0, socket_dir: lines[4] ?? '', status: lines[7] ?? '' };
};

/** The pid may have been reused, so check that the command line contains the cluster's path. A zombie has no command line. */
const isAlive = async (cluster: Cluster, { pid }: Postmaster): Promise<boolean> => {
  if (process.platform === 'linux') {
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return args.includes(cluster.path);
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
  return stdout.includes(cluster.path);
};

/** Starts the server and waits until it is ready; null if leftovers of a killed process are temporarily in the way. */
const startPostmaster = async (cluster: Cluster, socket_dir: string): Promise<Postmaster | null> => {
  await clearStalePid(cluster);
  const log_start = await trimLog(cluster.log);
  const log = await open(cluster.log, 'a');
  const args = ['-D', cluster.path, ...serverSettings(socket_dir, cluster.durable)];
  // Detached, so that Ctrl-C reaches only us: we drain requests and then stop the server.
  const child = spawn(join(cluster.binaries, 'bin', 'postgres'), args, {
    ...runAs(cluster.user),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const exited = once(child, 'exit').catch((error: Error) => error);
  let has_exited = false;
  exited.then(() => {
    has_exited = true;
  });
  child.unref();
  await log.close();
  while (!has_exited) {
    const found = await readPostmaster(cluster);
    if (found?.pid === child.pid && found?.status === 'ready') return found;
    await Promise.race([exited, sleep(10)]);
  }
  const log_text = (await readFile(cluster.log)).subarray(log_start).toString().trim();
  if (/shared memory block|lock file "postmaster.pid" already exists/.test(log_text)) return null;
  const outcome = await exited;
  const last = log_text.split('\n').slice(-15).join('\n') || (outcome instanceof Error ? outcome.message : 'There was no output.');
  throw new Error(`The database did not start. The last lines of ${cluster.log}:\n${last}`);
};

/** First a clean stop; sessions that do not react are then killed, and the next start recovers. */
const STOP_SIGNALS = [
  ['SIGINT', 5000],
  ['SIGQUIT', 6000],
  ['SIGKILL', 1000],
] as const;

const sendSignal = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited.
  }
};

/** Stops a server cleanly: sessions end, and everything is written. */
export const stopPostmaster = async (cluster: Cluster, postmaster: Postmaster): Promise<void> => {
  if (await isAlive(cluster, postmaster)) {
    for (const [signal, timeout_ms] of STOP_SIGNALS) {
      sendSignal(postmaster.pid, signal);
      for (const end = performance.now() + timeout_ms; performance.now() < end && (await exists(postmaster.pid)); ) await sleep(10);
      if (!(await exists(postmaster.pid))) break;
    }
  }
  await rm(postmaster.socket_dir, { recursive: true, force: true });
};

/** An exiting process loses its command line first, so check the process itself. An unreaped zombie counts as gone. */
const exists = async (pid: number): Promise<boolean> => {
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
 * PostgreSQL does not start if the pid file is empty or its pid now belongs to another program of the same user. We write an impossible
 * pid rather than delete the file: its shared memory key still protects against surviving sessions.
 */
const clearStalePid = async (cluster: Cluster): Promise<void> => {
  const file = pidFile(cluster);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  if (!Number.parseInt(text, 10)) return rm(file);
  await writeFile(file, text.replace(/^\d+/, '2147483647'));
};

/** Rotates the log if it is large and returns its size. One old log is kept. */
const trimLog = async (log: string): Promise<number> => {
  const size = (await stat(log).catch(() => null))?.size ?? 0;
  if (size < 1_000_000) return size;
  await rename(log, `${log}.1`);
  await writeFile(log, '');
  return 0;
};

const PREFIX = 'launchweek-';
const TIMEOUT_MS = 120_000;

/** Finds the cluster's server or starts it. A server left by a killed process is taken over. Call it under the file lock. */
export const superviseServer = async (cluster: Cluster, known_host?: string): Promise<{ postmaster: Postmaster; is_new: boolean }> => {
  let socket_dir = known_host;
  let failed_connects = 0;
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
    const found = await readPostmaster(cluster);
    if (found) socket_dir = found.socket_dir;
    if (!found || !(await isAlive(cluster, found))) {
      const started = await startAt(cluster, await socketFolder(cluster.user, socket_dir));
      if (started) return { postmaster: started, is_new: true };
    } else if (found.status === 'ready') {
      if (await canConnect(found)) return { postmaster: found, is_new: false };
      // The socket was deleted, for example by a cleanup of temporary files: nobody can connect any more, so restart.
      if (++failed_connects > 20) await stopPostmaster(cluster, found);
    }
  }
  throw new Error(`The database is neither starting nor stopping. See ${cluster.log}.`);
};

const startAt = async (cluster: Cluster, folder: string): Promise<Postmaster | null> => {
  let started: Postmaster | null = null;
  try {
    started = await startPostmaster(cluster, folder);
    return started;
  } finally {
    // Only if empty: otherwise another server was faster and uses it.
    if (!started) await rmdir(folder).catch(() => {});
  }
};

const canConnect = ({ socket_dir }: Postmaster): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(join(socket_dir, `.s.PGSQL.${SOCKET_PORT}`));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Returns a folder for the socket, the previous one if possible: running processes then find the restarted server. */
const socketFolder = async (user: ServerUser, previous = ''): Promise<string> => {
  if (basename(previous).startsWith(PREFIX) && (await claimFolder(previous, user))) return previous;
  // A socket's path is limited to about a hundred bytes.
  const root = [tmpdir(), '/tmp'].find((folder) => folder.length < 70 && canEnter(user, folder)) ?? '/var/tmp';
  const folder = await mkdtemp(join(root, PREFIX));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
};

const claimFolder = async (folder: string, user: ServerUser): Promise<boolean> => {
  try {
    await mkdir(folder, { mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  // Anyone may create folders in /tmp, so an existing one must be ours.
  const found = await lstat(folder).catch(() => null);
  if (!found?.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.()) || found.mode & 0o077) return false;
  for (const end of ['', '.lock']) await rm(join(folder, `.s.PGSQL.${SOCKET_PORT}${end}`), { force: true });
  return true;
};
